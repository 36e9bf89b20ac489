// The threshold explorer: scores, a threshold that turns them into labels, and the results.
import { measure, written } from "./measures.js";
import { costs, countsAt, curve } from "./scores.js";
import { drawPr, drawRoc } from "./curves.js";
import { mount } from "./mount.js";
import { change, complaint, draggable, element, goalList, numberField, redraw, shape, stepping, STEPS } from "./parts.js";
import { rateTable } from "./rates.js";
import { parseSamples } from "./reading.js";
import { drawCosts, drawStrip, MOST_MARKS, scale, short, text } from "./strip.js";
import { matrixTable } from "./table.js";

// Sums of larger costs could overflow.
const isCost = (it) => Number.isFinite(it) && it >= 0 && it <= 1e12;

// Throw an Error for values of a link that cannot be shown.
function check({ y_true, scores, names, threshold, costs }) {
  if (!scores.length || y_true.length !== scores.length) throw new Error("each score needs its truth.");
  if (!scores.every(Number.isFinite) || !y_true.every((it) => it === 0 || it === 1)) throw new Error("the truth is 0 or 1, a score a number.");
  if (names.length !== 2 || String(names[0]) === String(names[1])) throw new Error("two different names are needed.");
  if (threshold !== null && !Number.isFinite(threshold)) throw new Error("the threshold must be a number, or null.");
  if (costs.length !== 2 || !costs.every(isCost)) throw new Error("a cost must be a number from 0 to 1,000,000,000,000.");
}

function render({ model, el }) {
  const kept = ["y_true", "scores", "names", "chosen", "threshold", "costs"];
  // From the model: `data` follows a change only later.
  const pass = () => ({ to: "matrix", values: {
    counts: countsAt(...["y_true", "scores", "threshold"].map((name) => model.get(name))), labels: model.get("names").map(String) } });
  const { root, say, on, remove } = mount(el, model, "Threshold explorer", { kept, check, restored, resized, pass });
  let data; // the samples, and what follows from them alone
  let found; // the first and the last place of the line so far
  const byHand = model.get("by_hand");

  // ---- Layout ----

  const chooser = element("select", { change: () => choose(chooser.value) });
  const chooserLabel = element("label", {}, "Scores of ", chooser);
  const [strip, costStrip] = [1, 2].map(() =>
    shape("svg", { class: "ce-drawing ce-strip", role: "img" }));
  for (const drawing of [strip, costStrip]) draggable(drawing, (event) => drag(event, drawing.getBoundingClientRect()));
  const key = element("p", { class: "ce-note" });
  const range = element("input", { type: "range", step: "any", input: slide, keydown: stepping(step, { ...STEPS, Home: -Infinity, End: Infinity }) });
  const number = numberField({ name: "The threshold, as a number; empty: above all scores", use: type, step, event: "change" });
  number.field.placeholder = "above all";
  const rangeLabel = element("label", {}, element("span", {}, "Move the threshold"), range);
  const line = element("div", { class: "ce-slider ce-mover" }, rangeLabel, number.field, number.wrong);
  const matrix = matrixTable({ caption: "The matrix at this threshold" });
  const rates = rateTable(now, () => update(false), say);
  const cost = [0, 1].map((at) =>
    numberField({ use: (value) => spend(at, value), step: (by) => spend(at, Math.max(0, model.get("costs")[at] + by)) }));
  const costNames = cost.map(() => element("span"));
  const bill = element("p");
  const toCheapest = element("button", { type: "button", click: goToCheapest }, "Go to the cheapest threshold");
  const curves = element("div", { class: "ce-row" });
  const goals = goalList(model.get("goals") ?? [], goalValue, say);
  const priced = element("div", {},
    element("p", { class: "ce-title" }, "What errors cost"),
    element("div", { class: "ce-row" }, ...cost.map(({ field, wrong }, at) =>
      element("div", { class: "ce-field" }, element("label", {}, costNames[at], " ", field), wrong))),
    costStrip, toCheapest, bill);
  const area = element("textarea", { rows: 5, spellcheck: "false", "aria-label": "Samples, one on each line", placeholder: "spam 0.9\nham 0.2" });
  const wrongSamples = complaint(area);
  const own = element("details", {}, element("summary", {}, "Paste scores of your own"),
    element("p", {}, "A sample on each line: its true class, then its score. The class on the first line is the positive one."),
    area, wrongSamples.root, element("button", { type: "button", click: useOwn }, "Use these scores"));
  root.append(
    element("div", { class: "ce-pane" }, chooserLabel, element("div", { class: "ce-stay" }, strip, line),
      element("div", { class: "ce-row" }, element("div", { class: "ce-wide" }, matrix.root), rates.root), key),
    element("div", { class: "ce-pane" }, curves, goals.root,
      byHand ? element("details", {}, element("summary", {}, "Give errors a price"), priced) : priced, own),
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
  // The slider runs over all values; the threshold goes on to the next score in that direction.
  function slide() {
    const value = range.valueAsNumber;
    const now = threshold() ?? Infinity;
    const scores = data.stops.slice(1);
    if (value > now) moveTo(scores.findLast((score) => score >= value) ?? null);
    else moveTo(scores.find((score) => score <= value) ?? scores.at(-1));
  }
  function type(value) {
    if (value !== null && !Number.isFinite(value)) return "The threshold must be a number, or empty.";
    moveTo(value);
  }
  function drag(event, box) {
    range.focus({ preventScroll: true });
    const x = (event.clientX - box.left) * (data.width / box.width);
    const far = data.stops.map((stop) => Math.abs(data.x(stop) - x));
    moveTo(data.stops[far.indexOf(Math.min(...far))]);
  }

  // ---- Other controls ----

  const choose = (name) => use({ ...model.get("data")[name], chosen: name });
  function use({ y_true, scores, names, chosen }) {
    // At first, as many samples are predicted as positive as are positive.
    const first = [...scores].sort((a, b) => b - a)[y_true.filter((it) => it === 1).length - 1] ?? null;
    change(model, { chosen, y_true, scores, names, threshold: first });
  }
  function useOwn() {
    wrongSamples.show("");
    try {
      use({ ...parseSamples(area.value), chosen: "" });
    } catch (error) {
      wrongSamples.show(error.message);
      say(error.message, "problem");
    }
  }
  function restored() {
    found = null;
  }
  function spend(at, value) {
    if (!isCost(value)) return "A cost must be a number from 0 to 1,000,000,000,000.";
    change(model, { costs: model.get("costs").with(at, value) });
  }
  function goToCheapest() {
    const { cheapest } = costs(data.points, model.get("costs"));
    // Pressed again, it moves to the next of several.
    moveTo(data.stops[cheapest[(cheapest.indexOf(place()) + 1) % cheapest.length]]);
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

  function now() {
    return countsAt(data.truth, data.scores, threshold());
  }
  const total = () => now()[0][1] * model.get("costs")[0] + now()[1][0] * model.get("costs")[1];

  function begin() {
    const [truth, scores, names] = ["y_true", "scores", "names"].map((name) => model.get(name));
    const points = curve(truth, scores);
    data = { truth, scores, names: names.map(String), points, stops: points.map((point) => point.threshold) };
    const sets = Object.keys(model.get("data") ?? {});
    chooserLabel.hidden = sets.length < 2;
    if (model.get("chosen") === "" && sets.length) sets.push("");
    redraw(chooser, ...sets.map((name) => element("option", { value: name, selected: name === model.get("chosen") }, name || "your own")));
    found = null;
    const [yes, no] = data.names;
    const [low, high] = [data.stops.at(-1), data.stops[1]];
    range.min = low;
    range.max = high + (high - low || 1) * 0.05;
    key.textContent = `Above the axis, ${scores.length > MOST_MARKS ? "solid" : "discs"}: ${yes} in truth. `
      + `Below it, ${scores.length > MOST_MARKS ? "hatched" : "squares"}: ${no} in truth. `
      + `Scores at the threshold or to its right are predicted as ${yes}.`;
    rates.build(data.names);
    costNames[0].textContent = `One missed ${yes} costs`;
    costNames[1].textContent = `One ${no} predicted as ${yes} costs`;
    data.roc = drawRoc(points, byHand);
    data.pr = drawPr(points, byHand);
    redraw(curves, data.roc.figure, data.pr.figure);
    rescale();
    rates.guess.forget();
    update(false);
  }
  const roomWidth = () => Math.max(260, Math.min(720, strip.parentElement.clientWidth));
  const rescale = () => Object.assign(data, scale(data.scores, data.stops, roomWidth()));

  function update(heard = true) {
    const counts = now();
    const [[TP, FN], [FP, TN]] = counts;
    const [yes, no] = data.names;
    const name = (stop) => (stop === null ? "above all scores" : `at ${short(stop, data.stops)}`);
    const where = threshold() === null ? "above all scores" : `${short(threshold(), data.stops)} or more`;
    matrix.update(data.names, counts);
    matrix.light(rates.terms());
    rates.update();
    const told = `Threshold ${name(threshold())}: ${TP + FP} of ${data.scores.length} predicted as ${yes}`;
    range.value = threshold() ?? range.max;
    range.setAttribute("aria-valuetext", told);
    number.set(threshold());

    const price = model.get("costs");
    cost.forEach((it, at) => it.set(price[at]));
    const { each, least, cheapest } = costs(data.points, price);
    const cheap = cheapest.includes(place());
    bill.textContent = `At this threshold: ${FN} × ${price[0]} + ${FP} × ${price[1]} = ${text(total())}`
      + `${cheap ? ", and no threshold costs less" : ""}. Cheapest: ${text(least)}, with the threshold ${cheapest.map((at) => name(data.stops[at])).join(", ")}.`;

    const at = { threshold: threshold(), place: place() };
    drawStrip(strip, data, { ...at, counts, where, lit: rates.terms()?.[0] });
    drawCosts(costStrip, data, { ...at, each, cheapest });
    costStrip.setAttribute("aria-label", `The cost at each threshold. ${bill.textContent}`);
    strip.setAttribute("aria-label", `The scores. ${told}: ${TP} ${yes} and ${FP} ${no}. `
      + `Predicted as ${no}: ${FN} ${yes} and ${TN} ${no}.`);
    const [P, R, alarms] = ["precision", "recall", "false-alarm rate"].map(rates.valueOf);
    found = [Math.min(place(), ...(found ?? [])), Math.max(place(), ...(found ?? []))];
    const passed = byHand ? data.points.slice(found[0], found[1] + 1) : data.points.slice(0, place() + 1);
    data.roc.mark(passed, alarms, R, `False-alarm rate ${written(alarms)}, recall ${written(R)}.`);
    data.pr.mark(passed, R, P, `Recall ${written(R)}, precision ${written(P)}.`);
    // A curve shows the values of its point.
    const hidden = ["recall", "false-alarm rate", "precision"].map((it) => rates.guess.hides(it));
    data.roc.figure.classList.toggle("ce-unseen", hidden[0] || hidden[1]);
    data.pr.figure.classList.toggle("ce-unseen", hidden[0] || hidden[2]);
    goals.update();
    if (heard) {
      const spoken = `Precision ${written(P)}, recall ${written(R)}, false-alarm rate ${written(alarms)}. `;
      say(`${told}. ${rates.guess.on() ? "" : spoken}Cost ${text(total())}${cheap ? ", the lowest" : ""}.`, "line");
    }
  }

  function resized() {
    if (roomWidth() === data.width) return;
    rescale();
    update(false);
  }
  // A new data set arrives as several changes: draw once, after all of them.
  let waiting = false;
  on(["y_true", "scores", "names", "data", "chosen"], () => {
    if (!waiting) queueMicrotask(() => { waiting = false; begin(); update(); });
    waiting = true;
  });
  on(["threshold"], rates.guess.forget);
  on(["threshold", "costs"], () => waiting || update());
  begin();
  return remove;
}

export default { render };
