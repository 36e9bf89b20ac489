// The averaging explorer: drag samples from cell to cell and compare macro, micro and weighted averages.

import { AVERAGES, called, named, valueOf } from "./arithmetic.js";
import { guessing } from "./guess.js";
import { written } from "./measures.js";
import { checked } from "./exchange.js";
import { mosaic } from "./mosaic.js";
import { mount } from "./mount.js";
import { change, element, glide, glided, goalList, shape } from "./parts.js";
import { matrixTable } from "./table.js";

const AVERAGED = ["precision", "recall", "f_score"];
const WHOLE = ["accuracy", "balanced_accuracy", "f_of_macro"];
const STEPS = [1, 10, 100];
const samples = number => `${number} sample${number === 1 ? "" : "s"}`;

function render({ model, el }) {
  const kept = ["counts", "labels"];
  const pass = () => ({ to: "matrix", values: { counts: model.get("counts"), labels: model.get("labels") } });
  const { root, say, on, remove } = mount(el, model, "Averaging explorer", { kept, check: checked, pass });
  const first = { counts: model.get("counts"), labels: model.get("labels") };
  let step = 1;
  let average = "precision";

  // ---- Samples being moved: picked up `from` a cell, now over the cell `at` ----

  let held = null;
  /** The counts if the samples were put down here. */
  function counts() {
    const now = model.get("counts").map(row => [...row]);
    if (held) {
      now[held.from[0]][held.from[1]] -= held.amount;
      now[held.at[0]][held.at[1]] += held.amount;
    }
    return now;
  }
  const cellName = ([i, j]) => `truth ${model.get("labels")[i]}, predicted ${model.get("labels")[j]}`;
  const same = (one, other) => one[0] === other[0] && one[1] === other[1];

  function pickUp(from) {
    const amount = Math.min(step, model.get("counts")[from[0]][from[1]]);
    if (amount === 0) return say(`No sample to pick up: ${cellName(from)} is 0.`);
    held = { from, at: from, amount };
    say(`Picked up ${samples(amount)}: ${cellName(from)}. The arrow keys carry them, Enter puts them down, Escape gives them back.`);
    draw();
  }
  function carry(at) {
    if (same(at, held.at)) return;
    held.at = at;
    guess.forget();
    say(`${samples(held.amount)} over ${cellName(at)}.`);
    draw();
  }
  function putDown() {
    const { from, at, amount } = held;
    const next = counts();
    held = null;
    if (same(from, at)) {
      say(`Put back ${samples(amount)}.`);
      return draw();
    }
    say(`Moved ${samples(amount)} from ${cellName(from)} to ${cellName(at)}.`, "moved");
    change(model, { counts: next });
  }
  function giveBack() {
    if (!held) return;
    say(`Gave back ${samples(held.amount)}: ${cellName(held.from)}.`);
    focus(held.from);
    held = null;
    draw();
  }

  // ---- The matrix: each cell is a button; a click, Enter or Space picks up and puts down ----

  const table = matrixTable({ caption: "Rows are the truth, columns the prediction; what is right is grey" });
  table.root.setAttribute("role", "grid");
  table.root.classList.add("ce-pull");
  const wide = element("div", { class: "ce-wide" }, table.root);
  let buttons = [];
  const placeOf = button => button.dataset.cell.split(" ").map(Number);
  const buttonAt = ([i, j]) => buttons[i * model.get("labels").length + j];

  function focus(place) {
    for (const button of buttons) button.tabIndex = -1;
    buttonAt(place).tabIndex = 0;
    buttonAt(place).focus();
  }
  function build() {
    const places = [...model.get("labels").keys()];
    buttons = places.flatMap(i => places.map(j => {
      const button = element("button", { type: "button", "data-cell": `${i} ${j}`, tabindex: i + j ? -1 : 0 });
      table.cell(i, j).replaceChildren(button);
      return button;
    }));
  }

  let pointed = null;
  let dragged = false;
  const events = {
    click(event, button) {
      // Ignore the click that ends a drag; the click of a key has no detail.
      if (dragged && event.detail > 0) return;
      focus(placeOf(button));
      if (!held) return pickUp(placeOf(button));
      carry(placeOf(button));
      putDown();
    },
    keydown(event, button) {
      const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [];
      if (event.key === "Escape") giveBack();
      if (down === undefined) return;
      event.preventDefault();
      const [i, j] = placeOf(button);
      const next = [i + down, j + right];
      if (!buttons.some(it => same(placeOf(it), next))) return;
      focus(next);
      if (held) carry(next);
    },
    pointerdown(event, button) {
      dragged = false;
      if (event.button !== 0 || held) return;
      pointed = { id: event.pointerId, from: placeOf(button) };
      button.setPointerCapture(event.pointerId);
    },
    pointermove(event) {
      if (event.pointerId !== pointed?.id) return;
      const under = el.getRootNode().elementFromPoint(event.clientX, event.clientY)?.closest("td")?.firstElementChild;
      // Outside the matrix the target is the cell they came from: a drop there changes nothing.
      const place = buttons.includes(under) ? placeOf(under) : pointed.from;
      if (!held && !same(place, pointed.from)) pickUp(pointed.from);
      dragged ||= held !== null;
      if (held) carry(place);
    },
    pointerup(event) {
      if (event.pointerId === pointed?.id && held) putDown();
      pointed = null;
    },
    pointercancel() {
      if (pointed) giveBack();
      pointed = null;
    },
  };
  for (const [name, react] of Object.entries(events)) {
    table.root.addEventListener(name, event => {
      const button = event.target.closest("[data-cell]");
      if (button) react(event, button);
    });
  }

  // ---- Controls ----

  function choice(title, options, chosen, pick) {
    const name = `ce-${Math.random().toString(36).slice(2)}`;
    const radios = options.map(([value, text]) => {
      const radio = element("input", { type: "radio", name, checked: value === chosen, change: () => pick(value) });
      return element("label", {}, radio, ` ${text} `);
    });
    return element("fieldset", { class: "ce-choice" }, element("legend", {}, title), ...radios);
  }
  const steps = choice("Samples at a time", STEPS.map(it => [it, String(it)]), step, it => (step = it));
  const kinds = choice("Three ways to average", AVERAGED.map(it => [it, named(it)]), average, it => {
    average = it;
    draw();
    sayValues();
  });
  const hint = element("p", { class: "ce-hint" });

  // ---- Draw the state of the model, with the moving samples at their target ----

  const hand = element("span", { class: "ce-hand", "aria-hidden": "true" });
  const chart = element("div");
  const ways = element("div", { class: "ce-row ce-ways" });
  const guess = guessing(name => valueOf(name, "macro", counts(), model.get("labels")), () => {
    draw();
    say(guess.line.firstChild.textContent);
  });
  const goals = goalList(model.get("goals") ?? [], (name, where) => valueOf(name, where, model.get("counts"), model.get("labels")), say);

  function draw() {
    const labels = model.get("labels");
    const now = counts();
    if (buttons.length !== labels.length ** 2) {
      table.update(labels, now);
      build();
      // A larger matrix would leave too little of a small screen.
      wide.classList.toggle("ce-stay", labels.length < 4);
    }
    now.flat().forEach((count, at) => {
      const button = buttons[at];
      const place = placeOf(button);
      const cell = button.parentElement;
      button.textContent = count;
      button.setAttribute("aria-label", `${cellName(place)}: ${count}`);
      cell.classList.toggle("ce-from", held !== null && same(held.from, place));
      cell.classList.toggle("ce-over", held !== null && same(held.at, place));
      cell.classList.toggle("ce-right", place[0] === place[1]);
    });
    hint.textContent = held
      ? `${samples(held.amount)} in the hand: a tap or Enter puts them down. Escape, or the same cell, takes them back.`
      : "Tap a cell, then tap where its samples go, or press Enter on both. With a mouse you can drag them.";
    showHand();
    const before = new Map([...chart.querySelectorAll(".ce-now")].map(it => [it.dataset.row, Number(it.dataset.x) + glided(it)]));
    chart.replaceChildren(lines(first.counts, now, labels, guess.hides));
    for (const it of chart.querySelectorAll(".ce-now"))
      if (before.has(it.dataset.row)) glide(it, before.get(it.dataset.row) - it.dataset.x);
    ways.replaceChildren(...AVERAGES.map(way => mosaic(average, way, now, labels)));
    guess.show(average, called(average, "macro", labels));
    ways.classList.toggle("ce-unseen", guess.hides(average));
    if (!guess.hides(average)) goals.update();
  }
  /** Draw the moving samples on their target; they glide there from the cell before. */
  function showHand() {
    if (!held) return hand.remove();
    const from = hand.isConnected ? hand.getBoundingClientRect() : null;
    hand.textContent = `+${held.amount}`;
    buttonAt(held.at).after(hand);
    const to = hand.getBoundingClientRect();
    if (from) glide(hand, from.x - to.x, from.y - to.y);
  }
  on(["counts", "labels"], () => {
    held = null;
    guess.forget();
    const labels = model.get("labels");
    // Counts and names change one after the other and may not fit in between.
    if (labels.length !== model.get("counts").length) return;
    draw();
    sayValues();
  });
  function sayValues() {
    if (guess.hides(average)) return say(guess.line.firstChild.textContent);
    const labels = model.get("labels");
    const values = [["accuracy", ""], ...AVERAGES.map(way => [average, way])];
    const words = values.map(([name, where]) => `${called(name, where, labels)} ${written(valueOf(name, where, counts(), labels))}`);
    say(`${words.join(", ")}.`);
  }

  const left = element("div", { class: "ce-flat" }, hint, wide, steps);
  const right = element("div", { class: "ce-beside" }, guess.box, guess.line, chart);
  root.append(
    element("div", { class: "ce-pane" }, element("div", { class: "ce-row ce-flat" }, left, right), goals.root),
    element("div", { class: "ce-pane" }, kinds, ways),
  );
  draw();
  return remove;
}

// ---- Pictures ----

const text = (x, y, words, more = {}) => shape("text", { x, y, ...more }, words);

/** A mark for each average; the shapes differ. */
function mark(way, x, y, kind) {
  const points = {
    micro: [[-5, -5], [5, -5], [5, 5], [-5, 5]],
    weighted: [[0, -7], [7, 0], [0, 7], [-7, 0]],
    whole: [[0, -6], [6, 5], [-6, 5]],
  }[way];
  if (!points) return shape("circle", { cx: x, cy: y, r: 5.5, class: kind });
  return shape("polygon", { points: points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "), class: kind });
}

/** Every average on a line from 0 to 1: filled where it is now, hollow where it was at first; "?" before a guess. */
function lines(first, now, labels, hides) {
  const [left, right, gap] = [150, 290, 19];
  const rows = [
    ...AVERAGED.flatMap(name => AVERAGES.map(way => [name, way, way])),
    ...WHOLE.map(name => [name, "", "whole"]),
  ];
  const toX = value => left + value * (right - left);
  const drawn = [];
  const words = [];
  rows.forEach(([name, where, look], row) => {
    const y = 14 + row * gap + Math.floor(row / 3) * 8;
    // Balanced accuracy is macro recall.
    const hidden = name !== "accuracy" && hides(AVERAGED.includes(name) ? name : "recall");
    const [was, is] = [first, now].map(counts => (hidden ? NaN : valueOf(name, where, counts, labels)));
    const value = hidden ? "?" : written(is);
    drawn.push(text(left - 10, y + 4, called(name, where, labels), { "text-anchor": "end" }));
    drawn.push(shape("line", { x1: left, x2: right, y1: y, y2: y, class: "ce-track" }));
    if (!Number.isNaN(was)) drawn.push(mark(look, toX(was), y, "ce-was"));
    if (!Number.isNaN(is)) {
      drawn.push(mark(look, toX(is), y, "ce-now"));
      Object.assign(drawn.at(-1).dataset, { row, x: toX(is) });
    }
    drawn.push(text(right + 10, y + 4, value));
    words.push(`${called(name, where, labels)} ${value}${hidden ? "" : `, at first ${written(was)}`}`);
  });
  const height = 14 + rows.length * gap + 36;
  drawn.push(text(left, height - 6, "0", { "text-anchor": "middle" }), text(right, height - 6, "1", { "text-anchor": "middle" }));
  drawn.push(text((left + right) / 2, height - 6, "hollow: at first", { "text-anchor": "middle" }));
  const name = `Averages on a line from 0 to 1. ${words.join("; ")}.`;
  return shape("svg", { class: "ce-drawing", viewBox: `0 0 350 ${height}`, role: "img", "aria-label": name }, ...drawn);
}

export default { render };
