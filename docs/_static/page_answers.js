// Answers to the exercises of a lesson, judged in the page: in the words of `cmcourse.check`, kept in this browser.
"use strict";
{
// ---- Exact fractions ----

const gcd = (a, b) => (b ? gcd(b, a % b) : a);
const size = (n) => (n < 0n ? -n : n);
function fraction(n, d = 1n) {
  if (d < 0n) [n, d] = [-n, -d];
  const common = gcd(size(n), d) || 1n;
  return { n: n / common, d: d / common };
}
const parsed = (text) => fraction(...text.split("/").map(BigInt));
const minus = (a, b) => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
const times = (a, b) => fraction(a.n * b.n, a.d * b.d);
const absolute = (a) => ({ n: size(a.n), d: a.d });
const atMost = (a, b) => a.n * b.d <= b.n * a.d;
const equal = (a, b) => a.n === b.n && a.d === b.d;
const ONE = fraction(1n);
const power = (places) => (places < 0 ? fraction(1n, 10n ** BigInt(-places)) : fraction(10n ** BigInt(places)));
const halfUnit = (places) => times(fraction(1n, 2n), power(-places));
const near = (a, b, error) => atMost(absolute(minus(a, b)), error);
const log10 = (n) => String(n).length - 1 + Math.log10(Number(`${String(n)[0]}.${String(n).slice(1, 16) || 0}`));

// ---- A number as it is typed: cmcourse.exercises.typed_numbers ----

const MORE_DIGITS = 'give at least three significant digits, or the exact fraction, such as "5/8"';
const FEW_DIGITS = `fits so far: ${MORE_DIGITS}`;
const NO_UNIT = new RegExp("^(percent|hundred|thousand|mio|millions?|billion|dozen|half|halves|thirds?|quarters?|fourths?|"
  + "fifths?|tenths?|squared|cubed|times|negative|not|false|wrong)$");
const DECIMAL = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]{1,3})?$/;

function decimal(text) {
  const [, sign, whole, part = "", e = "0"] = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/.exec(text);
  const exponent = Number(e) - part.length;
  return { exact: times(fraction(BigInt(whole + part) * (sign === "-" ? -1n : 1n)), power(exponent)), places: Math.max(0, -exponent) };
}

// As Python writes a text in quotes.
function quoted(text) {
  const escaped = text.replaceAll("\\", "\\\\");
  return text.includes("'") && !text.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

function readNumber(answer) {
  let words = answer.replace(/^\s*(["'])(.*)\1\s*$/u, "$2").split(/\s+/u).filter((it) => it);
  const unit = words.at(-1);
  if (words.length > 1 && /^\p{Nd}+$/u.test(words.at(-2)) && /^[A-Za-z]{3,}$/.test(unit) && !NO_UNIT.test(unit.toLowerCase()))
    words = words.slice(0, -1);
  let text = words.join("").replace(/[\u2010-\u2015\uff0d\u2212]/g, "-").replaceAll("\u2044", "/");
  text = text.replace(/^(=|≈|~|about)+/i, "");
  if (/^[1-9]\d{0,2}(,\d{3})+$/.test(text)) text = text.replaceAll(",", "");
  text = text.replace(/(?<=\d)of(?=\d)/gu, "/").replace(/percent$/i, "%");
  if (text.length === 1) text = text.normalize("NFKC").replaceAll("\u2044", "/");
  const body = text.replace(/%$/, "").toLowerCase();
  const parts = body.split("/");
  const shown = quoted(answer).length <= 42 && answer.length <= 40 ? quoted(answer) : "Your answer";
  if (parts.length > 2 || body.length > 60 || !parts.every((it) => DECIMAL.test(it))) {
    if (text.includes(",")) throw new Error(`${shown}: write the decimals after a point, not a comma.`);
    throw new Error(`${shown} is not a number. Answer with one, such as 0.123 or "5/8".`);
  }
  const [above, below] = parts.map(decimal);
  if (below && below.exact.n === 0n) throw new Error(`${shown} divides by 0: check the denominator.`);
  const exact = below ? times(above.exact, fraction(below.exact.d, below.exact.n)) : above.exact;
  let written = below && parts[1].includes(".") ? 0 : above.places;
  if (text.endsWith("%")) return { text, exact: times(exact, power(-2)), places: written + 2, percent: true };
  if (below && /^10+$/.test(parts[1])) written = above.places + parts[1].length - 1;
  const places = written === 0 && (below || /^\d+$/.test(body)) ? null : written;
  return { text, exact, places, percent: false };
}

function decimalsForThreeDigits(value) {
  if (value.n === 0n) return 3;
  const digits = Math.round(log10(size(value.n)) - log10(value.d));
  return atMost(power(digits), absolute(value)) ? 2 - digits : 3 - digits;
}

function judge(given, value, inTable = false) {
  const needed = Math.min(decimalsForThreeDigits(value), inTable ? 3 : Infinity);
  if (given.places === null) return near(given.exact, value, halfUnit(Math.max(0, needed + 8))) ? "right" : "wrong";
  const minded = value.n ? Math.max(needed, decimalsForThreeDigits(given.exact)) + 3 : 11;
  const share = atMost(absolute(value), ONE);
  const beyond = share && !atMost(minus(absolute(given.exact), ONE), halfUnit(9));
  const places = Math.max(0, Math.min(Math.max(given.places, needed), minded));
  if (near(given.exact, value, halfUnit(places)) && !beyond) return "right";
  if (needed - 2 <= given.places && given.places < needed && near(given.exact, value, halfUnit(given.places))) return "short";
  for (const at of [Math.max(given.places, needed, 0), given.places]) {
    const unit = times(value, power(at));
    if (at >= Math.max(1, needed) && equal(given.exact, times(fraction(unit.n / unit.d), power(-at)))) return "cut";
  }
  return "wrong";
}

const rounded = ({ n, d }) => (2n * n + d * (n < 0n ? -1n : 1n)) / (2n * d);
const isWhole = (given) => near(given.exact, fraction(rounded(given.exact)), halfUnit(8));
const isShort = (given, value) => judge(given, value) === "short" && given.places === decimalsForThreeDigits(value) - 1;
function roundsTo(value, given, least = 2) {
  const fewest = Math.max(0, decimalsForThreeDigits(given.exact) - 3 + least);
  return near(given.exact, value, halfUnit(given.places === null ? 9 : Math.min(Math.max(given.places, fewest), 9)));
}
const padded = (given) => ({ ...given, places: Math.max(given.places ?? 0, decimalsForThreeDigits(given.exact)) });
function isNear(given, value) {
  const needed = Math.max(0, decimalsForThreeDigits(value));
  return given.places !== null && given.places >= needed && near(given.exact, value, times(fraction(3n), halfUnit(needed)));
}
const asShare = (given) => ({ ...given, exact: times(given.exact, power(-2)),
  places: given.places === null && given.exact.d !== 1n ? null : (given.places ?? 0) + 2 });
function readings(given, value) {
  const large = absolute(given.exact);
  const percentage = !given.percent && !atMost(large, ONE) && atMost(large, power(2)) && atMost(absolute(value), ONE);
  return [[given, given.percent ? ", read as a percentage," : ""], ...(percentage ? [[asShare(given), ", read as a percentage,"]] : [])];
}

// ---- What is wrong with a number: cmcourse.exercises.diagnosis ----

function almostRight(given, value) {
  if (given.percent) {
    const bare = { ...given, exact: times(given.exact, power(2)), places: Math.max(0, given.places - 2) };
    if (judge(bare, value) === "right") return `${given.text}: drop the percent sign, the number itself is right.`;
  }
  if (judge(given, value) === "cut")
    return `${given.text} is the value cut off, not rounded: the digit that follows is 5 or more, so the last digit you keep goes up by one.`;
  const large = absolute(given.exact);
  const percentage = !given.percent && atMost(large, power(2)) && atMost(ONE, large) && atMost(absolute(value), ONE);
  if (percentage && judge(asShare(given), value) !== "wrong")
    return `${given.text} is the right size, but as a percentage: divide it by 100.`;
  return null;
}

const isAnother = (given, values) => values.some((it) => near(given.exact, it, halfUnit(Math.min(given.places ?? 0, 9))));
const toFour = (given) => ({ ...given, places: Math.max(given.places ?? 0, 4) });
const key = ({ n, d }) => `${n}/${d}`;

function namedMistake(given, asked, foreseen, ways, rivals) {
  for (const [reading, how] of readings(given, asked.value)) {
    const exactly = foreseen.find((way) => equal(way.value, reading.exact));
    if (exactly) return exactly.says;
    const close = [...foreseen, ...ways];
    let found = close.filter((way) => judge(reading, way.value) === "right");
    const values = new Set(close.filter((way) => roundsTo(way.value, reading)).map((way) => key(way.value)));
    const computed = reading.places === null || reading.places > 4;
    if (computed && values.size) found = found.filter((way) => values.has(key(way.value)));
    else found.forEach((way) => values.add(key(way.value)));
    const inShort = !found.length;
    if (inShort) {
      found = isWhole(reading) ? [] : foreseen.filter((way) => isShort(reading, way.value));
      found.forEach((way) => values.add(key(way.value)));
    }
    if (!found.length) continue;
    if (how && !atMost(given.exact, ONE) && rivals.some((it) => equal(it, given.exact))) break;
    if (!computed) {
      const few = inShort ? reading : padded(reading);
      rivals.filter((it) => roundsTo(it, few)).forEach((it) => values.add(key(it)));
    }
    if (values.size === 1 && foreseen.includes(found[0])) return found[0].says;
    if (values.size === 1 && !found[0].twice) return `${given.text}${how} is ${found[0].says}`;
  }
  return null;
}

function aboutNumber(asked, answer) {
  let given;
  try {
    given = readNumber(answer);
  } catch (error) {
    return ["unclear", asked.count ? error.message.replace('0.123 or "5/8"', "12") : error.message];
  }
  if (asked.count && given.percent) return ["unclear", `${given.text} is a percentage. The answer is a count: leave % out.`];
  const values = asked.values.map(parsed);
  const value = values[0];
  if (values.some((it) => judge(given, it) === "right") && (!asked.count || isWhole(given)))
    return ["right", asked.confirmed || `Correct: ${given.exact.n ? given.text.replace(/\.+$/, "") : 0}.`];
  const guess = ([it, says, twice = false]) => ({ value: parsed(it), says, twice });
  const [foreseen, ways] = [asked.foreseen.map(guess), asked.ways.map(guess)];
  const [rivals, others] = [asked.rivals.map(parsed), asked.others.map(parsed)];
  const isForm = readings(given, value).some(([it]) => roundsTo(value, it)) && !foreseen.some((way) => equal(way.value, given.exact));
  const mistake = !isForm && namedMistake(given, { value }, foreseen, ways, rivals);
  if (mistake) return ["wrong", mistake];
  const form = almostRight(given, value);
  const shares = rivals.filter((it) => atMost(absolute(it), ONE));
  if (form && ![...shares, ...ways.map((way) => way.value)].some((it) => roundsTo(it, given))) return ["almost", form];
  if (isShort(given, value) && !(isAnother(given, asked.name ? ways.map((way) => way.value) : []) || isAnother(toFour(given), others)))
    return ["almost", `${given.text} ${FEW_DIGITS}.`];
  if (asked.count && !isWhole(given)) return ["wrong", `${given.text} is not a whole number, and a count is. Next step: ${asked.next}`];
  if (roundsTo(value, given, 1)) return ["unclear", `${given.text} has too few digits to be judged: ${MORE_DIGITS}.`];
  if (asked.next) return ["wrong", `${given.text} is not the value asked for. Next step: ${asked.next}`];
  const lowest = fraction(BigInt(asked.lowest));
  if (!atMost(lowest, given.exact) || !atMost(given.exact, ONE)) {
    const side = atMost(given.exact, ONE) ? `below ${asked.lowest}` : "above 1";
    return ["wrong", `${given.text} is ${side}, and ${asked.name} lies between ${asked.lowest} and 1${asked.lowest ? "" : ", as shares do"}. ${asked.step}`];
  }
  if (isNear(given, value) && !isAnother(toFour(given), others))
    return ["wrong", `${given.text} is very near, but not a rounding of ${asked.name}. Did you round on the way? Keep fractions until the end, then round once.`];
  return ["wrong", `${given.text} is not ${asked.name}. ${asked.step}`];
}

function aboutSet(asked, chosen) {
  const same = (some) => some.length === chosen.length && some.every((it) => chosen.includes(it));
  if (same(asked.right)) return ["right", asked.confirmed];
  const known = asked.mistakes.find(([some]) => same(some));
  if (known) return ["wrong", known[1]];
  if (!chosen.length) return ["unclear", `Nothing is chosen yet. Next step: ${asked.next}`];
  const surplus = chosen.filter((it) => !asked.right.includes(it)).length;
  const missing = asked.right.filter((it) => !chosen.includes(it)).length;
  const parts = [];
  if (surplus) parts.push(`${surplus === 1 ? "one of yours does" : `${surplus} of yours do`} not belong`);
  if (missing) parts.push(missing === 1 ? "one is missing" : `${missing} are missing`);
  return ["wrong", `Not yet: ${parts.join(", and ")}. Next step: ${asked.next}`];
}

// ---- What is wrong with a table: cmcourse.exercises.tables ----

// The positions of the cells that are not right.
function differing(cells, [values, whole]) {
  const isRight = (cell, value) => judge(cell, parsed(value), true) === "right" && (!whole || isWhole(cell));
  return values.flatMap((value, at) => (isRight(cells[at], value) ? [] : [at]));
}

function howMany(count, size, things) {
  if (size === 2 && count < 2) return ["Neither of the two numbers is", "One of the two numbers is"][count];
  if (count === size - 1) return `All but one of the ${size} ${things} are`;
  return `${count || "None"} of the ${size} ${things} ${count < 2 ? "is" : "are"}`;
}

// Rows may come in any order if their first column names them.
function inOrder(cells, values, width) {
  const first = (row) => key(row[0].exact ?? parsed(row[0]));
  const rows = (some) => Array.from({ length: some.length / width }, (_, at) => some.slice(at * width, (at + 1) * width));
  const given = new Map(rows(cells).map((row) => [first(row), row]));
  const wanted = rows(values).map(first);
  return new Set(wanted).size === wanted.length && wanted.every((it) => given.has(it)) ? wanted.flatMap((it) => given.get(it)) : null;
}

function explained(cells, asked, differ) {
  const [values] = asked.right;
  const exact = cells.map((cell) => cell.exact);
  if (asked.shares.some((some) => some.every((it, at) => Math.abs(Number(exact[at].n) / Number(exact[at].d) - it) <= 0.0006))
    && exact.some((it) => it.d !== 1n)) return "These are shares; the question asks for the counts.";
  const numbers = values.map(parsed);
  if (asked.shape.length === 1) {
    const sorted = (some) => some.map(key).sort().join();
    const counting = sorted(numbers) === sorted(numbers.map((_, at) => fraction(BigInt(at + 1))));
    const mixed = sorted(exact) === sorted(numbers) && !counting;
    if (mixed && !differ([...values].reverse())) return "The numbers are right, but they stand in reverse order.";
    if (mixed) return "The numbers are right, but they stand in another order.";
  }
  if (!differ(numbers.map((it) => key(minus(ONE, it))))) return "Every number is 1 minus the right one: you have the other part of each whole.";
  const large = numbers.some((it) => !atMost(absolute(it), ONE));
  return !large && !differ(numbers.map((it) => key(times(it, power(2))))) && "These are percentages; divide each by 100.";
}

function aboutCell(at, cell, asked) {
  const place = asked.shape.length === 1 ? [at] : [Math.floor(at / asked.shape[1]), at % asked.shape[1]];
  const named = asked.labels?.length && place.map((it) => asked.labels[it]);
  let where = place.length === 1 ? `position ${at} (counted from 0)` : `row ${place[0]}, column ${place[1]} (counted from 0)`;
  if (named) where = `row ${named[0]} (the truth), column ${named[1]} (the prediction)`;
  else where = asked.places?.[at] ?? where; // as the form names it
  const [values, whole] = asked.right;
  if (whole) return ["wrong", `${where}: ${cell.text} is not ${isWhole(cell) ? "right" : "a whole number"}.`];
  const form = almostRight(cell, parsed(values[at]));
  if (form) return ["almost", `${where}: ${form}`];
  if (isShort(cell, parsed(values[at])) || roundsTo(parsed(values[at]), cell, 1)) return ["almost", `${where}: ${cell.text} ${FEW_DIGITS}.`];
  return ["wrong", `${where}: ${cell.text} is not right.`];
}

function aboutTable(asked, typed) {
  if (asked.by_bits) return asked.texts[asked.by_bits[parseInt(typed.join(""), 2)]];
  let cells;
  try {
    cells = typed.map(readNumber);
  } catch (error) {
    return ["unclear", `One of your cells cannot be read. ${error.message}`];
  }
  const size = cells.length;
  const ordered = asked.sorts && differing(cells, asked.right).length && inOrder(cells, asked.right[0], asked.shape[1]);
  cells = ordered || cells;
  const wrong = differing(cells, asked.right);
  if (!wrong.length) return ["right", asked.right[2]];
  const known = asked.known.find((some) => !differing(cells, some).length);
  if (known) return ["wrong", known[2]];
  if (asked.marks && cells.every((cell) => !cell.exact.n)) return ["open", `Nothing is marked yet. Next step: ${asked.next}`];
  if (asked.marks) return ["wrong", `${howMany(size - wrong.length, size, "marks")} right. Next step: ${asked.next}`];
  const says = explained(cells, asked, (values) => differing(cells, [values, asked.right[1]]).length);
  if (says) return ["wrong", says];
  const problems = wrong.map((at) => aboutCell(at, cells[at], asked));
  const close = problems.filter(([verdict]) => verdict === "almost").length;
  const [verdict, text] = problems.find(([it]) => it !== "almost") ?? problems[0];
  if (close === size) return ["almost", `Close, but: ${text}`];
  const nearly = close && verdict === "wrong";
  const count = `${howMany(size - wrong.length + (nearly ? close : 0), size, "numbers")} right${nearly ? " or close" : ""}`;
  const next = verdict === "wrong" ? ` Next step: ${asked.next}` : "";
  return [verdict, `${count}. ${text[0].toUpperCase()}${text.slice(1)}${next}`];
}

// A text that only its writer can judge: afterwards there are points to tick.
function aboutText(asked, { text, ticks }) {
  const words = text.split(/\s+/u).filter((it) => it).length;
  if (words < asked.least) return ["unclear", `That is ${words} word${words === 1 ? "" : "s"}; write at least ${asked.least}. Next step: ${asked.next}`];
  const still = Object.keys(asked.points).filter((it) => !ticks.includes(it));
  const all = ticks.length + still.length;
  if (!ticks.length) return ["read", "Yours to judge. Which of these points does your text make?"];
  if (still.length) return ["read", `Yours to judge. You ticked ${ticks.length} of ${all} points; still open: ${still.join(", ")}.`];
  return ["read", `Yours to judge. You ticked ${all === 2 ? "both" : `all ${all}`} points.`];
}

/** Return the verdict and the feedback to an answer: a string, for a set or a table a list of them, or a text with ticks. */
function judged(asked, answer) {
  if (asked.kind === "text") return aboutText(asked, answer);
  if (asked.kind === "table") return aboutTable(asked, answer);
  if (asked.kind === "set") return aboutSet(asked, answer);
  if (asked.kind === "choice") return asked.choices.find(([choice]) => choice === answer).slice(1);
  return aboutNumber(asked, answer);
}

// ---- The page ----

const KEPT = "cmlib-course-answers"; // the answers by id
const COUNTS = "cmlib-course-counts"; // how many are right, and of how many, by lesson
const data = JSON.parse(document.getElementById("page-answers").textContent);
const score = document.createElement("p");
const kept = stored(KEPT);
const right = (kept.right ??= {}); // what was once answered right stays so
const drafts = (kept.drafts ??= {}); // what was not checked yet

function made(tag, attributes = {}, ...children) {
  const node = Object.assign(document.createElement(tag), attributes);
  node.append(...children);
  return node;
}

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {}; // The browser keeps nothing for this page.
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The answers last as long as the page.
  }
}

function count() {
  const judgeable = Object.keys(data).filter((id) => data[id].kind !== "text");
  const [found, all] = [judgeable.filter((id) => right[id]).length, judgeable.length];
  score.textContent = `Answered right in this page: ${found} of ${all}. Give numbers with three significant digits, or as fractions. `
    + "This browser keeps your answers.";
  const lesson = /(\d\d_\w+)\.html$/.exec(location.pathname)?.[1];
  const counts = stored(COUNTS);
  if (found || counts[lesson]) keep(COUNTS, { ...counts, [lesson]: [found, all] });
}

// The options of a question, from the list "(a) …, (b) …" that stands before its cell; the list goes.
function optionsBefore(cell) {
  const list = cell.previousElementSibling;
  const items = list?.tagName === "UL" ? [...list.children] : [];
  const letters = items.map((it) => /^\(([a-z])\)\s/.exec(it.textContent.trim())?.[1]);
  if (!items.length || letters.includes(undefined)) return {};
  list.remove();
  return Object.fromEntries(items.map((it, at) => [letters[at], it.querySelector("p") ?? it]));
}

// What stands above the columns of a table: its classes, or names that the cell gives in brackets.
function headsOf(id, asked, cell) {
  const width = asked.shape.at(-1);
  const code = cell.textContent;
  const name = new RegExp(`check\\("${id}", (\\w+)`).exec(code)?.[1];
  const tables = [...cell.parentElement.querySelectorAll("table")].map((it) => [...it.querySelectorAll("thead th")]);
  const named = asked.labels ?? tables.find((it) => it.length === width + 1)?.slice(0, width).map((it) => it.textContent);
  const comments = [`\\b${name} = .*# .*`, "# .*"].map((start) => `${start}\\[([^\\][\\d]+)\\]`);
  const listed = ["labels=\\[([^\\]]+)\\]", ...(asked.marks ? [] : comments)]
    .map((it) => new RegExp(it).exec(code)?.[1].split(/,\s*/)).find((it) => it?.length === width);
  const counted = Array.from({ length: width }, (_, at) => String(at));
  const heads = named ?? listed ?? (width === 2 && !asked.marks ? ["to the right", "upwards"] : counted);
  return heads.map((it) => it.replace(/^(["'])(.*)\1$/, "$2"));
}

// The counts of the matrix whose cells are to be marked, if the question prints it.
function countsFor(asked, cell) {
  let text = cell.textContent;
  for (let it = cell.previousElementSibling; it; it = it.previousElementSibling) text = it.textContent + text;
  const found = (text.match(/\[(\[[\d, ]+\](,\s*)?)+\]/g) ?? []).map((it) => it.match(/\d+/g));
  return (asked.shape.length > 1 && found.find((it) => it.length === asked.shape[0] * asked.shape[1])) || [];
}

// A table to fill in: cells to tap for marks, fields for numbers.
function tableFor(id, asked, cell, values) {
  const heads = headsOf(id, asked, cell);
  const [rows, width] = asked.shape.length === 1 ? [1, asked.shape[0]] : asked.shape;
  const square = asked.shape[0] === asked.shape[1];
  const rowHead = (at) => (square ? heads[at] : String(at + 1));
  const counts = asked.marks ? countsFor(asked, cell) : [];
  const nameOf = (row, column) => (rows === 1 ? heads[column] : `row ${rowHead(row)}, column ${heads[column]}`);
  asked.places = Array.from({ length: rows * width }, (_, at) => nameOf(Math.floor(at / width), at % width));
  const cellAt = (row, column) => {
    const at = row * width + column;
    const label = asked.places[at];
    if (!asked.marks) {
      const input = made("input", { type: "text", inputMode: asked.right[1] ? "numeric" : "text", size: 5, value: values[at] ?? "", ariaLabel: label });
      input.addEventListener("input", () => { values[at] = input.value; });
      return made("td", {}, input);
    }
    const box = made("button", { type: "button", ariaLabel: [counts[at] ?? [], label].flat().join(", "), ariaPressed: String(values[at] === "1") }, counts[at] ?? "\u00a0");
    box.addEventListener("click", () => {
      values[at] = values[at] === "1" ? "0" : "1";
      box.ariaPressed = String(values[at] === "1");
      box.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return made("td", {}, box);
  };
  const head = (text, scope) => made("th", { scope }, text);
  const lines = Array.from({ length: rows }, (_, row) => made("tr", {}, ...(rows > 1 ? [head(rowHead(row), "row")] : []),
    ...heads.map((_, column) => cellAt(row, column))));
  const top = made("tr", {}, ...(rows > 1 ? [made("td")] : []), ...heads.map((it) => head(it, "col")));
  return made("table", { className: "page-table" }, made("thead", {}, top), made("tbody", {}, ...lines));
}

// The name of a part's answer in Python says what is asked: "FPR_at_6".
const NAMES = { "R prime": "R′", "R K": "R_K", "G mean": "G-mean", "mid p": "mid-p", kappa: "Kappa" };
const inWords = (variable) => variable.replaceAll("_", " ")
  .replace(/\b(ap\b|auc|f(?=\d)|g\b|j\b|mcc|npv|r\b|tn\b|(?<=r )k\b|(?<= of )[abm]$)/g, (it) => it.toUpperCase())
  .replace(/R prime|R K|G mean|mid p|kappa/, (it) => NAMES[it]).replace(/\btop (\d)/, "Top-$1");

function questionOf([id, variable], options, cell) {
  const [, number, letter] = /^\d+\.(\d+)([a-z]?)$/.exec(id);
  const name = number !== "0" && letter ? `(${letter}) ${inWords(variable)}` : "Your answer";
  const asked = data[id];
  const [onScreen, onPaper] = ["on-screen", "on-paper"].map((className) => (text) => made("span", { className }, text));
  if (!asked) return made("p", { className: "page-python" }, letter && name, onScreen(`${letter ? ": this" : "This"} one is answered in Python.`));
  const said = made("p", { className: "page-said" });
  said.setAttribute("role", "status");
  const form = made("form", { className: "page-question", autocomplete: "off" });

  function answer(given) {
    const open = given.length === 0 || given.text?.trim() === "" || (asked.kind === "table" && [...given].some((it) => !it?.trim())) || (typeof given === "string" && !/[^\s.…]/.test(given));
    const empty = asked.kind === "table" ? "Fill in every cell." : "Type an answer first.";
    const [verdict, text] = open && asked.kind !== "set" ? ["open", empty] : judged(asked, given);
    said.textContent = text;
    form.dataset.verdict = verdict;
    if (verdict === "right") right[id] = true;
    kept[id] = given;
    delete drafts[id];
    keep(KEPT, kept);
    count();
  }
  const before = drafts[id] ?? kept[id]; // what stood in the form when the page was left
  let given; // returns what stands there now
  const fields = [];
  const field = (type, text) => {
    const input = made("input", { type, name: id, value: text });
    fields.push(input);
    const words = options[text] ? [...options[text].cloneNode(true).childNodes] : [/^[a-z]$/.test(text) ? `(${text})` : text];
    return made("label", {}, input, made("span", {}, ...words));
  };
  const button = made("button", { type: "submit" }, "Check");
  if (asked.kind === "number") {
    const input = made("input", { type: "text", inputMode: asked.count ? "numeric" : "text", size: 12, value: before ?? "", spellcheck: false });
    form.append(made("label", {}, made("span", { className: "page-name" }, name), input), button);
    given = () => input.value;
  } else if (asked.kind === "text") {
    const loads = /cmcourse\.load\(/.test(cell.closest("section").textContent) ? [onScreen(": its data are loaded in Python")] : [];
    const text = made("textarea", { value: before?.text ?? "" });
    fields.push(...Object.keys(asked.points).map((it) => made("input", { type: "checkbox", value: it, checked: Boolean(before?.ticks?.includes(it)) })));
    const points = Object.entries(asked.points).map(([it, point], at) => made("label", {}, fields[at], `(${it}) ${point}`));
    given = () => ({ text: text.value, ticks: fields.filter((it) => it.checked).map((it) => it.value) });
    const good = made("fieldset", { className: "page-good" }, made("legend", {}, "Points to tick"), ...points,
      made("details", {}, made("summary", {}, "A good answer"), made("p", {}, asked.answer)));
    form.append(made("label", {}, made("span", { className: "page-name" }, name, ...loads), text), button, said, good);
    good.addEventListener("change", () => answer(given()));
  } else if (asked.kind === "table") {
    const size = asked.shape.reduce((product, it) => product * it);
    const values = Array.from({ length: size }, (_, at) => before?.[at] ?? (asked.marks ? "0" : ""));
    const action = asked.marks ? [onScreen("tap"), onPaper("mark"), " the cells."] : ["fill in."];
    form.append(made("p", { className: "page-name" }, `${name}: `, ...action), tableFor(id, asked, cell, values), button);
    given = () => [...values];
  } else {
    const several = asked.kind === "set";
    const labels = asked.choices.map((choice) => field(several ? "checkbox" : "radio", several ? choice : choice[0]));
    form.append(made("fieldset", {}, made("legend", {}, name), ...labels, ...(several ? [button] : [])));
    const chosen = () => fields.filter((it) => it.checked).map((it) => it.value);
    for (const it of fields) it.checked = [before ?? []].flat().includes(it.value);
    given = () => (several ? chosen() : chosen()[0]);
    if (!several) form.addEventListener("change", () => answer(given()));
  }
  // What was said is about the answer before.
  function change() {
    drafts[id] = given();
    keep(KEPT, kept);
    if (/right|wrong/.test(form.dataset.verdict)) form.dataset.verdict = "before";
  }
  form.addEventListener("input", change);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(given());
    said.scrollIntoView({ block: "nearest" });
  });
  if (!said.parentNode) form.append(said);
  const isDraft = id in drafts;
  if (kept[id] !== undefined) answer(kept[id]);
  if (isDraft) change();
  return form;
}

for (const cell of document.querySelectorAll(".cell.tag_exercise")) {
  const asks = [...cell.textContent.matchAll(/check\("(\d+\.\d+[a-z]?)",\s*(\w+)/g)].map(([, ...it]) => it);
  const ids = asks.map(([id]) => id);
  if (!ids.length) continue;
  const options = ids.length === 1 && /^[a-z]$/.test(data[ids[0]]?.choices?.[0]?.[0]) ? optionsBefore(cell) : {};
  const before = cell.previousElementSibling;
  const after = cell.nextElementSibling;
  const block = made("div", { className: "page-answers" }, ...asks.map((it) => questionOf(it, options, cell)));
  cell.before(block);
  if (before?.textContent.startsWith("Quick question.")) block.prepend(before);
  // What the cell prints or defines for the question stays in sight.
  const printed = cell.querySelector(":scope > .cell_output");
  if (printed) block.before(printed);
  const given = /^(?!drawn|ticked)\w+ = (?!\.\.\.|[[(]\s*\.\.\.|cmcourse\.|cmlib\.plot|plt)\S/m.test(cell.textContent);
  const open = given || !ids.some((id) => data[id]);
  block.append(made("details", { className: `page-code${given ? " page-given" : ""}`, open }, made("summary", {}, "In Python"), cell));
  if (after?.matches(".tag_solution")) block.append(after);
}
score.className = "page-score";
document.querySelector("section#exercises > h2")?.after(score);
count();
}
