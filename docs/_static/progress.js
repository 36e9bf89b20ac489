// Which lessons the reader has ticked off, and which was open last and where. It is kept in this browser
// alone, as localStorage; nothing is sent, and where the browser keeps nothing, nothing is shown.
"use strict";
{
  // In two places: to note where the reader is, which every page does by itself, must not write over the
  // ticks, of which a page may learn late what another process of the browser has kept.
  const DONE = "cmlib-course-done";
  const LAST = "cmlib-course-last";
  const load = (key) => JSON.parse(localStorage.getItem(key));
  const save = (key, value) => localStorage.setItem(key, JSON.stringify(value));

  const nameOf = (address) => /\/notebooks\/(\d\d_\w+)\.html$/.exec(new URL(address, location.href).pathname)?.[1];
  const here = nameOf(location.href);
  const box = document.querySelector(".course-progress");
  const links = [...document.querySelectorAll(".bd-docs-nav a, article td:first-child a")].filter((link) => nameOf(link.href));
  const count = new Set(links.map((link) => nameOf(link.href))).size;

  // A tick beside the names of done lessons: in the sidebar, and in the table of the first page.
  const showTicks = (done) => {
    for (const link of links) {
      link.querySelector(".lesson-done")?.remove();
      if (!done.includes(nameOf(link.href))) continue;
      const tick = document.createElement("span");
      tick.className = "lesson-done";
      tick.innerHTML = ' <span aria-hidden="true">✓</span><span class="visually-hidden">(done)</span>';
      link.append(tick);
    }
  };

  const showBelowLesson = (done) => {
    box.querySelector("input").checked = done.includes(here);
    box.querySelector("[role=status]").textContent =
      done.length ? `${done.length} of ${count} lessons done.` : "The tick is kept in this browser only.";
    box.hidden = false;
  };

  // On with the lesson that was open last; if it is done, with the next one that is not.
  const showOnFirstPage = (done, last) => {
    const lessons = JSON.parse(box.dataset.lessons);
    const open = lessons.filter(({ name }) => !done.includes(name));
    const next = open.find(({ name }) => name >= (last?.name ?? "")) ?? open[0];
    box.hidden = !last && !done.length;
    box.replaceChildren();
    if (next) {
      const link = document.createElement("a");
      link.href = next.address + (next.name === last?.name ? last.section : "");
      link.textContent = `Continue with lesson ${next.title}`;
      box.append(link, ` (${next.minutes} minutes). `);
    }
    box.append(`${done.length} of ${lessons.length} lessons done. `);
    const forget = document.createElement("button");
    forget.textContent = "Forget my progress";
    forget.addEventListener("click", () => {
      localStorage.removeItem(DONE);
      localStorage.removeItem(LAST);
      show();
    });
    box.append(forget);
  };

  const show = () => {
    const done = load(DONE) ?? [];
    showTicks(done);
    if (here) showBelowLesson(done);
    else if (box) showOnFirstPage(done, load(LAST));
  };

  // The section at the top of the window is where the reader is.
  const remember = () => {
    const begun = [...document.querySelectorAll("article section > section")].filter(
      (section) => section.getBoundingClientRect().top < innerHeight / 6,
    );
    save(LAST, { name: here, section: begun.length ? `#${begun.at(-1).id}` : "" });
  };

  try {
    show();
    addEventListener("storage", show); // another tab of the book
    addEventListener("pageshow", (event) => event.persisted && show());
    if (here) {
      remember();
      addEventListener("pagehide", remember);
      box.addEventListener("change", ({ target }) => {
        const others = (load(DONE) ?? []).filter((name) => name !== here);
        save(DONE, target.checked ? [...others, here].sort() : others);
        show();
      });
    }
  } catch {
    // The browser keeps nothing of this page, or something that is not ours.
  }
}
