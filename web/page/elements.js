// Parts of the page. Texts are always put in as text, never as HTML.
"use strict";

/** An element with attributes and children; a child that is a string is text, one that is null is left out. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  // One call per child: browsers refuse a call with some 100,000 arguments.
  for (const child of children.flat(Infinity)) if (child !== null) made.append(child);
  return made;
}

/** A table; `rows` are rows of cells, and a cell is an element `td` or what one holds. On narrow screens each cell has
 * its head beside it, unless the table is dense. Roles are said, as a table that is drawn otherwise loses its own. */
function table(heads, rows, isDense = false) {
  const cell = (value) => (value instanceof HTMLTableCellElement ? value : element("td", {}, value));
  const body = rows.map((row) => (row instanceof HTMLTableRowElement ? row : element("tr", {}, row.map(cell))));
  for (const row of body) withRoles(row, heads);
  const head = element("tr", { role: "row" }, heads.map((text) => element("th", { scope: "col", role: "columnheader" }, text)));
  align(head, body[0]);
  return element("div", { class: isDense ? "wide dense" : "wide" },
    element("table", { role: "table" }, element("thead", { role: "rowgroup" }, head), element("tbody", { role: "rowgroup" }, body)));
}

/** A head above numbers is where they are. */
function align(head, row) {
  for (const [place, one] of [...(row?.cells ?? [])].entries()) head.cells[place].className = one.className;
}

function withRoles(row, heads) {
  row.setAttribute("role", "row");
  [...row.cells].forEach((one, place) => Object.entries({ role: "cell", "data-head": heads[place] }).forEach(([name, value]) => one.setAttribute(name, value)));
  return row;
}

const counted = (number) => new Intl.NumberFormat("en").format(number);

/** The sentence in place of the rest of a long text or table; null where everything is shown. */
const rest = (shown, all, things) =>
  (shown >= all ? null : element("span", { class: "rest" }, ` … only ${counted(shown)} of ${counted(all)} ${things} are shown.`));

/** A text that has its own direction and does not change that of what is around it. */
function isolated(text, attributes = {}) {
  const start = text.start ?? startOf(text, MOST_CHARACTERS);
  return element("bdi", attributes, start.match(HIDDEN) ? [...start].map((one) => (isHidden(one) ? chip(one) : one)) : start,
    text === start ? null : rest(MOST_CHARACTERS, text.start ? text.length : lengthOf(text), "characters"));
}

const codePoint = (number) => "U+" + number.toString(16).toUpperCase().padStart(4, "0");

/** Whether a character is not seen: spaces, controls, joiners, and what has no glyph. */
const HIDDEN = /[\p{C}\p{Z}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u3164\uFE00-\uFE0F]/u;
const isHidden = (character) => HIDDEN.test(character);

/** A character that is not seen, as its number. */
function chip(character) {
  return element("span", { class: "chip" }, codePoint(character.codePointAt(0)));
}

/** Characters, each with the class that `classOf` gives; the one at `fault` has a caret below it. They are those from
 * the place `from` on of `length` characters. */
function characters(list, { classOf = () => null, fault = null, from = 0, length = list.length }) {
  const pieces = from > 0 ? ["… "] : [];
  // Texts side by side are one, which is drawn sooner.
  const add = (piece) => pieces.push(typeof piece === "string" && typeof pieces.at(-1) === "string" ? pieces.pop() + piece : piece);
  for (let place = 0; place < list.length; ) {
    // A mark is drawn on the character before it, so they stay together.
    let end = place + 1;
    while (end < list.length && /\p{M}/u.test(list[end])) end += 1;
    const isFault = fault !== null && place + from <= fault && fault < end + from;
    const parts = list.slice(place, end).map((one) => (isHidden(one) ? chip(one) : one));
    const name = [classOf(place), isFault ? "fault" : null].filter(Boolean).join(" ");
    if (name) add(element("span", { class: name }, parts));
    else parts.forEach(add);
    place = end;
  }
  if (fault !== null && fault >= length) pieces.push(element("span", { class: "fault" }, "\u00A0"));
  pieces.push(rest(list.length, length, "characters"));
  return element("bdi", { class: "mono" }, pieces);
}

/** A button that copies a text. Its name says which, as a screen reader lists buttons without what is around them. */
function copyButton(text, title) {
  const start = text.start ?? text;
  const name = `Copy ${title}: ${start.length > MOST_OF_NAME ? `${startOf(start, MOST_OF_NAME)}…` : start}`;
  return element("button", { class: "copy", type: "button", "aria-label": name, onclick: async () => copy(await (text.whole?.text() ?? text)) }, "copy");
}

const MOST_OF_NAME = 60;

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // From a file some browsers allow only this.
    const area = element("textarea", { "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  say("Copied.");
}

/** Tells what happened, to screen readers too. */
function say(text) {
  document.getElementById("status").textContent = text;
}

/** A form of a name, with a button where there is something to copy, or a dash. */
function form(text, title) {
  return text === null ? "–" : [isolated(text, { class: "mono" }), text && copyButton(text, title)];
}

/** A code, which is broken between its words only. */
const codeText = (code) => element("code", {}, code.split(/(?<=_)/).flatMap((word) => [word, element("wbr")]));
const codeLink = (code) => element("a", { href: `../errors.html#${code}` }, codeText(code));
const reasonLink = (code) => element("a", { href: `../display.html#${code}` }, codeText(code));

/** A problem: the characters around it with a caret, the code, the words, what would help. */
function problem(error) {
  const where = error.label_index === null ? "" : `, label ${error.label_index}`;
  return element("div", { class: "problem", "data-code": error.code, "data-offset": error.offset },
    element("div", { class: "name" }, characters(error.near, { fault: error.offset, from: error.from, length: error.length })),
    element("p", {}, codeLink(error.code), ` at offset ${error.offset}${where}: `,
      element("bdi", { class: "reason" }, error.reason), error.hint && ["; ", element("bdi", { class: "hint" }, error.hint)], "."));
}

/** What may be meant by an input. */
const noteOn = (said) => element("p", { class: "notice", id: "note", role: "note" }, said);

/** A box for a short text; `change` is called with what is typed. */
function field(title, id, value, size, change) {
  const box = element("input", { type: "text", id, value, size, spellcheck: "false", autocapitalize: "off",
    autocomplete: "off", oninput: () => change(box.value) });
  return element("label", {}, title, box);
}

/** A choice of one of several; `change` is called with the value. */
function choice(title, id, values, value, change) {
  const select = element("select", { id, onchange: () => change(select.value) }, optionsOf(values, value));
  return element("label", {}, title, select);
}

/** The options of a choice, of which one is chosen. */
const optionsOf = (values, value) => values.map(([name, text]) => element("option", { value: name, selected: name === value }, text));
