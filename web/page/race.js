// RACE: rows, mode, octets, escapes, groups of Base32.
"use strict";

const MODES = {
  one_row: "All units of UTF-16 have one row. The header names the row; each unit is written as its lower byte.",
  two_row: "The units have two rows, and one of them is row 00. The header names the other row; a unit of row 00 is written as the escape FF and its byte.",
  uncompressed: "The units have several rows. The header is D8; each unit is written with both bytes.",
};
const hex = (octet) => octet.toString(16).toUpperCase().padStart(2, "0");

const race = {
  title: "A name or a text, or one with labels that begin with bq--",
  example: "żaba",

  options: () => [],

  question: (input) => ({ input }),

  take(found, state, change, input) {
    const note = noteOfRace(input);
    if (found.error) return result.replaceChildren(element("div", { id: "problems" }, problem(found.error)), note);
    if (found.labels) return result.replaceChildren(note, ...nameOfRace(found));
    const [header] = found.octets;
    result.replaceChildren(
      note,
      element("dl", { class: "cards" }, [["text", found.text], ["label", found.label], ["A-label today", found.alabel],
        ["rows", found.rows.map(hex).join(" ")], ["mode", found.mode.replace("_", " ")]].map(([title, value]) =>
        element("div", { "data-field": title }, element("dt", {}, title), element("dd", {}, COPIED.includes(title) ? form(value, title) : value)))),
      element("p", {}, MODES[found.mode]),
      element("h2", {}, "Bytes"),
      element("ul", { class: "so-far", id: "octets" },
        element("li", { class: "new" }, hex(header), element("small", {}, header === 0xd8 && found.mode === "uncompressed" ? "mode" : "row")),
        found.characters.map(octetsOf)),
      element("p", { class: "weak" }, "The first byte is the header. FF in colour is an escape; the small text is the character."),
      element("h2", {}, "Base32"),
      table(["five bytes", "as bits, five per character", "characters"], found.groups.map((group) => [
        element("code", {}, group.octets.map(hex).join(" ")), element("code", {}, bits(group.octets)), element("code", {}, group.characters)])));
  },
};

/** What is no text or label, but is often given for one; else nothing. */
function noteOfRace(input) {
  const said = input.includes("\n") ? "This view takes one text: the line feed belongs to it."
    : /^\s|\s$/.test(input) ? "The white space at the beginning or at the end belongs to the text."
      : "";
  return said && noteOn(said);
}

const COPIED = ["text", "label", "A-label today"];

/** A name after conversion, and a row for each label. */
function nameOfRace({ name, alabels, labels }) {
  return [
    element("dl", { class: "cards", id: "converted" }, [["converted", name], ["A-labels today", alabels]].map(([title, value]) =>
      element("div", { "data-field": title }, element("dt", {}, title), element("dd", {}, form(value, title))))),
    table(["label", "RACE", "A-label"], labels.map((row, label) => element("tr", { "data-label": label },
      row.map((text, place) => element("td", {}, form(text, ["label", "label of RACE", "A-label"][place])))))),
    element("p", { class: "weak" }, "Type one label without a dot to see its bytes."),
  ];
}

/** The octets of a character, each marked where it is an escape. */
function octetsOf({ character, octets }) {
  return octets.map((octet, place) => {
    const isEscape = octets.length === 2 && place === 0 && octet === 0xff;
    const title = isEscape ? "escape" : place === octets.length - 1 ? character : "";
    return element("li", { class: isEscape ? "escape" : null }, hex(octet),
      element("small", {}, title && title !== "escape" ? isolated(title) : title || "\u00A0"));
  });
}

/** Octets as bits in fives, filled up with zeros. */
function bits(octets) {
  const all = octets.map((octet) => octet.toString(2).padStart(8, "0")).join("");
  return all.padEnd(Math.ceil(all.length / 5) * 5, "0").match(/.{5}/g).join(" ");
}
