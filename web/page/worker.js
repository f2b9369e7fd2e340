// The worker: it asks the core, so that the page never waits. The page gets each answer in parts that it can draw.
"use strict";

// Lines are converted in portions of so many UTF-16 units; each line costs as much as some more.
const PORTION = 32_768;
const COST_OF_LINE = 50;
const MOST_AROUND_A_FAULT = 100;
const MOST_PROBLEMS = 10;
const MOST_NAMES = 1000;
const MOST_LABELS = 127;
// Where a label of RACE is refused for the text that it means.
const REASONS = {
  label_separator: "the label contains a full stop, which separates labels",
  ace_prefix_in_input: "the text begins with bq-- already, the prefix of an encoded label",
};

// A directive of a master file, or a record with its class.
const LINE_OF_ZONE = /^(?:\$(?:ORIGIN|TTL)[ \t]|[^\s;]*[ \t]+(?:\d\w*[ \t]+)?(?:IN|CH|HS)[ \t]+[A-Z])/m;

let ready = null;
let lines = [];

const WORKS = {
  /** One line in every detail, then all of them. */
  async* names({ input, profile, watched, line }) {
    lines = input.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
    yield* this.one({ profile, watched, line });
    yield { total: lines.length };
    for (let done = 0; done < lines.length; ) {
      let [end, size] = [done, 0];
      while (end < lines.length && size < PORTION) size += lines[end++].length + COST_OF_LINE;
      const part = lines.slice(done, end);
      const rows = ask("names", [profile], part.join("\n") + "\n");
      yield { rows: rows.map((row, place) => [part[place], ...row]) };
      done = end;
    }
  },

  * one({ profile, watched, line }) {
    const at = Math.min(line, lines.length - 1);
    const list = [...lines[at]];
    const facts = ask("inspect", [watched], lines[at]);
    const chosen = facts.profiles.find((one) => one.profile === profile);
    for (const label of chosen.labels) label.text = list.slice(label.start, label.end).join("");
    const { labels, label_count: labelCount } = chosen;
    const errors = chosen.errors.slice(0, MOST_PROBLEMS).map((error) => around(error, list));
    const profiles = facts.profiles.map(({ profile: title, ascii, unicode, errors: all }) =>
      ({ profile: title, ascii, unicode, codes: [...new Set(all.map(({ code }) => code))] }));
    const shared = cutAll({ at, profiles, display: facts.display });
    yield { one: { ...cutAll({ ...facts, name: lines[at], errors, errorCount: chosen.errors.length, note: chosen.note }), ...shared } };
    yield { more: { ...cutAll({ labels, labelCount, clients: facts.clients }), ...shared } };
  },

  * text({ input, profile, direction, format }) {
    yield { formats: ask("formats", [], "") };
    const { text, count, found, left, first_left: first, others } = ask("text", [profile, direction, MOST_NAMES, format], input);
    const isZone = direction === "to_ascii" && format === "text" && LINE_OF_ZONE.test(input);
    yield { rewritten: cut(text, MOST_CHARACTERS_OF_TEXT), left: left ? { count: left, first: cutAll(first) } : null, others, isZone };
    const before = startOf(input, MOST_CHARACTERS_OF_TEXT);
    const end = lengthOf(before);
    yield { before, length: lengthOf(input), marks: found.filter((name) => name.end <= end), count };
    yield { found: cutAll(found), count };
  },

  * steps({ input, options }) {
    const trace = ask("trace", options, input);
    if (!trace.steps) return yield withFault(trace, input);
    const output = cutAll(options[0] === "encode" ? trace.encoded : trace.text);
    // The delimiter ends the basic characters.
    yield { ...withFault(trace, input), text: null, output, literalLength: Math.max(0, lengthOf(trace.literal) - 1) };
  },

  * race({ input }) {
    const given = input.split(".");
    yield withFault(given.length === 1 || given.length > MOST_LABELS ? ask("race", [], input) : raceOfName(given), input);
  },
};

/** A name by RACE: its form after conversion, and of each label the text, the label of RACE and the A-label. A name that
 * has a label of RACE is decoded. The texts that would change their meaning are refused. */
function raceOfName(given) {
  const isEncoded = given.some(isRace);
  const labels = [];
  let start = 0;
  for (const label of given) {
    let { error, ...found } = isEncoded && !isRace(label) ? {} : ask("race", [], label);
    if (!isEncoded && ["empty", "all_std13"].includes(error?.code)) error = null;
    const code = isEncoded && (found.text?.includes(".") ? "label_separator" : isRace(found.text ?? "") ? "ace_prefix_in_input" : null);
    if (code) error = { code, offset: 0, label_index: null, reason: REASONS[code], hint: null };
    if (error) return { error: { ...error, offset: start + error.offset } };
    const text = found.text ?? label;
    labels.push([text, found.label ?? label, ask("names", ["uts46"], text + "\n")[0]?.[0] ?? null]);
    start += lengthOf(label) + 1;
  }
  const [texts, encoded] = [0, 1].map((place) => labels.map((label) => label[place]).join("."));
  return { name: isEncoded ? texts : encoded, alabels: ask("names", ["uts46"], texts + "\n")[0][0], labels };
}

const isRace = (label) => /^bq--/i.test(label);

/** A problem with the characters around its fault. */
function around(error, list) {
  const from = Math.max(0, error.offset - MOST_AROUND_A_FAULT);
  return { ...error, from, near: list.slice(from, error.offset + MOST_AROUND_A_FAULT), length: list.length };
}

const withFault = (found, input) => (found.error ? { ...found, error: around(found.error, [...input]) } : found);

onmessage = async ({ data: { packed, id, work, ...options } }) => {
  if (packed) {
    ready = load(packed);
    return;
  }
  try {
    await ready;
    for await (const part of WORKS[work](options)) {
      postMessage({ id, part });
      // A question that came meanwhile has its turn.
      await new Promise((next) => setTimeout(next));
    }
    postMessage({ id });
  } catch (fault) {
    postMessage({ id, fault: String(fault) });
  }
};
