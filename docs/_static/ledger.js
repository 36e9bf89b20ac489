"use strict";

// Sorting, filters and pages for the table of the ledger, which is complete without this file.
// DataTables does the work; here it learns what a row of the ledger is. The reader's choice stands
// in the address, ledger.html?document=doc2&verdict=wrong&q=kappa, so that it can be linked to. An
// address without a choice shows what is not reproduced; ledger.html?verdict= shows every row.

// With scripts, the rows come here; until then they are text.
function start() {
  const rows = document.getElementById("ledger-rows");
  if (!rows) return;
  rows.outerHTML = rows.textContent;
  const source = document.getElementById("ledger-table");
  const form = document.getElementById("ledger-filters");
  const selects = [...form.querySelectorAll("select")];
  const notReproduced = "not reproduced";
  const usual = select => (select.name === "verdict" ? notReproduced : "");

  // A header sorts by click, Enter and Space, because it is a button.
  for (const title of source.tHead.querySelectorAll("th")) {
    if (title.textContent === "Details") continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...title.childNodes);
    title.append(button);
  }

  // Numbers first, by value; what is no number comes after them whichever way they are sorted.
  const byValue = sign => (left, right) =>
    left === "" || right === "" ? (left === "") - (right === "") : sign * (left - right);
  DataTable.type("html-value", {
    order: { asc: byValue(1), desc: byValue(-1) },
    search: DataTable.type("html").search,
  });

  // DataTables measures the table, and would have all its rows laid out for that.
  source.tBodies[0].hidden = true;
  const table = new DataTable(source, {
    autoWidth: false,
    order: [], // as in the documents
    orderDescReverse: false, // equals stay in this order
    orderIndicators: false, // the style draws them
    searchDelay: 200,
    pageLength: 25,
    lengthMenu: [25, 100, { label: "all", value: -1 }],
    columns: [
      { type: "html-value" },
      { type: "html" },
      { type: "html-value" },
      { type: "html-value" },
      { type: "html-value" },
      { type: "html" },
      { type: "html", orderable: false },
    ],
    layout: {
      top3: form,
      top2Start: "search",
      top2End: "pageLength",
      topStart: "info",
      topEnd: null,
      bottomStart: null,
      bottomEnd: "paging",
    },
    language: {
      search: "Search all columns",
      lengthMenu: "Rows on a page _MENU_",
      info: "_TOTAL_ of _MAX_ rows, _START_ to _END_ shown",
      infoEmpty: "0 of _MAX_ rows",
      infoFiltered: "",
      zeroRecords: "No row matches. Change a filter, or show all rows.",
      paginate: { first: "First", previous: "Previous", next: "Next", last: "Last" },
      aria: { paginate: {} }, // their texts are their names
    },
    initComplete: () => {
      form.hidden = false;
      // On a phone the filters would fill the screen; the style hides the buttons that sort, too.
      form.querySelector("details").open = matchMedia("(min-width: 768px)").matches;
    },
  });

  function applyFilters() {
    const wanted = selects.filter(select => select.value !== "");
    const node = index => table.row(index).node();
    const fits = (value, choice) =>
      choice === notReproduced ? value !== "reproduced" : value === choice;
    table.search.fixed("filters", (text, data, index) =>
      wanted.every(select => fits(node(index).dataset[select.name], select.value)));
  }

  function readAddress() {
    const query = new URLSearchParams(location.search);
    for (const select of selects) {
      select.value = query.get(select.name) ?? (query.size === 0 ? usual(select) : "");
      if (select.selectedIndex < 0) select.value = ""; // no such value: no filter
    }
    applyFilters();
    table.search(query.get("q") ?? "").draw();
  }

  function writeAddress() {
    const query = new URLSearchParams();
    const asUsual = selects.every(select => select.value === usual(select));
    if (!asUsual || table.search() !== "") {
      for (const select of selects) if (select.value !== "") query.set(select.name, select.value);
      if (table.search() !== "") query.set("q", table.search());
      if (query.size === 0) query.set("verdict", "");
    }
    if (query.toString() === new URLSearchParams(location.search).toString()) return;
    const asked = query.toString() === "" ? "" : `?${query}`;
    history.replaceState(null, "", location.pathname + asked);
  }

  // The row that the address names may be filtered out, or stand on another page.
  function showNamedRow() {
    // Not decodeURIComponent, which throws where a link was cut off.
    const id = new URLSearchParams(`id=${location.hash.slice(1)}`).get("id");
    const row = table.row((index, data, node) => node.id === id);
    source.querySelector(".ledger-named")?.classList.remove("ledger-named");
    if (!row.any()) return;
    const shown = () => table.rows({ search: "applied" }).indexes().toArray().indexOf(row.index());
    if (shown() < 0) {
      for (const select of selects) select.value = "";
      applyFilters();
      table.search("").draw();
    }
    const length = table.page.len();
    table.page(length < 0 ? 0 : Math.floor(shown() / length)).draw("page");
    const node = row.node();
    node.classList.add("ledger-named");
    node.querySelector("details").open = true;
    node.tabIndex = -1;
    node.focus({ preventScroll: true });
    node.scrollIntoView({ block: "center" });
  }

  readAddress();
  source.tBodies[0].hidden = false;
  table.on("draw", () => {
    writeAddress();
    document.dispatchEvent(new Event("content-changed"));
  });
  // DataTables marks the clicks that it takes, and the copy buttons of the book, which listen further
  // up, would take them for theirs.
  form.closest(".ledger").addEventListener("click", event => event.stopPropagation());
  form.addEventListener("change", () => {
    applyFilters();
    table.draw();
  });
  form.addEventListener("reset", event => {
    event.preventDefault();
    for (const select of selects) select.value = "";
    applyFilters();
    table.search("").draw();
  });
  window.addEventListener("hashchange", showNamedRow);
  showNamedRow();
  document.dispatchEvent(new Event("content-changed"));
}

// It is work for a second on a telephone: it starts when the table comes near, or is asked for.
if (location.search || location.hash) start();
window.addEventListener("hashchange", start);
const near = new IntersectionObserver((seen) => seen.some((it) => it.isIntersecting) && start(), { rootMargin: "100%" });
near.observe(document.querySelector(".ledger"));
