// What the explorers share: elements, controls with names, goals, axes.

/** Make an HTML element. A function is a listener; an attribute that is false or null is left out. */
export function element(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** Make an element of a drawing (SVG). */
export function shape(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** Set some of a model's values and tell Python. */
export function change(model, values) {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
}

/** Put new children into a node; the focus stays on the child with the same `data-key`. */
export function redraw(node, ...children) {
  const key = node.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  node.replaceChildren(...children);
  if (key !== undefined) [...node.querySelectorAll("[data-key]")].find(it => it.dataset.key === key)?.focus();
}

/** A place for the error message of some fields, which a screen reader reads with them. */
export function complaint(...fields) {
  const id = `ce-${Math.random().toString(36).slice(2)}`;
  const root = element("p", { class: "ce-error", id, hidden: true });
  for (const field of fields) field.setAttribute("aria-describedby", id);
  return {
    root,
    /** Show a message, or none with "". */
    show(message) {
      root.textContent = message;
      root.hidden = message === "";
      for (const field of fields) field.setAttribute("aria-invalid", message !== "");
    },
  };
}

export const COMMA = "Write the decimals after a point, not a comma.";
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A field for a number, and its message. `use` gets what is typed, null if that is empty and NaN if it is no number, and
 * returns what is wrong with it, if anything; `step` gets 1 and -1 from the keys ↑ and ↓.
 */
export function numberField({ name = null, use, step, event = "input" }) {
  const typed = () => wrong.show(field.value.includes(",") ? COMMA : (use(read()) ?? ""));
  const keys = stepping(step, { ArrowUp: 1, ArrowDown: -1 });
  const field = element("input", { type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": name, [event]: typed, keydown: keys });
  const wrong = complaint(field);
  function read() {
    const text = field.value.trim();
    const bare = text.replace(/\s*%$/, "");
    return text === "" ? null : NUMBER.test(bare) ? Number(bare) / (bare === text ? 1 : 100) : NaN;
  }
  function set(value) {
    if (read() !== value) field.value = value ?? "";
    wrong.show("");
  }
  return { field, wrong: wrong.root, set };
}

export const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** A listener that calls `step` with what a key stands for in `keys`. */
export const stepping = (step, keys) => event => {
  const by = keys[event.key];
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  step(by);
};

/**
 * Call `move` with each event of a pointer that is pressed on a node, a tap included. A finger that goes up or down
 * scrolls the page and moves nothing.
 */
export function draggable(node, move) {
  let from = null;
  let moved = false;
  node.addEventListener("pointerdown", event => {
    node.setPointerCapture(event.pointerId);
    from = event;
    moved = event.pointerType !== "touch";
    if (moved) move(event);
  });
  node.addEventListener("pointermove", event => {
    if (!from) return;
    const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY].map(Math.abs);
    moved ||= x > y && x > 4;
    if (moved) move(event);
  });
  node.addEventListener("pointerup", event => {
    if (from && !moved) move(event);
    from = null;
  });
  node.addEventListener("pointercancel", () => (from = null));
}

/** Animate a node to its place from `x` to the right of it and `y` below it. */
export function glide(node, x, y = 0) {
  if ((!x && !y) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  node.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 220, easing: "ease-out" });
}

/** The distance to the right of its place while a node is animated. */
export const glided = node => new DOMMatrix(getComputedStyle(node).transform).m41;

/**
 * A slider and a field for its number. `input` gets each new value; `set` shows one. The arrow keys go by `step`, PageUp
 * and PageDown by ten of them, the pointer by a tenth. `scale(least)` makes the slider logarithmic, from that number on:
 * then ten keys go to ten times the number. `scale(0)` makes it even again.
 */
export function slider({ name, min, max, step, value, input }) {
  let now = value;
  let least = 0;
  const range = element("input", { type: "range", min, max, step: step / 10, input: () => move(placed(range.valueAsNumber)), keydown: stepping(go, STEPS) });
  const number = numberField({ name: `${name}, as a number`, use: move, step: go });
  const label = element("label", {}, element("span", {}, name), range);
  const root = element("div", { class: "ce-slider" }, label, number.field, number.wrong);

  function set(next) {
    number.set(next);
    now = next;
    range.value = least ? Math.log10(Math.max(next, least)) : next;
    range.setAttribute("aria-valuetext", next);
  }
  function go(by) {
    const next = least ? placed(Math.log10(Math.max(now, least)) + by / 10) : now + by * step;
    // Rounded, since 0.1 + 0.2 is not quite 0.3.
    move(Number(Math.min(Math.max(next, min), max).toFixed(9)));
  }
  // The number at a place of the slider.
  const placed = at => (least ? Number((10 ** at).toPrecision(2)) : at);
  function scale(from) {
    least = from;
    Object.assign(range, from ? { min: Math.log10(from), max: Math.log10(max), step: 0.01 } : { min, max, step: step / 10 });
    set(now);
  }
  function move(next) {
    if (next === null || !(next >= min && next <= max)) return `${name.split(":")[0]} must be a number from ${min} to ${max}.`;
    set(next);
    input(next);
  }
  set(value);
  return { root, set, scale };
}

const GOALS = "cmlib-course-goals"; // the texts of the goals that were reached in this browser

function reached() {
  try {
    return new Set(JSON.parse(localStorage.getItem(GOALS)));
  } catch {
    return new Set(); // The browser keeps nothing for this page.
  }
}

function keepReached(text) {
  try {
    localStorage.setItem(GOALS, JSON.stringify([...reached().add(text)]));
  } catch {
    // The goals last as long as the page.
  }
}

/** The goals. `value(measure, where)` returns a number or NaN; a goal that is reached is announced once. */
export function goalList(goals, value, say) {
  const marks = goals.map(() => element("strong", { class: "ce-mark" }));
  const list = element("ul", {}, ...goals.map((goal, i) => element("li", {}, marks[i], " ", goal.text)));
  const title = element("p", { class: "ce-title" }, "Try this");
  const root = element("div", { class: "ce-goals", hidden: goals.length === 0 }, title, list);
  const met = goals.map(({ text }) => reached().has(text));
  return {
    root,
    update() {
      goals.forEach((goal, i) => {
        // What was done stays done.
        const done = met[i] || goal.all.every(([name, where, comparison, wanted]) => holds(value(name, where), comparison, wanted));
        marks[i].textContent = done ? "done:" : "not yet:";
        marks[i].classList.toggle("ce-done", done);
        if (!done || met[i]) return;
        say(`Done: ${goal.text}`, goal.text);
        keepReached(goal.text);
        met[i] = true;
      });
    },
  };
}

function holds(value, comparison, wanted) {
  if (wanted === "undefined") return Number.isNaN(value);
  // A share such as 0.99 is not exact in binary: numbers equal to twelve digits are equal.
  const equal = Math.abs(value - wanted) < 1e-12;
  return { "==": equal, ">=": equal || value > wanted, "<=": equal || value < wanted }[comparison];
}

/** Axes for a drawing: `x` and `y` place a value, `front` is the layer to draw on, `describe` sets the text alternative. */
export function axes({ x, y, xName, yName, name, xText = String, width, height }) {
  const [left, right, top, bottom] = [46, width - 12, 12, height - 40];
  const scale = ([low, high], from, to) => value => from + ((value - low) / (high - low)) * (to - from);
  const [toX, toY] = [scale(x, left, right), scale(y, bottom, top)];
  const back = shape("g", { class: "ce-axes" });
  const line = (x1, x2, y1, y2) => back.append(shape("line", { x1, x2, y1, y2 }));
  const text = (words, at) => back.append(shape("text", at, String(words)));
  for (let i = 0; i <= 4; i++) {
    const [atX, atY] = [x, y].map(([low, high]) => Number((low + ((high - low) * i) / 4).toFixed(4)));
    line(toX(atX), toX(atX), top, bottom);
    line(left, right, toY(atY), toY(atY));
    text(xText(atX), { x: toX(atX), y: bottom + 16, "text-anchor": "middle" });
    text(atY, { x: left - 6, y: toY(atY) + 4, "text-anchor": "end" });
  }
  text(xName, { x: (left + right) / 2, y: height - 6, "text-anchor": "middle" });
  text(yName, { transform: `translate(12 ${(top + bottom) / 2}) rotate(-90)`, "text-anchor": "middle" });
  const front = shape("g");
  const root = shape("svg", { class: "ce-drawing", viewBox: `0 0 ${width} ${height}`, role: "img" }, back, front);
  const describe = words => root.setAttribute("aria-label", `${name}. ${words}`);
  return { root, front, x: toX, y: toY, describe };
}
