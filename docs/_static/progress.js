// A tick for each lesson that is done, kept in this browser alone.
"use strict";
{
  const DONE = "cmlib-course-done";
  const load = () => JSON.parse(localStorage.getItem(DONE)) ?? [];
  const counts = () => JSON.parse(localStorage.getItem("cmlib-course-counts")) ?? {}; // page_answers.js keeps them
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
      const name = nameOf(link.href);
      const answered = counts()[name];
      if (!done.includes(name) && !answered) continue;
      const tick = document.createElement("span");
      tick.className = "lesson-done";
      if (done.includes(name)) tick.innerHTML = ' <span aria-hidden="true">✓</span><span class="visually-hidden">(done)</span>';
      if (answered) tick.append(` ${answered[0]} of ${answered[1]} right`);
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
