// Which matrices of two classes fit printed values: the search of `cmlib.consistent`, in slices.

export const [MOST_SAMPLES, MOST_DECIMALS, MOST_LISTED] = [5000, 4, 10000];
const SLACK = 1e-13; // a bound and a fraction of counts are equal, or further apart
const ROWS = 4000; // in one slice

// Each falls, or stays, while FP grows and TN shrinks. The third text is the name on the page.
const MEASURES = [
  ["accuracy", (tp, fn, fp, tn) => (tp + tn) / (tp + fn + fp + tn), "accuracy"],
  ["error_rate", (tp, fn, fp, tn) => -(fp + fn) / (tp + fn + fp + tn), "error rate"],
  ["recall", (tp, fn) => tp / (tp + fn), "recall (sensitivity)"],
  ["specificity", (tp, fn, fp, tn) => tn / (tn + fp), "specificity"],
  ["precision", (tp, fn, fp) => tp / (tp + fp), "precision"],
  ["negative_predictive_value", (tp, fn, fp, tn) => tn / (tn + fn), "negative predictive value"],
  ["f_score", (tp, fn, fp) => (2 * tp) / (2 * tp + fn + fp), "F1"],
  ["balanced_accuracy", (tp, fn, fp, tn) => (tp / (tp + fn) + tn / (tn + fp)) / 2, "balanced accuracy"],
  ["informedness", (tp, fn, fp, tn) => tp / (tp + fn) + tn / (tn + fp) - 1, "informedness"],
  ["g_mean", (tp, fn, fp, tn) => Math.sqrt((tp / (tp + fn)) * (tn / (tn + fp))), "G-mean"],
  ["macro precision", (tp, fn, fp, tn) => (tp / (tp + fp) + tn / (tn + fn)) / 2, "macro precision"],
  ["macro f_score", (tp, fn, fp, tn) => tp / (2 * tp + fn + fp) + tn / (2 * tn + fn + fp), "macro F1"],
  ["cohen_kappa", (tp, fn, fp, tn) => (2 * (tp * tn - fp * fn)) / ((tp + fn) * (fn + tn) + (tp + fp) * (fp + tn)), "Kappa"],
  ["mcc", (tp, fn, fp, tn) => (tp * tn - fp * fn) / (Math.sqrt((tp + fn) * (fp + tn)) * Math.sqrt((tp + fp) * (tn + fn))), "MCC"],
];
const OF = Object.fromEntries(MEASURES.map(([name, of]) => [name, of]));
export const NAMES = Object.fromEntries(MEASURES.map(([name, , text]) => [name, text]));

/** The value of a measure as it is printed; NaN if it is undefined. */
export const valueOf = (name, [[tn, fp], [fn, tp]]) => (name === "error_rate" ? -1 : 1) * OF[name](tp, fn, fp, tn);

/** The least and the largest number that rounds to a printed text; throws an Error with a sentence. */
export function bounds(name, text) {
  const found = /^\s*([+-]?)(?=\.?\d)(\d*)\.?(\d*)\s*(%?)\s*$/.exec(text);
  if (!found) throw new Error(text.trim() ? `“${text}” is not a number such as 0.80 or 80 %.` : "Type a number as it is printed, such as 0.80.");
  const [, sign, whole, part, percent] = found;
  const decimals = part.length + (percent ? 2 : 0);
  const units = Number(sign + whole + part);
  if (decimals > MOST_DECIMALS || Math.abs(units) > 10 ** decimals)
    throw new Error(`${text.trim()}: numbers from −1 to 1 can be read here, with at most ${MOST_DECIMALS} decimals.`);
  const ends = [-5, 5].map((half) => (10 * units + half) / 10 ** (decimals + 1));
  return name === "error_rate" ? [-ends[1], -ends[0]] : ends;
}

function first(holds, low, high) {
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// Goes through all P and TP, and calls `found(P, TP, first FP, last FP)` where some fit; it may return true to stop.
// Yields the share that is done after each slice.
function* scan([negative, positive], limits, found) {
  const n = negative + (positive ?? 0);
  const [from, to] = positive === undefined ? [0, n] : [positive, positive];
  const rows = ((to - from + 1) * (from + to + 2)) / 2;
  let done = 0;
  for (let P = from; P <= to; P++) {
    for (let tp = 0; tp <= P; tp++) {
      let [start, stop] = [0, n - P + 1];
      for (const [name, low, high] of limits) {
        const at = (fp) => {
          const value = OF[name](tp, P - tp, fp, n - P - fp);
          // 0/0 occurs at the ends alone, and fits nothing.
          return Number.isNaN(value) ? (fp === 0 ? Infinity : -Infinity) : value;
        };
        start = first((fp) => at(fp) <= high + SLACK, start, stop);
        stop = first((fp) => at(fp) < low - SLACK, start, stop);
        if (start >= stop) break;
      }
      if (start < stop && found(P, tp, start, stop - 1)) return;
      if (++done % ROWS === 0) yield done / rows;
    }
  }
}

function* fits(sizes, limits) {
  let some = false;
  yield* scan(sizes, limits, () => (some = true));
  return some;
}

/**
 * Search for the matrices of `sizes`, [all samples] or [negative, positive], that fit `values`, [[name, text], …]. A
 * generator: it yields the share done, and returns the count, the first matrices, the range of each cell and of each
 * measure, and the contradictions.
 */
export function* search(sizes, values) {
  const limits = values.map(([name, text]) => [name, ...bounds(name, text)]);
  const n = sizes.reduce((a, b) => a + b);
  const result = { count: 0, matrices: [], cells: [], measures: {}, contradictions: [] };
  const widen = (range, value) => (range ? [Math.min(range[0], value), Math.max(range[1], value)] : [value, value]);
  yield* scan(sizes, limits, (P, tp, start, stop) => {
    result.count += stop - start + 1;
    const matrix = (fp) => [[n - P - fp, fp], [P - tp, tp]];
    for (let fp = start; fp <= stop && result.matrices.length < MOST_LISTED; fp++) result.matrices.push(matrix(fp));
    for (const ends of [matrix(start), matrix(stop)]) {
      ends.flat().forEach((count, at) => { result.cells[at] = widen(result.cells[at], count); });
      for (const name in NAMES) {
        const value = valueOf(name, ends);
        if (!Number.isNaN(value)) result.measures[name] = widen(result.measures[name], value);
      }
    }
  });
  if (result.count) return result;
  const alone = [];
  for (const limit of limits) if (!(yield* fits(sizes, [limit]))) alone.push(limit);
  const rest = limits.filter((it) => !alone.includes(it));
  const pairs = [];
  for (const [at, one] of rest.entries())
    for (const two of rest.slice(at + 1)) if (!(yield* fits(sizes, [one, two]))) pairs.push([one, two]);
  const smallest = [...alone.map((it) => [it]), ...pairs];
  result.contradictions = (smallest.length ? smallest : [limits]).map((these) => these.map(([name]) => name));
  return result;
}
