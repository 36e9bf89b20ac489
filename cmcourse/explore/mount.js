// The frame of every explorer: where it is drawn, its texts for screen readers, and one toolbar.

import { change, complaint, element } from "./parts.js";

// What is pointed at is in a link, but pointing is no step that Undo takes back.
const POINTED = ["measure", "label"];
const equal = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Begin an explorer in `el`, beside its still picture: `root` is where it is drawn, `say` speaks to a screen reader,
 * `on` listens to the model until `remove` takes everything away. The toolbar undoes, starts over, enlarges, and on a
 * page of the book copies a link. `kept` are the values of the model that these keep; `check` throws an Error for
 * values of a link that cannot be shown; `restored` runs before other values are put in, `resized` after `root` has got
 * another size; `pass` returns the explorer that can go on with the same data, `{ to, values }`, or null. It runs after
 * a change of the model, and in `settle`.
 */
export function mount(el, model, name, { kept, check, restored = () => {}, resized = () => {}, pass }) {
  const root = element("div", { class: "ce-parts" });
  const heard = element("p", { class: "ce-heard", role: "status" });
  const wrong = complaint();
  const button = (text, click) => element("button", { type: "button", "data-key": text, click }, text);
  const undo = button("Undo", takeBack);
  const over = button("Start over", () => put(first, "Started over."));
  const larger = button("Enlarge", () => (live.popover ? close() : enlarge()));
  const bar = element("div", { class: "ce-bar" }, undo, over);
  // The last attribute keeps JupyterLab's shortcuts from taking keys away from the controls.
  const attributes = { class: "ce-live", role: "group", "aria-label": name, "data-lm-suppress-shortcuts": "true" };
  const live = element("div", attributes, bar, wrong.root, root, heard);
  el.classList.add("cmlib-explorer", "ce-mounted");
  el.append(live);

  // Only the latest text of each matter, not every value of a drag.
  const waiting = new Map();
  let timer;
  const say = (text, matter = "") => {
    waiting.set(matter, text);
    clearTimeout(timer);
    timer = setTimeout(() => {
      heard.textContent = [...waiting.values()].join(" ");
      waiting.clear();
    }, 400);
  };

  const listening = [];
  const on = (names, callback) => {
    for (const trait of names) {
      model.on(`change:${trait}`, callback);
      listening.push([`change:${trait}`, callback]);
    }
  };

  // ---- Undo and Start over: a drag, or what one key does, is one step ----

  const now = () => Object.fromEntries(kept.map(it => [it, model.get(it)]));
  const first = now();
  const past = [];
  let shown = first;
  let fresh = true;
  let due = false;
  for (const act of ["pointerdown", "keydown"]) live.addEventListener(act, event => (fresh ||= !event.repeat), true);
  function remember() {
    due = false;
    const next = now();
    if (kept.some(it => !POINTED.includes(it) && !equal(shown[it], next[it]))) {
      if (fresh) past.push(shown);
      fresh = false;
    }
    shown = next;
    settle();
  }
  function settle() {
    undo.ariaDisabled = past.length === 0;
    over.ariaDisabled = equal(first, shown);
    if (!passed) return;
    const goal = pass();
    // Its place is kept, so that nothing moves when it comes or goes.
    passed.style.visibility = goal ? "visible" : "hidden";
    if (goal) Object.assign(passed, { href: addressOf(goal.to, goal.values), textContent: `Take this to the ${goal.to} explorer` });
  }
  function put(values, words) {
    fresh = true;
    restored();
    change(model, values);
    say(words, "bar");
  }
  function takeBack() {
    if (!past.length) return;
    const before = past.pop();
    restored();
    change(model, before);
    shown = before;
    settle();
    say("Undone.", "bar");
  }

  // ---- The whole window: a popover, since a modal dialog takes a telephone a quarter of a second ----

  // Each of the two columns scrolls, also by the keyboard.
  const scrolls = (at) => Object.entries({ tabindex: 0, role: "region", "aria-label": at ? "What follows" : "What is moved" });
  const panes = () => [...root.querySelectorAll(".ce-pane")];
  const stay = event => event.composedPath().includes(live) || larger.focus();
  function enlarge() {
    el.style.minHeight = `${el.offsetHeight}px`; // nothing behind it moves
    Object.assign(live, { popover: "auto", role: "dialog", ariaModal: true });
    panes().forEach((pane, at) => scrolls(at).forEach(it => pane.setAttribute(...it)));
    live.showPopover();
    larger.textContent = "Back to the page";
    addEventListener("focusin", stay);
    resized(); // at once, not a frame later in letters of the old size
  }
  function close() {
    removeEventListener("focusin", stay);
    panes().forEach((pane, at) => scrolls(at).forEach(([it]) => pane.removeAttribute(it)));
    Object.assign(live, { popover: null, role: "group", ariaModal: null });
    el.style.minHeight = "";
    larger.textContent = "Enlarge";
    larger.focus();
    resized();
  }
  // The Escape key closes it, too. Chromium warns of a popover that is changed before it has closed.
  live.addEventListener("toggle", ({ newState }) => newState === "closed" && live.popover && close());

  // ---- Links: a page of the book has an address that can hold the state; an output in JupyterLab has none ----

  const place = el.closest("[data-explorer]");
  const passed = place && element("a", { click: () => live.popover && close() });
  const back = button("Back to the text", () => {
    if (live.popover) close();
    back.hidden = true;
    from.scrollIntoView({ block: "center" });
    from.focus({ preventScroll: true });
  });
  back.hidden = true;
  let from; // the link in the text that scrolled to here
  if (place) {
    bar.append(copyButton("Copy link", () => `${location.href.split("#")[0]}${linkTo(place, now(), first)}`, say), larger, back, passed);
    addEventListener("hashchange", follow);
    queueMicrotask(follow);
  } else bar.append(larger);

  /** Whether an element, or a large one's beginning, is in the window, below what stays at its top. */
  function inSight(it) {
    const { top, bottom } = it.getBoundingClientRect();
    return top > parseFloat(getComputedStyle(el).scrollMarginTop) - 10 && (bottom <= innerHeight || top < innerHeight / 2);
  }
  function follow() {
    const params = new URLSearchParams(location.hash.slice(1));
    if (params.get("explore") !== called(place)) return;
    try {
      const given = [...params].filter(([it]) => kept.includes(it)).map(([it, text]) => [it, read(text)]);
      const odd = given.find(([it, value]) => !alike(first[it], value));
      if (odd) throw new Error(`${odd[0]} can't be “${params.get(odd[0])}”.`);
      const values = { ...first, ...Object.fromEntries(given) };
      check(values);
      wrong.show("");
      put(values, "Set as the link says.");
    } catch (error) {
      wrong.show(`The link holds nothing that can be shown: ${error.message}`);
    }
    const part = root.querySelector(".ce-stay, .ce-wide") ?? live;
    if (!inSight(part)) {
      from = [...document.links].find(it => it.hash === location.hash && !it.closest(".ce-bar"));
      const above = from && live.getBoundingClientRect().top - from.getBoundingClientRect().top;
      // A link shortly before the explorer stays in sight.
      (above > 0 && above < innerHeight / 2 ? from : el).scrollIntoView({ behavior: "instant" });
      back.hidden = !from || inSight(from);
    }
    const glow = { boxShadow: "0 0 0 4px var(--ce-second)" };
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) live.animate([glow, glow, {}], 1200);
  }

  on(kept, () => {
    if (!due) queueMicrotask(remember);
    due = true;
  });
  queueMicrotask(settle);
  // In the next frame: a change of size inside the observer would trigger it again.
  const watched = new ResizeObserver(() => requestAnimationFrame(() => root.isConnected && resized()));
  watched.observe(root);
  const remove = () => {
    watched.disconnect();
    clearTimeout(timer);
    removeEventListener("hashchange", follow);
    for (const [event, callback] of listening) model.off(event, callback);
    removeEventListener("focusin", stay);
    live.remove();
    el.classList.remove("ce-mounted");
  };
  return { root, say, on, remove, settle };
}

/** A value in a link: JSON, or a text as it is. */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether both are lists of the same depth, or none is a list. */
function alike(one, other) {
  if (!Array.isArray(one) || !Array.isArray(other)) return Array.isArray(one) === Array.isArray(other);
  return other.every(it => alike(one[0], it));
}

/** An explorer in a link: its kind and, from the second of a kind on the page, its number: "threshold 2". */
function called(place) {
  const kind = place.dataset.explorer;
  const number = [...document.querySelectorAll(`[data-explorer="${kind}"]`)].indexOf(place);
  return number > 0 ? `${kind} ${number + 1}` : kind;
}

/** The end of an address that holds the values of an explorer, those apart that are as at first. */
function linkTo(place, values, first) {
  const changed = Object.entries(values).filter(([it, value]) => !equal(value, first[it]));
  return `#${new URLSearchParams([["explore", called(place)], ...changed.map(([it, value]) => [it, JSON.stringify(value)])])}`;
}

/** The address of the explorer of a kind on this page, or of that in the book, with values for it. */
function addressOf(kind, values) {
  const place = document.querySelector(`[data-explorer="${kind}"]`);
  const page = place ? "" : `${document.documentElement.dataset.content_root ?? ""}explorers.html`;
  return page + linkTo(place ?? element("div", { "data-explorer": kind }), values, {});
}

/** A button that copies a text, or selects it where the browser refuses the clipboard. */
export function copyButton(name, text, say) {
  const box = element("textarea", { readonly: true, rows: 3, "aria-label": `${name}: the text`, blur: () => (byHand.hidden = true) });
  const byHand = element("div", { class: "ce-copy", hidden: true }, "Selected: copy it with Ctrl+C or Cmd+C.", box);
  const copy = async () => {
    box.value = text();
    try {
      await navigator.clipboard.writeText(box.value);
      button.style.width = getComputedStyle(button).width; // as wide as its name
      button.textContent = "Copied.";
      setTimeout(() => Object.assign(button, { textContent: name, style: "" }), 3000);
      say(`${name}: copied.`);
    } catch {
      // Refused, or the page is a file: the reader copies by hand.
      byHand.hidden = false;
      box.select();
      say(`${name}: ${byHand.firstChild.textContent}`);
    }
  };
  const button = element("button", { type: "button", "data-key": name, click: copy }, name);
  return element("span", {}, button, byHand);
}
