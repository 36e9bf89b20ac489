// The measures of cmlib, as pure functions of counts (curves are in scores.js, what is typed or
// pasted is read by reading.js). `counts` is a list of rows; rows are the truth, columns the
// prediction. What is undefined, 0/0, is NaN. Sums and divisions are those of cmlib in the same
// order, so that both give the same floats.

const sum = (values) => values.reduce((total, value) => total + value, 0);

// Each measure of a class is a sum of signed ratios of sums of its four counts. ONE is 1 for every
// class.
const ALL = "TP FN FP TN";
const RATIOS = {
  precision: [[1, "TP", "TP FP"]],
  recall: [[1, "TP", "TP FN"]],
  specificity: [[1, "TN", "TN FP"]],
  negative_predictive_value: [[1, "TN", "TN FN"]],
  f_score: [[1, "TP", "TP FN FP"]],
  informedness: [[1, "TP", "TP FN"], [1, "TN", "TN FP"], [-1, "ONE", "ONE"]],
  r_score: [[1, "TP", "TP FN"], [-1, "TP FP", ALL]],
  r_prime: [[1, "TP", "TP FN"], [-1, "TP FP", ALL], [1, "TP FN", ALL]],
};
const added = (names, c) => sum(names.split(" ").map((name) => c[name]));

// The row sums, the column sums, all samples, and the four counts of every class.
export function margins(counts) {
  const rows = counts.map(sum);
  const columns = counts.map((_, j) => sum(counts.map((row) => row[j])));
  const total = sum(rows);
  const classes = counts.map((row, c) => ({
    TP: row[c], FN: rows[c] - row[c], FP: columns[c] - row[c],
    TN: total - rows[c] - columns[c] + row[c], ONE: 1,
  }));
  return { rows, columns, total, classes, correct: sum(classes.map((c) => c.TP)) };
}

function pooled(classes) {
  const names = Object.keys(classes[0]);
  return Object.fromEntries(names.map((name) => [name, sum(classes.map((c) => c[name]))]));
}

function ofClass(name, c) {
  if (name === "f_score") return c.TP / (c.TP + (c.FN + c.FP) / 2);
  if (name === "informedness") return ofClass("recall", c) - c.FP / (c.FP + c.TN);
  if (name === "r_prime") return ofClass("recall", c) + (c.FN - c.FP) / added(ALL, c);
  return sum(RATIOS[name].map(([sign, top, bottom]) => sign * (added(top, c) / added(bottom, c))));
}

// A mean without the undefined values.
function mean(values, weights = values.map(() => 1)) {
  const kept = [...values.keys()].filter((at) => !Number.isNaN(values[at]));
  return sum(kept.map((at) => values[at] * weights[at])) / sum(kept.map((at) => weights[at]));
}

// Each value times the sum of the other list without the value at the same place.
const crossed = (first, second) => sum(first.map((value, at) => value * (sum(second) - second[at])));

const OVERALL = {
  accuracy: ({ correct, total }) => correct / total,
  error_rate: ({ correct, total }) => (total - correct) / total,
  balanced_accuracy: ({ classes }) => mean(classes.map((c) => ofClass("recall", c))),
  g_mean: ({ classes }) => Math.exp(mean(classes.map((c) => Math.log(ofClass("recall", c))))),
  cohen_kappa: ({ rows, columns, correct, total }) =>
    1 - ((total - correct) * total) / crossed(rows, columns),
  mcc({ rows, columns, classes }) {
    const spread = Math.sqrt(crossed(rows, rows)) * Math.sqrt(crossed(columns, columns));
    return sum(classes.map((c) => c.TP * c.TN - c.FP * c.FN)) / spread;
  },
  mcc_product(_, counts) {
    const logs = [0, 0];
    counts.forEach((row, i) => row.forEach((count, j) => {
      if (i === j) return;
      const [inRow, inColumn] = [counts[i][i] + count, counts[j][j] + count];
      logs[0] += Math.log(counts[i][i] / inRow) + Math.log(counts[j][j] / inColumn);
      logs[1] += Math.log(count / inRow) + Math.log(count / inColumn);
    }));
    return Math.exp(logs[0] / 2) - Math.exp(logs[1] / 2);
  },
  r_prime_overall: ({ correct, total }) => correct / total,
  // The F of macro precision and macro recall; `f_score` with average "macro" is the mean F.
  f_of_macro({ classes }) {
    const [P, R] = ["precision", "recall"].map((it) => mean(classes.map((c) => ofClass(it, c))));
    return (2 * P * R) / (P + R);
  },
};

export const perClass = Object.keys(RATIOS);
export const overall = Object.keys(OVERALL);

// One measure: of the whole matrix, of the class at `index`, or its average over the classes.
export function measure(name, counts, { index, average } = {}) {
  const { rows, classes, ...sums } = margins(counts);
  if (name in OVERALL) return OVERALL[name]({ rows, classes, ...sums }, counts);
  if (average === "micro") return ofClass(name, pooled(classes));
  if (!average) return ofClass(name, classes[index]);
  const values = classes.map((c) => ofClass(name, c));
  return average === "weighted" ? mean(values, rows) : mean(values);
}

// The cells [row, column] that a measure is made of, as terms: `top` is counted, `bottom` divided by
// (nothing, where it divides by a root). Without an index: the terms of all classes. What Kappa and
// MCC compare with, the matrix expected by chance, is another matrix and has no cells here.
export function cells(name, K, index = null) {
  const places = [...Array(K).keys()];
  const all = places.flatMap((i) => places.map((j) => [i, j]));
  if (name in RATIOS) {
    const of = (names, c) => all.filter(([i, j]) =>
      names.split(" ").includes(i === c ? (j === c ? "TP" : "FN") : j === c ? "FP" : "TN"));
    return (index === null ? places : [index]).flatMap((c) => RATIOS[name]
      .filter(([, top]) => top !== "ONE")
      .map(([sign, top, bottom]) => ({ sign, top: of(top, c), bottom: of(bottom, c) })));
  }
  if (name === "f_of_macro") return [...cells("precision", K), ...cells("recall", K)];
  if (name === "balanced_accuracy" || name === "g_mean") return cells("recall", K);
  const [right, wrong] = [true, false].map((on) => all.filter(([i, j]) => (i === j) === on));
  if (name === "error_rate") return [{ sign: 1, top: wrong, bottom: all }];
  if (name === "mcc_product" || (name === "mcc" && K === 2))
    return [{ sign: 1, top: right, bottom: [] }, { sign: -1, top: wrong, bottom: [] }];
  return [{ sign: 1, top: right, bottom: all }];
}

// The greatest whole number that divides both.
export const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a);

// The exact value as `{ top, bottom }`, whole numbers as text; null if it is undefined or no fraction.
// One ratio is left as counted, 5/10; a sum of several is in lowest terms.
export function fraction(name, counts, { index, average } = {}) {
  const { rows, columns, total, classes, correct } = margins(counts);
  const n = BigInt(total);
  let [top, bottom] = [BigInt(correct), n];
  if (name === "balanced_accuracy") [name, average] = ["recall", "macro"];
  if (name === "error_rate") top = n - top;
  else if (name === "cohen_kappa") {
    const chance = rows.reduce((agreed, row, c) => agreed + BigInt(row) * BigInt(columns[c]), 0n);
    [top, bottom] = [n * top - chance, n * n - chance];
  } else if (name in RATIOS) {
    const taken = average === "micro" ? [pooled(classes)] : average ? classes : [classes[index]];
    let [terms, weights] = [0, 0n];
    [top, bottom] = [0n, 1n];
    for (const c of taken) {
      const weight = BigInt(average === "weighted" ? c.TP + c.FN : 1);
      const ratios = RATIOS[name].map(([sign, ...sums]) => {
        const [over, under] = sums.map((names) => BigInt(added(names, c)));
        return name === "f_score" ? [2n * over, over + under] : [BigInt(sign) * over, under];
      });
      if (!weight || ratios.some(([, under]) => !under)) continue;
      for (const [over, under] of ratios) {
        [top, bottom] = [top * under + weight * over * bottom, bottom * under];
        terms += 1;
      }
      weights += weight;
    }
    bottom *= weights;
    const shares = terms > 1 && bottom ? gcd(top, bottom) : 1n;
    [top, bottom] = [top / shares, bottom / shares];
  } else if (name !== "accuracy" && name !== "r_prime_overall") return null;
  return bottom ? { top: String(top), bottom: String(bottom) } : null;
}

// A number as Python's f"{x:.4f}" writes it: a tie goes to the even digit.
export function written(x, decimals = 4) {
  if (Number.isNaN(x)) return "undefined";
  const scaled = Math.abs(x) * 10 ** decimals;
  // A tie is only a number whose binary value is exactly halfway.
  const tie = (Math.abs(x) * 2 ** (decimals + 1)) % 2 === 1;
  const even = 2 * Math.round(scaled / 2);
  const text = tie ? (even / 10 ** decimals).toFixed(decimals) : Math.abs(x).toFixed(decimals);
  return x < 0 && Number(text) ? `-${text}` : text;
}
