// The consistency explorer: printed values of a test of two classes, and the matrices that fit them.
import { MOST_LISTED, MOST_SAMPLES, NAMES, bounds, search, valueOf } from "./fits.js";
import { written } from "./measures.js";
import { mount } from "./mount.js";
import { change, COMMA, complaint, element, goalList, redraw } from "./parts.js";
import { matrixTable } from "./table.js";

const LABELS = ["negative", "positive"];
const CELLS = ["TN", "FP", "FN", "TP"];
const MOST_VALUES = 6;
const SLICE = 30; // milliseconds
const many = (count, one, several) => (count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${several}`);

// Throw an Error for sizes or values of a link that cannot be searched.
function check({ samples, values }) {
  const all = samples.reduce((a, b) => a + b, 0);
  if (samples.length < 1 || samples.length > 2 || !samples.every((it) => Number.isInteger(it) && it >= 0) || all < 1 || all > MOST_SAMPLES)
    throw new Error(`samples must be whole numbers, 1 to ${MOST_SAMPLES.toLocaleString("en")} in all.`);
  if (values.length > MOST_VALUES || !values.every(([name, text]) => name in NAMES && typeof text === "string")) throw new Error("the values have no measures.");
}

function render({ model, el }) {
  const kept = ["samples", "values"];
  const restored = () => queueMicrotask(() => (drawSamples(), drawValues()));
  const shownOne = () => found?.matrices[which.value - 1];
  const pass = () => (shownOne() ? { to: "matrix", values: { counts: shownOne(), labels: LABELS } } : null);
  const { root, say, on, remove, settle } = mount(el, model, "Consistency explorer", { kept, check, restored, pass });
  let running = 0; // the number of the latest search: older ones stop
  let found = null;
  const samples = element("div", { class: "ce-row ce-samples" });
  const values = element("ul", { class: "ce-printed" });
  const add = element("button", { type: "button", click: addValue }, "Add a value");
  const outcome = element("p", { class: "ce-title ce-outcome" });
  const bar = element("progress", { max: 1, "aria-label": "Search" });
  const which = element("input", { type: "range", min: 1, step: 1, "aria-label": "Which of the matrices that fit", input: showOne });
  const number = element("p", { class: "ce-note" });
  const one = matrixTable({ caption: "One that fits" });
  const table = element("table", { class: "ce-ranges" });
  const goals = goalList(model.get("goals") ?? [], () => found?.count ?? NaN, say);
  root.append(element("div", { class: "ce-pane" },
    samples, element("p", { class: "ce-title" }, "What is printed, of the positive class"), values,
    element("div", { class: "ce-row" }, add, bar), element("div", { class: "ce-row" }, outcome, goals.root)), element("div", { class: "ce-pane" },
    element("div", { class: "ce-row" }, element("div", { class: "ce-one" }, one.root, which, number), element("div", { class: "ce-beside" }, table)),
    element("p", { class: "ce-note" }, "A fit doesn't prove that the numbers are true, since others fit as well. If none fits, there is a slip, provided "
      + "that all values belong to one test set of this size and are rounded: means over folds or runs need not fit. For those see the package mlscorecheck."),
  ));

  // ---- What is typed ----

  function field(name, value, key, input) {
    const box = element("input", { type: "text", autocomplete: "off", "data-key": key, "aria-label": name, input: () => input(box) });
    box.value = value;
    const wrong = complaint(box);
    return { box, wrong };
  }
  function drawSamples() {
    const sizes = model.get("samples");
    const each = sizes.length === 2;
    const names = each ? ["Negative samples", "Positive samples"] : ["Samples in all"];
    const fields = names.map((name, at) => {
      const { box, wrong } = field(name, sizes[at], `samples ${at}`, () => {
        const next = [...model.get("samples")];
        next[at] = Number(box.value);
        const all = next.reduce((a, b) => a + b, 0);
        const bad = !/^\s*\d+\s*$/.test(box.value) || all < 1 || all > MOST_SAMPLES;
        wrong.show(bad ? `Type a whole number: 1 to ${MOST_SAMPLES.toLocaleString("en")} samples in all.` : "");
        if (!bad) change(model, { samples: next });
        update(bad);
      });
      box.inputMode = "numeric";
      return element("div", { class: "ce-field" }, element("label", {}, `${name} `, box), wrong.root);
    });
    const known = element("input", { type: "checkbox", "data-key": "each", change: () => {
      const [a, b] = model.get("samples");
      change(model, { samples: known.checked ? [Math.ceil(a / 2), Math.floor(a / 2)] : [a + b] });
      drawSamples();
    } });
    known.checked = each;
    // The box first: it stays where it is when there are two fields.
    redraw(samples, element("label", {}, known, " The size of each class is known"), ...fields);
  }
  function drawValues() {
    const lines = model.get("values").map(([name, text], at) => {
      const set = (next) => change(model, { values: model.get("values").map((it, i) => (i === at ? next : it)) });
      const taken = model.get("values").map(([it]) => it);
      const choice = element("select", { "aria-label": `measure ${at + 1}`, "data-key": `name ${at}`, change: () => {
        set([choice.value, box.value]);
        drawValues();
      } }, ...Object.entries(NAMES).filter(([it]) => it === name || !taken.includes(it))
        .map(([it, words]) => element("option", { value: it, selected: it === name }, words)));
      const { box, wrong } = field(`${NAMES[name]}, as printed`, text, `value ${at}`, () => {
        wrong.show(problem(name, box.value));
        set([choice.value, box.value]);
      });
      wrong.show(problem(name, text));
      const drop = element("button", { type: "button", "aria-label": `Remove ${NAMES[name]}`, "data-key": `drop ${at}`, click: () => {
        change(model, { values: model.get("values").filter((_, i) => i !== at) });
        drawValues();
        if (document.activeElement === document.body) add.focus();
      } }, "×");
      return element("li", { class: "ce-field" }, choice, box, drop, wrong.root);
    });
    redraw(values, ...lines);
    add.disabled = lines.length >= MOST_VALUES;
  }
  function addValue() {
    const taken = model.get("values").map(([name]) => name);
    const name = Object.keys(NAMES).find((it) => !taken.includes(it));
    // That of the matrix that is shown, so that it fits until the reader changes it.
    const matrix = shownOne();
    const value = matrix ? valueOf(name, matrix) : NaN;
    change(model, { values: [...model.get("values"), [name, Number.isNaN(value) ? "" : value.toFixed(2)]] });
    drawValues();
  }
  function problem(name, text) {
    if (text.includes(",")) return COMMA;
    try {
      bounds(name, text);
      return "";
    } catch (error) {
      return error.message;
    }
  }

  // ---- What follows ----

  async function update(bad = false) {
    const mine = ++running;
    found = null;
    if (bad === true) return show(null, "The number of samples can't be read.");
    const printed = model.get("values");
    if (!printed.length || printed.some(([name, text]) => problem(name, text)))
      return show(null, printed.length ? "One of the values can't be read." : "Add a value that is printed.");
    const work = search(model.get("samples"), printed);
    for (;;) {
      const until = performance.now() + SLICE;
      let step = work.next();
      while (!step.done && performance.now() < until) step = work.next();
      if (step.done) return show(step.value, sentence(step.value, printed));
      bar.value = step.value;
      bar.classList.add("ce-busy");
      // The page is free between two slices.
      await new Promise((go) => setTimeout(go));
      if (mine !== running) return;
    }
  }
  function sentence({ count, contradictions }, printed) {
    if (count) return `${many(count, "matrix fits", "matrices fit")}.`;
    const said = Object.fromEntries(printed);
    return contradictions.map((names) => `No matrix has ${names.map((name) => `${NAMES[name]} ${said[name].trim()}`).join(" with ")}.`).join(" ");
  }
  function show(result, words) {
    found = result;
    bar.classList.remove("ce-busy");
    outcome.textContent = words;
    outcome.classList.toggle("ce-none", found?.count === 0);
    which.max = Math.max(1, found?.matrices.length ?? 1);
    which.value = 1;
    which.disabled = which.max === "1";
    showOne();
    const rows = found?.count ? [
      ...CELLS.map((name, at) => [name, found.cells[at].map((it) => it.toLocaleString("en"))]),
      ...Object.entries(found.measures).map(([name, ends]) => [NAMES[name], ends.map((it) => written(it))]),
    ] : [];
    const title = found?.count ? "All that fit" : found ? "None fits: there is nothing to list" : "Nothing was tested";
    redraw(table, element("caption", {}, title),
      element("thead", {}, element("tr", {}, ...["measure", "least", "largest"].map((it) => element("th", { scope: "col" }, it)))),
      element("tbody", {}, ...rows.map(([name, ends]) => element("tr", {}, element("th", { scope: "row" }, name), ...ends.map((it) => element("td", {}, it))))));
    goals.update();
    say(words, "outcome");
  }
  function showOne() {
    const matrix = shownOne();
    one.update(LABELS, matrix ?? [["–", "–"], ["–", "–"]]);
    const listed = Math.min(found?.count ?? 0, MOST_LISTED).toLocaleString("en");
    number.textContent = matrix ? `Number ${which.value} of ${listed}${found.count > MOST_LISTED ? ", the first" : ""}: `
      + model.get("values").map(([name]) => `${NAMES[name]} ${written(valueOf(name, matrix))}`).join(", ") : "";
    which.setAttribute("aria-valuetext", number.textContent);
    settle();
  }

  on(["samples", "values"], update);
  drawSamples();
  drawValues();
  update();
  return () => {
    running += 1;
    remove();
  };
}

export default { render };
