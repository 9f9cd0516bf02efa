// The frame of everything that goes step by step: fields to type into, buttons, a slider, a stage,
// and a sentence for each step, which a screen reader hears. Text goes into the page by `append`
// alone, never as HTML.

const STYLE = `
.bpe-frame { color: var(--jp-content-font-color1, inherit); border: 1px solid #8886;
  border-radius: 8px; padding: 10px 12px; margin: 6px 0; font-size: 14px; line-height: 1.5; }
.bpe-frame button, .bpe-frame input, .bpe-frame textarea { font: inherit; color: inherit;
  background: #8882; border: 1px solid #767676; border-radius: 6px; padding: 2px 10px; }
.bpe-frame button { cursor: pointer; }
.bpe-frame button[aria-disabled=true] { opacity: .45; cursor: default; }
.bpe-frame :focus-visible { outline: 2px solid #2f7fd6; outline-offset: 2px; }
.bpe-frame label { display: block; margin: 2px 0 8px; }
.bpe-frame textarea { display: block; width: 100%; box-sizing: border-box; min-height: 4.5em; }
.bpe-frame input[type=number] { width: 6em; }
.bpe-frame input[type=range] { flex: 1 1 8em; min-width: 6em; padding: 0; }
.bpe-bar { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
.bpe-say { margin: 8px 0; min-height: 1.5em; font-weight: 600; }
.bpe-stage { overflow-x: auto; padding: 2px; }
.bpe-row { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: baseline; margin: 4px 0; }
.bpe-split { display: flex; flex-wrap: wrap; gap: 4px 28px; align-items: flex-start; }
.bpe-split > :first-child { flex: 1 1 24em; }
.bpe-token { display: inline-block; font-family: monospace; white-space: pre; border-radius: 4px;
  padding: 0 4px; margin: 0 1px; border: 1px solid #8884; }
.bpe-new { border: 2px solid currentColor; font-weight: 700; }
.bpe-new > span { animation: bpe-fuse .7s ease-out; display: inline-block; }
.bpe-ids { gap: 6px 2px; }
.bpe-ids small { display: block; font-size: 11px; line-height: 1.25; }
.bpe-torn { border: 2px dashed #d5480e; }
.bpe-byte { border: 1px solid #767676; border-radius: 6px; padding: 4px 6px; text-align: center; }
.bpe-frame table { border-collapse: collapse; margin: 6px 0; }
.bpe-frame .bpe-stage th, .bpe-frame .bpe-stage td { padding: 1px 10px; text-align: left; border-bottom: 1px solid #8884; }
@keyframes bpe-fuse { from { margin: 0 .6em; opacity: .5; } }
@media (prefers-reduced-motion: reduce) { .bpe-new > span { animation: none; } }`;

const make = (tag, attributes = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
};

// A frame is a function that gives {say, picture}: a sentence, and the nodes below it.
// What Python has made already is a list of <details>: title and picture.
const madeFrames = (root) =>
  [...root.children].map((one) => {
    const [title, ...picture] = one.childNodes;
    return () => ({ say: title.textContent, picture });
  });

const frame = (root, { title, fields = [] }, tell) => {
  if (root.dataset.ready) return;
  root.dataset.ready = "1";
  const inputs = {};
  for (const { name, kind, ...rest } of fields) {
    const { label, value, ...limits } = rest;
    inputs[name] = make(kind === "textarea" ? kind : "input", { spellcheck: "false", ...limits });
    if (kind !== "textarea") inputs[name].type = kind;
    inputs[name].value = value;
  }
  const labels = fields.map(({ name, label }) => make("label", {}, `${label} `, inputs[name]));

  let frames = [], at = 0, timer = 0;
  const button = (text, go) => {
    const one = make("button", { type: "button" }, text);
    one.addEventListener("click", go);
    return one;
  };
  const goTo = (place) => { at = Math.max(0, Math.min(place, frames.length - 1)); draw(); };
  const stop = () => { clearInterval(timer); timer = 0; play.textContent = "play"; };
  const start = () => {
    if (at === frames.length - 1) goTo(0);
    play.textContent = "pause";
    timer = setInterval(() => {
      // A notebook may have taken the output away while it plays.
      if (!root.isConnected || at >= frames.length - 1) return stop();
      goTo(at + 1);
    }, 1400);
  };
  const byHand = (step) => () => { stop(); goTo(step()); };
  const first = button("« first", byHand(() => 0)), back = button("‹ back", byHand(() => at - 1));
  const play = button("play", () => (timer ? stop() : start()));
  const next = button("next ›", byHand(() => at + 1));
  const last = button("last »", byHand(() => frames.length - 1));
  const slider = make("input", { type: "range", min: 0, "aria-label": "step" });
  slider.addEventListener("input", byHand(() => +slider.value));
  const where = make("span");
  const bar = make("div", { class: "bpe-bar", role: "group", "aria-label": "go through the steps" },
    first, back, play, next, last, slider, where);
  const say = make("div", { class: "bpe-say", role: "status", "aria-live": "polite" });
  const stage = make("div",
    { class: "bpe-stage", tabindex: 0, role: "group", "aria-label": "picture of this step" });

  const draw = () => {
    const { say: sentence, picture } = frames[at]();
    say.textContent = sentence;
    stage.replaceChildren(...picture);
    slider.max = frames.length - 1;
    slider.value = at;
    slider.setAttribute("aria-valuetext", `step ${at} of ${frames.length - 1}: ${sentence}`);
    where.textContent = `${at} of ${frames.length - 1}`;
    // A disabled button would lose the focus, and with it the arrow keys.
    for (const one of [first, back]) one.setAttribute("aria-disabled", at === 0);
    for (const one of [next, last]) one.setAttribute("aria-disabled", at === frames.length - 1);
    bar.style.display = frames.length > 1 ? "" : "none";
  };
  const tellAgain = () => {
    stop();
    const values = Object.entries(inputs).map(([name, input]) => [name, input.value]);
    frames = tell(Object.fromEntries(values));
    goTo(at);
  };

  const keys = { ArrowRight: () => at + 1, ArrowLeft: () => at - 1, Home: () => 0,
    End: () => frames.length - 1 };
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation(); // to JupyterLab an arrow means another cell, and D D means delete
    if (event.target.matches("input, textarea") || !keys[event.key]) return;
    event.preventDefault();
    byHand(keys[event.key])();
  });
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", title);
  root.classList.add("bpe-frame");
  for (const input of Object.values(inputs)) input.addEventListener("input", tellAgain);
  tellAgain();
  root.replaceChildren(make("style", {}, STYLE), ...labels, bar, say, stage);
};
