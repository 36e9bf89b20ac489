// The search: MiniSearch ranks the sections of the book that hold the words of a question.
// section_index.js says what stands where and which names mean one thing (docs/section_search.py);
// Sphinx's language_data.js knows the stems of words, and the words that say little ("is", "the").
"use strict";
{
  const MOST = 30; // results; who wants more asks more exactly
  const QUOTED = 240; // letters

  // A letter with a prime is a word, since R′ is not R; so is a Chinese character.
  const WORD = /(?<!\p{L})\p{L}['’′](?!\p{L})|\p{Script=Han}|[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu;
  const stemmer = new Stemmer();
  const stems = new Map();
  const stem = (word) => {
    if (!stems.has(word)) {
      const same = word.toLowerCase().replace(/['’]$/, "′").replace("’", "'");
      stems.set(word, stemmer.stemWord(same));
    }
    return stems.get(word);
  };
  const split = (text) =>
    [...text.matchAll(WORD)].map(({ 0: word, index: start }) => ({
      start,
      end: start + word.length,
      stem: stem(word),
      weak: stopwords.has(word.toLowerCase()),
    }));

  // All names of a thing have one sign, and "top k", "Top-K" and "topk" are one name.
  const joined = (parts) => parts.map((part) => part.stem).join("");
  const signs = new Map();
  const beginnings = new Set();
  SECTIONS.same.forEach((names, number) => {
    const pieces = names.map((each) => joined(split(each)));
    const sign = pieces.map((name) => signs.get(name)).find(Boolean) ?? `=${number}`;
    for (const name of pieces) {
      signs.set(name, sign);
      for (let length = 1; length <= name.length; length += 1) beginnings.add(name.slice(0, length));
    }
  });

  // The words of a text in their order, a name of several words in one piece.
  const read = (text) => {
    const words = split(text);
    const pieces = [];
    for (let at = 0; at < words.length; ) {
      let end = at + 1;
      let name = "";
      for (let next = at; next < words.length && beginnings.has(name + words[next].stem); next += 1) {
        name += words[next].stem;
        if (signs.has(name)) end = next + 1;
      }
      const parts = words.slice(at, end);
      pieces.push({ start: parts[0].start, end: parts.at(-1).end, sign: signs.get(joined(parts)), parts });
      at = end;
    }
    return pieces;
  };
  const terms = ({ sign, parts }) => [...(sign ? [sign] : []), ...parts.map((part) => part.stem)];

  const index = new MiniSearch({
    fields: ["name", "page", "text", "code", "spelled"],
    extractField: (place, field) => place[field === "spelled" ? "name" : field],
    tokenize: (text, field) => (field === "spelled" ? text.toLowerCase().match(WORD) ?? [] : read(text).flatMap(terms)),
    processTerm: (term) => term,
    searchOptions: {
      fields: ["name", "page", "text", "code"],
      tokenize: (term) => [term],
      boost: { name: 4, page: 2, code: 0.2 },
    },
  });
  const titles = new Map(SECTIONS.places.filter((place) => !place[1]).map((place) => [place[0], place[2]]));
  const places = SECTIONS.places.map(([page, anchor, name, text, code, weight], id) => ({
    id,
    address: page + anchor,
    name,
    page: anchor ? titles.get(page) : "",
    text,
    code,
    weight,
  }));

  // The explanation of a thing comes before its function, an exercise, a lab or an erratum;
  // an underscore in the question asks for the function. A heading that says the whole question is its answer.
  const weigh = (question) => {
    const asked = split(question).filter((word) => !word.weak).map((word) => word.stem);
    const says = (name) => asked.length > 1 && asked.every((it) => split(name).some((word) => word.stem === it));
    return (id) => {
      const kind = kindOf(question, places[id]);
      return kind > 0.5 && says(places[id].name) ? 2 * kind : kind;
    };
  };
  const kindOf = (question, { address, name, weight }) => {
    if (/^glossary.*#term/.test(address)) return 1.5;
    if (/^api/.test(address)) return question.includes("_") && name.includes(question.trim()) ? 2 : 0.5;
    return /^(architecture|bibliography|errata|how_checked|lab\d|report_template)|#(the-lessons|guide-tags)/.test(address) ? 0.3 : weight;
  };

  const FEW = 5;
  const SAYS_LITTLE = new Set(["vs", "versus", "mean", "meaning", "teacher", "what", "how", "why", "define", "explain", "compute", "calculate", "equal", "hand"].map(stem));

  // A word that is nowhere, as a name of the same letters or the name next to it is written.
  const letters = (word) => [...word].sort().join("");
  const respelled = (word) => {
    const typed = word.toLowerCase();
    if (word.length < 4 || index.search(stem(word), { prefix: true }).length) return word;
    const near = index.search(typed, { fields: ["spelled"], fuzzy: 0.2 }).flatMap(({ terms }) => terms);
    return near.find((it) => letters(it) === letters(typed)) ?? near[0] ?? word;
  };

  // All words that say something must be there; if they are nowhere, nearly so. Behind a few such places stand those that
  // hold some of the words.
  const find = (question) => {
    const asked = read(question);
    const strong = asked.filter(({ sign, parts }) => sign || parts.some((part) => !part.weak && !SAYS_LITTLE.has(part.stem)));
    const needed = (strong.length ? strong : asked).map((piece) => terms(piece)[0]);
    const boostDocument = weigh(question);
    const isWord = (term) => term.length > 2 && !term.startsWith("=");
    const nearly = (term) => isWord(term) && term.length > 3 && 0.3;
    const hasAll = (result) => needed.every((term) => result.queryTerms.includes(term));
    const search = ({ queries = needed, ...options }) => index.search({ queries }, { prefix: isWord, boostDocument, ...options });
    let full = search({ filter: hasAll });
    const spelled = full.length ? question : question.replace(WORD, respelled);
    if (spelled !== question) return find(spelled);
    if (!full.length) full = search({ filter: hasAll, fuzzy: nearly });
    const some = strong.flatMap(terms).filter((term) => !SAYS_LITTLE.has(term));
    if (full.length >= FEW || some.length < 2) return { found: full, all: full.length };
    const front = full.filter(({ id }) => boostDocument(id) >= 0.5);
    const known = new Set(front.map(({ id }) => id));
    return { found: [...front, ...search({ queries: some }).filter(({ id }) => !known.has(id))], all: full.length };
  };

  // The piece of the text that holds most of the words, with the words marked.
  const quote = (text, found) => {
    const sought = new Set(found);
    const hits = read(text).filter((piece) =>
      piece.parts.some((part) => sought.has(part.stem) && !part.weak) || sought.has(piece.sign));
    const near = (hit) => hits.filter((other) => other.start >= hit.start && other.end < hit.start + QUOTED * 0.7);
    const different = (hit) => new Set(near(hit).map((other) => terms(other)[0])).size;
    let best;
    for (const hit of hits) if (!best || different(hit) > different(best)) best = hit;

    const sentence = best ? text.lastIndexOf(". ", best.start) + 1 : 0;
    const start = best && best.start - sentence > QUOTED / 3
      ? text.indexOf(" ", best.start - QUOTED / 3) : sentence;
    const end = start + QUOTED < text.length ? text.lastIndexOf(" ", start + QUOTED) : text.length;
    const line = document.createElement("p");
    line.className = "context";
    let at = start;
    for (const hit of hits.filter((hit) => hit.start >= start && hit.end <= end)) {
      const mark = document.createElement("mark");
      mark.append(text.slice(hit.start, hit.end));
      line.append(text.slice(at, hit.start), mark);
      at = hit.end;
    }
    line.append(text.slice(at, end), end < text.length ? " …" : "");
    if (start > sentence) line.prepend("… ");
    return line;
  };

  const show = (question) => {
    const { found, all } = find(question);
    const count = found.length === 1 ? "1 place" : `${found.length} places`;
    let said = `Found ${count}.`;
    if (!question.trim()) said = "";
    else if (!found.length) said = "Nothing found. Try a shorter word, or another name for it.";
    else if (!all) said = `No place has all of these words. Found ${count} with some of them.`;
    else if (all < found.length) said = `Found ${count}: ${all} with all of these words, the others with some of them.`;
    if (found.length > MOST) said += ` Here are the first ${MOST}.`;
    status.textContent = said;
    list.replaceChildren(...found.slice(0, MOST).map((hit) => {
      const { address, name, page, text } = places[hit.id];
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = address;
      link.textContent = name;
      item.append(link, quote(text, hit.terms));
      if (page) {
        const where = document.createElement("p");
        where.className = "search-page";
        where.textContent = page;
        link.after(where);
      }
      return item;
    }));
  };

  const results = document.getElementById("search-results");
  const status = document.createElement("p");
  status.className = "search-summary";
  status.setAttribute("role", "status");
  const list = document.createElement("ul");
  list.className = "search";
  list.setAttribute("role", "list"); // Safari takes it from a list without bullets
  results.append(status, list);

  const field = document.querySelector(".bd-search-container input");
  const asked = new URLSearchParams(location.search).get("q") ?? "";
  for (const input of document.querySelectorAll("input[name=q]")) input.value = asked;
  if (asked) status.textContent = "Searching …";
  // In small portions, so that a slow telephone goes on scrolling and typing.
  index.addAllAsync(places, { chunkSize: 40 }).then(() => {
    show(field.value);
    field.addEventListener("input", () => show(field.value));
  });
}
