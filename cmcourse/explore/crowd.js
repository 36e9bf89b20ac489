// The people of the prevalence explorer, drawn one by one.
import { shape } from "./parts.js";

// The four kinds of people, in the order of the matrix: the sick lie, those predicted as sick are filled.
// The paths are relative to a tile's corner.
const LIES = "m.4 7.4a2 2 0 1 0 4 0a2 2 0 1 0-4 0zm5-1.8h5.6v3.8h-5.6z";
const STANDS = "m4 2.6a2 2 0 1 0 4 0a2 2 0 1 0-4 0zm-.3 2.8h4.6v5.6h-4.6z";
export const KINDS = [
  { truth: "sick", called: "sick", path: LIES, short: "TP" },
  { truth: "sick", called: "healthy", path: LIES, short: "FN" },
  { truth: "healthy", called: "sick", path: STANDS, short: "FP" },
  { truth: "healthy", called: "healthy", path: STANDS, short: "TN" },
];
const TILE = 12;

// Whole people that add up to the total: rounded down, and one more for those that lost most.
export function rounded(counts, total) {
  const exact = counts.flat().map((count) => (count / 1e12) * total);
  const people = exact.map((it) => Math.floor(it + 1e-9));
  const order = [0, 1, 2, 3].sort((a, b) => exact[b] - people[b] - (exact[a] - people[a]) || a - b);
  const left = total - people.reduce((a, b) => a + b);
  order.slice(0, left).forEach((at) => { people[at] += 1; });
  return people;
}

export function icon({ path, truth, called }) {
  return shape("svg", { width: 24, height: 24, viewBox: "0 0 12 12", "aria-hidden": "true" },
    shape("path", { d: path, class: `ce-${truth} ce-called-${called}` }));
}

// One path for each kind: its icons, row by row.
export function drawCrowd(drawing, people, columns) {
  let first = 0;
  const paths = KINDS.map(({ path, truth, called }, kind) => {
    const icons = [...Array(people[kind]).keys()].map((at) =>
      `M${((first + at) % columns) * TILE} ${Math.floor((first + at) / columns) * TILE}${path}`);
    first += people[kind];
    return shape("path", { d: icons.join(""), class: `ce-${truth} ce-called-${called}` });
  });
  drawing.setAttribute("viewBox", `0 0 ${columns * TILE} ${Math.ceil(first / columns) * TILE}`);
  drawing.replaceChildren(...paths);
}
