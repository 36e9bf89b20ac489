// An average of the averaging explorer as a picture: a column for each class.
import { arithmetic, valueOf } from "./arithmetic.js";
import { margins, written } from "./measures.js";
import { element, shape } from "./parts.js";

/**
 * One average as an area: a column for each class, filled to its value. Columns have equal widths (macro), the denominators
 * as widths (micro), or the support of the classes (weighted); the filled share of the whole area is the average.
 */
export function mosaic(name, way, counts, labels) {
  const { classes, rows, columns: predicted } = margins(counts);
  const divisors = {
    precision: predicted, recall: rows, f_score: classes.map(({ TP, FN, FP }) => 2 * TP + FN + FP),
  }[name];
  const values = labels.map(label => valueOf(name, label, counts, labels));
  const widths = { macro: labels.map(() => 1), micro: divisors, weighted: rows }[way];
  const taken = [...labels.keys()].filter(c => !Number.isNaN(values[c]) && widths[c] > 0);
  const total = taken.reduce((sum, c) => sum + widths[c], 0);
  const [width, height] = [216, 96];
  let x = 2;
  const columns = taken.map(c => {
    const [from, wide] = [x, (widths[c] / total) * width];
    x += wide;
    return { c, from, wide, middle: from + wide / 2, long: labels[c].length * 7 };
  });
  // A name is under its column or, with a line to it, beside that place; without room, the narrowest have none.
  let free = width + 8;
  for (const it of columns.toSorted((a, b) => b.wide - a.wide)) {
    it.named = it.long + 4 <= free;
    if (it.named) free -= it.long + 4;
  }
  let least = 0;
  for (const it of columns.filter(it => it.named)) {
    it.at = Math.max(least, Math.min(free, it.middle - it.long / 2)) + it.long / 2;
    [least, free] = [it.at + it.long / 2 + 4, free + it.long + 4];
  }
  const drawn = columns.flatMap(({ c, from, wide, middle, at }) => [
    shape("rect", { x: from, y: 2 + height - values[c] * height, width: wide, height: values[c] * height, class: "ce-counted" }),
    shape("rect", { x: from, y: 2, width: wide, height, class: "ce-divided" }),
    ...(at ? [
      shape("line", { x1: middle, x2: at, y1: height + 2, y2: height + 10, stroke: "var(--ce-ink)" }),
      shape("text", { x: at, y: height + 22, "text-anchor": "middle" }, labels[c]),
    ] : []),
  ]);
  const how = {
    macro: "Every class as wide as the others.",
    micro: "Each class as wide as what it is divided by.",
    weighted: "Each class as wide as it has samples.",
  }[way];
  const alt = `${how} Filled to ${taken.map(c => `${written(values[c])} for ${labels[c]}`).join(", ")}.`;
  const picture = shape("svg", { viewBox: `0 0 ${width + 4} ${height + 28}`, role: "img", "aria-label": alt }, ...drawn);
  const title = element("strong", {}, `${way} ${written(valueOf(name, way, counts, labels))}`);
  const line = element("p", { class: "ce-note" }, arithmetic(name, way, counts, labels));
  return element("div", { class: "ce-way" }, title, element("p", {}, how), picture, line);
}
