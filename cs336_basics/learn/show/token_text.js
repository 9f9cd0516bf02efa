// Tokens in a page. A token is a string with one character for each byte, U+0000 to U+00FF: such
// strings are compared as their bytes are.

const bytesOf = (text) => Array.from(new TextEncoder().encode(text), (b) => String.fromCharCode(b));
const hex = (token) =>
  Array.from(token, (c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join(" ");

// As show.tokens writes them: a space as ·, a line end as ↵, half a character as \xe4.
const NAMES = { " ": "·", "\n": "↵", "\t": "→" };
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const visible = (token) => {
  let text = "";
  for (let i = 0; i < token.length; ) {
    const lead = token.charCodeAt(i);
    const size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let one = `\\x${hex(token[i])}`, taken = 1;
    try {
      const bytes = Uint8Array.from(token.slice(i, i + size), (c) => c.charCodeAt(0));
      const character = utf8.decode(bytes);
      one = NAMES[character] ?? (/[\p{C}\p{Z}]/u.test(character)
        ? `\\u${character.codePointAt(0).toString(16).padStart(4, "0")}` : character);
      taken = size;
    } catch { /* not a whole character */ }
    text += one;
    i += taken;
  }
  return text;
};

const tint = (number) => `hsl(${(number * 137.5) % 360} 75% 50% / .27)`; // over light and dark
const block = (token, number, halves = []) => {
  const parts = halves.length ? halves.map((half) => make("span", {}, visible(half))) : [visible(token)];
  const one = make("span", { class: halves.length ? "bpe-token bpe-new" : "bpe-token" }, ...parts);
  one.style.background = number === undefined ? "#8882" : tint(number);
  one.title = hex(token);
  return one;
};
const cells = (tag, values) => make("tr", {}, ...values.map((value) => make(tag, {}, value)));
const tableOf = (header, rows) =>
  make("table", {}, make("thead", {}, cells("th", header)),
    make("tbody", {}, ...rows.map((row) => cells("td", row))));
