// The guide "Which measure when?": shows the advice that the answers leave, and which question decides next.
// The rules stand in the page, written by docs/measure_guide.py; without this script the page shows all advice.
"use strict";
{
  const guide = document.querySelector(".measure-guide");
  const { questions, asked, advice } = JSON.parse(guide.dataset.rules);
  const form = guide.querySelector("form");
  const status = guide.querySelector(".guide-left");
  const keys = Object.keys(questions);

  const answers = () => {
    const given = {};
    for (const key of keys) {
      const chosen = form.querySelector(`[name="guide-${key}"]:checked`);
      if (chosen) given[key] = chosen.value;
    }
    return given;
  };

  // An unanswered question may still get any answer.
  const possible = (given, when) =>
    Object.entries(when).every(([key, values]) => !(key in given) || values.includes(given[key]));
  const left = (given) => Object.keys(advice).filter((key) => possible(given, advice[key]));

  // The first open question whose answers do not all leave the same.
  const next = (given) =>
    keys.find((key) => {
      if (key in given) return false;
      const ways = questions[key].map((value) => left({ ...given, [key]: value }).join());
      return new Set(ways).size > 1;
    });

  const show = () => {
    const given = answers();
    const still = left(given);
    const begun = Object.keys(given).length > 0;
    for (const key of Object.keys(advice)) {
      const part = guide.querySelector(`#guide-${key}`);
      part.hidden = begun && !still.includes(key);
      for (const trap of part.querySelectorAll("[data-when]")) {
        const when = JSON.parse(trap.dataset.when);
        const known = Object.keys(when).every((question) => question in given);
        trap.hidden = begun && !possible(given, when);
        trap.classList.toggle("guide-yours", known && !trap.hidden);
      }
    }
    const open = next(given);
    const titles = still.map((key) => guide.querySelector(`#guide-${key} h2`).textContent);
    if (!begun) status.textContent = `Answer what you can. ${still.length} measures wait below.`;
    else if (still.length === 1) status.textContent = `For you: ${titles[0]}.`;
    else status.textContent = `${still.length} are left. What decides next: ${asked[open]}`;
    const hash = keys.filter((key) => key in given).map((key) => `${key}=${given[key]}`).join("&");
    // An address that leads to a section of the page stays as it is.
    if (begun || location.hash.includes("=")) {
      history.replaceState(null, "", begun ? `#${hash}` : location.pathname + location.search);
    }
  };

  const read = () => {
    for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
      if (keys.includes(key) && questions[key].includes(value)) form.querySelector(`[name="guide-${key}"][value="${value}"]`).checked = true;
    }
  };

  // A link of the page holds answers, or the reader goes back: take them for the reader's.
  addEventListener("hashchange", () => {
    if (location.hash && !location.hash.includes("=")) return;
    for (const chosen of form.querySelectorAll(":checked")) chosen.checked = false;
    read();
    show();
    if (!location.hash) return;
    status.scrollIntoView({ block: "center" });
    status.focus({ preventScroll: true });
  });
  form.addEventListener("change", show);
  form.addEventListener("reset", () => setTimeout(show));
  form.addEventListener("submit", (event) => event.preventDefault());
  read();
  show();
}
