// The page: which view is shown, with which input. All of it is in the address behind #, which browsers do not send.
"use strict";

const VIEWS = { names, text, steps, race };
const USUAL = { view: "names", profile: "uts46", direction: null, format: null, line: 0 };
const MOST_IN_ADDRESS = 8000;
// Until so many characters each key is answered at once.
const AT_ONCE = 5000;
const MOST_IN_BOX = 100_000;
const LINES_IN_BOX = 100;
const CHARACTERS_IN_BOX = 10_000;

const input = document.getElementById("input");
const result = document.getElementById("result");
let state = { ...USUAL };
let timer = null;
let writing = null;
// The whole input, where the box does not show all of it.
let held = null;
// What was held before something was typed.
let dropped = null;

/** The state that an address says. */
function read(address) {
  // What was to be written is of the state before.
  clearTimeout(writing);
  const said = Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)));
  const view = Object.hasOwn(VIEWS, said.view ?? "") ? said.view : USUAL.view;
  const directions = { text: ["to_unicode", "to_ascii"], steps: ["decode", "encode"] }[view] ?? [null];
  const profile = PROFILES.some(([name]) => name === said.profile) ? said.profile : USUAL.profile;
  // The core knows the formats.
  const format = view === "text" ? said.format ?? null : null;
  state = { ...said, view, profile, format, direction: directions.includes(said.direction) ? said.direction : directions[0], line: Number(said.line) || 0 };
  delete state.input;
  held = null;
  drop(null);
  input.value = said.input ?? exampleOf(VIEWS[view]);
}

/** Writes the state to the address a little later: browsers refuse to do that many times in a second. */
function write() {
  clearTimeout(writing);
  writing = setTimeout(writeNow, 250);
}

/** Writes the state to the address, without a step in the history. */
function writeNow() {
  clearTimeout(writing);
  const said = { ...state, input: isTooLong() ? "" : input.value };
  const kept = Object.entries(said).filter(([name, value]) => value !== null && !(name === "line" && !value));
  history.replaceState(null, "", `#${new URLSearchParams(kept.map(([name, value]) => [name, String(value)]))}`);
}

const isTooLong = () => held !== null || input.value.length > MOST_IN_ADDRESS;

const exampleOf = (view) => (state.direction === "encode" && view.exampleOfEncoding) || view.example;

/** Shows the view from the beginning: tabs, options, result. */
function show() {
  const view = VIEWS[state.view];
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const isShown = tab.id === `tab-${state.view}`;
    tab.setAttribute("aria-selected", isShown);
    tab.tabIndex = isShown ? 0 : -1;
  }
  document.getElementById("view").setAttribute("aria-labelledby", `tab-${state.view}`);
  document.getElementById("download").hidden = !view.csv;
  document.getElementById("input-label").textContent = (state.direction === "encode" && view.titleOfEncoding) || view.title;
  input.rows = state.view === "names" || state.view === "text" ? 5 : 1;
  document.getElementById("options").replaceChildren(...view.options(state, change));
  convert();
}

/** Asks for the result for the input as it is now. What is asked already has an end. */
function convert() {
  clearTimeout(timer);
  write();
  dropWork();
  const view = VIEWS[state.view];
  // One-line views take what is typed, but for the line feed of a pasted line.
  const typed = held ?? (input.rows === 1 ? input.value.replace(/[\r\n]+$/, "") : input.value);
  // An empty box is no mistake. The parameters of Punycode are looked at in any case.
  if (!typed && state.view !== "steps") return showNothing();
  result.setAttribute("aria-busy", "true");
  askWorker({ work: state.view, ...view.question(typed, state) }, (part) => {
    if (part) return view.take(part, state, change, typed);
    result.removeAttribute("aria-busy");
    if (questions === 1) performance.mark("converted");
  });
}

function showNothing() {
  result.removeAttribute("aria-busy");
  names.rows = [];
  result.replaceChildren(element("p", { class: "weak", id: "nothing" }, "Type or paste something above, or open a file."));
  if (!questions) performance.mark("converted");
}

function showFault(fault) {
  result.removeAttribute("aria-busy");
  result.replaceChildren(element("div", { class: "problem" }, `The page has a fault: ${fault}.`));
}

/** Changes the state, and shows what follows. */
function change(changes, isShown = true) {
  const isTurned = "direction" in changes && input.value === exampleOf(VIEWS[state.view]);
  Object.assign(state, changes);
  if (isTurned) input.value = exampleOf(VIEWS[state.view]);
  if (!isShown) return write();
  if ("direction" in changes) {
    delete state.step;
    return show();
  }
  convert();
}

function showLineOfCursor() {
  const line = input.value.slice(0, input.selectionStart).split("\n").length - 1;
  if (state.view !== "names" || line === state.line || !document.getElementById("one")) return;
  state.line = line;
  names.look(state);
  write();
}

function select(view) {
  const isExample = input.value === exampleOf(VIEWS[state.view]);
  const kept = isExample ? {} : { input: input.value };
  steps.stop();
  clearTimeout(writing);
  location.hash = `#${new URLSearchParams({ view, ...kept })}`;
}

function listen() {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener("click", () => select(tab.id.replace("tab-", "")));
    tab.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const next = tabs[(place + by + tabs.length) % tabs.length];
      next.focus();
      next.click();
    });
  }
  input.addEventListener("paste", pasted);
  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (held !== null) drop(held);
    held = null;
    delete state.step;
    state.line = state.view === "names" ? input.value.slice(0, input.selectionStart).split("\n").length - 1 : 0;
    if (input.value.length < AT_ONCE) convert();
    else timer = setTimeout(convert, 200);
  });
  document.addEventListener("selectionchange", () => document.activeElement === input && showLineOfCursor());
  addEventListener("hashchange", (event) => { read(event.newURL); show(); });
  document.getElementById("copy-link").addEventListener("click", () =>
    isTooLong() ? say("The input is too long for a link.") : (writeNow(), copy(location.href)));
  document.getElementById("download").addEventListener("click", download);
  document.getElementById("undo").addEventListener("click", () => hold(dropped));
  document.getElementById("file").addEventListener("change", (event) => openFile(event.target.files[0]));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => { event.preventDefault(); openFile(event.dataTransfer.files[0]); });
}

async function openFile(file) {
  if (file) hold(await file.text());
}

/** Keeps a whole input that was dropped, so that it can be brought back; null forgets it. */
function drop(text) {
  dropped = text;
  document.getElementById("undo").hidden = text === null;
  if (text !== null) say("Only the text in the box is left.");
}

/** Takes a text that may be long. A box with many lines, or with a long one, is slow, so it shows the start only. */
function hold(text) {
  const isLong = text.length > MOST_IN_BOX;
  const lines = isLong ? text.split("\n", LINES_IN_BOX).join("\n") : text;
  const isWide = isLong && lines.length > CHARACTERS_IN_BOX;
  held = isLong ? text : null;
  drop(null);
  input.value = isWide ? startOf(lines, CHARACTERS_IN_BOX) : lines;
  state.line = 0;
  convert();
  const shown = isWide ? `${counted(lengthOf(input.value))} characters` : `${LINES_IN_BOX} lines`;
  if (isLong) say(`The box shows the first ${shown}. Typing in it drops the others.`);
}

function pasted(event) {
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (text.length <= MOST_IN_BOX || VIEWS[state.view].example.includes("\n") === false) return;
  event.preventDefault();
  hold(text);
}

function download() {
  const address = URL.createObjectURL(new Blob([VIEWS[state.view].csv()], { type: "text/csv;charset=utf-8" }));
  element("a", { href: address, download: "names.csv" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
  say("The file is written.");
}

read(location.href);
listen();
show();
