// Runs each explorer of a page: the same module as in a notebook, with a stand-in for the model that a
// notebook shares with Python. `imported` returns a module; docs/explorer_pages.py writes it before this.

function standIn(values) {
  const callbacks = new Map();
  const of = (event) => callbacks.get(event) ?? new Set();
  return {
    callbacks,
    get: (name) => values[name],
    set(name, value) {
      // As in a notebook: an equal value is no change.
      const changed = JSON.stringify(values[name]) !== JSON.stringify(value);
      values[name] = value;
      if (changed) for (const callback of of(`change:${name}`)) callback();
    },
    save_changes() {},
    on: (event, callback) => callbacks.set(event, of(event).add(callback)),
    off: (event, callback) => of(event).delete(callback),
  };
}

// A link to the state that the address holds already changes nothing there, and is followed all the same.
document.addEventListener("click", ({ target }) => {
  const link = target.closest?.('a[href^="#explore="]');
  if (link && link.hash === location.hash) dispatchEvent(new HashChangeEvent("hashchange"));
});

// An explorer starts when it comes near, or when the address moves one: it is heavy for a telephone.
const near = new IntersectionObserver(
  (seen) => seen.filter((it) => it.isIntersecting).forEach(({ target }) => start(target)),
  { rootMargin: "100%" },
);
const places = document.querySelectorAll(".cmlib-explorer[data-explorer]");
places.forEach((place) => near.observe(place));
function moved() {
  if (location.hash.startsWith("#explore=")) places.forEach(start);
}
addEventListener("hashchange", moved);
moved();

async function start(place) {
  if (place.started) return;
  place.started = true;
  // The theme lets every output scroll sideways by itself, and within such a box nothing stays in sight.
  if (place.matches(".output > *")) place.parentElement.style.overflow = "visible";
  // In a task of its own, so that the page can answer between two explorers.
  await new Promise((ready) => setTimeout(ready));
  const model = standIn(JSON.parse(place.dataset.state));
  place.mounted = { model, unmount: imported(place.dataset.explorer).render({ model, el: place }) };
  const both = place.closest(".driven-explorer");
  if (!both) return;
  // Without room beside it, or in the whole window, the sentences that move it stand within it, below what stays in sight.
  const words = both.querySelector(".driving-words");
  const live = place.querySelector(".ce-live");
  const beside = matchMedia("print, (min-width: 88rem)");
  function putWords({ type } = {}) {
    if (type === "beforeprint" || (beside.matches && !live.popover)) both.prepend(words);
    else place.querySelector(".ce-pane > :is(.ce-front, .ce-stay, .ce-row)").after(words);
  }
  putWords();
  beside.addEventListener("change", putWords);
  live.addEventListener("toggle", putWords);
  for (const when of ["beforeprint", "afterprint"]) addEventListener(when, putWords);
}
