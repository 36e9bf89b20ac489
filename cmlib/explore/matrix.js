// The matrix explorer: type or paste a matrix, point at a measure, see which cells it is made of and its arithmetic.

import { arithmetic, AVERAGES, called, exists, lessOne, named, options, valueOf } from "./arithmetic.js";
import { cells, overall, perClass, written } from "./measures.js";
import { change, complaint, element, goalList, matrixTable, mount, redraw, shape } from "./parts.js";
import { fromLabels, parseCounts, parseLabels } from "./reading.js";

const [FEWEST, MOST] = [2, 10];

function render({ model, el }) {
  const { root, say, on, remove } = mount(el, model, "Matrix explorer");
  const get = () => ({ labels: model.get("labels"), counts: model.get("counts") });
  // Counts and names change one after the other: in between they may not fit each other.
  const fits = () => get().labels.length === get().counts.length;
  const valueAt = (name, where) => valueOf(name, where, get().counts, get().labels);

  // ---- The matrix, whose cells and names are fields ----

  const wrong = new Map();
  const table = matrixTable({ caption: "Counts: type, or press ↑ and ↓", edit: typed, rename: renamed });
  const message = complaint();

  /** Take what stands in a field, or keep it there and say beside it what is wrong. */
  function take(field, problem, values) {
    field.setAttribute("aria-invalid", problem !== "");
    field.setAttribute("aria-describedby", problem ? message.root.id : "");
    if (problem) wrong.set(field, problem);
    else wrong.delete(field);
    message.show([...wrong.values()].join(" "));
    if (problem) say(problem, "problem");
    else change(model, values);
  }
  function typed(i, j, text, field) {
    const { labels, counts } = get();
    const problem = countProblem(text);
    const next = counts.map(row => [...row]);
    if (!problem) next[i][j] = Number(text);
    take(field, problem && `Truth ${labels[i]}, predicted ${labels[j]}: ${problem}`, { counts: next });
  }
  function renamed(i, text, field) {
    const old = model.get("labels");
    const labels = old.with(i, text.trim());
    const label = model.get("label") === old[i] ? labels[i] : model.get("label");
    take(field, nameProblem(labels, i), { labels, label });
  }
  function replace(values) {
    wrong.clear();
    message.show("");
    // A field with a wrong entry is kept as it is, so the fields are made anew.
    table.clear();
    change(model, { measure: "", label: "", ...values });
  }
  table.root.addEventListener("keydown", event => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const place = event.target.closest("td input");
    if (!step || !place || countProblem(place.value)) return;
    event.preventDefault();
    place.value = Math.max(0, Number(place.value) + step);
    place.dispatchEvent(new Event("input"));
  });
  table.root.addEventListener("paste", event => {
    const text = event.clipboardData.getData("text");
    if (!/\S[\s,;]+\S/.test(text)) return;
    event.preventDefault();
    paste.open(text);
  });

  const button = (name, click) => element("button", { type: "button", "data-key": name, click }, name);
  const more = button("Add a class", () => {
    const { labels, counts } = get();
    let number = labels.length + 1;
    while (labels.includes(`class ${number}`)) number++;
    replace({
      labels: [...labels, `class ${number}`],
      counts: [...counts.map(row => [...row, 0]), Array(labels.length + 1).fill(0)],
    });
  });
  const fewer = button("Remove the last class", () => {
    const { labels, counts } = get();
    replace({ labels: labels.slice(0, -1), counts: counts.slice(0, -1).map(row => row.slice(0, -1)) });
  });
  const paste = pasting(replace, say);

  // ---- The measures, and the cells and the arithmetic of the one pointed at ----

  const line = element("p", { class: "ce-arithmetic" });
  const panels = element("div", { class: "ce-panels", "aria-hidden": "true" });
  const places = element("div", { class: "ce-row" });
  let buttons = [];
  let built = "";

  function show(name, where) {
    const { labels, counts } = get();
    for (const it of buttons) it.node.setAttribute("aria-pressed", it.name === name && it.where === where);
    if (name === "") {
      table.light(null);
      line.textContent = "Point at a value below: its cells light up, and its arithmetic stands here.";
      return panels.replaceChildren();
    }
    const index = options(where, labels).index ?? null;
    const terms = cells(name, labels.length, index);
    table.light(terms);
    line.textContent = arithmetic(name, where, counts, labels);
    panels.replaceChildren(...(index !== null && terms.length > 1 ? [...pictures(terms, labels.length), lessOne(name)] : []));
  }
  // So do a measure and its class.
  const picked = () => {
    const [name, where] = [model.get("measure"), model.get("label")];
    return fits() && exists(name, where, get().labels) ? [name, where] : ["", ""];
  };
  const showPicked = () => show(...picked());

  function value(name, where) {
    const node = element("button", {
      type: "button", class: "ce-value", "data-key": `${name} ${where}`, tabindex: -1,
      pointerenter: event => event.pointerType === "mouse" && show(name, where),
      pointerleave: showPicked,
      focus({ target }) {
        for (const it of target.closest("table").querySelectorAll("button")) it.tabIndex = -1;
        target.tabIndex = 0;
        pick(name, where);
      },
      click: () => pick(name, where),
    });
    buttons.push({ node, name, where });
    return element("td", {}, node);
  }
  function pick(name, where) {
    change(model, { measure: name, label: where });
    say(arithmetic(name, where, model.get("counts"), model.get("labels")));
  }
  function grid(caption, columns, names, wheres) {
    const head = element("tr", {}, ...columns.map(column => element("th", { scope: "col" }, column)));
    const rows = names.map(name =>
      element("tr", {}, element("th", { scope: "row" }, named(name)), ...wheres.map(where => value(name, where))));
    const body = [element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...rows)];
    const node = element("table", { class: "ce-values", role: "grid", keydown: walk }, ...body);
    return element("div", { class: "ce-wide" }, node);
  }
  /** One stop of the Tab key for a table of values; the arrows go from value to value. */
  function walk(event) {
    const [right, down] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key] ?? [];
    const cell = event.target.closest("td");
    if (right === undefined || !cell) return;
    event.preventDefault();
    const row = right ? cell.parentElement : cell.parentElement[down > 0 ? "nextElementSibling" : "previousElementSibling"];
    row?.cells[cell.cellIndex + right]?.querySelector("button")?.focus();
  }
  function build(labels) {
    buttons = [];
    redraw(
      places,
      grid("Of each class, and averaged", ["measure", ...labels, ...AVERAGES], perClass, [...labels, ...AVERAGES]),
      grid("Of the whole matrix", ["measure", "value"], overall, [""]),
    );
    for (const node of places.querySelectorAll("tbody")) node.querySelector("button").tabIndex = 0;
    built = JSON.stringify(labels);
  }

  // ---- All of it, as the model says ----

  const goals = goalList(model.get("goals") ?? [], valueAt, say);
  function draw() {
    const { labels, counts } = get();
    table.update(labels, counts);
    more.disabled = labels.length >= MOST;
    fewer.disabled = labels.length <= FEWEST;
    if (built !== JSON.stringify(labels)) build(labels);
    for (const { node, name, where } of buttons) {
      const text = written(valueAt(name, where));
      node.textContent = text;
      node.setAttribute("aria-label", `${called(name, where, labels)}: ${text}`);
    }
    showPicked();
    goals.update();
  }
  on(["counts", "labels"], () => {
    if (!fits()) return;
    draw();
    const { labels, counts } = get();
    const [name, where] = picked();
    say(arithmetic(name || "accuracy", where, counts, labels));
  });
  on(["measure", "label"], showPicked);

  const copies = [copyButton("Copy as Python", () => inPython(get()), say)];
  const linkError = complaint();
  // A page of the book has an address that can hold the matrix; an output in JupyterLab has none.
  if (el.closest("[data-explorer]")) {
    copies.push(copyButton("Copy a link to this matrix", () => `${location.href.split("#")[0]}#${toLink(get())}`, say));
    try {
      const linked = fromLink(location.hash.slice(1));
      if (linked) change(model, linked);
    } catch (error) {
      linkError.show(`The link holds no matrix that can be read: ${error.message} Shown is the first one.`);
    }
  }
  const left = element("div", {}, element("div", { class: "ce-wide" }, table.root), message.root, legend());
  const right = element("div", { class: "ce-detail" }, line, panels);
  const actions = element("div", { class: "ce-actions" }, more, fewer, ...copies);
  root.append(linkError.root, element("div", { class: "ce-row" }, left, right), places, goals.root, actions, paste.root);
  draw();
  return remove;
}

// ---- What is typed, pasted and linked ----

function countProblem(text) {
  if (text.trim() === "") return "type a whole number.";
  const whole = /^\s*\d+\s*$/.test(text) && Number.isSafeInteger(Number(text));
  return whole ? "" : `“${text}” is not a whole number from 0 up.`;
}
function nameProblem(labels, i) {
  if (labels[i] === "") return `Class ${i + 1} needs a name.`;
  return labels.indexOf(labels[i]) === labels.lastIndexOf(labels[i]) ? "" : `Two classes are called “${labels[i]}”.`;
}

/** Refuse, in words, what is no matrix of 2 to 10 named classes. */
function checked({ counts, labels }) {
  const names = (labels ?? counts.map((_, i) => `class ${i + 1}`)).map(String);
  if (counts.length < FEWEST || counts.length > MOST)
    throw new Error(`${counts.length} classes: from ${FEWEST} to ${MOST} are possible here.`);
  if (names.length !== counts.length) throw new Error(`${names.length} names for ${counts.length} classes.`);
  const problem = names.map((_, i) => nameProblem(names, i)).find(it => it !== "");
  if (problem) throw new Error(problem);
  return { counts, labels: names };
}

function pasting(replace, say) {
  const area = name => element("textarea", { rows: 4, spellcheck: "false", "aria-label": name, placeholder: name });
  const [counts, truth, predicted] = [area("Counts, a row on each line"), area("True labels"), area("Predicted labels")];
  const wrong = [complaint(counts), complaint(truth, predicted)];
  const use = (read, at) => () => {
    try {
      const values = checked(read());
      wrong[at].show("");
      replace(values);
      say(`A matrix of ${values.labels.length} classes.`, "paste");
    } catch (error) {
      wrong[at].show(error.message);
      say(error.message, "problem");
    }
  };
  const useCounts = use(() => parseCounts(counts.value), 0);
  const useLabels = use(() => fromLabels(parseLabels(truth.value), parseLabels(predicted.value)), 1);
  const button = (name, click) => element("button", { type: "button", click }, name);
  const root = element(
    "details", {}, element("summary", {}, "Paste a matrix, or two lists of labels"),
    element("div", { class: "ce-row" },
      element("div", {}, counts, wrong[0].root, button("Use these counts", useCounts)),
      element("div", {}, truth, predicted, wrong[1].root, button("Count these labels", useLabels))),
  );
  // What is pasted into a cell and is more than a number is read as a whole matrix.
  const open = text => {
    root.open = true;
    counts.value = text;
    useCounts();
  };
  return { root, open };
}

const inPython = ({ labels, counts }) => {
  const rows = counts.map(row => `[${row.join(", ")}]`).join(", ");
  return `cmlib.ConfusionMatrix([${rows}], labels=[${labels.map(it => JSON.stringify(it)).join(", ")}])`;
};
const toLink = ({ labels, counts }) =>
  new URLSearchParams({ matrix: counts.map(row => row.join(",")).join(";"), labels: JSON.stringify(labels) });
function fromLink(hash) {
  const parts = new URLSearchParams(hash);
  if (!parts.has("matrix")) return null;
  return checked({ counts: parseCounts(parts.get("matrix")).counts, labels: JSON.parse(parts.get("labels")) });
}

/** A button that copies a text, or, where the clipboard is refused, shows it selected. */
function copyButton(name, text, say) {
  const note = element("span", { class: "ce-note" });
  const box = element("textarea", { readonly: true, hidden: true, rows: 3, "aria-label": `${name}: the text` });
  const copy = async () => {
    box.value = text();
    try {
      await navigator.clipboard.writeText(box.value);
      box.hidden = true;
      note.textContent = "Copied.";
    } catch {
      // Refused, or a page that was not served safely, such as a file: the reader copies by hand.
      box.hidden = false;
      box.select();
      note.textContent = "Selected: copy it with Ctrl+C or Cmd+C.";
    }
    say(`${name}: ${note.textContent}`);
  };
  const button = element("button", { type: "button", "data-key": name, click: copy }, name);
  return element("span", { class: "ce-copy" }, button, note, box);
}

// ---- Small pictures ----

const legend = () => element(
  "p", { class: "ce-legend" },
  ...[["filled", "counted"], ["outlined", "divided by"], ["hatched", "subtracted"]].flatMap(([kind, word]) =>
    [element("span", { class: `ce-swatch ce-${kind}` }), ` ${word} `]),
);

/** Of a sum of fractions, a small matrix for each, with its sign between: recall less the share predicted. */
function pictures(terms, K) {
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
    const drawn = [...every.map(place => square(place, "empty")), ...counted, ...divided];
    const picture = shape("svg", { viewBox: "0 0 66 66", width: 66, height: 66 }, ...drawn);
    return at === 0 ? [picture] : [element("span", {}, sign > 0 ? "+" : "−"), picture];
  });
}

export default { render };
