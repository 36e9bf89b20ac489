"use strict";

// What scrolls sideways must be reachable with the Tab key, or a keyboard cannot read its end.
// The theme does this for code only.
function addTabStops() {
  const mayScroll = ".math, mjx-container[display], .cell_output > .output, .pst-scrollable-table-container";
  for (const box of document.querySelectorAll(mayScroll)) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

window.addEventListener("load", async () => {
  await window.MathJax?.startup?.promise;
  addTabStops();
  window.addEventListener("resize", addTabStops);
  document.addEventListener("toggle", addTabStops, true); // an opened solution has a width at last
});
