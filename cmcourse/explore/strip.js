// The strip of the threshold explorer: the scores, the line through them, and what each line would cost.
import { shape } from "./parts.js";

// The largest number of samples drawn as single marks; more become two histograms.
export const MOST_MARKS = 60;
const BINS = 24;
// Half of a mark, in pixels: a few samples are drawn larger.
const half = (scores) => (scores.length > 20 ? 5 : 8);
// Heights in the drawing of the scores: the lanes of the positives and of the others; and in that of the costs.
const [TOP, MIDDLE, BOTTOM, HEIGHT] = [52, 118, 184, 224];
const [COST_TOP, COST_BOTTOM, COST_HEIGHT] = [24, 84, 92];
// The cells of the matrix as [row, column].
const CELLS = [[0, 0], [0, 1], [1, 0], [1, 1]];

// Places of scores and lines in a drawing of a given width. A sample on the line is predicted as positive: its mark
// is on the right of it. `stops` are the places of the line, from above all scores downwards.
export function scale(scores, stops, width) {
  const [low, high] = [stops.at(-1), stops[1]];
  const wide = high - low || 1;
  const at = (score) => ((score - low + 0.14 * wide) * width) / (1.28 * wide);
  const x = (stop) => {
    if (stop === null) return at(high + 0.06 * wide);
    if (scores.length > MOST_MARKS) return at(stop);
    const lower = stops[stops.indexOf(stop) + 1] ?? -Infinity;
    return Math.max(at(stop) - half(scores) - 3, (at(stop) + at(lower)) / 2);
  };
  return { width, at, x };
}

export const text = (value) => String(Number(value.toPrecision(12)));

// A score in the fewest digits, at least three, that distinguish it from all others.
export function short(score, stops) {
  for (let digits = 3; digits < 17; digits++) {
    const cut = score.toPrecision(digits);
    if (stops.filter((stop) => stop !== null && stop.toPrecision(digits) === cut).length < 2) return String(Number(cut));
  }
  return String(score);
}

const word = (x, y, anchor, content, more = {}) => shape("text", { x, y, "text-anchor": anchor, ...more }, content);
const rule = (x1, y1, x2, y2, more) => shape("line", { x1, y1, x2, y2, ...more });

// The place of the line: at a stop, or between two scores where the reader put it.
function lineAt({ at, x, stops }, threshold, place) {
  if (threshold === null || threshold > stops[1] || threshold === stops[place]) return x(stops[place]);
  return Math.max(at(threshold), 2);
}

function show(drawing, { width }, height, ...shapes) {
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawing.style.maxWidth = `${width}px`;
  drawing.replaceChildren(...shapes);
}

// All scores if there is room for their numbers, or the first and the last.
function ticks({ stops, at }) {
  const all = stops.slice(1);
  const apart = all.slice(1).map((stop, i) => at(all[i]) - at(stop));
  return apart.every((pixels) => pixels >= 20) ? all : [all[0], all.at(-1)];
}

// The scores, the line, and the side predicted as positive. `place` is the index of the line's stop. The four fields
// are the cells of the matrix; they light up with `lit`, a term of a measure.
export function drawStrip(drawing, data, { threshold, place, counts, where, lit }) {
  const { width, stops, names: [yes, no] } = data;
  const [[TP, FN], [FP, TN]] = counts;
  const x = lineAt(data, threshold, place);
  const middle = Math.min(Math.max(x, 68), width - 68);
  // On a narrow side of the line there is no room for words.
  const field = (room, words, name, count) => (room < 150 ? `${name}: ${count}` : `${words} (${name}): ${count}`);
  const halo = { class: "ce-halo" };
  // Inset for an outline, so that the edge of the drawing does not cut it off.
  const cell = (look, [row, column], inset = 0) => shape("rect", { class: look,
    x: (column ? 0 : x) + inset, width: Math.max((column ? x : width - x) - 2 * inset, 0),
    y: row ? MIDDLE : TOP, height: MIDDLE - TOP });
  const { top, bottom } = lit ?? { top: [], bottom: [] };
  const faded = lit ? CELLS.filter((it) => !bottom.map(String).includes(String(it))) : [];
  show(drawing, data, HEIGHT,
    shape("rect", { x, y: TOP, width: width - x, height: BOTTOM - TOP, class: "ce-called" }),
    ...top.map((it) => cell("ce-top", it)),
    ...(data.scores.length > MOST_MARKS ? histograms(data) : marks(data)),
    ...faded.map((it) => cell("ce-veil", it)),
    ...bottom.map((it) => cell("ce-divided", it, 1.5)),
    rule(0, MIDDLE, width, MIDDLE, { stroke: "var(--ce-ink)" }),
    rule(0, BOTTOM, width, BOTTOM, { stroke: "var(--ce-grid)" }),
    ...ticks(data).map((stop) => word(data.at(stop), BOTTOM + 16, "middle", short(stop, stops))),
    word(width / 2, BOTTOM + 32, "middle", "score"),
    word(4, TOP + 14, "start", field(x, "missed", "FN", FN), halo),
    word(width - 4, TOP + 14, "end", field(width - x, "found", "TP", TP), halo),
    word(4, BOTTOM - 5, "start", field(x, "left alone", "TN", TN), halo),
    word(width - 4, BOTTOM - 5, "end", field(width - x, "false alarms", "FP", FP), halo),
    word(0, 13, "start", `← predicted ${no}`), word(width, 13, "end", `predicted ${yes} →`),
    rule(x, TOP - 6, x, BOTTOM, { class: "ce-line" }),
    shape("rect", { x: middle - 68, y: 21, width: 136, height: 26, rx: 13, class: "ce-grip" }),
    word(middle, 38, "middle", `⇔ ${where}`, { class: "ce-on-grip" }),
  );
}

// The cost of the errors at each place of the line; thick at the minimum.
export function drawCosts(drawing, data, { threshold, place, each, cheapest }) {
  const { width, stops } = data;
  const most = Math.max(...each) || 1;
  const y = (value) => COST_BOTTOM - (value / most) * (COST_BOTTOM - COST_TOP);
  // A line costs the same from a score down to the next lower one.
  const left = (at) => (at + 1 < stops.length ? data.x(stops[at + 1]) : 0);
  const right = (at) => (at ? data.x(stops[at]) : width);
  const steps = each.map((value, at) => `${at ? "V" : `M${width} `}${y(value)}H${left(at)}`).join("");
  const x = lineAt(data, threshold, place);
  show(drawing, data, COST_HEIGHT,
    rule(0, COST_BOTTOM, width, COST_BOTTOM, { stroke: "var(--ce-grid)" }),
    word(0, COST_TOP - 12, "start", `Cost${width < 330 ? "" : " at each place of the line"}, 0 to ${text(most)}. Thick: the least.`),
    rule(x, COST_TOP - 6, x, COST_BOTTOM, { class: "ce-line" }),
    shape("path", { d: steps, class: "ce-curve" }),
    // Visible between two close scores, too.
    ...cheapest.map((at) => rule(Math.min(left(at), right(at) - 4), y(each[at]), right(at), y(each[at]), { class: "ce-best" })),
    shape("circle", { cx: x, cy: y(each[place]), r: 6, class: "ce-point" }),
  );
}

// One mark for each sample: discs upwards, squares downwards, stacked where they would touch.
function marks({ truth, scores, at }) {
  const mark = half(scores);
  const room = (MIDDLE - TOP - 16) / (2 * mark + 2);
  return [1, 0].flatMap((side) => {
    const last = [];
    const values = scores.filter((_, i) => (truth[i] === 1) === (side === 1)).sort((a, b) => a - b).map(at);
    const levels = values.map((x) => {
      const free = last.findIndex((before) => x - before >= 2 * mark + 2);
      const level = free < 0 ? last.length : free;
      last[level] = x;
      return level;
    });
    const high = (2 * mark + 2) * Math.min(1, room / last.length);
    return values.map((x, i) => {
      const y = levels[i] * high + mark + 3;
      return side
        ? shape("circle", { cx: x, cy: MIDDLE - y, r: mark, class: "ce-yes" })
        : shape("rect", { x: x - mark, y: MIDDLE + y - mark, width: 2 * mark, height: 2 * mark, class: "ce-no" });
    });
  });
}

// Two histograms with the same bins, one upwards and one downwards.
function histograms({ truth, scores, stops, at }) {
  const [low, high] = [stops.at(-1), stops[1]];
  const heights = [0, 1].map(() => Array(BINS).fill(0));
  scores.forEach((score, i) => {
    const bin = Math.floor(((score - low) / (high - low || 1)) * BINS);
    heights[truth[i] === 1 ? 1 : 0][Math.min(bin, BINS - 1)] += 1;
  });
  const unit = (MIDDLE - TOP - 18) / Math.max(...heights.flat());
  const wide = (at(high) - at(low)) / BINS || 8;
  return heights.flatMap((counts, side) => counts.map((count, bin) => {
    if (!count) return "";
    // One sample among hundreds stays visible.
    const [x, height] = [at(low) + bin * wide, Math.max(3, count * unit)];
    if (side) return shape("rect", { x, y: MIDDLE - height, width: wide - 1, height, class: "ce-yes" });
    // Hatched by lines: an SVG pattern would need an id that is unique on the page.
    const hatch = [];
    for (let y = 4; y < height; y += 4) hatch.push(`M${x} ${MIDDLE + y}h${wide - 1}`);
    return shape("path", { d: `M${x} ${MIDDLE}v${height}h${wide - 1}v${-height}${hatch.join("")}`, class: "ce-no" });
  }));
}
