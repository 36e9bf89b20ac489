// The threshold explorer: scores, a threshold that turns them into labels, and the results.
import { result } from "./arithmetic.js";
import { cells, measure, written } from "./measures.js";
import { auc, averagePrecision, costs, countsAt, curve } from "./scores.js";
import { axes, change, complaint, element, goalList, mount, redraw, shape } from "./parts.js";
import { drawCosts, drawStrip, MOST_MARKS, scale, short, text } from "./strip.js";
import { matrixTable } from "./table.js";

const RATES = [
  { name: "precision", of: (yes) => `of those predicted as ${yes}, the ${yes}`, terms: cells("precision", 2, 0) },
  { name: "recall", of: (yes) => `of all ${yes}, those predicted as ${yes}`, terms: cells("recall", 2, 0) },
  {
    name: "false-alarm rate",
    of: (yes, no) => `of all ${no}, those predicted as ${yes}`,
    terms: [{ sign: 1, top: [[1, 0]], bottom: [[1, 0], [1, 1]] }],
  },
  { name: "F1", of: () => "", terms: cells("f_score", 2, 0) },
];

function render({ model, el }) {
  const { root, say, on, remove } = mount(el, model, "Threshold explorer");
  let data; // the samples, and what follows from them alone
  let lit = RATES[0]; // the rate whose cells are lit, or null

  // ---- Layout ----

  const chooser = element("select", { change: () => choose(chooser.value) });
  const chooserLabel = element("label", {}, "Scores of ", chooser);
  const [strip, costStrip] = [1, 2].map(() =>
    shape("svg", { class: "ce-drawing ce-strip", role: "img", pointerdown: drag, pointermove: drag }));
  const key = element("p", { class: "ce-note" });
  const range = element("input", { type: "range", step: "any", input: slide, keydown: press });
  const number = element("input", { type: "number", step: "any", placeholder: "above all", change: type });
  number.setAttribute("aria-label", "The threshold, as a number; empty: above all scores");
  const wrongLine = complaint(number);
  const rangeLabel = element("label", {}, element("span", {}, "Move the threshold"), range);
  const line = element("div", { class: "ce-slider ce-mover" }, rangeLabel, number, wrongLine.root);
  const matrix = matrixTable({ caption: "The matrix at this threshold" });
  const rates = element("tbody");
  const rateTable = element("table", {},
    element("caption", {}, "Press a name: filled is counted, outlined divided by."), rates);
  const cost = ["miss", "falseAlarm"].map((_, at) =>
    element("input", { type: "number", min: 0, step: "any", input: () => spend(at) }));
  const costNames = cost.map(() => element("span"));
  const wrongCost = complaint(...cost);
  const bill = element("p");
  const toCheapest = element("button", { type: "button", click: goToCheapest }, "Go to the cheapest threshold");
  const curves = element("div", { class: "ce-row" });
  const goals = goalList(model.get("goals") ?? [], goalValue, say);
  root.append(
    chooserLabel, element("div", { class: "ce-stay" }, strip, line), key,
    element("div", { class: "ce-row" }, element("div", { class: "ce-wide" }, matrix.root), element("div", { class: "ce-beside" }, rateTable)),
    curves, goals.root,
    element("p", { class: "ce-title" }, "What errors cost"),
    element("div", { class: "ce-row" }, ...cost.map((field, at) => element("label", {}, costNames[at], " ", field))),
    wrongCost.root, costStrip, toCheapest, bill,
  );

  // ---- The threshold and its stops: each score, and above all of them ----

  const threshold = () => model.get("threshold") ?? null;
  // The lowest score that is predicted as positive; null if none is.
  const place = () => data.stops.findLastIndex((stop) => stop === null || threshold() !== null && stop >= threshold());
  const moveTo = (value) => change(model, { threshold: value });
  function step(by) {
    // Stops run from above all scores downwards, the keys upwards.
    moveTo(data.stops[Math.min(Math.max(place() - by, 0), data.stops.length - 1)]);
  }
  function press(event) {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10,
      Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(by);
  }
  // The slider runs over all values; the threshold goes on to the next score in that direction.
  function slide() {
    const value = range.valueAsNumber;
    const now = threshold() ?? Infinity;
    const scores = data.stops.slice(1);
    if (value > now) moveTo(scores.findLast((score) => score >= value) ?? null);
    else moveTo(scores.find((score) => score <= value) ?? scores.at(-1));
  }
  function type() {
    if (number.validity.badInput) return wrongLine.show("The threshold must be a number, or empty.");
    moveTo(number.value === "" ? null : number.valueAsNumber);
  }
  function drag(event) {
    const drawing = event.currentTarget;
    if (event.type === "pointerdown") {
      drawing.setPointerCapture(event.pointerId);
      event.preventDefault();
      range.focus({ preventScroll: true });
    } else if (!drawing.hasPointerCapture(event.pointerId)) return;
    const box = drawing.getBoundingClientRect();
    const x = (event.clientX - box.left) * (data.width / box.width);
    const far = data.stops.map((stop) => Math.abs(data.x(stop) - x));
    moveTo(data.stops[far.indexOf(Math.min(...far))]);
  }

  // ---- Other controls ----

  function choose(name) {
    const { y_true, scores, names } = model.get("data")[name];
    // At first, as many samples are predicted as positive as are positive.
    const first = [...scores].sort((a, b) => b - a)[y_true.filter((it) => it === 1).length - 1] ?? null;
    change(model, { chosen: name, y_true, scores, names, threshold: first });
  }
  function spend(at) {
    if (!(cost[at].valueAsNumber >= 0)) return wrongCost.show("A cost must be a number of at least 0.", [cost[at]]);
    wrongCost.show("");
    change(model, { costs: model.get("costs").map((old, i) => (i === at ? cost[at].valueAsNumber : old)) });
  }
  function goToCheapest() {
    const { cheapest } = costs(data.points, model.get("costs"));
    // Pressed again, it moves to the next of several.
    moveTo(data.stops[cheapest[(cheapest.indexOf(place()) + 1) % cheapest.length]]);
  }
  function light(rate) {
    lit = rate;
    update(false);
    matrix.light(rate && rate.terms);
    for (const [at, row] of [...rates.rows].entries())
      row.querySelector("button").setAttribute("aria-pressed", String(RATES[at] === rate));
  }
  function goalValue(name, where) {
    // With a class: the cost of one error on it.
    if (name === "cost") return where ? model.get("costs")[data.names.indexOf(where)] : total();
    if (["macro", "micro", "weighted"].includes(where)) return measure(name, now(), { average: where });
    // A class of another data set has no value; NaN would mean 0/0.
    if (where && !data.names.includes(where)) return undefined;
    return measure(name, now(), { index: Math.max(0, data.names.indexOf(where)) });
  }

  // ---- Matrix, rates and costs ----

  const now = () => countsAt(data.truth, data.scores, threshold());
  const total = () => now()[0][1] * model.get("costs")[0] + now()[1][0] * model.get("costs")[1];

  function begin() {
    const [truth, scores, names] = ["y_true", "scores", "names"].map((name) => model.get(name));
    const points = curve(truth, scores);
    data = { truth, scores, names: names.map(String), points, stops: points.map((point) => point.threshold) };
    const sets = Object.keys(model.get("data") ?? {});
    chooserLabel.hidden = sets.length < 2;
    redraw(chooser, ...sets.map((name) => element("option", { value: name, selected: name === model.get("chosen") }, name)));
    const [yes, no] = data.names;
    const [low, high] = [data.stops.at(-1), data.stops[1]];
    range.min = low;
    range.max = high + (high - low || 1) * 0.05;
    key.textContent = `Above the axis, ${scores.length > MOST_MARKS ? "solid" : "discs"}: ${yes} in truth. `
      + `Below it, ${scores.length > MOST_MARKS ? "hatched" : "squares"}: ${no} in truth. `
      + `Scores at the threshold or to its right are predicted as ${yes}.`;
    redraw(rates, ...RATES.map((rate) => element("tr", {},
      element("th", { scope: "row" },
        element("button", { type: "button", "aria-pressed": "false", click: () => light(lit === rate ? null : rate) }, rate.name)),
      element("td", { class: "ce-words" }, element("span"), element("span", { class: "ce-note" }, rate.of(yes, no))))));
    costNames[0].textContent = `One missed ${yes} costs`;
    costNames[1].textContent = `One ${no} predicted as ${yes} costs`;
    data.roc = drawRoc(points);
    data.pr = drawPr(points);
    redraw(curves, data.roc.figure, data.pr.figure);
    rescale();
    light(lit);
  }
  const roomWidth = () => Math.max(260, Math.min(720, root.clientWidth));
  const rescale = () => Object.assign(data, scale(data.scores, data.stops, roomWidth()));

  function update(heard = true) {
    const counts = now();
    const [[TP, FN], [FP, TN]] = counts;
    const [yes, no] = data.names;
    const name = (stop) => (stop === null ? "above all scores" : `at ${short(stop, data.stops)}`);
    const where = threshold() === null ? "above all scores" : `${short(threshold(), data.stops)} or more`;
    matrix.update(data.names, counts);
    // As in RATES: numerator, denominator, and both as text.
    const fractions = [
      [TP, TP + FP, `${TP} / (${TP} + ${FP})`],
      [TP, TP + FN, `${TP} / (${TP} + ${FN})`],
      [FP, FP + TN, `${FP} / (${FP} + ${TN})`],
      [2 * TP, 2 * TP + FN + FP, `2 × ${TP} / (2 × ${TP} + ${FN} + ${FP})`],
    ];
    const values = fractions.map(([top, bottom]) => top / bottom);
    fractions.forEach(([top, bottom, sums], at) => {
      const found = bottom ? result(values[at], { top, bottom }) : "= undefined";
      rates.rows[at].querySelector("span").textContent = `${sums} ${found}`;
    });
    const told = `Threshold ${name(threshold())}: ${TP + FP} of ${data.scores.length} predicted as ${yes}`;
    range.value = threshold() ?? range.max;
    range.setAttribute("aria-valuetext", told);
    if (!Object.is(number.valueAsNumber, threshold() ?? NaN)) number.value = threshold() ?? "";
    wrongLine.show("");

    const price = model.get("costs");
    cost.forEach((field, at) => { if (field.valueAsNumber !== price[at]) field.value = price[at]; });
    const { each, least, cheapest } = costs(data.points, price);
    const cheap = cheapest.includes(place());
    bill.textContent = `At this threshold: ${FN} × ${price[0]} + ${FP} × ${price[1]} = ${text(total())}`
      + `${cheap ? ", and no threshold costs less" : ""}. Cheapest: ${text(least)}, with the threshold ${cheapest.map((at) => name(data.stops[at])).join(", ")}.`;

    const at = { threshold: threshold(), place: place() };
    drawStrip(strip, data, { ...at, counts, where, lit: lit?.terms[0] });
    drawCosts(costStrip, data, { ...at, each, cheapest });
    costStrip.setAttribute("aria-label", `The cost at each threshold. ${bill.textContent}`);
    strip.setAttribute("aria-label", `The scores. ${told}: ${TP} ${yes} and ${FP} ${no}. `
      + `Predicted as ${no}: ${FN} ${yes} and ${TN} ${no}.`);
    const [P, R, alarms] = values;
    const passed = data.points.slice(0, place() + 1);
    data.roc.mark(passed, alarms, R, `False-alarm rate ${written(alarms)}, recall ${written(R)}.`);
    data.pr.mark(passed, R, P, `Recall ${written(R)}, precision ${written(P)}.`);
    goals.update();
    if (heard) {
      say(`${told}. Precision ${written(P)}, recall ${written(R)}, false-alarm rate ${written(alarms)}. `
        + `Cost ${text(total())}${cheap ? ", the lowest" : ""}.`, "line");
    }
  }

  // In the next frame: a drawing inside the observer would trigger it again.
  const watched = new ResizeObserver(() => requestAnimationFrame(() => {
    if (!root.isConnected || roomWidth() === data.width) return;
    rescale();
    update(false);
  }));
  // A new data set arrives as several changes: draw once, after all of them.
  let waiting = false;
  on(["y_true", "scores", "names", "data", "chosen"], () => {
    if (!waiting) queueMicrotask(() => { waiting = false; begin(); update(); });
    waiting = true;
  });
  on(["threshold", "costs"], () => waiting || update());
  begin();
  watched.observe(root);
  return () => {
    watched.disconnect();
    remove();
  };
}

// ---- The curves ----

function drawRoc(points) {
  // Straight lines are right, also over a tie: a random choice between two thresholds gives the points on them.
  const path = (some) => some.filter(({ fpr, tpr }) => !Number.isNaN(fpr + tpr)).map(({ fpr, tpr }) => [fpr, tpr]);
  const guess = [[0, 0], [1, 1]];
  return plot("ROC curve", "false-alarm rate", "recall", points, path, guess, `Area (AUC) ${written(auc(points))}`);
}

function drawPr(points) {
  // Steps, since straight lines would be too optimistic: precision does not change linearly with recall.
  const path = (some) => some.filter(({ tpr, precision }) => !Number.isNaN(tpr + precision))
    .flatMap(({ tpr, precision }, at, known) => [[at ? known[at - 1].tpr : 0, precision], [tpr, precision]]);
  const { TP, FP } = points.at(-1);
  const guess = [[0, TP / (TP + FP)], [1, TP / (TP + FP)]];
  return plot("P-R curve", "recall", "precision", points, path, guess, `Average precision ${written(averagePrecision(points))}`);
}

// A curve, its part up to the threshold, the dashed line of guessing, and the point of the threshold.
function plot(name, xName, yName, points, path, guess, area) {
  const drawing = axes({ x: [0, 1], y: [0, 1], xName, yName, name, width: 360, height: 236 });
  const corners = (places) => places.map(([x, y]) => `${drawing.x(x)},${drawing.y(y)}`).join(" ");
  const line = (places, look) => shape("polyline", { points: corners(places), class: look });
  const trail = line([], "ce-trail");
  const point = shape("circle", { r: 7, class: "ce-point" });
  drawing.front.append(line(guess, "ce-guess"), line(path(points), "ce-curve"), trail, point);
  const note = element("p", { class: "ce-note" }, `${name}. ${area}. Thick: the thresholds passed so far. Dashed: guessing.`);
  return {
    figure: element("div", { class: "ce-plot" }, drawing.root, note),
    mark(passed, x, y, words) {
      trail.setAttribute("points", corners(path(passed)));
      const known = !Number.isNaN(x + y);
      point.setAttribute("visibility", known ? "visible" : "hidden");
      if (known) {
        point.setAttribute("cx", drawing.x(x));
        point.setAttribute("cy", drawing.y(y));
      }
      drawing.describe(`${area}. At the threshold: ${words}`);
    },
  };
}

export default { render };
