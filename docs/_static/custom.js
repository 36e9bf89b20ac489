"use strict";

// What scrolls sideways must be reachable with the Tab key, or a keyboard cannot read its end.
// The theme does this for code only.
function addTabStops() {
  const mayScroll = ".math, .cell_output > .output, .pst-scrollable-table-container";
  for (const box of document.querySelectorAll(mayScroll)) {
    const tooWide = box.scrollWidth > box.clientWidth + 1;
    box.classList.toggle("too-wide", tooWide);
    if (tooWide) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

window.addEventListener("load", () => {
  // It looks at once, and again when the window changes or a solution opens.
  new ResizeObserver(addTabStops).observe(document.querySelector("main"));
  document.addEventListener("content-changed", addTabStops); // other rows of the ledger
});

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
