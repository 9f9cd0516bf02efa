// Encoding by rank, as merge_ranks.py does it: of all neighbours that are a pair of the merge list
// the one with the lowest rank is merged, the leftmost first.

const unpack = ({ name, ids, first, pairs, specials, rows }) => {
  if (!pairs) return { name, rows };
  const packed = atob(pairs), number = (i) => packed.charCodeAt(i) | packed.charCodeAt(i + 1) << 8;
  const tokens = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
  const idOf = new Map(tokens.map((token, byte) => [token, ids[byte]])), ranks = new Map();
  for (let rank = 0; 4 * rank < packed.length; rank++) {
    const left = tokens[number(4 * rank)], right = tokens[number(4 * rank + 2)];
    const key = `${left.length}:${left}${right}`, made = left + right;
    tokens.push(made);
    if (!ranks.has(key)) ranks.set(key, rank);
    if (!idOf.has(made)) idOf.set(made, Array.isArray(first) ? first[rank] : first + rank);
  }
  return { name, idOf, ranks, specials };
};
const tokenizers = data.tokenizers.map(unpack);

const mergeSteps = (word, { ranks }) => {
  let tokens = bytesOf(word);
  const steps = [{ tokens }];
  for (;;) {
    let best = { rank: Infinity };
    for (let i = 0; i + 1 < tokens.length; i++) {
      const rank = ranks.get(`${tokens[i].length}:${tokens[i]}${tokens[i + 1]}`);
      if (rank < best.rank) best = { rank, i };
    }
    if (best.i === undefined) return steps;
    const halves = tokens.slice(best.i, best.i + 2);
    tokens = [...tokens.slice(0, best.i), halves.join(""), ...tokens.slice(best.i + 2)];
    steps.push({ tokens, rank: best.rank, halves, at: best.i });
  }
};

const wordsOf = (text) => text.match(new RegExp(data.pattern, "gu")) ?? [];
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
const encode = (text, tokenizer) => {
  const longest = Object.keys(tokenizer.specials).sort((a, b) => b.length - a.length);
  const parts = longest.length ? text.split(new RegExp(`(${longest.map(literal).join("|")})`)) : [text];
  return parts.flatMap((part, i) => i % 2
    ? [[tokenizer.specials[part], bytesOf(part).join("")]]
    : wordsOf(part).flatMap((word) =>
      mergeSteps(word, tokenizer).at(-1).tokens.map((token) => [tokenizer.idOf.get(token), token])));
};

const isTorn = (token) => {
  try { utf8.decode(Uint8Array.from(token, (c) => c.charCodeAt(0))); return false; } catch { return true; }
};
const tokenBlock = ([id, token], i) => {
  const one = block(token, i);
  if (isTorn(token)) one.classList.add("bpe-torn");
  one.append(make("small", {}, `${id}`), make("small", {}, hex(token)));
  one.dataset.id = id;
  return one;
};

const tell = ({ text, word }) => {
  const size = bytesOf(text).length;
  const rows = tokenizers.map((tokenizer) => {
    const { name, rows: made } = tokenizer;
    if (made && text !== data.text) return [name, "", "run the cell with this text"];
    const tokens = made ? made.map(([id, bytes]) => [id, atob(bytes)]) : encode(text, tokenizer);
    const row = make("div", { class: "bpe-row bpe-ids" }, ...tokens.map(tokenBlock));
    return [name, `${tokens.length} tokens, ${(size / (tokens.length || 1)).toFixed(1)} bytes each`, row];
  });
  const whole = [
    tableOf(["tokenizer", "how many", "token, id, bytes (dashed: part of a character)"], rows)];
  const longest = wordsOf(text).reduce((a, b) => (b.length > a.length ? b : a), "");
  const one = wordsOf(word)[0] ?? longest;
  const able = tokenizers.filter(({ ranks }) => ranks);
  const ways = able.map((tokenizer) => mergeSteps(one, tokenizer));
  const name = visible(bytesOf(one).join(""));
  return Array.from({ length: Math.max(1, ...ways.map((steps) => steps.length)) }, (_, i) => {
    const done = ways.map((steps) => steps[Math.min(i, steps.length - 1)]);
    const said = able.map(({ name }, k) => i < ways[k].length && i
      ? `${name} merges ${done[k].halves.map(visible).join(" + ")} (rank ${done[k].rank})`
      : i ? `${name} is done` : "").filter(Boolean);
    const say = i ? `${name}, step ${i}: ${said.join("; ")}.` : `${name}, byte by byte: what comes first?`;
    return () => ({ say, picture: [...whole, make("div", {}, make("b", {}, `merge by rank: ${name}`)),
      tableOf(["tokenizer", "tokens", "rank"], able.map((tokenizer, k) => [
        tokenizer.name,
        make("span", {}, ...done[k].tokens.map((token, place) => block(token,
          token.length > 1 ? tokenizer.idOf.get(token) : undefined,
          i && i < ways[k].length && place === done[k].at ? done[k].halves : []))),
        i && i < ways[k].length ? `${done[k].rank}` : ""]))] });
  });
};
