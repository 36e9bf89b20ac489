"""The largest confusions: a bar for each, in order, with its names and its numbers."""

import numpy as np
import pytest
import scipy.sparse
from drawn import check_nothing_clipped

from cmlib import ConfusionMatrix
from cmlib.plot import confusions
from cmlib.plot.svg import description

VEHICLE = ConfusionMatrix([[64, 0, 0], [3, 42, 17], [5, 1200, 47]], ["bus", "car", "van"])


def test_each_bar_is_as_long_as_its_count_and_names_both_classes():
    ax = confusions(VEHICLE)
    assert [bar.get_width() for bar in ax.patches] == [1200, 17, 5, 3]
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == ["van → car", "car → van", "van → bus", "car → bus"]
    texts = [text.get_text() for text in ax.texts]
    assert texts[:4] == ["1,200 (96%)", "17 (27%)", "5 (<1%)", "3 (5%)"]
    assert texts[4:] == ["truth → predicted", "samples (share of the true class)"]
    assert ax.get_ylim() == (3.5, -0.5)
    assert description(ax) == (
        "Bar chart of the largest confusions among 1,378 samples in 3 classes: 1,200 of van "
        "predicted car (96% of that class); 17 of car predicted van (27% of that class); 5 of van "
        "predicted bus (<1% of that class); 3 of car predicted bus (5% of that class)."
    )


def test_only_so_many_are_drawn_and_few_are_read_out():
    cm = ConfusionMatrix(np.arange(49).reshape(7, 7))
    assert len(confusions(cm, n=3).patches) == 3
    ax = confusions(cm, n=8)
    said = description(ax)
    assert "in 7 classes: 47 of class 6 predicted class 5 (15% of that class); 46 of" in said
    assert said.endswith(
        "43 of class 6 predicted class 1 (14% of that class). 3 more follow, down to 39."
    )


def test_a_matrix_without_confusions_says_so():
    ax = confusions(ConfusionMatrix(np.eye(3, dtype=int)))
    assert [text.get_text() for text in ax.texts] == ["No sample was predicted wrongly."]
    said = "Bar chart of confusions among 3 samples in 3 classes: there are none."
    assert description(ax) == said
    check_nothing_clipped(ax.figure)


def test_weights_are_written_as_weights():
    ax = confusions(ConfusionMatrix([[1, 0.125], [0.5, 1]]))
    assert [text.get_text() for text in ax.texts][:2] == ["0.500 (33%)", "0.125 (11%)"]


def test_plot_draws_cells_while_there_is_room_for_them():
    counts = np.zeros((31, 31), dtype=int)
    counts[3, 4] = 9
    assert len(ConfusionMatrix(counts[:30, :30]).plot().collections) == 1
    assert [bar.get_width() for bar in ConfusionMatrix(counts).plot().patches] == [9]
    with pytest.raises(ValueError, match="cm must have from 2 to 30 classes to be drawn"):
        ConfusionMatrix(counts).plot(normalize="pred")
    many = scipy.sparse.coo_array(([5, 7], ([0, 8], [99_999, 7])), shape=(10**5, 10**5))
    ax = ConfusionMatrix(many).plot()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["8 → 7", "0 → 99999"]
