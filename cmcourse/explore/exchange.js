// Matrices in and out: checks of typed counts, pasted text, a link that holds a matrix, the call in Python.

import { AVERAGES } from "./arithmetic.js";
import { complaint, element } from "./parts.js";
import { fromLabels, parseCounts, parseLabels } from "./reading.js";

export const [FEWEST, MOST] = [2, 10];

/** Return what is wrong with a text as a count, or "". */
export function countProblem(text) {
  if (text.trim() === "") return "type a whole number.";
  if (!/^\s*\d+\s*$/.test(text)) return `“${text}” is not a whole number from 0 up.`;
  return Number(text) > 10 ** 12 ? `${text.trim()} is more than ${10 ** 12}.` : "";
}

/** Return what is wrong with the name of class i, or "". */
export function nameProblem(labels, i) {
  if (labels[i] === "") return `Class ${i + 1} needs a name.`;
  if (AVERAGES.includes(labels[i])) return `“${labels[i]}” is the name of an average.`;
  return labels.indexOf(labels[i]) === labels.lastIndexOf(labels[i]) ? "" : `Two classes are called “${labels[i]}”.`;
}

/** The counts and labels of a matrix; throw an Error unless it has 2 to 10 named classes and whole counts. */
export function checked({ counts, labels }) {
  const odd = counts.map(row => row.map(String)).flat().map(countProblem).find(it => it !== "");
  if (odd) throw new Error(odd);
  if (counts.some(row => row.length !== counts.length)) throw new Error("a matrix has as many rows as columns.");
  const names = (labels ?? counts.map((_, i) => `class ${i + 1}`)).map(String);
  if (counts.length < FEWEST || counts.length > MOST)
    throw new Error(`From ${FEWEST} to ${MOST} classes are possible here, not ${counts.length}.`);
  if (names.length !== counts.length) throw new Error(`${counts.length} classes need as many names, not ${names.length}.`);
  const problem = names.map((_, i) => nameProblem(names, i)).find(it => it !== "");
  if (problem) throw new Error(problem);
  return { counts, labels: names };
}

/** Boxes to paste into: a matrix, or two lists of labels. `replace` gets the matrix. */
export function pasting(replace, say) {
  const area = name => element("textarea", { rows: 4, spellcheck: "false", "aria-label": name, placeholder: name });
  const [counts, truth, predicted] = [area("Counts, a row on each line"), area("True labels"), area("Predicted labels")];
  const wrong = [complaint(counts), complaint(truth, predicted)];
  const use = (read, at) => () => {
    try {
      const values = checked(read());
      wrong[at].show("");
      replace(values);
      say(`A matrix of ${values.labels.length} classes.`, "paste");
    } catch (error) {
      wrong[at].show(error.message);
      say(error.message, "problem");
    }
  };
  const useCounts = use(() => parseCounts(counts.value), 0);
  const useLabels = use(() => fromLabels(parseLabels(truth.value), parseLabels(predicted.value)), 1);
  const button = (name, click) => element("button", { type: "button", click }, name);
  const root = element(
    "details", {}, element("summary", {}, "Paste a matrix, or two lists of labels"),
    element("div", { class: "ce-row" },
      element("div", {}, counts, wrong[0].root, button("Use these counts", useCounts)),
      element("div", {}, truth, predicted, wrong[1].root, button("Count these labels", useLabels))),
  );
  // Text pasted into a cell that is more than a number is read as a whole matrix.
  const open = text => {
    root.open = true;
    counts.value = text;
    useCounts();
  };
  return { root, open };
}

/** The call that makes the matrix in Python. */
export const inPython = ({ labels, counts }) => {
  const rows = counts.map(row => `[${row.join(", ")}]`).join(", ");
  return `cmlib.ConfusionMatrix([${rows}], labels=[${labels.map(it => JSON.stringify(it)).join(", ")}])`;
};
