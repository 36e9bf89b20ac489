// A measure's arithmetic as a line of text: 8 / (8 + 10) = 4/9 ≈ 0.4444, and why a value is undefined.

import { cells, fraction, gcd, margins, measure, overall, perClass, written } from "./measures.js";

export const AVERAGES = ["macro", "micro", "weighted"];

const NAMES = {
  f_score: "F1", f_of_macro: "F1 of the macro means", cohen_kappa: "Kappa", g_mean: "G-mean", mcc: "MCC",
  mcc_product: "MCC, product form", informedness: "informedness (J)", r_score: "R", r_prime: "R′",
  r_prime_overall: "R′ overall",
};
const WHY_UNDEFINED = {
  precision: "no sample was predicted as it",
  recall: "it has no samples",
  specificity: "no sample is of another class",
  negative_predictive_value: "every sample was predicted as it",
  f_score: "it neither has samples nor was predicted",
  informedness: "it has no samples, or all of them",
  r_score: "it has no samples",
  r_prime: "it has no samples",
  cohen_kappa: "all samples are of one class and predicted as it, so that chance alone agrees",
  mcc: "all samples are of one class, or all are predicted as one",
  mcc_product: "a factor of the denominator is 0",
  f_of_macro: "precision and recall are 0 or undefined for every class",
};
const WEIGHTED = { macro: "the classes count the same", weighted: "each class counts as often as it has samples" };

/** The name of a measure as it is written in text. */
export const named = name => NAMES[name] ?? name.replaceAll("_", " ");

/** "recall of dog", "macro recall", or "accuracy", which has no `where`. */
export function called(name, where, labels) {
  if (where === "") return named(name);
  return labels.includes(where) ? `${named(name)} of ${where}` : `${where} ${named(name)}`;
}

/** What `measure` takes for `where`: the name of a class or, where no class has that name, of an average. */
export function options(where, labels) {
  const index = labels.indexOf(where);
  return index >= 0 ? { index } : { average: where };
}

/** Whether a measure has a value for `where`: a class may have been renamed. */
export function exists(name, where, labels) {
  return perClass.includes(name) ? [...labels, ...AVERAGES].includes(where) : overall.includes(name) && where === "";
}

/** A measure for `where`, NaN if it is undefined, null if there is no such value. */
export function valueOf(name, where, counts, labels) {
  return exists(name, where, labels) ? measure(name, counts, options(where, labels)) : null;
}

/** A measure with its numbers, its fraction and its decimals; or why it is undefined. */
export function arithmetic(name, where, counts, labels) {
  const at = options(where, labels);
  const value = measure(name, counts, at);
  const steps = [called(name, where, labels), putIn(name, at, counts)];
  if (Number.isNaN(value)) return `${steps.join(" = ")}: undefined, because ${reason(name, at, counts)}.`;
  return `${steps.join(" = ")} ${result(value, fraction(name, counts, at))}${leftOut(name, at, counts, labels)}`;
}

// A fraction with a longer denominator is no help to a reader.
const READABLE = 10n ** 9n;

/** The result: "= 4/9 ≈ 0.4444", in lowest terms, or without a fraction "≈ 0.5911"; "=" where nothing was rounded. */
export function result(value, exact) {
  const decimals = written(value);
  if (!exact) return `${Math.abs(value - Number(decimals)) < 1e-12 ? "=" : "≈"} ${decimals}`;
  const [top, bottom] = [exact.top, exact.bottom].map(BigInt);
  const shared = gcd(top, bottom);
  const [over, under] = [top / shared, bottom / shared];
  const step = under <= READABLE ? `= ${over}${under === 1n ? "" : `/${under}`} ` : "";
  return `${step}${(10_000n * over) % under ? "≈" : "="} ${decimals}`;
}

const sum = numbers => numbers.reduce((total, number) => total + number, 0);
const added = numbers => {
  if (numbers.length === 1) return String(numbers[0]);
  return numbers.length > 6 ? String(sum(numbers)) : `(${numbers.join(" + ")})`;
};
// Informedness is recall and specificity, less 1, which no cell holds.
export const lessOne = name => (name === "informedness" ? " − 1" : "");
const joined = (name, ratios) => ratios.map(([sign, top, bottom], i) =>
  `${i === 0 ? "" : sign > 0 ? " + " : " − "}${added(top)} / ${added(bottom)}`).join("") + lessOne(name);

function putIn(name, at, counts) {
  const { rows, columns, total, classes, correct } = margins(counts);
  const places = [...counts.keys()];
  // Products of large counts are no longer exact as ordinary numbers.
  const n = BigInt(total);
  const exact = (one, other) => one.reduce((all, number, c) => all + BigInt(number) * BigInt(other[c]), 0n);
  const products = exact(rows, columns);
  const over = term => ["top", "bottom"].map(part => term[part].map(([i, j]) => counts[i][j]));
  if (name === "balanced_accuracy") return putIn("recall", { average: "macro" }, counts);
  if (name === "g_mean") {
    const taken = places.filter(c => rows[c] > 0);
    const root = taken.length === 2 ? "√" : `root ${taken.length} of `;
    return `${root}(${taken.map(c => `${counts[c][c]}/${rows[c]}`).join(" × ")})`;
  }
  if (name === "f_of_macro") {
    const [P, R] = ["precision", "recall"].map(it => written(measure(it, counts, { average: "macro" })));
    return `2 × ${P} × ${R} / (${P} + ${R})`;
  }
  if (name === "cohen_kappa") {
    const chance = `${products}/${n * n}`;
    return `(accuracy − chance) / (1 − chance) = (${correct}/${total} − ${chance}) / (1 − ${chance})`;
  }
  if (name === "mcc_product" && places.length > 2)
    return "(product of the diagonal − product of the other cells) / root of the products of their sums";
  if (name === "mcc" && places.length > 2) {
    const free = sums => n * n - exact(sums, sums);
    return `(${total} × ${correct} − ${products}) / √(${free(rows)} × ${free(columns)})`;
  }
  if (name === "mcc" || name === "mcc_product") {
    const { TP, FN, FP, TN } = classes[0];
    return `(${TP} × ${TN} − ${FP} × ${FN}) / √(${[...rows, ...columns].join(" × ")})`;
  }
  const { index, average } = at;
  if (average === "macro" || average === "weighted") {
    const taken = places.filter(c => !Number.isNaN(measure(name, counts, { index: c })));
    const weight = c => (average === "weighted" ? `${rows[c]} × ` : "");
    const share = c => {
      const { top, bottom } = fraction(name, counts, { index: c });
      return `${weight(c)}${top.startsWith("-") ? `(${top}/${bottom})` : `${top}/${bottom}`}`;
    };
    const divisor = average === "weighted" ? sum(taken.map(c => rows[c])) : taken.length;
    return `(${taken.map(share).join(" + ")}) / ${divisor}`;
  }
  if (name === "f_score") {
    const [TP, FN, FP] = ["TP", "FN", "FP"].map(it => (average ? sum(classes.map(c => c[it])) : classes[index][it]));
    return `2 × ${TP} / (2 × ${TP} + ${FN} + ${FP})`;
  }
  if (average === "micro") {
    // One ratio instead of K: the sum of all numerators by the sum of all denominators.
    const each = places.map(c => cells(name, places.length, c));
    return joined(name, each[0].map((term, k) => {
      const parts = each.map(terms => over(terms[k]).map(sum));
      return [term.sign, parts.map(([top]) => top), parts.map(([, bottom]) => bottom)];
    }));
  }
  return joined(name, cells(name, places.length, index ?? null).map(term => [term.sign, ...over(term)]));
}

function reason(name, { average }, counts) {
  if (margins(counts).total === 0) return "there are no samples";
  return average && name in WHY_UNDEFINED && average !== "" ? "no class has a value" : WHY_UNDEFINED[name];
}

/** Return how an average is computed, and which classes it leaves out. */
function leftOut(name, { average }, counts, labels) {
  const of = name === "balanced_accuracy" || name === "g_mean" ? "recall" : name;
  if (of === name && !(average in WEIGHTED)) return average === "micro" ? " (all classes added up first)" : "";
  const missing = labels.filter((_, index) => Number.isNaN(measure(of, counts, { index })));
  const how = of === name ? ` (${WEIGHTED[average]}` : " (the classes count the same";
  return `${how}${missing.length ? `; left out as undefined: ${missing.join(", ")}` : ""})`;
}
