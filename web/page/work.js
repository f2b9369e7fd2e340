// The worker, as the page sees it: a source of parts of answers.
"use strict";

const SOURCE = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));
const PACKED = document.getElementById("core").textContent;

let worker = null;
// For each question that is not answered to its end, what takes the parts.
const asked = new Map();
let questions = 0;

/** Ends what the worker is at; its place is taken by another one, as a call of the core cannot be ended. */
function dropWork() {
  if (worker && asked.size === 0) return;
  worker?.terminate();
  asked.clear();
  worker = new Worker(SOURCE);
  worker.onmessage = ({ data: { id, part, fault } }) => {
    const taker = asked.get(id);
    if (!part) asked.delete(id);
    if (fault) failed(fault);
    else taker?.(part ?? null);
  };
  worker.onerror = (event) => failed(event.message);
  worker.postMessage({ packed: PACKED });
}

/** Asks the worker; `take` is called with each part of the answer, and with null at its end. */
function askWorker(question, take) {
  questions += 1;
  asked.set(questions, take);
  worker.postMessage({ ...question, id: questions });
}

/** A core that has failed is not asked again. */
function failed(fault) {
  worker.terminate();
  worker = null;
  asked.clear();
  showFault(fault);
}
