// Names inside a text.
"use strict";

const text = {
  title: "A text: a log, a mail, a zone file",
  example: "GET https://xn--bcher-kva.example/xn--a HTTP/1.1\nmail from=<anna@xn--mller-kva.example>\nsee xn--e1afmkfd.xn--p1ai",

  options(state, change) {
    const directions = [["to_unicode", "to Unicode"], ["to_ascii", "to ASCII"]];
    return [choice("Direction", "direction", directions, state.direction, (direction) => change({ direction })),
      choice("Profile", "profile", PROFILES, state.profile, (profile) => change({ profile }))];
  },

  show(input, state) {
    const { text: rewritten, found } = ask("text", [state.profile, state.direction], input);
    const list = [...input];
    const pieces = [];
    let place = 0;
    for (const name of found) {
      pieces.push(list.slice(place, name.start).join(""), element("mark", {}, list.slice(name.start, name.end).join("")));
      place = name.end;
    }
    pieces.push(list.slice(place).join(""));
    return [
      element("h2", {}, "Rewritten ", copyButton(rewritten, "the rewritten text")),
      element("pre", { id: "rewritten", dir: "auto" }, rewritten),
      element("h2", {}, `Names found: ${found.length}`),
      element("pre", { dir: "auto" }, pieces),
      table(["name", "marked by", "at offset"], found.map((name) => element("tr", { "data-kind": name.kind },
        element("td", {}, isolated(name.name, { class: "mono" })),
        element("td", {}, name.kind.replace("_", " ") + (name.is_escaped ? ", escaped: stays as it is" : "")),
        element("td", { class: "number" }, `${name.start}`)))),
    ];
  },
};
