// Training on a text, as trainers/naive.py does it: count every pair, merge the best, start again.

const greater = (a, b) => // THE tie rule: the count, then the bytes of the left half, then the right
  a.count !== b.count ? a.count > b.count : a.left !== b.left ? a.left > b.left : a.right > b.right;

const countPairs = (words) => {
  const pairs = new Map();
  for (const { tokens, count } of words)
    for (let i = 0; i + 1 < tokens.length; i++) {
      const left = tokens[i], right = tokens[i + 1], key = `${left.length}:${left}${right}`;
      if (!pairs.has(key)) pairs.set(key, { left, right, count: 0 });
      pairs.get(key).count += count;
    }
  return [...pairs.values()].sort((a, b) => (greater(a, b) ? -1 : 1));
};

const mergeWord = (tokens, { left, right }) => {
  const merged = [];
  for (let i = 0; i < tokens.length; i++)
    if (tokens[i] === left && tokens[i + 1] === right) { merged.push(left + right); i++; }
    else merged.push(tokens[i]);
  return merged;
};

const learn = (text, most) => {
  const counts = new Map();
  for (const word of text.match(new RegExp(data.pattern, "gu")) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  let words = [...counts].map(([word, count]) => ({ tokens: bytesOf(word), count }));
  const states = [{ words, pairs: countPairs(words) }];
  while (states.length <= most && states.at(-1).pairs.length) {
    const best = states.at(-1).pairs[0];
    words = words.map(({ tokens, count }) => ({ tokens: mergeWord(tokens, best), count }));
    states.push({ words, pairs: countPairs(words), best });
  }
  return states;
};

const times = (count) => (count === 1 ? "once" : `${count} times`);
const MOST_WORDS = 40, MOST_PAIRS = 8;

const tell = ({ text, merges }) => {
  const states = learn(text, Math.max(0, Math.min(+merges || 0, 100)));
  const number = new Map(states.slice(1).map(({ best }, i) => [best.left + best.right, i + 1]));
  return states.map((state, i) => {
    const best = state.best, made = best && best.left + best.right;
    const { pairs } = states[Math.max(0, i - 1)]; // what was counted before this merge
    const ties = pairs.filter(({ count }) => count === pairs[0].count).length - 1;
    let say = "Before the first merge every byte is a token.";
    if (best) {
      say = `Merge ${i}: ${visible(best.left)} + ${visible(best.right)} → ${visible(made)}, `
        + `counted ${times(best.count)}.`;
      if (ties) say += ` ${ties === 1 ? "Another pair is" : `${ties} others are`} as frequent:`
        + " of these the greatest bytes win.";
    }
    if (!state.pairs.length) say += " No pair is left.";
    const wordRow = ({ tokens, count }) =>
      make("span", {}, ...tokens.map((token) =>
        block(token, number.get(token), token === made ? [best.left, best.right] : [])), ` ×${count}`);
    const pairRow = (pair, place) => {
      const isTie = pair.count === pairs[0].count;
      const note = place === 0 ? (best ? "merged" : "comes next") : isTie ? "tie" : "";
      return [make("span", {}, block(pair.left, number.get(pair.left)),
        block(pair.right, number.get(pair.right))), `${pair.count}`, note];
    };
    const chip = ({ best: one }, place) => {
      const token = one.left + one.right;
      const chip = block(token, number.get(token), place === i - 1 ? [one.left, one.right] : []);
      chip.dataset.merge = `${hex(one.left)}|${hex(one.right)}|${one.count}`;
      return make("span", {}, `${256 + place} `, chip);
    };
    const draw = () => {
      const words = [...state.words].sort((a, b) => b.count - a.count);
      const hidden = words.length - MOST_WORDS;
      const left = pairs.length - MOST_PAIRS;
      return [
        make("div", { class: "bpe-split" },
          make("div", { class: "bpe-row" }, ...words.slice(0, MOST_WORDS).map(wordRow),
            hidden > 0 ? `… and ${hidden} more` : ""),
          make("div", {},
            tableOf(["pair", "count", "note"], pairs.slice(0, MOST_PAIRS).map(pairRow)),
            left > 0 ? `… and ${left} other pairs` : "")),
        make("div", { class: "bpe-row" }, "vocabulary: 256 bytes", ...states.slice(1, i + 1).map(chip)),
      ];
    };
    return { say, draw };
  });
};
