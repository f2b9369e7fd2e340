// Names: one in every detail, and all of them as a table.
"use strict";

const PROFILES = [["uts46", "UTS46: host names"], ["dns", "DNS: also _ and *"], ["whatwg", "WHATWG: as browsers"],
  ["whatwg_strict", "WHATWG_STRICT: valid domains"], ["idna2008", "IDNA2008: registration"],
  ["idna2008_mapped", "IDNA2008_MAPPED: RFC 5895"], ["idna2003", "IDNA2003: RFC 3490"]];

const names = {
  title: "Names, one per line",
  example: "Bücher.example\npаypal.com\nexample.com\nпочта.рф\na_b.bücher..de",
  rows: [],

  options(state, change) {
    return [
      choice("Profile", "profile", PROFILES, state.profile, (profile) => change({ profile })),
      field("Names to watch", "watched", state.watched ?? "", 28, (watched) => change({ watched })),
    ];
  },

  show(input, state, change) {
    const lines = input.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
    this.lines = lines;
    this.rows = ask("names", [state.profile], lines.join("\n") + "\n");
    const at = Math.min(state.line, lines.length - 1);
    const select = (line) => { change({ line }, false); this.look(state); };
    return [element("div", { id: "one" }, oneName(lines[at] ?? "", state, at)), allNames(this, at, select)];
  },

  /** Shows another line without converting all of them again. */
  look(state) {
    document.getElementById("one")?.replaceChildren(...oneName(this.lines[state.line] ?? "", state, state.line));
    for (const row of document.querySelectorAll("#all tbody tr")) {
      row.classList.toggle("current", Number(row.dataset.line) === state.line);
    }
  },

  /** One form of each line. A line that is refused is empty, so that results stand beside their lines. */
  column(place) {
    return this.rows.map((row) => `${row[place] ?? ""}\n`).join("");
  },

  csv() {
    const quoted = (value) => (value === null || value === undefined ? "" : `"${String(value).replaceAll('"', '""')}"`);
    const lines = this.rows.map((row, place) => [this.lines[place], row[0], row[1], row[2], row[3]].map(quoted).join(","));
    return ["name,ascii,unicode,code,offset", ...lines, ""].join("\r\n");
  },
};

/** Everything about one name, in the line `at`. The answer comes first. */
function oneName(name, state, at) {
  const list = [...name];
  const facts = ask("inspect", [(state.watched ?? "").replace(/\s+/g, " ")], name);
  const chosen = facts.profiles.find((one) => one.profile === state.profile);
  const scripts = [...new Set(facts.characters.map(([, script]) => script).filter(Boolean))];
  // Digits and hyphens of a label of LDH have the colour of its letters.
  const shown = facts.characters.map(([character]) => character).join("").split(".");
  const ldh = shown.flatMap((label) => [...label, "."].map((one) => one !== "." && /^[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(label)));
  const classOf = (place) => {
    // The core gives the scripts of the first characters: no name is longer.
    const script = ldh[place] ? "Latin" : facts.characters[place]?.[1];
    return script && scripts.length > 1 ? colourOf(script, scripts) : null;
  };
  return [
    element("h2", {}, `Selected name (line ${at + 1})`),
    chosen.ascii === null ? null : element("dl", { class: "cards", id: "answer" }, [["ASCII", chosen.ascii], ["Unicode", chosen.unicode]].map(([title, value]) =>
      element("div", {}, element("dt", {}, title), element("dd", {}, form(value, `the result in ${title}`))))),
    element("div", { class: "name", id: "name" }, characters(list, classOf)),
    legend(scripts, facts),
    warning(facts),
    chosen.errors.length ? element("div", { id: "problems" }, chosen.errors.map((error) => problem(error, list))) : null,
    element("h2", {}, "Under each profile"),
    ...profiles(facts.profiles, chosen),
    element("h2", {}, "Label by label"),
    labels(list, chosen),
    chosen.labels.length < chosen.label_count ? element("p", { class: "weak" }, rest(chosen.labels.length, chosen.label_count, "labels")) : null,
    element("h2", {}, "How it is shown to people"),
    table(["policy", "shown", "why not in Unicode"], facts.display.map(policyRow)),
  ].filter(Boolean);
}

// The scripts that have a colour of their own, in the order of the colours; each other one takes one that is free.
const SCRIPTS = ["Latin", "Cyrillic", "Greek", "Han", "Arabic", "Hebrew"];

/** The class that colours a script among those of a name. The order in which they occur has no say. */
function colourOf(script, scripts) {
  if (SCRIPTS.includes(script)) return `s${SCRIPTS.indexOf(script)}`;
  const others = scripts.filter((one) => !SCRIPTS.includes(one)).sort();
  const free = SCRIPTS.map((_, place) => place).filter((place) => !scripts.includes(SCRIPTS[place]));
  return `s${free.length ? free[others.indexOf(script) % free.length] : others.indexOf(script) % SCRIPTS.length}`;
}

/** The scripts with their characters, so that colours are not needed to tell them. */
function legend(scripts, facts) {
  const items = scripts.map((script) => {
    const own = [...new Set(facts.characters.filter(([, of]) => of === script).map(([character]) => character))];
    return element("li", { class: scripts.length > 1 ? colourOf(script, scripts) : null, "data-script": script },
      `${script}: `, own.slice(0, 12).flatMap((character) => [isolated(character), " "]));
  });
  return items.length ? element("ul", { class: "legend", id: "scripts", "aria-label": "Scripts" }, items) : null;
}

/** What the name may be taken for. */
function warning(facts) {
  const looksLike = facts.lookalike === null ? null : element("p", { id: "lookalike" },
    element("strong", {}, "It looks like ", isolated(facts.lookalike, { class: "mono" })), ", a name to watch.");
  const [policy] = facts.display;
  const reasons = [...new Set(policy.labels.map((label) => label.reason).filter((code) => code && code !== "not_an_alabel"))];
  if (!reasons.length) return looksLike && element("div", { class: "notice", id: "warning", role: "note" }, looksLike);
  return element("div", { class: "notice", id: "warning", role: "note" }, looksLike,
    element("strong", {}, "It may be taken for another name. "), "The policy lookalike_aware shows ",
    isolated(policy.shown, { class: "mono" }), ". Its skeleton is ", isolated(facts.skeleton, { class: "mono", id: "skeleton" }),
    `; names with the same skeleton look alike. Restriction level: ${facts.level.replaceAll("_", " ")}.`);
}

const codesOf = (one) => [...new Set(one.errors.map((error) => error.code))];

/** The results of all profiles. Those that are the same as the chosen one's are one line, which opens. */
function profiles(all, chosen) {
  const resultOf = (one) => JSON.stringify([one.ascii, one.unicode, codesOf(one)]);
  const rowsOf = (list) => table(["profile", "ASCII", "Unicode", "problems"], list.map((one) => profileRow(one, chosen)));
  const [same, others] = [true, false].map((isSame) => all.filter((one) => (resultOf(one) === resultOf(chosen)) === isSame));
  return [
    element("details", { id: "same" },
      element("summary", {}, others.length ? `As above: ${same.map((one) => one.profile).join(", ")}` : `The same under all ${all.length} profiles`), rowsOf(same)),
    others.length ? rowsOf(others) : null,
  ];
}

function profileRow(one, chosen) {
  const codes = codesOf(one);
  const verdict = codes.length ? codes.flatMap((code) => [codeLink(code), " "]) : element("span", { class: "good" }, "valid");
  const cells = [one.profile, form(one.ascii, "the ASCII form"), form(one.unicode, "the Unicode form"), verdict];
  return element("tr", { "data-profile": one.profile, class: one === chosen ? "chosen" : null },
    cells.map((cell) => element("td", {}, cell)));
}

function labels(list, chosen) {
  return table(["label", "A-label", "U-label", "scripts"], chosen.labels.map((label) => [
    isolated(list.slice(label.start, label.end).join(""), { class: "mono" }),
    form(label.alabel, "the A-label"), form(label.ulabel, "the U-label"), label.scripts.join(", ")]));
}

function policyRow(policy) {
  const reasons = policy.labels.filter((label) => label.reason).map((label) => element("div", {},
    reasonLink(label.reason), label.codepoint === null ? "" : ` ${codePoint(label.codepoint)} at offset ${label.offset}`,
    policy.labels.length > 1 ? [" in ", isolated(label.reason === "not_an_alabel" ? label.shown : label.unicode, { class: "mono" })] : null));
  return element("tr", { "data-policy": policy.policy },
    [policy.policy, form(policy.shown, "what is shown"), reasons.length ? reasons : element("span", { class: "good" }, "shown as it is")]
      .map((cell) => element("td", {}, cell)));
}

/** All lines as a table, of which the first rows are shown. */
function allNames(view, at, select) {
  const { lines, rows } = view;
  const refused = rows.filter((row) => row[2]).length;
  const shown = rows.slice(0, MOST_ROWS).map((row, place) =>
    element("tr", { "data-line": place, class: place === at ? "current" : null, onclick: () => select(place) },
      [isolated(lines[place], { class: "mono" }), row[0] === null ? "–" : isolated(row[0], { class: "mono" }),
        row[1] === null ? "–" : isolated(row[1], { class: "mono" }), row[2] ? [codeLink(row[2]), ` at ${row[3]}`] : ""]
        .map((cell) => element("td", {}, cell))));
  const beyond = rows.length > MOST_ROWS ? ` The first ${MOST_ROWS} are shown; the file has all.` : "";
  return element("div", { id: "all" }, element("h2", {}, "All lines"),
    element("p", { class: "weak", id: "count" }, `${counted(rows.length)} ${rows.length === 1 ? "name" : "names"}, ${refused} refused.${beyond}`),
    element("div", { class: "options" }, ["ASCII", "Unicode"].map((title, place) =>
      element("button", { type: "button", "data-all": title, title: "One line for each line; that of a name that is refused is empty",
        onclick: () => copy(view.column(place)) }, `Copy all in ${title}`))),
    table(["name", "ASCII", "Unicode", "refused"], shown));
}
