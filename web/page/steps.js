// Bootstring, step by step: the state of RFC 3492 section 7, the loop over the digits, the insertion.
"use strict";

const PARAMETERS = [["digits", "abcdefghijklmnopqrstuvwxyz0123456789"], ["delimiter", "-"], ["tmin", "1"], ["tmax", "26"],
  ["skew", "38"], ["damp", "700"], ["initial_bias", "72"], ["initial_n", "128"]];
const SECONDS_PER_STEP = 1.6;

const steps = {
  title: "Punycode, without xn--",
  titleOfEncoding: "A text",
  example: "ihqwcrb4cv8a8dqg056pqjye",
  exampleOfEncoding: "bücher",
  timer: null,

  options(state, change) {
    const parameters = PARAMETERS.map(([name, usual]) => field(name, `parameter-${name}`, state[name] ?? usual,
      name === "digits" ? 38 : 6, (value) => change({ [name]: value })));
    return [
      choice("Direction", "direction", [["decode", "decode"], ["encode", "encode"]], state.direction, (direction) => change({ direction })),
      element("details", { open: PARAMETERS.some(([name, usual]) => (state[name] ?? usual) !== usual) },
        element("summary", {}, "Parameters of Bootstring"), element("div", { class: "options" }, parameters)),
    ];
  },

  question(input, state) {
    this.stop();
    const parameters = PARAMETERS.map(([name, usual]) => state[name] ?? usual);
    const isPunycode = PARAMETERS.every(([, usual], place) => parameters[place] === usual);
    return { input, options: isPunycode ? [state.direction] : [state.direction, ...parameters] };
  },

  take(trace, state, change, input) {
    for (const [name] of PARAMETERS) {
      document.getElementById(`parameter-${name}`).setAttribute("aria-invalid", new RegExp(`\\b${name}\\b`).test(trace.refused ?? ""));
    }
    if (trace.refused) return result.replaceChildren(element("div", { class: "problem", id: "problems" }, `These parameters cannot be used: ${trace.refused}.`));
    result.replaceChildren(...[
      trace.error ? element("div", { id: "problems" }, problem(trace.error)) : null,
      noteOf(input, state.direction),
      ...(trace.steps ? this.run(trace, state, change) : []),
    ].filter(Boolean));
  },

  run(trace, state, change) {
    return [
      element("dl", { class: "cards" }, element("div", { "data-field": "output" }, element("dt", {}, "result"),
        element("dd", {}, trace.error ? "–" : form(trace.output, "result")))),
      player(this, trace, state, change),
      element("h2", {}, "In the words of RFC 3492 section 7"),
      element("pre", { id: "words", tabindex: "0" }, trace.words),
      trace.is_cut ? element("p", { class: "weak" }, "… only the start is shown.") : null,
    ];
  },

  stop() {
    clearInterval(this.timer);
    this.timer = null;
  },
};

/** What is no text or Punycode of one label, but is often given for it. */
function noteOf(input, direction) {
  const said = input.includes("\n") ? "This view takes one text: the line feed belongs to it."
    : /[.。．｡]/.test(input) ? "This looks like a whole name. Punycode is one label without xn--; the view Names takes names."
      : !/^xn--/i.test(input) ? null
        : direction === "encode" ? "This begins with xn--, so it is encoded already, and would be encoded again. The view Names decodes it."
          : "The prefix xn-- of an A-label is no part of its Punycode. Remove it here, or use the view Names.";
  return said && noteOn(said);
}

const isScalar = (number) => number <= 0x10ffff && (number < 0xd800 || number > 0xdfff);

/** The steps with their buttons: one is shown at a time. */
function player(view, trace, state, change) {
  const count = trace.steps.length;
  let at = Math.max(0, Math.min(Number(state.step) || 0, count));
  const stage = element("div", { id: "stage", "aria-live": "polite" });
  const go = (to) => {
    at = Math.max(0, Math.min(to, count));
    stage.replaceChildren(...picture(trace, at, state));
    for (const [button, isEnd] of ends) button.disabled = isEnd();
    change({ step: String(at) }, false);
  };
  const button = (title, to, key) => element("button", { type: "button", "data-go": title, title: key, onclick: () => { view.stop(); go(to()); } }, title);
  const play = element("button", { type: "button", onclick: () => {
    if (view.timer) return view.stop();
    if (at === count) go(0);
    view.timer = setInterval(() => (at === count ? view.stop() : go(at + 1)), SECONDS_PER_STEP * 1000);
  } }, "Play or pause");
  const ends = [[button("First", () => 0, "Home"), () => at === 0], [button("Back", () => at - 1, "Left arrow"), () => at === 0],
    [button("Next", () => at + 1, "Right arrow"), () => at === count], [button("Last", () => count, "End"), () => at === count]];
  const keys = { ArrowLeft: () => at - 1, ArrowRight: () => at + 1, Home: () => 0, End: () => count };
  const keyed = (event) => {
    if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    view.stop();
    go(keys[event.key]());
  };
  const group = element("div", { role: "group", "aria-label": "Steps; the arrow keys go from one to the next", id: "player", tabindex: "0", onkeydown: keyed },
    element("div", { class: "options" }, ends.map(([one]) => one), play), rest(count, trace.count, "steps"), stage);
  go(at);
  return group;
}

/** The state behind so many steps. */
function picture(trace, at, state) {
  const step = trace.steps[at - 1];
  const before = trace.steps[at - 2];
  const values = step ? { n: step.n, i: step.i + 1, bias: step.bias } : { n: trace.n, i: 0, bias: trace.bias };
  return [
    element("p", { id: "which" }, at ? `Step ${at} of ${trace.count}` : trace.count === 1 ? "Before the step" : `Before the first of ${trace.count} steps`),
    element("dl", { class: "cards", id: "state" }, Object.entries(values).map(([name, value]) =>
      element("div", { "data-field": name }, element("dt", {}, name), element("dd", {}, name === "n" ? `${value} (${codePoint(value)})` : `${value}`)))),
    encodedForm(trace, step),
    step ? digitLoop(step) : element("p", {}, trace.literal ? "The basic characters are copied: the text starts with them."
      : "There are no basic characters: the text starts empty."),
    step ? insertion(trace, step, before, trace.literalLength + at, state) : null,
    textSoFar(trace, at),
  ].filter(Boolean);
}

/** The encoded form, with the digits of this step marked. Of a long form the characters around them are shown. */
function encodedForm(trace, step) {
  const start = step ? step.start : 0;
  const marked = step ? step.digits : trace.literal;
  const from = Math.max(0, start - MOST_CHARACTERS);
  const end = start + marked.length;
  const parts = [from > 0 ? "… " : null, trace.encoded.slice(from, start), element("mark", {}, startOf(marked, MOST_CHARACTERS)),
    trace.encoded.slice(end, end + MOST_CHARACTERS),
    marked.length > MOST_CHARACTERS || end + MOST_CHARACTERS < trace.encoded.length ? " …" : null];
  return element("p", { class: "name mono", id: "encoded" }, parts);
}

function digitLoop(step) {
  const rows = step.loop.map((digit) => {
    const goesOn = digit.value >= digit.t;
    return [element("code", {}, digit.digit), ...[digit.value, digit.k, digit.t, digit.w, digit.adds].map((value) =>
      element("td", { class: "number" }, `${value}`)), goesOn ? `${digit.value} ≥ ${digit.t}: goes on` : `${digit.value} < ${digit.t}: the last digit`];
  });
  return element("div", { id: "loop" },
    element("h2", {}, "The digits of the delta ", element("code", {}, step.digits)),
    table(["digit", "value", "k", "threshold t", "weight w", "value × w", "is it the last?"], rows, true),
    element("p", {}, "Their sum is the delta: ", element("strong", { id: "delta" }, `${step.delta}`), "."));
}

/** How the delta moves the state, and what is inserted at one of so many places. */
function insertion(trace, step, before, places, state) {
  const [i, n] = before ? [before.i + 1, before.n] : [0, trace.n];
  const sum = i + step.delta;
  const turns = Math.floor(sum / places);
  return element("p", { id: "insertion" },
    `${state.direction === "encode" ? "For the decoder: " : ""}i = ${i} + ${step.delta} = ${sum}. The text has ${places} ${places === 1 ? "place" : "places"}: `,
    `${sum} = ${turns} × ${places} + ${step.i}. So n = ${n} + ${turns} = ${step.n}, and `,
    element("strong", {}, codePoint(step.n)), " ", isScalar(step.n) ? isolated(String.fromCodePoint(step.n)) : "", ` is inserted at the place ${step.i}.`);
}

/** The text after so many steps: it starts as the basic characters, and each step inserts a code point. */
function textSoFar(trace, at) {
  if (trace.literalLength + at > MOST_CHARACTERS) return element("p", {}, "The text is too long to be shown after each step.");
  const numbers = [...trace.literal].slice(0, trace.literalLength).map((character) => character.codePointAt(0));
  const step = trace.steps[at - 1];
  for (const { i, n } of trace.steps.slice(0, at)) numbers.splice(i, 0, n);
  const items = numbers.map((number, place) => element("li", { class: step && place === step.i ? "new" : null },
    isScalar(number) && !isHidden(String.fromCodePoint(number)) ? isolated(String.fromCodePoint(number)) : "\u00A0",
    element("small", {}, number.toString(16).toUpperCase().padStart(4, "0"))));
  return element("div", {}, element("h2", {}, "The text so far"),
    items.length ? element("ul", { class: "so-far", id: "so-far" }, items) : element("p", { id: "so-far" }, "empty"));
}
