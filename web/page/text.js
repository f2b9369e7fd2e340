// Names inside a text.
"use strict";

const MOST_CHARACTERS_OF_TEXT = 20_000;

const text = {
  title: "A text: a log, a mail, a zone file",
  example: "GET https://xn--bcher-kva.example/xn--a HTTP/1.1\nmail from=<anna@xn--mller-kva.example>\nsee xn--e1afmkfd.xn--p1ai",

  options(state, change) {
    const directions = [["to_unicode", "to Unicode"], ["to_ascii", "to ASCII"]];
    return [choice("Direction", "direction", directions, state.direction, (direction) => change({ direction })),
      choice("Profile", "profile", PROFILES, state.profile, (profile) => change({ profile }))];
  },

  show(input, state) {
    const { text: rewritten, found, count } = ask("text", [state.profile, state.direction, MOST_ROWS], input);
    const shown = startOf(input, MOST_CHARACTERS_OF_TEXT);
    return [
      element("h2", {}, "Rewritten ", copyButton(rewritten, "the rewritten text")),
      element("pre", { id: "rewritten", dir: "auto" }, startOf(rewritten, MOST_CHARACTERS_OF_TEXT)),
      restOf(rewritten, "The button copies all of them."),
      element("h2", {}, `Names found: ${counted(count)}`),
      element("pre", { dir: "auto" }, marked([...shown], found)),
      restOf(input, ""),
      table(["name", "marked by", "at offset"], found.map((name) => element("tr", { "data-kind": name.kind },
        element("td", {}, isolated(name.name, { class: "mono" })),
        element("td", {}, name.kind.replace("_", " ") + (name.is_escaped ? ", escaped: stays as it is" : "") +
            (name.code ? `, ${name.code}` : "")),
        element("td", { class: "number" }, `${name.start}`)))),
      count > found.length ? element("p", { class: "weak" }, rest(found.length, count, "names")) : null,
    ].filter(Boolean);
  },
};

/** The sentence below a text of which only the start is shown. */
function restOf(text, advice) {
  const part = text.length > MOST_CHARACTERS_OF_TEXT ? rest(MOST_CHARACTERS_OF_TEXT, lengthOf(text), "characters") : null;
  return part && element("p", { class: "weak" }, part, ` ${advice}`);
}

/** The characters with the names among them marked. */
function marked(characters, found) {
  const pieces = [];
  let place = 0;
  for (const name of found.filter(({ end }) => end <= characters.length)) {
    pieces.push(characters.slice(place, name.start).join(""), element("mark", {}, characters.slice(name.start, name.end).join("")));
    place = name.end;
  }
  return [...pieces, characters.slice(place).join("")];
}
