// Makes one page of the built book hold all of it, for tools/paper.py to print: the pages become
// chapters, solutions go to the end, and links lead within the paper.

const ROOT = `${location.origin}/`;
// The scripts of a page make nothing on paper. The code that only draws or checks, and the ledger's
// thousand rows, are read on a screen: on paper they would take as many pages as the lessons.
const LEFT_OUT = ".headerlink, .toctree-wrapper, script, .guide-questions, .tag_hide-input > details, #all-rows";
const chapters = new Map(); // the address of a page: the id of its chapter
const shown = document.createElement("div");

function make(tag, attributes, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

async function fetched(address) {
  const text = await (await fetch(address)).text();
  return new DOMParser().parseFromString(text, "text/html");
}

const titleOf = (article) => article.querySelector("h1").textContent;

/** A page as a chapter. Its names are unique in the page only, so each gets the chapter's before it. */
function chapter(page, address) {
  const id = chapters.get(address);
  const article = page.querySelector("article.bd-article");
  for (const it of article.querySelectorAll(LEFT_OUT)) it.remove();
  for (const named of article.querySelectorAll("[id]:not(svg *)")) named.id = `${id}--${named.id}`;
  for (const image of article.querySelectorAll("img"))
    image.src = new URL(image.getAttribute("src"), address).href;
  for (const link of article.querySelectorAll("a[href]")) {
    const target = new URL(link.getAttribute("href"), address);
    const place = chapters.get(target.origin + target.pathname);
    link.removeAttribute("href"); // a file of the project stays in its folder
    if (place) Object.assign(link.dataset, { chapter: place, hash: target.hash, to: place + target.hash.replace("#", "--") });
    else if (target.origin !== location.origin) link.href = target.href;
  }
  for (const details of article.querySelectorAll("details")) details.open = true;
  article.id = id;
  // Where the book is published; a book that is not has no such link.
  const published = page.querySelector('link[rel="canonical"]');
  if (published) article.dataset.published = published.href;
  return article;
}

/** Take the solutions out of a lesson: a chapter of their own, and a link to it in each one's place. */
function solutionsOf(lesson) {
  const solutions = make("article", { id: `solutions-${lesson.id}`, class: "bd-article" });
  solutions.append(make("h1", {}, `Solutions: ${titleOf(lesson)}`));
  for (const cell of lesson.querySelectorAll(".tag_solution")) {
    const place = cell.closest("section").querySelector("h2, h3").textContent;
    const name = place.startsWith("Exercise") ? place : `Quick question: ${place}`;
    const id = `${solutions.id}-${solutions.children.length}`;
    cell.id = `${id}-asked`;
    const heading = make("h2", { class: "paper-solution" }, make("a", { "data-to": cell.id }, name));
    const answer = make("div", { class: "cell" }, ...cell.querySelector("details").childNodes);
    solutions.append(make("section", { id }, heading, answer));
    cell.replaceChildren(make("a", { "data-to": id }, "Solution"));
  }
  return solutions;
}

function cover(index) {
  const said = (selector) => index.querySelector(selector).textContent.trim();
  return make(
    "article", { class: "paper-cover" },
    make("img", { src: new URL(index.querySelector('link[rel="icon"]').getAttribute("href"), ROOT), alt: "" }),
    make("p", { class: "paper-title" }, document.title),
    make("p", {}, said("p.component-author")),
    make("p", {}, `Version ${DOCUMENTATION_OPTIONS.VERSION}`),
    make("p", {}, said("p.copyright")),
  );
}

function contents(parts) {
  const note = "Left out on paper: the code that only draws figures or checks results, and the rows of the ledger. "
    + "Both are in the book on a screen. A number after an arrow is the page that a link leads to; a raised number "
    + "is that of an address, which stands under “Links” at the chapter's end.";
  const list = make("article", { id: "contents", class: "bd-article" }, make("h1", {}, "Contents"), make("p", {}, note));
  const line = (level, target, text) =>
    list.append(make("p", { class: `paper-line paper-line-${level}` }, make("a", { "data-to": target }, make("span", {}, text))));
  for (const [caption, articles] of parts) {
    if (caption) list.append(make("p", { class: "paper-caption" }, caption));
    for (const article of articles) {
      line(1, article.id, titleOf(article));
      if (caption === "Lessons")
        for (const heading of article.querySelectorAll("h2")) line(2, heading.closest("[id]").id, heading.textContent);
    }
  }
  return list;
}

/** A page of paper takes its running head from the chapter that stands on it. */
function heads(articles) {
  const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&")}"`;
  const rules = articles.map((article, number) => {
    article.style.page = `chapter-${number}`;
    const [left, right] = [document.title, titleOf(article)].map(quoted);
    return `@page chapter-${number} { @top-left { content: ${left} } @top-right { content: ${right} } }`;
  });
  return make("style", {}, ...rules);
}

/** Shrink tables that are wider than the paper: for one of them Chromium would shrink every page. */
function fit() {
  const tables = [...shown.querySelectorAll("table")];
  for (const table of tables) table.style.zoom = 1;
  const shares = tables.map((table) => table.parentElement.clientWidth / table.offsetWidth);
  // A little more, since letters do not shrink evenly.
  tables.forEach((table, at) => { if (shares[at] < 1) table.style.zoom = 0.98 * shares[at]; });
}

/** Put the whole book in the place of the page; return the chapters of each lesson's PDF by its name. */
async function assemble() {
  const index = await fetched(`${ROOT}index.html`);
  const found = [["", [`${ROOT}index.html`]]];
  for (const caption of index.querySelectorAll("nav.bd-links p.caption")) {
    const links = [...caption.nextElementSibling.querySelectorAll("a")];
    found.push([caption.textContent, links.map((link) => new URL(link.getAttribute("href"), ROOT).href)]);
  }
  for (const address of found.flatMap(([, addresses]) => addresses))
    chapters.set(address, address.slice(ROOT.length).replace(".html", "").replace("/", "-"));
  const parts = [];
  const styles = new Set();
  for (const [caption, addresses] of found) {
    const pages = await Promise.all(addresses.map(fetched));
    parts.push([caption, pages.map((page, at) => chapter(page, addresses[at]))]);
    pages.forEach((page, at) => {
      for (const link of page.querySelectorAll('link[rel="stylesheet"]'))
        styles.add(new URL(link.getAttribute("href"), addresses[at]).href);
    });
  }
  const [[, [first]], [, lessons]] = parts;
  document.title = first.querySelector("h1").textContent;
  first.querySelector("h1").textContent = "What this book is";
  const solutions = lessons.map(solutionsOf);
  parts.push(["Solutions", solutions]);
  shown.className = "bd-content";
  shown.append(cover(index), contents(parts), ...parts.flatMap(([, articles]) => articles));
  document.body.replaceChildren(shown);
  for (const sheet of document.styleSheets) styles.delete(sheet.href);
  const loaded = [...styles].map((href) => make("link", { rel: "stylesheet", href }));
  document.head.prepend(...loaded);
  await Promise.all(loaded.map((link) => new Promise((done) => { link.onload = done; })));
  const all = [...shown.children];
  document.head.append(heads(all.slice(1)));
  await MathJax.startup.promise;
  await MathJax.typesetPromise([shown]);
  Object.assign(shown, { all, title: document.title });
  return Object.fromEntries(lessons.map((lesson, at) =>
    [`${lesson.id.replace("notebooks-", "")}.pdf`, [lesson.id, solutions[at].id]]));
}

const chapterOf = (link) => shown.all.find((article) => article.id === link.dataset.chapter);

const bare = (address) => decodeURI(address).replace(/^https?:\/\/(doi\.org\/)?|\/$/g, "");

/** Say what a link that leaves this paper leads to, or nothing where its own words are the address. */
function beyond(link) {
  if (!link.dataset.chapter) return link.textContent.includes(bare(link.href)) ? null : { address: link.href };
  const page = chapterOf(link);
  const lesson = page.id.startsWith("notebooks") ? "Lesson " : "";
  return { name: lesson + titleOf(page), address: page.dataset.published };
}

/** Number the links that leave this paper, and tell at the chapter's end what each number leads to. */
function note(chosen) {
  for (const old of chosen.querySelectorAll(".paper-note, .paper-notes")) old.remove();
  const list = make("div", { class: "paper-notes" }, make("p", { class: "rubric" }, "Links"));
  const numbers = new Map();
  for (const link of chosen.querySelectorAll('a[href]:not([href^="#"]), a[data-to]:not([href])')) {
    const place = beyond(link);
    if (!place) continue;
    const { name, address } = place;
    const number = numbers.get(address ?? name) ?? numbers.size + 1;
    const id = `${chosen.id}-note-${number}`;
    const raised = make("sup", { class: "paper-note" }, make("a", { href: `#${id}` }, number));
    link.after(raised);
    if (number <= numbers.size) continue;
    numbers.set(address ?? name, number);
    raised.id = `${id}-from`;
    const entry = make("p", { id }, make("a", { href: `#${raised.id}` }, number), ` ${name ?? ""}`);
    if (address) entry.append(name ? ": " : "", make("a", { href: address }, bare(address)));
    list.append(entry);
  }
  if (numbers.size) chosen.append(list);
}

/** Show these chapters alone, or all of them if none is named. */
function show(ids) {
  const { all, title } = shown;
  const chosen = all.filter((article) => ids.length === 0 || ids.includes(article.id));
  shown.replaceChildren(...chosen);
  document.title = ids.length === 0 ? title : `${titleOf(chosen[0])}: ${title}`;
  for (const link of shown.querySelectorAll("a[data-to]")) {
    const { chapter, hash, to } = link.dataset;
    // What is left out of a chapter is told of at its beginning.
    const there = [to, chapter].find((id) => document.getElementById(id));
    const published = chapterOf(link)?.dataset.published;
    if (there) link.href = `#${there}`;
    else if (published) link.href = published + hash;
    else link.removeAttribute("href");
    link.dataset.page = "000"; // as wide as most numbers, so that these move little
  }
  chosen.forEach(note);
  fit();
}

/** Write beside each link the page that it leads to; return how many were not there yet. */
function number(pages) {
  let changed = 0;
  for (const link of shown.querySelectorAll('a[data-to][href^="#"]')) {
    const to = link.getAttribute("href").slice(1);
    const { page } = link.dataset;
    if (!(to in pages)) throw new Error(`on no page: ${to}`);
    link.dataset.page = pages[to];
    changed += page !== link.dataset.page;
  }
  return changed;
}
