// Names: one in every detail, and all of them as a table.
"use strict";

const PROFILES = [["uts46", "UTS46: host names"], ["dns", "DNS: also _ and *"], ["whatwg", "WHATWG: as browsers"],
  ["whatwg_strict", "WHATWG_STRICT: valid domains"], ["idna2008", "IDNA2008: registration"],
  ["idna2008_mapped", "IDNA2008_MAPPED: RFC 5895"], ["idna2003", "IDNA2003: RFC 3490"]];

const names = {
  title: "Names, one per line",
  example: "Bücher.example\npаypal.com\nexample.com\nпочта.рф\na_b.bücher..de",
  rows: [],
  total: 0,

  options(state, change) {
    return [
      choice("Profile", "profile", PROFILES, state.profile, (profile) => change({ profile })),
      field("Names to watch", "watched", state.watched ?? "", 28, (watched) => change({ watched })),
    ];
  },

  question: (input, state) => ({ input, ...settings(state) }),

  /** Draws a part of the answer: the selected line, the number of lines, or results of lines. */
  take(part, state, change) {
    if (part.one) {
      this.rows = [];
      result.replaceChildren(element("div", { id: "one" }));
      this.draw(part, state);
    } else if (part.more) {
      this.draw(part, state);
    } else if (part.total) {
      this.total = part.total;
      this.refused = 0;
      result.append(this.all((line) => { change({ line }, false); this.look(state); }, state));
    } else if (part.rows) {
      for (const row of part.rows) {
        this.rows.push(row);
        if (row[3]) this.refused += 1;
      }
      this.add(this.rows.length);
      this.tell();
    }
  },

  /** Draws one part of a line; the other part of a line that is shown no more is left out. */
  draw({ one, more }, state) {
    const place = document.getElementById("one");
    if (one) {
      this.at = one.at;
      place.replaceChildren(...oneName(one, state));
    } else if (more.at === this.at) {
      place.append(...moreOf(more, state));
    }
  },

  /** Shows another line without converting all of them again. */
  look(state) {
    const { line } = state;
    askWorker({ work: "one", ...settings(state) }, (part) => {
      // Meanwhile another line may have been chosen.
      if (part && line === state.line) this.draw(part, state);
      for (const row of document.querySelectorAll("#all tr[data-line]")) {
        row.classList.toggle("current", Number(row.dataset.line) === state.line);
      }
    });
  },

  /** All lines as a table. */
  all(select, state) {
    const [box, add] = longTable(["name", "ASCII", "Unicode", "refused"], this.total, (place) => this.row(place, select, state));
    this.add = add;
    this.count = element("p", { class: "weak", id: "count" });
    return element("div", { id: "all" }, element("h2", {}, "All lines"), this.count,
      element("div", { class: "options" }, ["ASCII", "Unicode"].map((title, place) =>
        element("button", { type: "button", "data-all": title, title: "One line for each line; that of a name that is refused is empty",
          onclick: () => copy(this.column(place)) }, `Copy all in ${title}`))), box);
  },

  row(place, select, state) {
    const [name, ascii, unicode, code, offset] = this.rows[place];
    return element("tr", { "data-line": place, class: place === Math.min(state.line, this.total - 1) ? "current" : null, onclick: () => select(place) },
      [name, ascii, unicode].map((text) => element("td", {}, text === null ? "–" : isolated(text, { class: "mono" }))),
      element("td", {}, code ? [codeLink(code), ` at ${offset}`] : ""));
  },

  /** Says how far the work is. */
  tell() {
    const { rows: { length }, total, refused } = this;
    const beyond = length > MOST_ROWS ? ` The first ${counted(MOST_ROWS)} are shown; the file has all.` : "";
    this.count.textContent = `${length < total ? `${counted(length)} of ` : ""}${counted(total)} ${total === 1 ? "name" : "names"}, ${counted(refused)} refused.${beyond}`;
  },

  /** One form of each line. A line that is refused is empty, so that results stand beside their lines. */
  column(place) {
    return this.rows.map((row) => `${row[place + 1] ?? ""}\n`).join("");
  },

  csv() {
    const quoted = (value) => (value === null || value === undefined ? "" : `"${String(value).replaceAll('"', '""')}"`);
    const lines = this.rows.map((row) => [row[0], row[1], row[2], row[3], row[4]].map(quoted).join(","));
    return ["name,ascii,unicode,code,offset", ...lines, ""].join("\r\n");
  },
};

const settings = ({ profile, watched, line }) => ({ profile, line, watched: (watched ?? "").replace(/\s+/g, " ") });

/** Everything about one name. The answer comes first. */
function oneName(facts, state) {
  const chosen = facts.profiles.find((one) => one.profile === state.profile);
  const list = [...(facts.name.start ?? facts.name)];
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
    element("h2", {}, `Selected name (line ${counted(facts.at + 1)})`),
    chosen.ascii === null ? null : element("dl", { class: "cards", id: "answer" }, [["ASCII", chosen.ascii], ["Unicode", chosen.unicode]].map(([title, value]) =>
      element("div", {}, element("dt", {}, title), element("dd", {}, form(value, title))))),
    element("div", { class: "name", id: "name" }, characters(list, { classOf, length: facts.name.length })),
    legend(scripts, facts),
    facts.note === null ? null : noteOn(["This name ", element("bdi", {}, facts.note), "."]),
    warning(facts),
    facts.errors.length ? element("div", { id: "problems" }, facts.errors.map(problem), rest(facts.errors.length, facts.errorCount, "problems")) : null,
  ].filter(Boolean);
}

/** How the name is under each profile, label by label, and as it is shown. */
function moreOf(facts, state) {
  return [
    element("h2", {}, "Under each profile"),
    ...profiles(facts.profiles, facts.profiles.find((one) => one.profile === state.profile)),
    element("h2", {}, "Label by label"),
    labels(facts.labels),
    facts.labels.length < facts.labelCount ? element("p", { class: "weak" }, rest(facts.labels.length, facts.labelCount, "labels")) : null,
    element("h2", {}, "How it is shown to people"),
    table(["policy", "shown", "why not in Unicode"], facts.display.map(policyRow)),
    element("h2", {}, "Other programs"),
    table(["host", "programs"], facts.clients.map(clientRow)),
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
    `. A skeleton is made for comparing, not for reading: names with the same one look alike, and m becomes rn in each. Restriction level: ${facts.level.replaceAll("_", " ")}.`);
}

/** The results of all profiles. Those that are the same as the chosen one's are one line, which opens. */
function profiles(all, chosen) {
  const resultOf = (one) => JSON.stringify([one.ascii, one.unicode, one.codes]);
  const rowsOf = (list) => table(["profile", "ASCII", "Unicode", "problems"], list.map((one) => profileRow(one, chosen)));
  const [same, others] = [true, false].map((isSame) => all.filter((one) => (resultOf(one) === resultOf(chosen)) === isSame));
  return [
    element("details", { id: "same" },
      element("summary", {}, others.length ? `As above: ${same.map((one) => one.profile).join(", ")}` : `The same under all ${all.length} profiles`), rowsOf(same)),
    others.length ? rowsOf(others) : null,
  ];
}

function profileRow(one, chosen) {
  const verdict = one.codes.length ? one.codes.flatMap((code) => [codeLink(code), " "]) : element("span", { class: "good" }, "valid");
  const cells = [one.profile, form(one.ascii, `ASCII under ${one.profile}`), form(one.unicode, `Unicode under ${one.profile}`), verdict];
  return element("tr", { "data-profile": one.profile, class: one === chosen ? "chosen" : null },
    cells.map((cell) => element("td", {}, cell)));
}

function labels(list) {
  return table(["label", "A-label", "U-label", "scripts"], list.map((label) => [
    isolated(label.text, { class: "mono" }),
    form(label.alabel, "A-label"), form(label.ulabel, "U-label"), label.scripts.join(", ")]));
}

/** Where some programs go for the name, or what they do instead. */
function clientRow({ kind, text, clients }) {
  const told = { host: () => form(text, "host"), refused: () => "refused", raw: () => ["sent as it is: ", isolated(text, { class: "mono" })], unknown: () => "not known" };
  return element("tr", { "data-clients": kind }, [told[kind](), clients.join(", ")].map((cell) => element("td", {}, cell)));
}

function policyRow(policy) {
  const reasons = policy.labels.filter((label) => label.reason).map((label) => element("div", {},
    reasonLink(label.reason), label.codepoint === null ? "" : ` ${codePoint(label.codepoint)} at offset ${label.offset}`,
    policy.labels.length > 1 ? [" in ", isolated(label.reason === "not_an_alabel" ? label.shown : label.unicode, { class: "mono" })] : null));
  return element("tr", { "data-policy": policy.policy },
    [policy.policy, form(policy.shown, `as ${policy.policy} shows it`), reasons.length ? reasons : element("span", { class: "good" }, "shown as it is")]
      .map((cell) => element("td", {}, cell)));
}
