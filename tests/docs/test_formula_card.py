"""The formula card: right formulas, on one sheet of which nothing is cut off."""

import io
from fractions import Fraction
from math import isclose, prod, sqrt

import matplotlib.pyplot as plt
import pytest
from drawn import check_nothing_clipped
from formula_card import ENTRIES, MAILS, POSTS, save, sheet
from places import LESSONS

from cmlib.by_hand.explanation import explain

(TP, FN), (FP, TN) = MAILS.counts.tolist()
PI, Q = (
    [Fraction(int(it), POSTS.total) for it in them] for them in (POSTS.support, POSTS.predicted)
)
HITS = [int(POSTS.counts[c, c]) for c in range(3)]
P_O, P_E = Fraction(sum(HITS), POSTS.total), sum(pi * q for pi, q in zip(PI, Q, strict=True))
P_E_MAILS = Fraction((TP + FN) * (TP + FP) + (FP + TN) * (FN + TN), MAILS.total**2)
# The printed formulas, worked out anew.
WORKED_OUT = {
    r"\frac{TP + TN}{n}": (TP + TN) / MAILS.total,
    r"\frac{TP}{TP + FP}": TP / (TP + FP),
    r"\frac{TP}{TP + FN}": TP / (TP + FN),
    r"\frac{TN}{TN + FP}": TN / (TN + FP),
    r"\frac{2\,TP}{2\,TP + FN + FP}": 2 * TP / (2 * TP + FN + FP),
    r"\mathrm{recall} + \mathrm{specificity} - 1": TP / (TP + FN) + TN / (TN + FP) - 1,
    r"\frac{1}{K} \sum_c \mathrm{precision}_c": sum(
        hits / int(said) for hits, said in zip(HITS, POSTS.predicted, strict=True)
    )
    / 3,
    r"\frac{\sum_c TP_c}{\sum_c (TP_c + FP_c)}": sum(HITS) / POSTS.total,
    r"\frac{p_o - p_e}{1 - p_e}": (Fraction(TP + TN, MAILS.total) - P_E_MAILS) / (1 - P_E_MAILS),
    r"\left(\prod_c \mathrm{recall}_c\right)^{1/K}": prod(
        hits / int(true) for hits, true in zip(HITS, POSTS.support, strict=True)
    )
    ** (1 / 3),
    r"\frac{p_o - p_e}{\sqrt{1 - \sum_c \pi_c^2}\,\sqrt{1 - \sum_c q_c^2}}": (P_O - P_E)
    / sqrt((1 - sum(pi**2 for pi in PI)) * (1 - sum(q**2 for q in Q))),
    r"\mathrm{recall}_c - q_c + \pi_c": TP / (TP + FN)
    - (TP + FP) / MAILS.total
    + (TP + FN) / MAILS.total,
}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.title)
def test_formula_gives_value_of_picture(entry):
    value = explain(*entry.drawn, average=entry.average).value
    assert isclose(float(WORKED_OUT[entry.formula]), value)
    ax = entry.draw()
    assert f"{value:.4f}" in ax.texts[-1].get_text() or f"{value:.4f}" in ax.texts[-2].get_text()
    plt.close(ax.figure)


def test_lessons_exist():
    assert {entry.lesson for entry in ENTRIES} <= {int(path.stem[:2]) for path in LESSONS}


def test_nothing_clipped_on_sheet():
    figure = sheet()
    check_nothing_clipped(figure)
    # Questions stand beside one another: none reaches into the next column.
    for entry in ENTRIES:
        (question,) = (text for text in figure.texts if text.get_text() == entry.question)
        assert question.get_window_extent().width < 0.31 * figure.bbox.width, entry.question
    plt.close(figure)


def test_pdf_has_one_page_and_no_date():
    file = io.BytesIO()
    save(file)
    assert file.getvalue().count(b"/Type /Page ") == 1
    assert b"CreationDate" not in file.getvalue()
