// The rates of the threshold explorer: choosing one lights up its cells, and each can be guessed before it is seen.
import { result } from "./arithmetic.js";
import { guessing } from "./guess.js";
import { cells } from "./measures.js";
import { element, redraw } from "./parts.js";

// `sums` are numerator and denominator of the matrix, then both as text.
const RATES = [
  {
    name: "precision",
    of: (yes) => `of those predicted as ${yes}, the ${yes}`,
    terms: cells("precision", 2, 0),
    sums: ([[TP], [FP]]) => [TP, TP + FP, `${TP} / (${TP} + ${FP})`],
  },
  {
    name: "recall",
    of: (yes) => `of all ${yes}, those predicted as ${yes}`,
    terms: cells("recall", 2, 0),
    sums: ([[TP, FN]]) => [TP, TP + FN, `${TP} / (${TP} + ${FN})`],
  },
  {
    name: "false-alarm rate",
    of: (yes, no) => `of all ${no}, those predicted as ${yes}`,
    terms: [{ sign: 1, top: [[1, 0]], bottom: [[1, 0], [1, 1]] }],
    sums: ([, [FP, TN]]) => [FP, FP + TN, `${FP} / (${FP} + ${TN})`],
  },
  {
    name: "F1",
    of: () => "",
    terms: cells("f_score", 2, 0),
    sums: ([[TP, FN], [FP]]) => [2 * TP, 2 * TP + FN + FP, `2 × ${TP} / (2 × ${TP} + ${FN} + ${FP})`],
  },
];

/** The table of the rates of the counts that `now` returns; `look` runs when one is chosen, shown or hidden. */
export function rateTable(now, look, say) {
  let lit = RATES[0];
  const rows = element("tbody");
  const valueOf = (name) => {
    const [top, bottom] = RATES.find((it) => it.name === name).sums(now());
    return top / bottom;
  };
  const guess = guessing(valueOf, () => {
    look();
    say(guess.line.firstChild.textContent);
  });
  const table = element("table", {}, element("caption", {}, "Choose a name: filled is counted, outlined divided by."), rows);

  function build([yes, no]) {
    redraw(rows, ...RATES.map((rate) => element("tr", {},
      element("th", { scope: "row" }, element("button", { type: "button", click: () => { lit = lit === rate ? null : rate; look(); } }, rate.name)),
      element("td", { class: rate.of() ? "ce-words ce-two" : "ce-words" }, element("span"), element("span", { class: "ce-note" }, rate.of(yes, no))))));
  }
  function update() {
    RATES.forEach((rate, at) => {
      const [top, bottom, sums] = rate.sums(now());
      const found = bottom ? result(top / bottom, { top, bottom }) : "= undefined";
      rows.rows[at].querySelector("span").textContent = guess.hides(rate.name) ? "?" : `${sums} ${found}`;
      rows.rows[at].querySelector("button").setAttribute("aria-pressed", String(rate === lit));
    });
    guess.show(lit?.name);
  }
  return {
    root: element("div", { class: "ce-beside ce-rates" }, guess.box, guess.line, table),
    build, update, valueOf, guess,
    /** The terms of the chosen rate, or null. */
    terms: () => lit && lit.terms,
  };
}
