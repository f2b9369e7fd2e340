// Names inside a text.
"use strict";

// The formats that a text may have: names and descriptions. The core adds those of its table with its first answer.
const FORMATS = [["text", "text: running text"]];

const text = {
  title: "A text: a log, a mail, a zone file",
  example: "GET https://xn--bcher-kva.example/xn--a HTTP/1.1\nmail from=<anna@xn--mller-kva.example>\nsee xn--e1afmkfd.xn--p1ai",

  options(state, change) {
    const directions = [["to_unicode", "to Unicode"], ["to_ascii", "to ASCII"]];
    return [choice("Direction", "direction", directions, state.direction, (direction) => change({ direction })),
      choice("Format", "format", FORMATS, state.format ?? "text", (format) => change({ format: format === "text" ? null : format })),
      choice("Profile", "profile", PROFILES, state.profile, (profile) => change({ profile }))];
  },

  question: (input, { profile, direction, format }) => ({ input, profile, direction, format: format ?? "text" }),

  /** Draws a part of the answer: the formats, the text that is rewritten, the marks in the one that was typed, or the names. */
  take({ formats, rewritten, left, others, isZone, before, length, marks, found, count }, state) {
    if (formats) {
      offer(formats, state);
    } else if (rewritten) {
      result.replaceChildren(...notesOf(left, others, isZone), element("h2", {}, "Rewritten ", copyButton(rewritten, "the text")),
        element("pre", { id: "rewritten", dir: "auto" }, rewritten.start), restOf(rewritten.length, "The button copies all of them."));
    } else if (marks) {
      result.append(element("h2", {}, `Names found: ${counted(count)}`),
        element("pre", { dir: "auto" }, marked([...before], marks)), restOf(length, ""));
    } else {
      const [box, add] = longTable(["name", "marked by", "at offset"], found.length, (place) => this.row(found[place]));
      result.append(box, element("p", { class: "weak" }, rest(found.length, count, "names")));
      add(found.length);
    }
  },

  row(name) {
    return element("tr", { "data-kind": name.kind },
      element("td", {}, isolated(name.name, { class: "mono" })),
      element("td", {}, name.kind.replace("_", " ") + (name.is_escaped ? ", escaped: stays as it is" : "") + (name.code ? `, ${name.code}` : "")),
      element("td", { class: "number" }, `${name.start}`));
  },
};

/** Puts the formats of the core into the choice, once. One that it does not know is running text. */
function offer(formats, state) {
  if (!formats.some(([name]) => name === state.format)) state.format = null;
  if (FORMATS.length > 1) return;
  FORMATS.push(...formats.map(([name, about]) => [name, `${name}: ${about}`]));
  document.getElementById("format").append(...optionsOf(FORMATS.slice(1), state.format));
}

/** Why some names stay as they are, and what else stays. */
function notesOf(left, others, isZone) {
  const zone = "This looks like a zone file. Its names have no // or @ before them; choose the format zone.";
  if (isZone) return [noteOn(zone)];
  if (others) return [noteOn(`${others === 1 ? "One line has" : `${counted(others)} lines have`} characters beyond ASCII that are not read as names: comments, patterns, other values.`)];
  return left ? [noteOn([left.count === 1 ? "One name beyond ASCII stays as it is, as it has" : `${counted(left.count)} names beyond ASCII stay as they are, as they have`,
    " no mark of a name before it: // or @. ", left.count === 1 ? "It is " : "The first is ", isolated(left.first, { class: "mono" }), ". The view Names converts one name per line."])] : [];
}

/** The sentence below a text of which only the start is shown. */
const restOf = (length, advice) => element("p", { class: "weak" }, length > MOST_CHARACTERS_OF_TEXT
  ? [rest(MOST_CHARACTERS_OF_TEXT, length, "characters"), ` ${advice}`] : null);

/** The characters with the names among them marked. */
function marked(characters, found) {
  const pieces = [];
  let place = 0;
  for (const name of found) {
    pieces.push(characters.slice(place, name.start).join(""), element("mark", {}, characters.slice(name.start, name.end).join("")));
    place = name.end;
  }
  return [...pieces, characters.slice(place).join("")];
}
