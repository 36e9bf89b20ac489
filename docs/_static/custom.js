"use strict";

// What scrolls sideways must be reachable with the Tab key, or a keyboard cannot read its end. Looked at
// when it gets its size, and when that changes: the window is another one, or a solution opens.
const SCROLLS = "pre, .math, .cell_output > .output, .jp-RenderedHTMLCommon, .pst-scrollable-table-container";
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

// Paper shows what the page folds, and folds it again afterwards.
const opened = new Set();
window.addEventListener("beforeprint", () => {
  for (const folded of document.querySelectorAll("details:not([open])")) opened.add(folded);
  for (const folded of opened) folded.open = true;
});
window.addEventListener("afterprint", () => {
  for (const folded of opened) folded.open = false;
  opened.clear();
});
