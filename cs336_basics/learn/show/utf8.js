// One character becomes UTF-8: its bits pour into the free places of a form, from the right.

const binary = (number, width) => number.toString(2).padStart(width, "0");

const fill = (code) => {
  const { marker, tail } = data.forms.find(({ end }) => code < end);
  const fixed = tail ? tail + 2 : 1; // bits of the first byte that say what it is
  const forms = [binary(marker, 8).slice(0, fixed), ...Array(tail).fill("10")];
  const bits = binary(code, 8 - fixed + 6 * tail);
  let used = 0;
  return forms.map((form) => {
    const free = 8 - form.length, part = bits.slice(used, used + free);
    used += free;
    return { form, part, byte: parseInt(form + part, 2) };
  });
};

const tell = ({ character }) => {
  const [one] = character;
  if (one === undefined) return [() => ({ say: "Type a character.", picture: [] })];
  const code = one.codePointAt(0), name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  if (code >= 0xd800 && code < 0xe000)
    return [() => ({ say: `${name} is half of a pair of UTF-16; UTF-8 cannot write it.`, picture: [] })];
  const bytes = fill(code), count = bytes.length, bits = bytes.map(({ part }) => part).join("");
  const hexes = bytes.map(({ byte }) => byte.toString(16).padStart(2, "0"));
  const room = count === 1 ? "one byte" : `${count} bytes`;
  const says = [
    `${one} is ${name}, the number ${code}: ${binary(code, 1).length} bits.`,
    `It needs ${room}: their first bits say so, and ${bits.length} places are free.`,
    ...bytes.map((_, i) => {
      const { part } = bytes[count - 1 - i];
      return `The ${i ? "next" : "last"} ${part.length} bits pour into byte ${count - i} of ${count}.`;
    }),
    `${one} is ${hexes.join(" ")}.`,
  ];
  const bit = (text, byte) => {
    const cell = make("span", { class: "bpe-token" }, text);
    if (byte !== undefined) cell.style.background = tint(byte);
    return cell;
  };
  return says.map((say, step) => () => {
    const poured = Math.max(0, Math.min(step - 1, count)); // bytes that are full
    const isFull = (i) => count - i <= poured;
    const source = bytes.map(({ part }, i) => make("span", {},
      ...[...part].map((text) => bit(text, step && !isFull(i) ? i : undefined))));
    const boxes = bytes.map(({ form, part }, i) => {
      const box = make("div", { class: "bpe-byte" },
        ...[...form].map((text) => make("b", { class: "bpe-token" }, text)),
        ...[...part].map((text) => bit(isFull(i) ? text : "_", i)),
        make("div", {}, isFull(i) ? hexes[i] : `byte ${i + 1}`));
      if (isFull(i)) box.dataset.byte = hexes[i];
      return box;
    });
    const rows = [make("div", { class: "bpe-row" }, "number", ...source)];
    if (step) rows.push(make("div", { class: "bpe-row" }, "bytes", ...boxes));
    return { say, picture: rows };
  });
};
