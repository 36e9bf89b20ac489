// The prevalence explorer: a test of fixed skill, more or fewer sick people, and which measures move with them.
import { measure, written } from "./measures.js";
import { drawCrowd, icon, KINDS, rounded } from "./crowd.js";
import { guessing } from "./guess.js";
import { mount } from "./mount.js";
import { axes, change, draggable, element, goalList, redraw, shape, slider } from "./parts.js";

const MEASURES = [
  { name: "accuracy", text: "accuracy", of: "of all, those predicted as what they are", drawn: true },
  { name: "precision", text: "precision", of: "of those predicted as sick, the sick", drawn: true },
  { name: "negative_predictive_value", text: "NPV", of: "of those predicted as healthy, the healthy" },
  { name: "f_score", text: "F1", of: "precision and recall in one number" },
  { name: "cohen_kappa", text: "Kappa", of: "agreement beyond chance" },
  { name: "mcc", text: "MCC", of: "correlation of truth and prediction", drawn: true },
  { name: "informedness", text: "J", of: "sensitivity + specificity − 1", drawn: true },
  { name: "r_score", text: "R", of: "sensitivity − share predicted as sick" },
  { name: "r_prime", text: "R′", of: "R + prevalence", drawn: true },
];
const COLOURS = ["fill", "second", "third", "ink"].map((name) => `var(--ce-${name})`);
const DASHES = ["none", "7 3", "2 3", "9 3 2 3"];
const look = (at) => ({ stroke: COLOURS[at % 4], "stroke-dasharray": DASHES[(at + Math.floor(at / 4)) % 4] });

const SHARES = ["prevalence", "sensitivity", "specificity"];
// The least prevalence on a logarithmic scale: of ten thousand people, one is sick.
const RAREST = 1e-4;

// The shares as whole counts: a million times each of the three numbers, so that no 0 is lost by rounding.
function countsFor(prevalence, sensitivity, specificity) {
  const [P, S, T] = [prevalence, sensitivity, specificity].map((it) => Math.round(it * 1e6));
  return [[P * S, P * (1e6 - S)], [(1e6 - P) * (1e6 - T), (1e6 - P) * T]];
}
const valueOf = (name, counts, index = 0) => measure(name, counts, { index });

// Throw an Error for values of a link that cannot be shown.
function check({ people, ...shares }) {
  for (const [name, share] of Object.entries(shares)) if (!(share >= 0 && share <= 1)) throw new Error(`${name} must be from 0 to 1.`);
  if (!(Number.isInteger(people) && people >= 10 && people <= 2000)) throw new Error("from 10 to 2000 people can be drawn.");
}

function render({ model, el }) {
  const { root, say, on, remove } = mount(el, model, "Prevalence explorer", { kept: [...SHARES, "people"], check, resized, pass });
  let width; // of the explorer
  let drawing; // the chart as it is now
  const chosen = new Set(MEASURES.filter((it) => it.drawn));
  let asked = MEASURES[1]; // what is guessed
  const guess = guessing((name) => valueOf(name, countsFor(...now())), () => {
    update(false);
    say(guess.line.firstChild.textContent);
  });

  const sliders = {
    prevalence: "Prevalence: of all people, the sick",
    sensitivity: "Sensitivity: of the sick, those predicted as sick",
    specificity: "Specificity: of the healthy, those predicted as healthy",
  };
  const controls = Object.entries(sliders).map(([name, text]) =>
    [name, slider({ name: text, min: 0, max: 1, step: 0.01, value: model.get(name), input: (it) => change(model, { [name]: it }) })]);
  const crowd = shape("svg", { class: "ce-drawing ce-crowd", role: "img" });
  const kinds = KINDS.map((kind) => element("li", {}, icon(kind), element("span")));
  const ofCalled = element("p", { class: "ce-title ce-told" });
  const wholes = element("p", { class: "ce-note" });
  const chart = element("div", { class: "ce-chart" });
  // The drawing is replaced during a drag, so its container captures the pointer.
  draggable(chart, (event) => {
    const box = drawing.root.getBoundingClientRect();
    change(model, { prevalence: drawing.shareAt((event.clientX - box.left) / box.width) });
  });
  const values = MEASURES.map(() => element("td"));
  const table = element("table", { class: "ce-moving" },
    element("caption", {}, "Worked out from the exact shares, not from the rounded people. Choose what is drawn."),
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "measure"), element("th", { scope: "col" }, "now"))),
    element("tbody", {}, ...MEASURES.map((it, at) => element("tr", {},
      element("th", { scope: "row" }, choice(it, at), element("span", { class: "ce-note" }, it.of)), values[at]))));
  const stretch = element("div");
  const goals = goalList(model.get("goals") ?? [], goalValue, say);
  const logBox = element("input", { type: "checkbox", change: () => {
    controls[0][1].scale(logBox.checked ? RAREST : 0);
    update(false);
  } });
  const skill = element("div", { class: "ce-stay" }, ...controls.map(([, control]) => control.root));
  const room = () => Math.max(260, skill.clientWidth);
  root.append(element("div", { class: "ce-pane" }, skill,
    ofCalled, element("ul", { class: "ce-key" }, ...kinds), crowd, wholes, goals.root), element("div", { class: "ce-pane" },
    element("p", { class: "ce-title" }, "The same skill, another share of sick people"),
    element("div", { class: "ce-row" },
      element("div", { class: "ce-drawings" }, element("label", {}, logBox, " Prevalence on a logarithmic scale"), chart, element("p", { class: "ce-title" }, "Shift or stretch"), stretch),
      element("div", { class: "ce-beside" }, guess.box, guess.line, table)),
  ));

  function choice(it, at) {
    const box = element("input", { type: "checkbox", change: () => { chosen[box.checked ? "add" : "delete"](it); update(false); } });
    box.checked = chosen.has(it);
    const sample = shape("svg", { width: 34, height: 10, "aria-hidden": "true" },
      shape("line", { x1: 0, x2: 34, y1: 5, y2: 5, "stroke-width": 2.5, ...look(at) }));
    return element("label", {}, box, " ", sample, " ", it.text);
  }
  const askFor = (it) => element("button", { type: "button", "data-key": it.name, "aria-label": `${it.text}: guess it`, click: () => {
    asked = it;
    update(false);
  } }, "?");
  /** The drawn people as a matrix. */
  function pass() {
    const [TP, FN, FP, TN] = rounded(countsFor(...now()), model.get("people"));
    return { to: "matrix", values: { counts: [[TP, FN], [FP, TN]], labels: ["sick", "healthy"] } };
  }
  const now = () => SHARES.map((name) => model.get(name));
  function goalValue(name, where) {
    if (SHARES.includes(name)) return model.get(name);
    return valueOf(name, countsFor(...now()), where === "healthy" ? 1 : 0);
  }

  function update(heard = true) {
    const [prevalence, sensitivity, specificity] = now();
    width = room(); // read before anything changes, so that nothing is laid out twice
    for (const [name, control] of controls) control.set(model.get(name));
    const counts = countsFor(prevalence, sensitivity, specificity);
    const total = model.get("people");
    const people = rounded(counts, total);

    drawCrowd(crowd, people, width < 560 ? 40 : 50);
    const named = KINDS.map(({ truth, called, short }, at) => `${people[at].toLocaleString("en")} ${truth}, predicted as ${called} (${short})`);
    kinds.forEach((line, at) => {
      const [count, ...words] = named[at].split(" ");
      line.querySelector("span").replaceChildren(element("b", {}, count), ` ${words.join(" ")}`);
    });
    crowd.setAttribute("aria-label", `${total.toLocaleString("en")} people: ${named.join("; ")}.`);
    const called = people[0] + people[2];
    const sentence = called ? `Of the ${called.toLocaleString("en")} predicted as sick, ${people[0].toLocaleString("en")} ${people[0] === 1 ? "is" : "are"} sick.`
      : "Nobody is predicted as sick.";
    ofCalled.textContent = sentence;
    const shown = (node, ...names) => node.classList.toggle("ce-unseen", names.some((it) => guess.hides(it)));
    shown(ofCalled, "precision");
    shown(stretch, "r_prime", "r_score", "informedness");
    guess.show(asked.name, asked.text);
    wholes.textContent = `People are whole: their shares are rounded so that they add up to ${total.toLocaleString("en")}.`;

    const present = MEASURES.map(({ name }) => valueOf(name, counts));
    MEASURES.forEach((it, at) => redraw(values[at], guess.hides(it.name) ? askFor(it) : written(present[at])));
    const drawn = MEASURES.map((it, at) => ({ ...it, at, value: present[at] })).filter(({ at, name }) => chosen.has(MEASURES[at]) && !guess.hides(name));
    drawing = drawChart(drawn, now(), Math.min(width, 420), logBox.checked);
    redraw(chart, drawing.root);
    redraw(stretch, ...drawStretch(prevalence, Math.min(width, 420), ...["r_prime", "r_score", "informedness"].map((name) => valueOf(name, counts))));
    goals.update();
    if (heard) {
      const spoken = drawn.map(({ text, value }) => `${text} ${written(value)}`).join(", ");
      say(`Prevalence ${prevalence}. ${guess.on() ? "" : `${sentence} ${spoken}.`}`, "values");
    }
  }

  function resized() {
    if (width !== room()) update(false);
  }
  on([...Object.keys(sliders), "people"], () => (guess.forget(), update()));
  update(false);
  return remove;
}

// ---- The measures over prevalence ----

function drawChart(drawn, [prevalence, sensitivity, specificity], width, log) {
  // Points are dense where some measures fall steeply: at both ends, on a logarithmic scale at 1.
  const shares = [...Array(121).keys()].map((at) => (log ? RAREST ** ((1 - at / 120) ** 2) : (1 - Math.cos((at / 120) * Math.PI)) / 2));
  const lines = drawn.map(({ name }) => shares.map((share) => valueOf(name, countsFor(share, sensitivity, specificity))));
  const low = Math.min(0, ...lines.flat().filter((it) => !Number.isNaN(it))) < 0 ? -1 : 0;
  const { root, front, x: place, y, describe } = axes({ x: log ? [Math.log10(RAREST), 0] : [0, 1], y: [low, 1], xName: "prevalence", yName: "value",
    xText: log ? (tick) => 10 ** tick : String, name: "The measures over prevalence", width: width - 76, height: 300 });
  const x = (share) => place(log ? Math.log10(Math.max(share, RAREST)) : share);
  root.setAttribute("viewBox", `0 0 ${width} 300`);
  front.append(shape("line", { x1: x(prevalence), x2: x(prevalence), y1: y(1), y2: y(low), class: "ce-line" }));
  // A name is at the end of its line, in the order of the lines shortly before their ends, without overlap. That place
  // is the same on both scales.
  const before = countsFor(0.975, sensitivity, specificity);
  const order = lines.map((line, at) => ({ at, before: valueOf(drawn[at].name, before), end: line.findLast((it) => !Number.isNaN(it)) }))
    .filter(({ end }) => end !== undefined).sort((a, b) => b.before - a.before);
  const step = 15;
  let free = y(1) - step;
  order.forEach(({ at, end }, place) => {
    const last = y(low) + 8 - (order.length - 1 - place) * step;
    const height = Math.min(Math.max(y(end), free + step), last);
    free = height;
    const { value, text, at: which } = drawn[at];
    const points = shares.map((share, i) => [x(share), y(lines[at][i])]).filter(([, high]) => !Number.isNaN(high));
    points.push([x(1) + 10, height]);
    front.append(shape("polyline", { points: points.map(String).join(" "), fill: "none", "stroke-width": 2.2, ...look(which) }));
    front.append(shape("text", { x: x(1) + 14, y: height + 4 }, text));
    if (!Number.isNaN(value)) front.append(shape("circle", { cx: x(prevalence), cy: y(value), r: 4.5, fill: COLOURS[which % 4] }));
  });
  describe(drawn.map(({ text, value }) => `${text} ${written(value)}`).join(", ") + `, at prevalence ${prevalence}.`);
  function shareAt(part) {
    const along = Math.min(Math.max((part * width - x(0)) / (x(1) - x(0)), 0), 1);
    return log ? Number((RAREST ** (1 - along)).toPrecision(2)) : Number(along.toFixed(3));
  }
  return { root, shareAt };
}

// ---- R, shifted and stretched ----

function drawStretch(prevalence, width, shifted, R, J) {
  const [left, right] = [10, width - 10];
  const x = (value) => left + ((value + 1) / 2) * (right - left);
  const rows = [
    { name: "R′ = R + prevalence", y: 40, ends: [2 * prevalence - 1, 1], value: shifted, zero: prevalence },
    { name: "R = sensitivity − share predicted as sick", y: 110, ends: [prevalence - 1, 1 - prevalence], value: R, zero: 0 },
    { name: "J = R / (1 − prevalence)", y: 180, ends: [-1, 1], value: J, zero: prevalence < 1 ? 0 : NaN },
  ];
  const parts = rows.flatMap(({ name, y, ends, value, zero }) => [
    shape("text", { x: left, y: y - 16, class: "ce-halo" }, `${width < 330 ? name.split(" = ")[0] : name} = ${written(value)}`),
    shape("line", { x1: x(-1), x2: x(1), y1: y, y2: y, stroke: "var(--ce-grid)", "stroke-width": 2 }),
    shape("line", { x1: x(ends[0]), x2: x(ends[1]), y1: y, y2: y, stroke: "var(--ce-fill)", "stroke-width": 7 }),
    ...(Number.isNaN(zero) ? [] : [shape("line", { x1: x(zero), x2: x(zero), y1: y - 9, y2: y + 9, stroke: "var(--ce-ink)", "stroke-width": 3 })]),
    ...(Number.isNaN(value) ? [] : [shape("circle", { cx: x(value), cy: y, r: 7, class: "ce-point" })]),
  ]);
  // From R's ends and its mark to those of the other two: parallel above, spread out below.
  const joined = [rows[0], rows[2]].flatMap((row) => [0, 1, 2].map((at) => {
    const [from, to] = [rows[1], row].map((it) => [...it.ends, it.value][at]);
    return Number.isNaN(from + to) ? "" : shape("line", { x1: x(from), y1: 110, x2: x(to), y2: row.y, stroke: "var(--ce-quiet)", "stroke-dasharray": at < 2 ? "none" : "3 3" });
  }));
  const scale = [-1, -0.5, 0, 0.5, 1].map((tick) => shape("text", { x: x(tick), y: 212, "text-anchor": "middle" }, String(tick)));
  const words = `Shifted up by the prevalence, R ${written(R)} becomes R′ ${written(shifted)}; stretched by 1 / (1 − prevalence) it becomes J ${written(J)}.`;
  return [
    shape("svg", { class: "ce-drawing", viewBox: `0 0 ${width} 218`, role: "img", "aria-label": words }, ...joined, ...parts, ...scale),
    element("p", { class: "ce-note" }, "Thick: the range that each can have. Upright stroke: a test that knows nothing. Shifting moves that stroke with the "
      + "prevalence, so R′ grows while the skill J stays: R′ = prevalence + (1 − prevalence) · J."),
  ];
}

export default { render };
