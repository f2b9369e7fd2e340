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
  const head = heads.map((text, place) => element("th", { scope: "col", role: "columnheader", class: body[0]?.cells[place]?.className === "number" ? "number" : null }, text));
  for (const row of body) {
    row.setAttribute("role", "row");
    [...row.cells].forEach((one, place) => Object.entries({ role: "cell", "data-head": heads[place] }).forEach(([name, value]) => one.setAttribute(name, value)));
  }
  return element("div", { class: isDense ? "wide dense" : "wide" },
    element("table", { role: "table" }, element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, head)),
      element("tbody", { role: "rowgroup" }, body)));
}

// A browser needs seconds to draw texts and tables beyond these sizes.
const MOST_CHARACTERS = 1000;
const MOST_CHARACTERS_AROUND_A_FAULT = 200;
const MOST_ROWS = 200;

const counted = (number) => new Intl.NumberFormat("en").format(number);

/** The sentence in place of the rest of a long text or table; null where everything is shown. */
const rest = (shown, all, things) =>
  (shown >= all ? null : element("span", { class: "rest" }, ` … only ${counted(shown)} of ${counted(all)} ${things} are shown.`));

/** The start of a text, of at most so many characters; a surrogate pair is one. */
const startOf = (text, most) => [...text.slice(0, 2 * most)].slice(0, most).join("");

/** The number of characters of a text. */
function lengthOf(text) {
  let length = text.length;
  for (let place = 1; place < text.length; place += 1) if (text.codePointAt(place - 1) > 0xffff) length -= 1;
  return length;
}

/** A text that has its own direction and does not change that of what is around it. */
function isolated(text, attributes = {}) {
  const shown = startOf(text, MOST_CHARACTERS);
  return element("bdi", attributes, [...shown].map((character) => (isHidden(character) ? chip(character) : character)),
    shown === text ? null : rest(MOST_CHARACTERS, lengthOf(text), "characters"));
}

const codePoint = (number) => "U+" + number.toString(16).toUpperCase().padStart(4, "0");

/** Whether a character is not seen: spaces, controls, joiners, and what has no glyph. */
const isHidden = (character) => /[\p{C}\p{Z}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u3164\uFE00-\uFE0F]/u.test(character);

/** A character that is not seen, as its number. */
function chip(character) {
  return element("span", { class: "chip" }, codePoint(character.codePointAt(0)));
}

/** A list of characters, each with the class that `classOf` gives; the one at `fault` has a caret below it. Of a long
 * list the start is shown, or the characters around the fault. */
function characters(list, classOf = () => null, fault = null) {
  const pieces = [];
  const isMark = (place) => place < list.length && /\p{M}/u.test(list[place]);
  const half = MOST_CHARACTERS_AROUND_A_FAULT / 2;
  const from = fault === null ? 0 : Math.max(0, fault - half);
  const to = Math.min(list.length, fault === null ? MOST_CHARACTERS : fault + half);
  if (from > 0) pieces.push("… ");
  for (let place = from; place < to; ) {
    // A mark is drawn on the character before it, so they stay together.
    let end = place + 1;
    while (end < to && isMark(end)) end += 1;
    const isFault = fault !== null && place <= fault && fault < end;
    const parts = list.slice(place, end).map((one) => (isHidden(one) ? chip(one) : one));
    const name = [classOf(place), isFault ? "fault" : null].filter(Boolean).join(" ");
    pieces.push(name ? element("span", { class: name }, parts) : parts);
    place = end;
  }
  if (fault !== null && fault >= list.length) pieces.push(element("span", { class: "fault" }, "\u00A0"));
  pieces.push(rest(to - from, list.length, "characters"));
  return element("bdi", { class: "mono" }, ...pieces);
}

/** A button that copies a text. */
function copyButton(text, title) {
  return element("button", { class: "copy", type: "button", "aria-label": `Copy ${title}`, onclick: () => copy(text) }, "copy");
}

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

/** What is said of a character that is not in the input, but in what its A-label decodes to. */
function inside(error, list) {
  const isFound = error.codepoint === (list[error.offset] ?? "").codePointAt(0);
  return error.label_index === null || error.codepoint === null || isFound || error.reason.indexOf(codePoint(error.codepoint)) < 0
    ? "" : "; the decoded A-label contains it";
}

/** A problem: the characters of the input with a caret, the code, the words. */
function problem(error, list) {
  const where = error.label_index === null ? "" : `, label ${error.label_index}`;
  return element("div", { class: "problem", "data-code": error.code, "data-offset": error.offset },
    element("div", { class: "name" }, characters(list, undefined, error.offset)),
    element("p", {}, codeLink(error.code), ` at offset ${error.offset}${where}: `,
      element("bdi", { class: "reason" }, error.reason + inside(error, list)), "."));
}

/** A box for a short text; `change` is called with what is typed. */
function field(title, id, value, size, change) {
  const box = element("input", { type: "text", id, value, size, spellcheck: "false", autocapitalize: "off",
    autocomplete: "off", oninput: () => change(box.value) });
  return element("label", {}, title, box);
}

/** A choice of one of several; `change` is called with the value. */
function choice(title, id, values, value, change) {
  const select = element("select", { id, onchange: () => change(select.value) },
    values.map(([name, text]) => element("option", { value: name, selected: name === value }, text)));
  return element("label", {}, title, select);
}
