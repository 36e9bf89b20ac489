// Small pictures beside the arithmetic of a measure.
import { margins, written } from "./measures.js";
import { element, shape } from "./parts.js";

export const legend = () => element(
  "p", { class: "ce-legend" },
  ...[["filled", "counted"], ["outlined", "divided by"], ["hatched", "subtracted"]].flatMap(([kind, word]) =>
    [element("span", {}, element("span", { class: `ce-swatch ce-${kind}` }), ` ${word}`), " "]),
);

/** A small matrix for each fraction of a sum, with the signs between them: recall less the share predicted. */
export function pictures(terms, K) {
  const side = 60 / K;
  const every = [...Array(K * K).keys()].map(it => [Math.floor(it / K), it % K]);
  return terms.flatMap(({ sign, top, bottom }, at) => {
    const square = ([i, j], kind) =>
      shape("rect", { x: j * side + 3, y: i * side + 3, width: side, height: side, class: `ce-${kind}` });
    const stripe = ([i, j], from, to) => shape("line", {
      x1: j * side + 3, y1: (i + from) * side + 3, x2: (j + to) * side + 3, y2: i * side + 3, class: "ce-stripe",
    });
    const counted = top.flatMap(place =>
      sign > 0 ? [square(place, "counted")] : [0.25, 0.5, 0.75, 1].map(part => stripe(place, part, part)));
    const divided = bottom.map(place => square(place, "divided"));
    for (const it of divided) it.style.strokeWidth = Math.min(3, side / 6);
    const drawn = [...every.map(place => square(place, "empty")), ...counted, ...divided];
    const picture = shape("svg", { viewBox: "0 0 66 66", width: 66, height: 66 }, ...drawn);
    return at === 0 ? [picture] : [element("span", {}, sign > 0 ? "+" : "−"), picture];
  });
}

/** The counts expected by chance with the same sums, for Kappa and the MCC. */
export function byChance(name, counts) {
  const { rows, columns, total } = margins(counts);
  const compares = name === "cohen_kappa" || (name === "mcc" && counts.length > 2);
  // No room for the counts of more classes.
  if (!compares || total === 0 || counts.length > 4) return [];
  const body = rows.map((row, i) => element("tr", {}, ...columns.map((column, j) =>
    element("td", { class: i === j && "ce-filled" }, written((row * column) / total, 1)))));
  const words = element("span", { class: "ce-note" }, "less what chance gives each cell: row × column / all");
  return [words, element("table", { class: "ce-chance" }, element("tbody", {}, ...body))];
}
