// Training on a text, as trainers/naive.py does it: count every pair, merge the best, start again.

const greater = (a, b) => // THE tie rule: the count, then the bytes of the left half, then the right
  a.count !== b.count ? a.count > b.count : a.left !== b.left ? a.left > b.left : a.right > b.right;

const countPairs = (words) => {
  const pairs = new Map();
  for (const { tokens, count } of words)
    for (let i = 0; i + 1 < tokens.length; i++) {
      const left = tokens[i], right = tokens[i + 1], key = `${left.length}:${left}${right}`;
      const pair = pairs.get(key);
      if (pair) pair.count += count;
      else pairs.set(key, { left, right, count });
    }
  return [...pairs.values()];
};
const bestFirst = (words) => countPairs(words).sort((a, b) => (greater(a, b) ? -1 : 1));

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
  const states = [{ words }];
  while (states.length <= most) {
    const pairs = countPairs(words);
    if (!pairs.length) break;
    const best = pairs.reduce((a, b) => (greater(a, b) ? a : b));
    words = words.map((word) => (word.tokens.includes(best.left)
      ? { tokens: mergeWord(word.tokens, best), count: word.count } : word));
    states.push({ words, best });
  }
  return states;
};

const times = (count) => (count === 1 ? "once" : `${count} times`);
const NONE = " No pair is left.";
const MOST_WORDS = 40, MOST_PAIRS = 8;

const tell = ({ text, merges }) => {
  const states = learn(text, Math.max(0, Math.min(+merges || 0, 100)));
  const number = new Map(states.slice(1).map(({ best }, i) => [best.left + best.right, i + 1]));
  return states.map((state, i) => {
    const best = state.best, made = best && best.left + best.right;
    const sentence = (pairs) => {
      if (!best) return `Before the first merge every byte is a token.${pairs.length ? "" : NONE}`;
      const ties = pairs.filter(({ count }) => count === best.count).length - 1;
      let say = `Merge ${i}: ${visible(best.left)} + ${visible(best.right)} → ${visible(made)}, `
        + `counted ${times(best.count)}.`;
      if (ties) say += ` ${ties === 1 ? "Another pair is" : `${ties} others are`} as frequent:`
        + " of these the greatest bytes win.";
      return countPairs(state.words).length ? say : say + NONE;
    };
    const wordRow = ({ tokens, count }) =>
      make("span", {}, ...tokens.map((token) =>
        block(token, number.get(token), token === made ? [best.left, best.right] : [])), ` ×${count}`);
    const pairRow = (pair, place, pairs) => {
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
    const show = () => {
      const pairs = bestFirst(states[Math.max(0, i - 1)].words); // as counted before this merge
      const words = [...state.words].sort((a, b) => b.count - a.count);
      const hidden = words.length - MOST_WORDS;
      const left = pairs.length - MOST_PAIRS;
      const others = left === 1 ? "other pair" : "other pairs";
      const picture = [make("div", { class: "bpe-split" },
        make("div", {},
          make("div", { class: "bpe-row" }, ...words.slice(0, MOST_WORDS).map(wordRow),
            hidden > 0 ? `… and ${hidden} more` : ""),
          make("div", { class: "bpe-row" }, "vocabulary: 256 bytes",
            ...states.slice(1, i + 1).map(chip))),
        make("div", {},
          tableOf(["pair", "count", "note"], pairs.slice(0, MOST_PAIRS).map(pairRow)),
          left > 0 ? `… and ${left} ${others}` : ""))];
      return { say: sentence(pairs), picture };
    };
    return show;
  });
};
