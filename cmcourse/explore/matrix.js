// The matrix explorer: type or paste a matrix, choose a value, see its cells and its arithmetic.

import { arithmetic, AVERAGES, called, exists, lessOne, named, options, valueOf } from "./arithmetic.js";
import { checked, countProblem, FEWEST, inPython, MOST, nameProblem, pasting } from "./exchange.js";
import { guessing } from "./guess.js";
import { byChance, legend, pictures } from "./lit.js";
import { cells, overall, perClass, written } from "./measures.js";
import { copyButton, mount } from "./mount.js";
import { change, complaint, element, goalList, redraw } from "./parts.js";
import { matrixTable } from "./table.js";

function render({ model, el }) {
  const kept = ["counts", "labels", "measure", "label"];
  const { root, say, on, remove } = mount(el, model, "Matrix explorer", { kept, check: checked, restored, resized, pass });
  const get = () => ({ labels: model.get("labels"), counts: model.get("counts") });
  // Counts and names change one after the other and may not fit in between.
  const fits = () => get().labels.length === get().counts.length;
  const valueAt = (name, where) => valueOf(name, where, get().counts, get().labels);

  // ---- The matrix, whose cells and names are fields ----

  const wrong = new Map();
  // The buttons are there for fingers only; the style sheet shows one of the two.
  const steps = ["key", "touch"].map((by, at) => element("span", { class: `ce-by-${by}` }, ["↑ and ↓", "− and +"][at]));
  const caption = element("span", {}, "Counts: type them, or step with ", ...steps);
  const table = matrixTable({ caption, edit: typed, rename: renamed });
  const message = complaint();
  const meaning = element("p", { class: "ce-note" }, "Rows are the truth, columns the predictions.");

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
  function restored() {
    wrong.clear();
    message.show("");
    // A field with a wrong entry keeps it, so the fields are rebuilt.
    table.clear();
    guess.forget();
  }
  function replace(values) {
    restored();
    change(model, values);
  }
  /** Two classes go on to the prevalence explorer, the first as the sick. */
  function pass() {
    const [[TP, FN], [FP, TN]] = model.get("counts");
    const [sick, healthy] = [TP + FN, FP + TN];
    if (model.get("counts").length > 2 || !sick || !healthy) return null;
    const [prevalence, sensitivity, specificity] = [sick / (sick + healthy), TP / sick, TN / healthy].map(it => Number(it.toFixed(6)));
    const people = sick + healthy <= 2000 && sick + healthy >= 10 ? sick + healthy : 1000;
    return { to: "prevalence", values: { prevalence, sensitivity, specificity, people } };
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
  const detail = element("div", { class: "ce-detail", role: "group", "aria-label": "The arithmetic" }, message.root, line, panels);
  const places = element("div", { class: "ce-row ce-places" });
  let buttons = [];
  let built = "";

  function show(name, where) {
    const { labels } = get();
    for (const it of buttons) it.node.setAttribute("aria-pressed", it.name === name && it.where === where);
    if (name === "") {
      table.light(null);
      line.textContent = "Choose a value: its cells light up, and its arithmetic stands here.";
      return panels.replaceChildren();
    }
    table.light(cells(name, labels.length, options(where, labels).index));
    write(line, panels, name, where);
  }
  function write(line, panels, name, where, counts = get().counts) {
    const { labels } = get();
    const index = options(where, labels).index ?? null;
    const terms = cells(name, labels.length, index);
    if (guess.hides(name, where)) {
      line.replaceChildren(...guess.ask(name, where, called(name, where, labels)));
      return panels.replaceChildren();
    }
    // A line may break before a sign, but not between the sign and the result.
    line.textContent = arithmetic(name, where, counts, labels).replace(/([=≈]) /g, "$1\u00a0") + guess.compared(name, where);
    const several = index !== null && terms.length > 1;
    panels.replaceChildren(...(several ? [...pictures(terms, labels.length), lessOne(name)] : byChance(name, counts)));
  }
  // The arithmetic has the room that its longest needs, so that the values do not move under the pointer.
  let reserved = "";
  let width = 0; // as last seen: to measure it after a change lays the page out once more
  function reserve() {
    const { labels, counts } = get();
    const needed = `${width} ${guess.on()} ${folded.open} ${labels.join()} ${counts.flat().map(it => Math.max(6, String(it).length))}`;
    if (!width || needed === reserved) return;
    reserved = needed;
    const style = `width: ${width}px`;
    // As long as it gets while six digits are typed.
    const long = counts.map(row => row.map(it => Math.max(it, 100_000)));
    // All are written before one is measured: one layout.
    const trials = buttons.filter(({ node }) => node.checkVisibility()).flatMap(({ name, where }) => [counts, long].map(it => {
      const [trial, parts] = [element("p", { class: "ce-arithmetic" }), element("div", { class: "ce-panels" })];
      write(trial, parts, name, where, it);
      return element("div", { class: "ce-detail ce-probe", style }, trial, parts);
    }));
    const name = labels.toSorted((a, b) => b.length - a.length)[0];
    const words = `Truth ${name}, predicted ${name}: ${countProblem("12345x")}`;
    trials.push(element("div", { class: "ce-detail ce-probe", style }, element("p", { class: "ce-error" }, words)));
    root.append(...trials);
    const heights = trials.map(it => it.offsetHeight + 1);
    for (const it of trials) it.remove();
    detail.style.setProperty("--ce-room", `${Math.max(...heights)}px`);
  }
  function resized() {
    width = detail.clientWidth;
    reserve();
  }
  // The same holds for a measure and its class.
  const picked = () => {
    const [name, where] = [model.get("measure"), model.get("label")];
    return fits() && exists(name, where, get().labels) ? [name, where] : ["", ""];
  };
  function showPicked() {
    show(...picked());
    // What scrolls is reached by the Tab key. It is measured with the frame's own layout: to measure at once is slow.
    requestAnimationFrame(() => (detail.tabIndex = detail.scrollHeight > detail.clientHeight ? 0 : -1));
  }

  function value(name, where) {
    const node = element("button", {
      type: "button", class: "ce-value", "data-key": `${name} ${where}`, tabindex: -1,
      pointerenter: event => event.pointerType === "mouse" && !guess.on() && show(name, where),
      pointerleave: () => guess.on() || showPicked(),
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
    say(line.firstChild.textContent);
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
    const first = model.get("measures") ?? [];
    const met = name => !first.length || first.includes(name);
    const wheres = [...labels, ...AVERAGES];
    const both = chosen => [
      ["Of each class, and averaged", ["measure", ...wheres], perClass.filter(chosen), wheres],
      ["Of the whole matrix", ["measure", "value"], overall.filter(chosen), [""]],
    ].filter(([, , names]) => names.length).map(of => grid(...of));
    const rest = element("div", { class: "ce-row ce-places" }, ...both(name => !met(name)));
    const open = folded ? folded.open : picked()[0] !== "" && !met(picked()[0]);
    folded = element("details", { open, hidden: !rest.children.length, toggle: reserve }, element("summary", {}, "All measures"), rest);
    redraw(places, ...both(met), folded);
    for (const node of places.querySelectorAll("tbody")) node.querySelector("button").tabIndex = 0;
    built = JSON.stringify(labels);
  }
  let folded = null;

  // ---- Predict first: with the box ticked a value is hidden until the reader has guessed it ----

  const guess = guessing(valueAt, () => {
    draw();
    say(line.firstChild.textContent);
    // The button that was pressed is gone.
    if (document.activeElement === document.body) buttons.find(({ node }) => node.ariaPressed === "true")?.node.focus();
  });

  // ---- Draw the state of the model ----

  const goals = goalList(model.get("goals") ?? [], valueAt, say);
  function draw() {
    const { labels, counts } = get();
    table.update(labels, counts);
    front.classList.toggle("ce-large", labels.length > 5);
    // A larger matrix would leave too little of a small screen: its arithmetic stays alone.
    front.classList.toggle("ce-stay", labels.length < 4);
    detail.classList.toggle("ce-stay", labels.length >= 4);
    more.disabled = labels.length >= MOST;
    fewer.disabled = labels.length <= FEWEST;
    if (built !== JSON.stringify(labels)) build(labels);
    for (const { node, name, where } of buttons) {
      const text = guess.hides(name, where) ? "?" : written(valueAt(name, where));
      node.textContent = text;
      node.classList.toggle("ce-long", text === "undefined");
      node.setAttribute("aria-label", `${called(name, where, labels)}: ${text}`);
    }
    reserve();
    showPicked();
    describe();
    goals.update();
  }
  on(["counts", "labels"], () => {
    if (!fits()) return;
    guess.forget();
    draw();
    const { labels, counts } = get();
    const [name, where] = picked();
    say(guess.on() ? "" : arithmetic(name || "accuracy", where, counts, labels));
  });
  on(["measure", "label"], showPicked);

  const front = element("div", { class: "ce-front" }, element("div", { class: "ce-wide" }, table.root), detail);
  const actions = element("div", { class: "ce-actions" }, guess.box, more, fewer, copyButton("Copy as Python", () => inPython(get()), say));
  const notes = element("div", { class: "ce-row" }, element("div", { class: "ce-left" }, meaning, legend()), goals.root);
  root.append(
    element("div", { class: "ce-pane" }, front, notes),
    element("div", { class: "ce-pane" }, places, actions, paste.root),
  );
  draw();
  resized();
  return remove;
}

export default { render };
