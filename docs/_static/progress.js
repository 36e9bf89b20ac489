// A tick for each lesson that is done, kept in this browser alone.
"use strict";
{
  const DONE = "cmlib-course-done";
  const load = () => JSON.parse(localStorage.getItem(DONE)) ?? [];
  const nameOf = (address) => /\/notebooks\/(\d\d_\w+)\.html$/.exec(new URL(address, location.href).pathname)?.[1];
  const here = nameOf(location.href);
  const links = [...document.querySelectorAll(".bd-docs-nav a, article td:first-child a")];
  const label = document.createElement("label");
  label.className = "course-progress";
  label.innerHTML = '<input type="checkbox" autocomplete="off"> I have done this lesson';
  const box = label.querySelector("input");

  const show = () => {
    const done = load();
    box.checked = done.includes(here);
    for (const link of links) {
      link.querySelector(".lesson-done")?.remove();
      if (!done.includes(nameOf(link.href))) continue;
      const tick = document.createElement("span");
      tick.className = "lesson-done";
      tick.innerHTML = ' <span aria-hidden="true">✓</span><span class="visually-hidden">(done)</span>';
      link.append(tick);
    }
  };

  try {
    show();
    addEventListener("storage", show); // another tab of the book
    addEventListener("pageshow", (event) => event.persisted && show());
    box.addEventListener("change", () => {
      const others = load().filter((name) => name !== here);
      localStorage.setItem(DONE, JSON.stringify(box.checked ? [...others, here] : others));
      show();
    });
    if (here) document.querySelector(".prev-next-area")?.before(label);
  } catch {
    // The browser keeps nothing for this page.
  }
}
