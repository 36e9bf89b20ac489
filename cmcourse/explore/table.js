// A matrix as a table whose cells light up, and which can be typed into.

import { element, redraw } from "./parts.js";

/**
 * A matrix as a table. With `edit` its cells are fields, and `edit(i, j, text, field)` gets the typed text; with
 * `rename` the names of the rows are fields, too. `light` takes the terms of measures.js's `cells`.
 */
export function matrixTable({ caption, edit = null, rename = null }) {
  const root = element("table", { class: "ce-matrix" });
  let size = 0;
  const field = (key, input) => element("input", { type: "text", autocomplete: "off", "data-key": key, input });

  // For fingers: the keys ↑ and ↓ are passed on to the field. No stop of the Tab key.
  function step(typed, by) {
    const press = () => typed.dispatchEvent(new KeyboardEvent("keydown", { key: by > 0 ? "ArrowUp" : "ArrowDown", bubbles: true }));
    return element("button", { type: "button", tabindex: -1, "aria-label": by > 0 ? "one more" : "one less", click: press }, by > 0 ? "+" : "−");
  }
  function build(K) {
    size = K;
    const places = [...Array(K).keys()];
    const corner = element("th", { class: "ce-corner" }, "truth ↓ predicted →");
    const head = element("tr", {}, corner, ...places.map(() => element("th", { scope: "col" })));
    const rows = places.map(i => {
      const name = field(`name ${i}`, ({ target }) => rename(i, target.value, target));
      name.ariaLabel = `name of class ${i + 1}`;
      const cells = places.map(j => {
        const typed = field(`cell ${i} ${j}`, ({ target }) => edit(i, j, target.value, target));
        typed.inputMode = "numeric";
        // Typing replaces the count, by touch as well.
        typed.addEventListener("focus", () => typed.select());
        return element("td", {}, ...(edit ? [typed, element("div", { class: "ce-steps" }, step(typed, -1), step(typed, 1))] : []));
      });
      return element("tr", {}, element("th", { scope: "row" }, ...(rename ? [name] : [])), ...cells);
    });
    redraw(root, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...rows));
  }

  // The field keeps its text, wrong text included.
  function write(cell, text) {
    const input = cell.querySelector("input");
    if (!input) cell.textContent = text;
    else if (input.value.trim() !== text && input.ariaInvalid !== "true") input.value = text;
  }
  const cell = (i, j) => root.tBodies[0].rows[i].cells[j + 1];

  return {
    root,
    cell,
    /** Drop wrong entries: the next update rebuilds all fields. */
    clear: () => (size = 0),
    update(labels, counts) {
      if (labels.length !== size) build(labels.length);
      // The style sheet makes all fields wide enough for the largest count.
      root.style.setProperty("--ce-digits", Math.max(6, ...counts.flat().map(it => String(it).length)));
      labels.forEach((label, i) => {
        root.tHead.rows[0].cells[i + 1].textContent = label;
        write(root.tBodies[0].rows[i].cells[0], label);
        counts[i].forEach((count, j) => {
          write(cell(i, j), String(count));
          if (edit) cell(i, j).firstChild.ariaLabel = `truth ${label}, predicted ${labels[j]}`;
        });
      });
    },
    /** Fill what is counted, hatch what is subtracted, outline what is divided by; null lights nothing. */
    light(terms) {
      const places = (part, sign) =>
        new Set((terms ?? []).filter(term => !sign || term.sign === sign).flatMap(term => term[part].map(String)));
      const [filled, hatched, outlined] = [places("top", 1), places("top", -1), places("bottom")];
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < size; j++) {
          const place = String([i, j]);
          const lit = { filled: filled.has(place), hatched: hatched.has(place), outlined: outlined.has(place) };
          lit.pale = terms !== null && !Object.values(lit).includes(true);
          for (const name in lit) cell(i, j).classList.toggle(`ce-${name}`, lit[name]);
        }
      }
    },
  };
}
