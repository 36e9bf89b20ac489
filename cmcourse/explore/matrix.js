// The matrix explorer: type or paste a matrix, point at a measure, see its cells and its arithmetic.

import { arithmetic, AVERAGES, called, exists, lessOne, named, options, valueOf } from "./arithmetic.js";
import {
  copyButton, countProblem, FEWEST, fromLink, inPython, MOST, nameProblem, pasting, toLink,
} from "./exchange.js";
import { cells, margins, overall, perClass, written } from "./measures.js";
import { change, complaint, element, goalList, mount, redraw, shape } from "./parts.js";
import { matrixTable } from "./table.js";

function render({ model, el }) {
  const { root, say, on, remove } = mount(el, model, "Matrix explorer");
  const get = () => ({ labels: model.get("labels"), counts: model.get("counts") });
  // Counts and names change one after the other and may not fit in between.
  const fits = () => get().labels.length === get().counts.length;
  const valueAt = (name, where) => valueOf(name, where, get().counts, get().labels);

  // ---- The matrix, whose cells and names are fields ----

  const wrong = new Map();
  const table = matrixTable({ caption: "Counts: type them, or press − and +", edit: typed, rename: renamed });
  const message = complaint();
  const meaning = element("p", { class: "ce-note" }, "A row holds one class of the truth, a column one class of the predictions.");

  /** Use the text of a field, or keep it there with a message that says what is wrong. */
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
    // A field with a wrong entry keeps it, so the fields are rebuilt.
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

  // The cell focused or hovered last is described in words.
  let described = null;
  function describe() {
    const { labels, counts } = get();
    const [i, j] = described ?? [];
    if (i === undefined || i >= labels.length || j >= labels.length) return;
    meaning.textContent = `${counts[i][j]} of ${labels[i]}, ${i === j ? "rightly" : "wrongly"} predicted as ${labels[j]}.`;
  }
  for (const event of ["focusin", "pointerover"]) {
    table.root.addEventListener(event, ({ target }) => {
      const cell = target.closest("td");
      if (!cell) return;
      described = [cell.parentElement.rowIndex - 1, cell.cellIndex - 1];
      describe();
    });
  }

  const button = (name, click) => element("button", { type: "button", "data-key": name, click }, name);
  const more = button("Add a class", () => {
    const { labels, counts } = get();
    let number = labels.length + 1;
    while (labels.includes(`class ${number}`)) number++;
    say(`Added class ${number}, which has no samples yet.`, "classes");
    replace({
      labels: [...labels, `class ${number}`],
      counts: [...counts.map(row => [...row, 0]), Array(labels.length + 1).fill(0)],
    });
  });
  const fewer = button("Remove the last class", () => {
    const { labels, counts } = get();
    say(`Removed ${labels.at(-1)}.`, "classes");
    replace({ labels: labels.slice(0, -1), counts: counts.slice(0, -1).map(row => row.slice(0, -1)) });
  });
  const paste = pasting(replace, say);

  // ---- The measures; cells and arithmetic of the selected one ----

  const line = element("p", { class: "ce-arithmetic" });
  const panels = element("div", { class: "ce-panels", "aria-hidden": "true" });
  const detail = element("div", { class: "ce-detail" }, line, panels);
  const places = element("div", { class: "ce-row ce-places" });
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
    table.light(cells(name, labels.length, index));
    write(line, panels, name, where);
  }
  function write(line, panels, name, where) {
    const { labels, counts } = get();
    const index = options(where, labels).index ?? null;
    const terms = cells(name, labels.length, index);
    // A line may break before a sign, but not between the sign and the result.
    line.textContent = arithmetic(name, where, counts, labels).replace(/([=≈]) /g, "$1\u00a0");
    const several = index !== null && terms.length > 1;
    panels.replaceChildren(...(several ? [...pictures(terms, labels.length), lessOne(name)] : byChance(name, counts)));
  }
  // The arithmetic has the room that its longest needs, so that the values do not move under the pointer.
  let reserved = "";
  function reserve() {
    const { labels, counts } = get();
    const needed = `${detail.clientWidth} ${labels.join()} ${counts.flat().map(it => String(it).length)}`;
    if (!detail.clientWidth || needed === reserved) return;
    reserved = needed;
    const [trial, parts] = [element("p", { class: "ce-arithmetic" }), element("div", { class: "ce-panels" })];
    const probe = element("div", { class: "ce-detail ce-probe", style: `width: ${detail.getBoundingClientRect().width}px` }, trial, parts);
    root.append(probe);
    const heights = buttons.map(({ name, where }) => (write(trial, parts, name, where), probe.getBoundingClientRect().height));
    probe.remove();
    detail.style.minHeight = `${Math.ceil(Math.max(...heights))}px`;
  }
  // The same holds for a measure and its class.
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
  /** One Tab stop for a table of values; the arrow keys move from value to value. */
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

  // ---- Draw the state of the model ----

  const goals = goalList(model.get("goals") ?? [], valueAt, say);
  function draw() {
    const { labels, counts } = get();
    table.update(labels, counts);
    root.classList.toggle("ce-large", labels.length > 5);
    more.disabled = labels.length >= MOST;
    fewer.disabled = labels.length <= FEWEST;
    if (built !== JSON.stringify(labels)) build(labels);
    for (const { node, name, where } of buttons) {
      const text = written(valueAt(name, where));
      node.textContent = text;
      node.setAttribute("aria-label", `${called(name, where, labels)}: ${text}`);
    }
    reserve();
    showPicked();
    describe();
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
  const left = element("div", { class: "ce-left" }, element("div", { class: "ce-wide" }, table.root), message.root, meaning, legend());
  const actions = element("div", { class: "ce-actions" }, more, fewer, ...copies);
  root.classList.add("ce-board");
  root.append(linkError.root, left, detail, goals.root, places, actions, paste.root);
  draw();
  // In the next frame: a change of size inside the observer would trigger it again.
  const watched = new ResizeObserver(() => requestAnimationFrame(() => root.isConnected && reserve()));
  watched.observe(root);
  return () => {
    watched.disconnect();
    remove();
  };
}

// ---- Small pictures ----

const legend = () => element(
  "p", { class: "ce-legend" },
  ...[["filled", "counted"], ["outlined", "divided by"], ["hatched", "subtracted"]].flatMap(([kind, word]) =>
    [element("span", {}, element("span", { class: `ce-swatch ce-${kind}` }), ` ${word}`), " "]),
);

/** A small matrix for each fraction of a sum, with the signs between them: recall less the share predicted. */
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
    for (const it of divided) it.style.strokeWidth = Math.min(3, side / 6);
    const drawn = [...every.map(place => square(place, "empty")), ...counted, ...divided];
    const picture = shape("svg", { viewBox: "0 0 66 66", width: 66, height: 66 }, ...drawn);
    return at === 0 ? [picture] : [element("span", {}, sign > 0 ? "+" : "−"), picture];
  });
}

/** The counts expected by chance with the same sums, for Kappa and the MCC. */
function byChance(name, counts) {
  const { rows, columns, total } = margins(counts);
  const compares = name === "cohen_kappa" || (name === "mcc" && counts.length > 2);
  // No room for the counts of more classes.
  if (!compares || total === 0 || counts.length > 4) return [];
  const body = rows.map((row, i) => element("tr", {}, ...columns.map((column, j) =>
    element("td", { class: i === j && "ce-filled" }, written((row * column) / total, 1)))));
  const words = element("span", { class: "ce-note" }, "less what chance gives each cell: row × column / all");
  return [words, element("table", { class: "ce-chance" }, element("tbody", {}, ...body))];
}

export default { render };
