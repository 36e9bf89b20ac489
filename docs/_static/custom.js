"use strict";

// Sections far away have no height yet (content-visibility). They get it one after the other from the first scroll
// on; after a reload or a step back at once, and the block that stood at the top of the window stands there again.
// It is remembered (contain-intrinsic-size: auto): what is far away then costs no tap its time again.
const late = [...document.querySelectorAll(".bd-article > section > section")];
function layOut(section) {
  section.style.contentVisibility = "visible";
  requestAnimationFrame(() => requestAnimationFrame(() => (section.style.contentVisibility = "")));
}
function layOutNext() {
  if (late.length) layOut(late.shift());
  if (late.length) self.requestIdleCallback?.(layOutNext);
}
const blocks = [...document.querySelectorAll(".bd-article section > *")];
const height = (block) => block.getBoundingClientRect().top;
const PLACE = `cmlib-course-place ${location.pathname}`;
addEventListener("pagehide", () => {
  const first = Math.max(blocks.findLastIndex((it) => height(it) < 120), 0);
  sessionStorage.setItem(PLACE, JSON.stringify([first, height(blocks[first]), scrollY]));
});
const fresh = performance.getEntriesByType("navigation")[0]?.type === "navigate";
const [first, before, scrolled] = (!fresh && JSON.parse(sessionStorage.getItem(PLACE))) || [];
if (scrolled) {
  late.forEach(layOut);
  history.scrollRestoration = "manual"; // else the browser scrolls last, to the offset of another layout
  addEventListener("load", () => {
    scrollBy({ top: height(blocks[first]) - before, behavior: "instant" });
    setTimeout(() => (history.scrollRestoration = "auto")); // for steps back within the page
  });
} else addEventListener("scroll", layOutNext, { once: true });

// What scrolls sideways must be reachable with the Tab key, or a keyboard cannot read its end. Looked at
// when it gets its size, and when that changes: the window is another one, or a solution opens.
const SCROLLS = "pre, .math, .page-question, .page-table, .cell_output > .output, .jp-RenderedHTMLCommon, .pst-scrollable-table-container";
const sizes = new ResizeObserver((seen) => {
  const wide = seen.map(({ target }) => target.scrollWidth > target.clientWidth + 1);
  seen.forEach(({ target }, at) => {
    target.classList.toggle("too-wide", wide[at]);
    if (wide[at]) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  });
});
const addTabStops = () => document.querySelectorAll(SCROLLS).forEach((box) => sizes.observe(box));
addTabStops();
document.addEventListener("content-changed", addTabStops); // other rows of the ledger

// A figure that a small screen shrinks opens larger: by a tap on it, or by the button above it.
const figures = new ResizeObserver((seen) => {
  for (const { target, contentRect } of seen) {
    target.larger ??= Object.assign(document.createElement("button"), {
      type: "button",
      textContent: "Enlarge",
      ariaLabel: "Enlarge the figure",
      onclick: () => enlarge(target),
    });
    target.before(target.larger);
    const shrunk = contentRect.width < 0.95 * target.width.baseVal.value;
    target.larger.className = shrunk ? "figure-larger" : "visually-hidden-focusable";
    target.larger.hidden = innerWidth > 767 && !shrunk;
    target.onclick = target.larger.hidden ? null : target.larger.onclick;
  }
});
document.querySelectorAll(".bd-content svg.cmlib-figure").forEach((figure) => figures.observe(figure));

// The smallest text is 14 pixels high then, and the figure at least half as wide again as on the page.
function enlarge(figure) {
  const sizes = [...figure.querySelectorAll("text")].map((it) => parseFloat(getComputedStyle(it).fontSize));
  const readable = (14 / Math.min(14, ...sizes)) * figure.viewBox.baseVal.width;
  const dialog = document.createElement("dialog");
  dialog.className = "figure-window";
  dialog.ariaLabel = "The figure, enlarged";
  dialog.innerHTML = "<p><button type=button>Close</button> <span></span></p>";
  dialog.append(figure.cloneNode(true));
  dialog.lastChild.style.width = `${Math.max(readable, 1.5 * figure.clientWidth, figure.width.baseVal.value)}px`;
  dialog.onclick = () => dialog.close();
  dialog.onclose = () => dialog.remove();
  figure.after(dialog);
  dialog.showModal();
  dialog.scrollTo(0, 0);
  const ways = (dialog.scrollWidth > dialog.clientWidth ? " ↔" : "") + (dialog.scrollHeight > dialog.clientHeight ? " ↕" : "");
  dialog.querySelector("span").textContent = ways && `Move it to see all${ways}`;
}

// Paper shows what the page folds, solutions at the end, and is white; afterwards all is as before.
const root = document.documentElement;
let folded = [];
const solved = [...document.querySelectorAll(".tag_solution")];
const ending = document.createElement("section");
ending.innerHTML = "<h2>Solutions</h2>";
function moveSolutions() {
  for (const it of ending.isConnected ? [] : solved) {
    const of = it.closest("section").querySelector("h2, h3, h4").textContent.replace(/#$/, "");
    it.before((it.place = document.createComment("solution")));
    ending.append(Object.assign(document.createElement("h4"), { textContent: of }), it);
  }
  if (solved.length) document.querySelector(".bd-article > section").append(ending);
}
function bringBack() {
  for (const it of solved) it.place?.replaceWith(it);
  ending.querySelectorAll("h4").forEach((it) => it.remove());
  ending.remove();
}
let theme;
window.addEventListener("beforeprint", () => {
  theme ??= root.dataset.theme;
  root.dataset.theme = "light";
  folded = [...folded, ...document.querySelectorAll("details:not([open])")];
  for (const it of folded) it.open = true;
  moveSolutions();
});
window.addEventListener("afterprint", () => {
  root.dataset.theme = theme;
  for (const it of folded) it.open = false;
  bringBack();
  folded = [];
  theme = undefined;
});
