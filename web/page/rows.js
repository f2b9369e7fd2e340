// A table of many rows, of which those that are seen are drawn.
"use strict";

const MOST_ROWS = 100_000;
// So many rows are drawn, from one of every so many on.
const ROWS_DRAWN = 60;
const ROWS_OF_STEP = 15;

/** A table of so many rows, and what says how many there are already: `rowAt` makes the row at a place. */
function longTable(heads, all, rowAt) {
  const box = table(heads, []);
  const body = box.querySelector("tbody");
  const [above, below] = [element("div"), element("div")];
  const total = Math.min(all, MOST_ROWS);
  let [count, from, to, height] = [0, 0, 0, 0];
  const draw = () => {
    // All rows of a table that scrolls have one height.
    const seen = height && Math.floor(box.scrollTop / height / ROWS_OF_STEP - 1) * ROWS_OF_STEP;
    const start = Math.max(0, Math.min(seen, count - ROWS_DRAWN));
    const end = Math.min(start + ROWS_DRAWN, count);
    if (start === from && end === to) return;
    [from, to] = [start, end];
    body.replaceChildren(...Array.from({ length: to - from }, (_, place) => withRoles(rowAt(from + place), heads)));
    align(box.querySelector("thead tr"), body.firstChild);
    height ||= total > ROWS_DRAWN ? body.firstChild.offsetHeight : 0;
    above.style.height = `${from * height}px`;
    below.style.height = `${(total - to) * height}px`;
  };
  if (total > ROWS_DRAWN) {
    box.classList.add("long");
    box.tabIndex = 0;
    box.prepend(above);
    box.append(below);
    box.addEventListener("scroll", draw);
  }
  return [box, (rows) => { count = Math.min(rows, total); draw(); }];
}
