// Texts, for the page and for its worker. A surrogate pair is one character, as in the core.
"use strict";

// Of a line and of a text the page shows so many characters: a browser is slow with more, and nobody reads them.
const MOST_CHARACTERS = 1000;
const MOST_CHARACTERS_OF_TEXT = 4000;

/** The start of a text, of at most so many characters. */
const startOf = (text, most) => (text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join(""));

/** The number of characters of a text. */
function lengthOf(text) {
  let length = text.length;
  for (let place = 1; place < text.length; place += 1) if (text.codePointAt(place - 1) > 0xffff) length -= 1;
  return length;
}

/** A text as its start and its length, which are not to be found each time. The whole is sent as a file, which is quick. */
const cut = (text, most = MOST_CHARACTERS) => ({ whole: new Blob([text]), start: startOf(text, most), length: lengthOf(text) });

/** An answer in which each long text is cut. */
function cutAll(value) {
  if (typeof value === "string") return value.length > MOST_CHARACTERS ? cut(value) : value;
  if (Array.isArray(value)) return value.map(cutAll);
  return value && typeof value === "object" ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cutAll(one)])) : value;
}
