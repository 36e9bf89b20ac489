"""The formula card: one sheet, nothing cut off, and the same at every build."""

import io

import matplotlib.pyplot as plt
from drawn import check_nothing_clipped
from formula_card import ENTRIES, save, sheet


def test_the_sheet_is_one_page_of_which_nothing_is_cut_off():
    figure = sheet()
    check_nothing_clipped(figure)
    # Questions stand beside one another: none reaches into the next column.
    for entry in ENTRIES:
        for wanted in (entry.question, f"${entry.formula}$"):
            (text,) = (it for it in figure.texts if it.get_text() == wanted)
            assert text.get_window_extent().width < 0.31 * figure.bbox.width, wanted
    plt.close(figure)


def test_two_builds_write_the_same_sheet():
    first, second = io.BytesIO(), io.BytesIO()
    save(first)
    save(second)
    assert first.getvalue() == second.getvalue()
    assert first.getvalue().count(b"/Type /Page ") == 1
