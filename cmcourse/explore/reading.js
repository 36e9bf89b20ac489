// Counts from typed or pasted text: a matrix, or two lists of labels. Wrong text throws an Error that
// names the place and what is expected there.

const LARGEST = Number.MAX_SAFE_INTEGER;
const isCount = (text) => /^\d+$/.test(text);
const isNumber = (text) => text !== "" && !Number.isNaN(Number(text));

// Split into entries. Spaces separate them unless something else does: a name may hold one.
function entries(text, separators) {
  const line = text.trim().replace(/^,|,$/g, "");
  const by = separators.find((it) => it.test(line)) ?? /\s+/;
  return line.split(by).map((it) => it.trim().replace(/^(["'])(.*)\1$/, "$2"));
}

// Read a matrix: rows on lines of their own (a spreadsheet, a CSV file), or between the brackets of a
// Python list, or separated by semicolons. A first row of names, and a name before each row, may
// stand there, as may the `labels=` of a ConfusionMatrix in Python. Returns `{ counts, labels }`;
// labels is null if there are no names.
export function parseCounts(text) {
  const list = /\[\s*\[[^]*?\]\s*,?\s*\]/.exec(text);
  const lines = text.includes("[")
    ? (list?.[0] ?? text).split(/[[\]]+/)
    : text.trim().split(/\n/);
  const separate = lines.length > 1 ? lines : text.split(";");
  const rows = separate
    .filter((line) => line.replaceAll(",", "").trim())
    .map((line) => entries(line, [/\t/, /;/, /,/]));
  if (!rows.length) throw new Error("There is nothing to read: type one row of counts on each line.");
  const head = rows.length > 1 && !rows[0].some(isNumber) ? rows.shift() : null;
  const before = rows.every((row) => row.length > 1 && !isNumber(row[0])) ? 1 : 0;
  const inCode = list && /\blabels\s*=\s*\[([^\]]*)\]/.exec(text);
  if (inCode) return { counts: checked(rows), labels: parseLabels(inCode[1]) };
  const labels = head?.slice(-rows.length) ?? (before ? rows.map((row) => row[0]) : null);
  return { counts: checked(rows.map((row) => row.slice(before))), labels };
}

function checked(rows) {
  const counts = rows.map((row, i) => row.map((it, j) => count(it, i, j)));
  counts.forEach((row, i) => {
    if (row.length !== counts.length)
      throw new Error(`Row ${i + 1}: as many counts as rows are needed, ${counts.length}; `
        + `it has ${row.length}.`);
  });
  if (counts.flat().reduce((a, b) => a + b, 0) > LARGEST)
    throw new Error(`The counts add up to more than ${LARGEST}.`);
  return counts;
}

function count(text, i, j) {
  const where = `Row ${i + 1}, column ${j + 1}: `;
  if (!isCount(text)) throw new Error(`${where}${JSON.stringify(text)} is no whole number of at least 0.`);
  if (Number(text) > LARGEST) throw new Error(`${where}${text} is more than ${LARGEST}.`);
  return Number(text);
}

// Count two lists of labels of the same length, `{ counts, labels }`; the labels in sorted order,
// numbers by their size.
export function fromLabels(yTrue, yPred) {
  if (yTrue.length !== yPred.length)
    throw new Error(`The truth has ${yTrue.length} ${yTrue.length === 1 ? "label" : "labels"} and the prediction ${yPred.length}.`);
  if (!yTrue.length) throw new Error("There are no labels.");
  const labels = [...new Set([...yTrue, ...yPred])];
  labels.sort(labels.every((it) => isNumber(String(it))) ? (a, b) => a - b : undefined);
  const counts = labels.map(() => labels.map(() => 0));
  yTrue.forEach((label, at) => { counts[labels.indexOf(label)][labels.indexOf(yPred[at])] += 1; });
  return { counts, labels };
}

// Read one list of labels: one on each line, or separated by tabs, semicolons, commas or spaces.
export function parseLabels(text) {
  const body = text.trim().replace(/^\[|\]$/g, "").trim();
  return body ? entries(body, [/\s*\n\s*/, /\t/, /;/, /,/]).filter((it) => it !== "") : [];
}

// Read samples, one on each line: the true class and a score, separated as in parseLabels. Returns `{ y_true, scores,
// names }`; the class of the first line is the positive one, 1.
export function parseSamples(text) {
  const lines = text.trim().split(/\n/);
  const rows = lines.map((line) => entries(line, [/\t/, /;/, /,/]));
  rows.forEach((row, i) => {
    // Else "spam 0,9" would be the class "spam 0" with the score 9.
    if (/[\s;][+-]?\d+,\d+$/.test(lines[i].trim()))
      throw new Error(`Line ${i + 1}: write the decimals after a point, not a comma, such as spam 0.9.`);
    if (row.length !== 2 || !isNumber(row[1]) || !Number.isFinite(Number(row[1])))
      throw new Error(`Line ${i + 1}: a class and a score are needed, such as spam 0.9.`);
  });
  const names = [...new Set(rows.map(([name]) => name))];
  if (names.length !== 2) throw new Error(`Two classes are needed; there ${names.length === 1 ? "is 1" : `are ${names.length}`}.`);
  return { y_true: rows.map(([name]) => Number(name === names[0])), scores: rows.map(([, score]) => Number(score)), names };
}
