// Predict first: a value is hidden until the reader has guessed it.
import { written } from "./measures.js";
import { element } from "./parts.js";

const BELOW_ZERO = ["informedness", "r_score", "r_prime", "cohen_kappa", "mcc", "mcc_product"];

/**
 * Guesses of values: `box` turns guessing on, `ask` returns what is dragged, `look` runs when a value is shown or hidden.
 * `line` is for an explorer without a line of arithmetic: `show` asks there for a value, or compares it with its guess.
 */
export function guessing(valueAt, look) {
  const guesses = new Map();
  const dragged = new Map(); // to where: kept while the reader changes something else
  const forget = () => guesses.clear();
  const tick = element("input", { type: "checkbox", change: () => (forget(), look()) });
  const line = element("p", { class: "ce-guess-line", hidden: true, tabindex: -1 });
  const key = (name, where) => `${name} ${where}`;
  const hides = (name, where = "") => tick.checked && !guesses.has(key(name, where));
  function ask(name, where, words) {
    const before = dragged.get(key(name, where));
    const told = element("output", {}, String(before ?? "?"));
    const drag = () => {
      dragged.set(key(name, where), range.valueAsNumber);
      told.value = range.value;
      button.disabled = false;
    };
    const range = element("input", { type: "range", min: BELOW_ZERO.includes(name) ? -1 : 0, max: 1, step: 0.01, "aria-label": `your guess of ${words}`, input: drag, click: drag });
    range.value = before ?? 0.5;
    const see = () => (guesses.set(key(name, where), range.valueAsNumber), look());
    const button = element("button", { type: "button", "data-key": "see", disabled: before === undefined, click: see }, "See it");
    return [`${words}: drag your guess, then look. `, element("span", { class: "ce-guess-it" }, range, told, button)];
  }
  function compared(name, where) {
    const guess = guesses.get(key(name, where));
    const off = Math.abs(valueAt(name, where) - guess);
    if (Number.isNaN(off)) return "";
    const words = off < 0.005 ? "just right" : `${written(off, 2)} too ${guess > valueAt(name, where) ? "high" : "low"}`;
    return `. Your guess was ${guess}: ${words}.`;
  }
  function show(name, words = name) {
    const asked = line.contains(document.activeElement);
    line.hidden = !tick.checked;
    if (!name) line.replaceChildren("Choose what to guess.");
    else if (hides(name)) line.replaceChildren(...ask(name, "", words));
    else line.replaceChildren(`${words} = ${written(valueAt(name))}${compared(name, "")}`);
    // The button that was pressed is gone.
    if (asked) line.focus();
  }
  return { box: element("label", {}, tick, " Guess before you see"), line, forget, on: () => tick.checked, hides, ask, compared, show };
}
