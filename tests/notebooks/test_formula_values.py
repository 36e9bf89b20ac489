"""Formulas of lessons, pages and feedback: those of `explain`, or else of the same value."""

import re
from functools import cache, reduce
from itertools import pairwise, product

import nbformat
import numpy as np
import pytest
from formula_card import LETTERS
from guards.prose import formulas
from guards.reading import markdown_cells
from latex_reader import OF_ALL, OF_CLASS, Reader, known
from measure_formulas import formula
from places import DOCS, LESSONS

from cmcourse.exercises.mistakes import wrong_ways
from cmcourse.exercises.registry import exercises, lessons
from cmlib import explain
from cmlib.by_hand.formulas import METRICS

# A statement is checked if it has an operator or names a measure, a share or a count.
MEASURE = re.compile(
    r"\\kappa|\\pi|p_\{?[oe]|[nmq]_\{?[a-z]|[TF][PN]|[FR]_|(?<![a-z\\])[JR]\b"
    r"|\{(macro|micro|weighted|precision|recall|specificity|prevalence|accuracy|balanced|error"
    r"|product|NPV|[TF]PR|MCC|G-mean|PI|BI|AUC|rank|Top|random|expected)\b"
)
OPERATOR = re.compile(r"\\(frac|sum|prod|sqrt)|[-+]")
LETTER = re.compile(r"(?<![a-z\\])[A-Za-z]|\\(pi|kappa|beta|mathrm|text)")
# Which relations hold where the left side is smaller, the same and larger.
HOLD = {-1: r"<|\\leq?|\\neq?", 0: r"=|\\approx|\\[lg]eq?", 1: r">|\\geq?|\\neq?"}
RELATION = re.compile(r"(\\(?:[lg]e|ne)q?(?![a-z])|\\approx|[=<>])(?![^{]*\})")
# The glossary's names of measures that have another name in formulas.
NAMED = {"F1": "F_1", "Kappa": r"\kappa", "R": "R", "R′": "R'", "informedness": "J"}
# What feedback writes otherwise than formulas: "the share of class 0 in the truth, (TP + FN)/n".
SPOKEN = {r"\bpi\b": r"\\pi", "Kappa": r"\\kappa", "minus": "-", "plus": "+"} | {
    **{r"\bthe (share )?(of class 0 )?": "", "in truth": r"\\pi", "in predictions": "q"},
    **{"Informedness": "J", "false positive rate": "FPR"},
    r"\b(recall|specificity|FPR|error rate|accuracy|prevalence)\b": r"\\text{\1}",
}
PART = r"\(?(?:\\text\{[A-Za-z ]+\}|\\pi|\\kappa|p_[oe]|R'|[TF][PN]|[RJnq1])\)?"
SAID = re.compile(rf"(?!1)({PART})(?:,| =|,? (?:which )?is) ({PART}(?:[-+/ ]+{PART})++)(?![\w,])")
# What lessons write otherwise than `explain`, and how.
OTHERWISE = {
    **{"J": "with rates", "R": "with recall and shares", "R'": "with R", "G-mean": "with recalls"},
    **{"accuracy": "with four counts", "error rate": "as a rest", "balanced accuracy": "in words"},
    **{"R_K": "of K classes", "product form": "of K classes", "overall  R'": "with shares"},
}
# Statements that do not hold of every matrix, with the reason.
SPECIAL = {
    r"\frac{2}{F_1} = \frac{1}{\mathrm{precision}} \times \frac{1}{\mathrm{recall}}": "misprint",
    r"\text{NPV} = \frac{TN}{TN + FP}": "misprint",
    r"\mathrm{precision} = \frac{TP}{TP + FN}": "misprint",
    r"n \sum_c n_{cc} = \sum_c n_c m_c": "no better than chance",
    r"p_e = \frac1K": "equal classes",
    r"p_e = \sum_c \pi_c q_c = \frac1K": "equal classes",
    r"p_e = \sum_c \pi_c^2": "q = pi",
    r"R_K = \frac{p_o K - 1}{K - 1}": "equal classes, equal errors",
    r"R' = 0 - (1 - \pi) + \pi = 2\pi - 1": "everything wrong",
    r"1 - R' = \frac{w-m}{w} + \frac{w-m}{w} = 2(1 - \pi)": "everything wrong",
    r"\frac{5}{F_2} = \frac{4}{\mathrm{precision}} + \frac{1}{\mathrm{recall}}": "misprint",
    r"s \le w - m": "everything wrong",
    "TP : FN = FP : TN": "no better than chance",
    r"\ln(1 + v) \approx v - \frac{v^2}{2}": "small v",
    r"\kappa = \frac{K p_o - 1}{K - 1}": "equal classes",
    "FP = w - m": "everything wrong",
    "FN = m": "everything wrong",
    r"R' = \frac am - \frac mw + \frac mw = \frac am < 1": "m = s",
    r"R' = \pi": "R = 0",
    r"\text{accuracy} = 1 - \text{prevalence}": "never predicted",
    **dict.fromkeys((r"q = \pi", r"q_c = \pi_c", r"\pi_c = q_c"), "equal shares"),
    **dict.fromkeys((r"p_o = \pi_j", r"p_e = \pi_j"), "always predicted j"),
    "p_o = p_e = 1": "one class, always predicted",
    r"TP \cdot TN = FP \cdot FN": "no better than chance",
    r"n_{ij} = n_i m_j / n": "no better than chance",
    r"n_{ii} n_{jj} = n_i m_i n_j m_j / n^2 = n_{ij} n_{ji}": "no better than chance",
    r"u = \frac{1-p_o}{p_o}": "another u than lesson 3's",
    r"R' = 0 + \pi": "R = 0",
    r"R' = 0 - 0 + \pi": "never predicted",
    r"R' = 1 - 1 + \pi": "always predicted",
    r"R' = q - q + \pi": "at random",
    r"R' = 1 - \frac mw + \frac mw = 1": "everything right",
    r"R' \le \frac am - \frac sw + \frac sw = \frac am \le 1": "m < s",
    r"R' \le \frac sm - \frac sw + \frac mw = \frac{s(w-m)}{mw} + \frac mw"
    r" \le \frac{m(w-m)}{mw} + \frac mw = 1": "m > s",
}
# Those that hold letters or words of one lesson, which the reader lacks.
UNREAD = {
    *(r"s c_{\mathrm{FN}} \ge (1 - s) c_{\mathrm{FP}}", r"\mathrm{rank} = 1 + |\{c : s_c > s_y\}|"),
    r"\text{Top-}k = \frac{\text{samples with rank} \le k}{n}",
    r"\text{expected} = \frac{k - \mathrm{above}}{\mathrm{tied}}",
    r"\mathrm{AUC} = \frac{\text{won} + \frac12\text{level}}{n_P \cdot n_N}"
    r" = \frac{19 + \frac12 \cdot 1}{4 \cdot 6} = 0.8125",
    r"\mathrm{AUC} = \frac{1}{n_P n_N} \sum_{\text{positives } i}\ \sum_{\text{negatives } j}"
    r" ([s_i > s_j] + \tfrac12 [s_i = s_j])",
    *(r"R'_i = P(y_i \mid x_i) - [P(y_i) - P(x_i)]", r"p_c = \frac{e^{z_c}}{\sum_{j} e^{z_j}}"),
    *(r"\mathrm{log\ loss} = -\frac1n \sum_i \ln b_i", r"\text{random list} = \frac{k}{K}"),
    r"\frac{a^2 + 1}{F} = \frac{a^2}{\mathrm{precision}} + \frac{1}{\mathrm{recall}}",
    r"\frac{a^2 + 1}{F} = \frac{1}{\mathrm{precision}} + \frac{a^2}{\mathrm{recall}}",
    r"\mathrm{accuracy\ of\ always\ negative} = \frac{TN}{n} = 1 - \mathrm{prevalence}",
    r"\kappa_\text{max} = \frac{\sum_c \min(\pi_c, q_c) - p_e}{1 - p_e}",
    r"n \sum x^2 - (\sum x)^2 = (TP + FN) \cdot n - (TP + FN)^2 = (TP + FN)(TN + FP)",
    r"n \sum xy - \sum x \sum y = n \cdot TP - (TP + FN)(TP + FP)",
    r"\mathrm{AP} = \sum_t \mathrm{gain}_t \cdot \mathrm{precision}_t",
    r"R' = P(y\mid x) - [P(y) - P(x)] = \sum_{i} \frac{a_i}{x_i}\cdot\frac{x_i}{x}"
    r" - \frac yw + \frac xw = \sum_i \frac{a_i}{x} + \frac{x-y}{w}",
    r"\mathrm{Var}(R'_c) = (\frac1{n_c} - \frac1n)^2 n_c p_c (1 - p_c)"
    r" + \frac1{n^2}\sum_{i \ne c} n_i p_i (1 - p_i)",
    r"\text{MRR} = \text{mean over all samples of } \frac{1}{\mathrm{rank}}",
    r"\text{best fixed list} = \pi_{(1)} + \pi_{(2)} + \dots + \pi_{(k)}",
    r"\mathrm{Var}(\kappa) \approx \frac1n"
    r" ( \sum_{ij} p_{ij} g_{ij}^2 - (\sum_{ij} p_{ij} g_{ij})^2 )",
    r"t = \frac{c_{\mathrm{FP}}}{c_{\mathrm{FP}} + c_{\mathrm{FN}}}"
    r" = \frac{1}{1 + 10} = \frac{1}{11}",
    r"\mathrm{Brier} = \frac1n \sum_i (s_i - y_i)^2"
    r" = \frac{ 0.1^2 + 0.2^2 + 0.6^2 + 0.3^2 + 0.1^2 }{5} = 0.102",
    r"\mathrm{Brier} = \sum_g \frac{n_g}{n} (s_g - y_g)^2 - \sum_g \frac{n_g}{n} (y_g - \pi)^2"
    r" + \pi (1 - \pi)",
    r"\frac{s'}{1 - s'} = \frac{s}{1 - s} \cdot \frac{\pi' / (1 - \pi')}{\pi / (1 - \pi)}",
    r"n_{ij} = n_{ij}^{\text{first}} + n_{ij}^{\text{second}}",
    *("s = p + d", r"z_c = -d_c^2", r"\sum x_i = x = w", r"\sum y_i = y = w"),
    *(r"P(m) = \frac mw", r"P(s) = \frac sw", r"P(s \mid m) = \frac am"),
    *(r"s_{\text{bus}} = 1 - s_{\text{opel}}", r"y - \bar y = \lambda (x - \bar x)"),
    r"\Pr(x) = \binom{n}{x} \theta^x (1 - \theta)^{n - x}",
    r"\text{lower end} \le \frac{k}{n} \le \text{upper end}",
    r"(\frac{x}{n} - \theta)^2 \le z^2 \frac{\theta (1 - \theta)}{n}",
    r"(n + z^2)\theta^2 - (2x + z^2)\theta + \frac{x^2}{n} \le 0",
    r"\prod a = (1 + \frac{u}{K - 1})^{-K(K-1)} \approx e^{-uK + u^2/2}",
}


def statements(latex):
    """Yield what a formula states: its lines, joined where one goes on, without its spacing."""
    latex = re.sub(r"\\boxed\{(.*)\}", r"\1", latex)
    latex = re.sub(r"\\tag\{.*?\}|\\(begin|end)\{aligned\}", "", latex)
    latex = re.sub(r"_\{([a-z])=1\}\^\{?[nK]\}?", r"_\1", latex)
    joined = re.sub(r"\\\\(\[[^]]*\])?\s*&\s*(\\quad)?\s*(?=[=+-])", " ", latex)
    for line in re.split(r"\\\\(?:\[[^]]*\])?|\\q?quad", joined):
        plain = re.sub(r"\\(left|right|[bB]ig[lr]?)(?![a-z])|\\[,;!:]|&|\{\}|[.]$", "", line)
        yield " ".join(plain.split())


def sides(statement):
    """Return sides and relations in turn; a side of numbers alone works out an example."""
    found = [it.strip() for it in RELATION.split(statement)]
    kept = found[:1]
    for relation, side in zip(found[1::2], found[2::2], strict=True):
        if relation not in ("=", r"\approx") or re.search(LETTER, side):
            kept += [relation, side]
    return kept


def failures(statement):
    """Yield where a statement does not hold for random matrices."""
    parts = sides(statement)
    sizes = (2, 3, 4) if re.search(r"_\{?[cij]|\\sum|\\prod", statement) else (2,)
    for size, seed in product(sizes, range(3)):
        for first in range(size):
            values = [float(Reader(it, known(size, seed), first).all()) for it in parts[::2]]
            for (left, right), relation in zip(pairwise(values), parts[1::2], strict=True):
                same = np.isclose(left, right, rtol=1e-9, atol=1e-12)
                if not re.fullmatch(HOLD[0 if same else np.sign(left - right)], relation):
                    yield f"wrong: {left} {relation} {right} for {size} classes"


def verdict(statement):
    """Return "" if a statement holds for random matrices, else why not."""
    try:
        return next(failures(statement), "")
    except KeyError as lacking:
        return f"unreadable: {lacking}"


def written():
    """Yield the place and the formula, in the glossary with the measure of an entry before it."""

    def text_of(page):
        text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
        role = r"\{formula\}`(.*?)(\w[\w ]*)`"
        return re.sub(role, lambda it: f"${it[1]}{formula(it[2])}$", text)

    for path in LESSONS:
        for _, cell in markdown_cells(nbformat.read(path, as_version=4)):
            yield from ((f"lesson {path.stem[:2]}", latex) for latex in formulas(cell.source))
    for page, text in (("card", LETTERS), *((it, text_of(it)) for it in ("card", "handout_paper"))):
        yield from ((page, latex) for latex in formulas(text))
    for entry in re.split(r"\n\n(?=\S)", text_of("glossary")):
        names = [NAMED.get(it, rf"\text{{{it}}}") for it in entry.partition("\n  ")[0].splitlines()]
        measure = next((it for it in names if it in NAMED.values() or MEASURE.search(it)), "")
        for latex in formulas(entry):
            alone = measure and OPERATOR.search(latex) and not RELATION.search(latex)
            yield "glossary", f"{measure} = {latex}" if alone else latex


def spoken():
    """Yield what the feedback of exercises states, as LaTeX."""
    texts = [str(asked) for lesson in lessons() for asked in exercises(lesson).values()]
    for name, metric in METRICS.items():
        asked = explain(name, [[5, 7], [3, 7]], 0 if metric.scope in ("class", "label") else None)
        texts += [it.says for it in wrong_ways(asked, also_right=True)]
    for words in texts:
        text = reduce(lambda said, it: re.sub(*it, said), SPOKEN.items(), words)
        for said in (text, re.sub(r", \([^()]*\)/n,?", "", text)):  # with and without asides
            yield from (f"{name} = {value}" for name, value in SAID.findall(said))


@cache
def stated():
    """Return what is stated of measures, and where first."""
    return {
        statement: place
        for place, latex in reversed([*written(), *(("feedback", it) for it in spoken())])
        for statement in statements(latex)
        if sides(statement)[2:] and (MEASURE.search(statement) or OPERATOR.search(statement))
    }


def test_every_statement_holds_for_random_matrices():
    found = {statement: verdict(statement) for statement in stated()}
    wrong = {it: why for it, why in found.items() if why.startswith("wrong")}
    assert wrong.keys() == SPECIAL.keys(), {
        it: why for it, why in wrong.items() if it not in SPECIAL
    }
    lacking = [it for it, why in found.items() if why.startswith("unreadable")]
    assert set(lacking) == UNREAD
    assert len(lacking) < len(found) / 5


@pytest.mark.parametrize("measure", METRICS)
def test_the_formula_of_a_measure_has_its_value(measure):
    each = METRICS[measure].scope in ("class", "label")
    for size, seed in product((2, 3) if "_c" in formula(measure) else (2,), range(3)):
        letters = known(size, seed)
        explanation = explain(measure, letters["n", 2], 0 if each else None)
        parts = [(formula(measure), 0, explanation.value)]
        for term in explanation.terms:  # in plain text: "(n - answered) / n"
            latex = re.sub(r"[a-z]{3,}", r"\\text{\g<0>}", term.text).replace("×", r"\times")
            parts.append((latex, term.label or 0, float(term.fraction)))
        for latex, label, value in parts:
            assert Reader(latex, letters, label).all() == pytest.approx(value)


def test_lessons_show_the_formulas_of_explain():
    shown = {}
    for place, latex in written():
        for statement in statements(latex):
            name, *said = sides(statement)
            if place.startswith("lesson") and said[1:]:
                name = re.sub(r"\\(?:mathrm|text)\{(.*)\}", r"\1", name)
                shown.setdefault(name, [re.sub(r" |\\times", "", it) for it in said])
    otherwise = {
        name
        for name, measure in (OF_CLASS | OF_ALL).items()
        if re.sub(r" |\\times", "", formula(measure)) not in shown.get(name, [])
    }
    assert otherwise == OTHERWISE.keys()


@pytest.mark.parametrize(
    "slip",
    [
        r"\mathrm{recall} = \frac{TP}{TP + FP}",
        r"F_\beta = \frac{(1 + \beta^2) TP}{(1 + \beta^2) TP + \beta^2 FP + FN}",
        r"R'_c = \pi_c - (1 - \pi_c) J_c",
        r"\kappa = \frac{\sum_c \pi_c R_c}{1 + p_e}",
        r"\text{G-mean} = \sqrt[K]{\prod_c \mathrm{precision}_c}",
        r"2\pi + 1 \le R'",
        r"q_c = n_c / n",
        r"R' < J",
        r"\mathrm{accuracy} \ne p_o",
    ],
)
def test_a_slip_is_found(slip):
    assert verdict(slip).startswith("wrong")
