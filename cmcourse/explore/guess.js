// Predict first: a value is hidden until the reader has guessed it.
import { written } from "./measures.js";
import { element } from "./parts.js";

const BELOW_ZERO = ["informedness", "r_score", "r_prime", "cohen_kappa", "mcc", "mcc_product"];

/** Guesses of values: `box` turns guessing on, `ask` returns what is dragged, `look` runs when a value is shown or hidden. */
export function guessing(valueAt, look) {
  const guesses = new Map();
  const forget = () => guesses.clear();
  const tick = element("input", { type: "checkbox", change: () => (forget(), look()) });
  const key = (name, where) => `${name} ${where}`;
  return {
    box: element("label", {}, tick, " Guess before you see"),
    forget,
    on: () => tick.checked,
    hides: (name, where) => tick.checked && !guesses.has(key(name, where)),
    ask(name, where) {
      const told = element("output", {}, "0.5");
      const drag = () => (told.value = range.value);
      const range = element("input", { type: "range", min: BELOW_ZERO.includes(name) ? -1 : 0, max: 1, step: 0.01, value: 0.5, "aria-label": "your guess", input: drag });
      const see = () => (guesses.set(key(name, where), range.valueAsNumber), look());
      return element("span", { class: "ce-guess-it" }, range, told, element("button", { type: "button", "data-key": "see", click: see }, "See it"));
    },
    compared(name, where) {
      const guess = guesses.get(key(name, where));
      const off = Math.abs(valueAt(name, where) - guess);
      if (Number.isNaN(off)) return "";
      const words = off < 0.005 ? "just right" : `${written(off, 2)} too ${guess > valueAt(name, where) ? "high" : "low"}`;
      return `. Your guess was ${guess}: ${words}.`;
    },
  };
}
