"""Formulas of lessons and glossary: those of `explain`, and where they differ of the same value."""

import operator
import re
from functools import cache
from itertools import pairwise, product

import nbformat
import numpy as np
import pytest
from guards.prose import formulas
from guards.reading import markdown_cells
from latex_reader import OF_ALL, OF_CLASS, Reader, Unreadable, known
from measure_formulas import formula
from places import DOCS, LESSONS

from cmlib import ConfusionMatrix, explain
from cmlib.by_hand.formulas import METRICS

# A formula is checked if it names a measure of `explain`, or p_o, p_e, n_c or one of four counts.
MEASURE = re.compile(
    r"\\kappa|p_\{?[oe]|n_\{?c|[TF][PN]|[FR]_|(?<![a-z\\])[JR]\b|\{(macro|micro|weighted|precision"
    r"|recall|specificity|prevalence|accuracy|balanced|error|product|NPV|[TF]PR|MCC|G-mean)\b"
)
OPERATOR = re.compile(r"\\(frac|sum|prod|sqrt)|[-+]")
LETTER = re.compile(r"(?<![a-z\\])[A-Za-z]|\\(pi|kappa|beta|mathrm|text)")
RELATIONS = {"=": operator.eq, r"\le": operator.le, r"\ge": operator.ge}
RELATION = re.compile(r"(\\[lg]eq?(?![a-z])|\\approx|=)")
# The glossary's names of measures that have another name in formulas.
NAMED = {"F1": "F_1", "Kappa": r"\kappa", "R": "R", "R′": "R'", "informedness": "J"}
# Statements that do not hold of every matrix, with the reason.
SPECIAL = {
    r"\frac{2}{F_1} = \frac{1}{\mathrm{precision}} \times \frac{1}{\mathrm{recall}}": "misprint",
    r"\text{NPV} = \frac{TN}{TN + FP}": "misprint",
    r"n \sum_c n_{cc} = \sum_c n_c m_c": "no better than chance",
    r"p_e = \frac1K": "equal classes",
    r"p_e = \sum_c \pi_c q_c = \frac1K": "equal classes",
    r"p_e = \sum_c \pi_c^2": "q = pi",
    r"R_K = \frac{p_o K - 1}{K - 1}": "equal classes, equal errors",
    r"R' = 0 - (1 - \pi) + \pi = 2\pi - 1": "everything wrong",
    r"1 - R' = \frac{w-m}{w} + \frac{w-m}{w} = 2(1 - \pi)": "everything wrong",
    "FP = w - m": "everything wrong",
    r"R' = 0 + \pi": "R = 0",
    r"R' = 0 - 0 + \pi": "never predicted",
    r"R' = 1 - 1 + \pi": "always predicted",
    r"R' = q - q + \pi": "at random",
    r"R' = 1 - \frac mw + \frac mw = 1": "everything right",
    r"R' \le \frac am - \frac sw + \frac sw = \frac am \le 1": "m < s",
    r"R' \le \frac sm - \frac sw + \frac mw = \frac{s(w-m)}{mw} + \frac mw"
    r" \le \frac{m(w-m)}{mw} + \frac mw = 1": "m > s",
}
# The left sides of those that hold other letters or words, which the reader lacks.
UNREAD = {
    *(r"\text{macro average}", r"\text{weighted average}", r"\frac{a^2 + 1}{F}", r"\frac{5}{F_2}"),
    *(r"\mathrm{accuracy\ of\ always\ negative}", r"\kappa_\text{max}", r"\mu_c", "p_e", "u"),
    *(r"\text{product form}", r"\mathrm{AP}", r"\mathrm{cost}_{FN} FN + \mathrm{cost}_{FP} FP"),
    *("R'", "R'_i", r"\text{overall } R'", r"\mathrm{Var}(R'_c)", r"\mathrm{Var}(\kappa)"),
    *(r"\text{MRR}", r"\text{G-mean}", "", "t", r"s c_{\mathrm{FN}}"),
    *(r"n \sum x^2 - (\sum x)^2", r"n \sum xy - \sum x \sum y"),
}


def statements(latex):
    """Yield what a formula states: its lines, joined where one goes on, without its spacing."""
    latex = re.sub(r"\\boxed\{(.*)\}", r"\1", latex)
    latex = re.sub(r"\\tag\{.*?\}|\\(begin|end)\{aligned\}", "", latex)
    latex = re.sub(r"_\{([a-z])=1\}\^\{?[nK]\}?", r"_\1", latex)
    joined = re.sub(r"\\\\(\[[^]]*\])?\s*&\s*(\\quad)?\s*(?=[=+-])", " ", latex)
    for line in re.split(r"\\\\(?:\[[^]]*\])?|\\q?quad", joined):
        yield re.sub(r"\\(left|right|[bB]ig[lr]?)(?![a-z])|\\[,;!:]|&|\{\}|[.]$", "", line).strip()


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
                near = np.isclose(left, right, rtol=1e-9, atol=1e-12)
                if not (near or RELATIONS[relation](left, right)):
                    yield f"wrong: {left} {relation} {right} for {size} classes"


def verdict(statement):
    """Return "" if a statement holds for random matrices, else why not."""
    try:
        return next(failures(statement), "")
    except Unreadable as lacking:
        return f"unreadable: {lacking}"


def written():
    """Yield the place and the formula, in the glossary with the measure of an entry before it."""
    for path in LESSONS:
        for _, cell in markdown_cells(nbformat.read(path, as_version=4)):
            yield from ((f"lesson {path.stem[:2]}", latex) for latex in formulas(cell.source))
    for entry in re.split(r"\n\n(?=\S)", (DOCS / "glossary.md").read_text(encoding="utf-8")):
        text = re.sub(
            r"\{formula\}`(.*?)(\w[\w ]*)`", lambda it: f"${it[1]}{formula(it[2])}$", entry
        )
        names = [NAMED.get(it, rf"\text{{{it}}}") for it in entry.partition("\n  ")[0].splitlines()]
        measure = next((it for it in names if it in NAMED.values() or MEASURE.search(it)), "")
        for latex in formulas(text):
            alone = measure and OPERATOR.search(latex) and not RELATION.search(latex)
            yield "glossary", f"{measure} = {latex}" if alone else latex


@cache
def stated():
    """Return what is stated of measures, and where first."""
    return {
        statement: place
        for place, latex in reversed([*written()])
        for statement in statements(latex)
        if len(sides(statement)) > 2 and OPERATOR.search(statement) and MEASURE.search(statement)
    }


def test_every_statement_holds_for_random_matrices():
    found = {statement: verdict(statement) for statement in stated()}
    wrong = {it: why for it, why in found.items() if why.startswith("wrong")}
    assert wrong.keys() == SPECIAL.keys(), {
        it: why for it, why in wrong.items() if it not in SPECIAL
    }
    lacking = [it for it, why in found.items() if why.startswith("unreadable")]
    assert {sides(it)[0] for it in lacking} == UNREAD
    assert len(lacking) < len(found) / 5


@pytest.mark.parametrize("measure", METRICS)
def test_the_formula_of_a_measure_has_its_value(measure):
    each = METRICS[measure].scope in ("class", "label")
    for size, seed in product((2, 3) if "_c" in formula(measure) else (2,), range(3)):
        cm = ConfusionMatrix(known(size, seed)["n", 2])
        value = explain(measure, cm, 0 if each else None).value
        assert Reader(formula(measure), known(size, seed), 0).all() == pytest.approx(value)


@pytest.mark.parametrize(
    "name", ["precision", "recall", "specificity", "NPV", "F_1", r"\kappa", "MCC"]
)
def test_a_lesson_shows_the_formula_of_explain(name):
    shown = next(
        [re.sub(r" |\\times", "", it) for it in sides(statement)]
        for _, latex in written()
        for statement in statements(latex)
        if re.sub(r"\\(?:mathrm|text)\{(.*)\}", r"\1", sides(statement)[0]) == name
        and OPERATOR.search(statement)
    )
    assert re.sub(r" |\\times", "", formula((OF_CLASS | OF_ALL)[name])) in shown


@pytest.mark.parametrize(
    "slip",
    [
        r"\mathrm{recall} = \frac{TP}{TP + FP}",
        r"F_\beta = \frac{(1 + \beta^2) TP}{(1 + \beta^2) TP + \beta^2 FP + FN}",
        r"R'_c = \pi_c - (1 - \pi_c) J_c",
        r"\kappa = \frac{\sum_c \pi_c R_c}{1 + p_e}",
        r"\text{G-mean} = \sqrt[K]{\prod_c \mathrm{precision}_c}",
        r"2\pi + 1 \le R'",
    ],
)
def test_a_slip_is_found(slip):
    assert verdict(slip).startswith("wrong")
