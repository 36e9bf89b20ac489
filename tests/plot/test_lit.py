"""lit and fold: the right cells are filled, hatched and outlined, and everything is readable."""

import numpy as np
import pytest
from drawn import LABELS, check_nothing_clipped
from matplotlib import colors
from matplotlib import pyplot as plt
from matplotlib.patches import Rectangle
from questions import FRUIT, GAPS, PETS, ways_to_ask

from cmcourse.figures import fold
from cmlib import ConfusionMatrix, explain
from cmlib._inputs import as_matrix
from cmlib.by_hand.cells import diagonal, line, of_class, off_diagonal
from cmlib.by_hand.formulas import METRICS
from cmlib.plot import lit
from cmlib.plot.axes import wide
from cmlib.plot.cell_panels import Panel, _outline, short_name, wrapped
from cmlib.plot.cell_words import lit_words
from cmlib.plot.lit_figure import _panels, picture
from cmlib.plot.style import COLOURS, FILL, GRID_COLOUR, INK
from cmlib.plot.svg import description, figure_svg

pytestmark = pytest.mark.filterwarnings(r"ignore:Glyph \d+ .* missing from font")


def questions(cm):
    """Return every way to ask for a measure of a matrix."""
    asked = [(name, it) for name in METRICS for it in ways_to_ask(name, cm.labels[:1])]
    options = {"label": cm.labels[0], "beta": 0.5}
    return [*asked, ("r_prime_overall", {"abstained": 3}), ("f_score", options)]


def areas(ax, colour):
    """Return how many rectangles of a colour are drawn, and their common outline in points."""
    found = [
        patch.get_path().vertices
        for patch in ax.patches
        if colors.to_hex(patch.get_facecolor(), keep_alpha=False) == colour.lower()
        and patch.get_facecolor()[3] > 0
    ]
    return np.vstack(found) if found else np.empty((0, 2))


def texts(ax):
    return [text.get_text() for text in ax.texts]


@pytest.mark.parametrize(
    ("name", "asked", "filled", "hatched", "outlined"),
    [
        ("error_rate", {}, off_diagonal(3), None, line(3)),
        ("precision", {"label": "pear"}, line(3, 1, 1), None, line(3, None, 1)),
        ("specificity", {"label": "apple"}, of_class("TN", 3, 0), None, line(3) - line(3, 0)),
        ("mcc_product", {}, diagonal(3), off_diagonal(3), None),
    ],
)
def test_which_cells_are_lit(name, asked, filled, hatched, outlined):
    (panel,) = _panels(explain(name, FRUIT, **asked))
    lit_cells = [panel.filled, panel.hatched, panel.outlined]
    expected = [it.cells if it else [] for it in (filled, hatched, outlined)]
    assert list(map(list, lit_cells)) == expected


def test_two_neighbours_have_one_outline():
    ends = [((1, 1), (1, 2)), ((1, 2), (1, 3)), ((2, 1), (2, 2)), ((2, 2), (2, 3))]
    sides = [((1, 1), (2, 1)), ((1, 3), (2, 3))]
    assert sorted(_outline([(1, 2), (1, 1)])) == sorted(ends + sides)


def test_mcc_of_two_classes_boxes_the_sums():
    (panel,) = _panels(explain("mcc", PETS))
    assert (panel.sums, panel.boxed) == ((["12", "10"], ["8", "14"]), True)


def test_what_is_subtracted_is_hatched():
    recall, predicted, truth = _panels(explain("r_prime", FRUIT, "pear"))
    assert (recall.filled, recall.outlined) == ([(1, 1)], line(3, 1).cells)
    assert (predicted.before, predicted.hatched) == ("−", line(3, None, 1).cells)
    assert (truth.before, truth.filled, truth.outlined) == ("+", line(3, 1).cells, line(3).cells)
    assert [it.below[-1] for it in (recall, predicted, truth)] == ["6/9", "14/37", "9/37"]


def test_kappa_stands_beside_the_matrix_expected_by_chance():
    observed, chance = _panels(explain("cohen_kappa", PETS))
    assert observed.filled == chance.hatched == [(0, 0), (1, 1)]
    assert chance.texts == [["4.4", "7.6"], ["3.6", "6.4"]]
    assert observed.sums == chance.sums == (["12", "10"], ["8", "14"])
    assert (observed.below, chance.below) == (["p_o", "12/22"], ["p_e", "236/484"])
    assert _panels(explain("mcc", FRUIT))[0].sums == (["8", "9", "20"], ["9", "14", "14"])
    total, one, other = _panels(explain("cohen_kappa", FRUIT, weights="quadratic"))
    assert (total.before, one.before, other.before) == ("1", "−", "/")
    assert one.texts[0] == ["5", "1", "4 × 2"]
    assert other.outlined == off_diagonal(3).cells


def test_micro_ends_with_all_cells_together():
    *each, together = _panels(explain("specificity", FRUIT, average="micro"))
    assert [it.below[1] for it in each] == ["25/29", "20/28", "12/17"]
    assert together.below == ("together", "57/74")
    assert together.texts[0] == ["2 × 5", "2 × 1", "2 × 2"]


def test_an_average_shows_what_it_leaves_out_and_how_it_weighs():
    panels = _panels(explain("recall", GAPS, average="macro"))
    assert [it.below[-1] for it in panels] == ["5/12", "0/10", "0/0: left out"]
    weighted = _panels(explain("recall", PETS, average="weighted"))
    assert [it.below for it in weighted] == [["dog", "12 × 5/12"], ["cat", "10 × 7/10"]]
    numbered = _panels(explain("recall", PETS.counts, average="macro"))
    assert [it.below[0] for it in numbered] == ["class 0", "class 1"]


@pytest.mark.parametrize("cm", [PETS, GAPS, [[3]]], ids=["two", "gaps", "one"])
def test_below_stands_what_explain_prints(cm):
    cm = as_matrix(cm)
    for name, asked in questions(cm):
        explanation = explain(name, cm, **asked)
        ax = lit(name, cm, **asked)
        shown = " ".join(texts(ax))
        assert explanation.numbers.replace(" - ", " − ") in shown
        assert ("undefined" in shown) == np.isnan(explanation.value)
        check_nothing_clipped(ax.figure)
        assert description(ax) == lit_words(explanation)
        plt.close(ax.figure)


def test_the_drawing_fills_exactly_the_cells():
    ax = lit("precision", PETS, "dog")
    five, seven, three, _ = (text for text in ax.texts if text.get_text() in "573")
    inside = areas(ax, FILL)
    low, high = inside.min(axis=0), inside.max(axis=0)
    assert (low < five.get_position()).all()
    assert (five.get_position() < high).all()
    for text in (seven, three):
        assert not ((low < text.get_position()) & (text.get_position() < high)).all()
    # The outline runs around both cells of the column.
    line = next(it for it in ax.patches if it.get_linewidth() > 2)
    points = line.get_path().vertices
    assert colors.to_hex(line.get_edgecolor()) == INK
    assert points[:, 1].min() < five.get_position()[1] < three.get_position()[1]
    assert three.get_position()[1] < points[:, 1].max()
    assert points[:, 0].max() < seven.get_position()[0]
    # Three lines each way, from edge to edge of the four cells.
    grid = next(it for it in ax.patches if colors.to_hex(it.get_edgecolor()) == GRID_COLOUR)
    assert sorted(np.unique(grid.get_path().vertices[:, 0], return_counts=True)[1]) == [2, 5, 5]


def test_ten_classes_can_be_drawn():
    counts = np.random.default_rng(10).integers(0, 60, (10, 10)) + np.diag([900] * 10)
    ax = lit("precision", ConfusionMatrix(counts, [f"c{at}" for at in range(10)]), average="micro")
    check_nothing_clipped(ax.figure)
    # No picture stands in the way of the page that shows it.
    assert len(figure_svg(ax.figure).encode()) < 60_000
    assert [Panel(it).cell[0] for it in (4, 8, 10)] == [13, 8, 7]
    assert [Panel(it, texts=[["1"] * it] * it).cell[0] for it in (2, 3, 5, 6)] == [34, 30, 26, 18]
    apart = Panel(1, texts=[["5,000,000"]], beside="3")
    assert apart.matrix_width == pytest.approx(2.3 * apart.cell[0] + 8)


def test_long_name_loses_its_middle():
    assert short_name("European wildcat (Felis silvestris)") == "European…estris)"


def test_long_lines_break_before_an_equals_sign():
    assert wrapped("1 + 2 = 3 ≈ 4", wide("1 + 2 = 3", 10)) == ["1 + 2 = 3", "≈ 4"]
    assert wrapped("a + b + c = d", wide("a + b +", 10)) == ["a + b +", "c = d"]


@pytest.mark.parametrize("text", ["5 / (5 + 3) ≈ 0.6250", "MCC × √13440", "airplane", "混淆矩阵"])
def test_no_text_is_wider_than_reckoned(text):
    shown = plt.figure().text(0, 0, text, fontsize=10)
    real = shown.get_window_extent().width * 72 / shown.figure.dpi
    # Chinese characters are square in the reader's font; without one, matplotlib draws boxes.
    real = max(real, 10 * sum(character > "\u2e80" for character in text))
    assert real <= wide(text, 10) <= 1.7 * real


def test_given_axes():
    figure, (left, right) = plt.subplots(1, 2, figsize=(6, 2.5), layout="constrained")
    lit("precision", PETS, "dog", ax=left)
    lit("r_prime", FRUIT, "pear", ax=right)
    check_nothing_clipped(figure)
    font = {text.get_fontsize() for text in right.texts}
    assert max(font) < 10
    lines = [it for it in right.patches if colors.to_hex(it.get_edgecolor()) == GRID_COLOUR]
    assert max(it.get_linewidth() for it in lines) < 0.8


def test_samples_without_an_answer_stand_in_a_box():
    ax = lit("r_prime_overall", PETS, abstained=3)
    middles = [it.get_center() for it in ax.patches if isinstance(it, Rectangle)]
    assert "(n - answered) / n" in texts(ax)
    threes = [it.get_position() for it in ax.texts if it.get_text() == "3"]
    assert any(place == pytest.approx(middle) for place in threes for middle in middles)


def test_readable_without_colour():
    """The tones differ by pattern: solid, lines that rise, lines that fall, nothing."""
    ax = fold(FRUIT, "pear")
    slopes = {}
    for patch in ax.patches:
        points = patch.get_path().vertices
        run = points[1::2] - points[::2] if len(points) % 2 == 0 else np.empty((0, 2))
        if len(run) and (run != 0).all():
            slopes[colors.to_hex(patch.get_edgecolor())] = set(np.sign(run.prod(axis=1)))
    assert slopes == {COLOURS[1].lower(): {-1.0}, COLOURS[2].lower(): {1.0}}
    assert len(areas(ax, FILL))


def test_fold():
    ax = fold(FRUIT, "pear")
    assert {"TP 6", "FN 3", "FP 8", "TN 20", "truth"} <= set(texts(ax))
    assert description(ax).startswith(
        "Matrix of 3 classes, apple, pear and other. Folded for pear: truth pear, predicted pear "
        "is filled, TP (6);"
    )


@pytest.mark.parametrize("kind", LABELS)
def test_fold_is_not_clipped(kind):
    for counts in (PETS.counts, FRUIT.counts):
        cm = ConfusionMatrix(counts, [LABELS[kind](k) for k in range(len(counts))])
        check_nothing_clipped(fold(cm, cm.labels[0]).figure)


def test_in_words():
    assert description(lit("r_score", PETS, "dog")) == (
        "Matrix of 2 classes, dog and cat. For TP / (TP + FN): filled truth dog, predicted dog "
        "(5); outlined the row truth dog (5 + 7); 5 of 12. For (TP + FP) / n: hatched the "
        "column predicted dog (5 + 3); outlined all cells (5 + 7 + 3 + 7); 8 of 22. The "
        "measure adds what is filled and subtracts what is hatched. R of 'dog' ≈ 0.0530."
    )
    assert "under the root: the row sums 12 and 10 and the col" in description(lit("mcc", PETS))
    kappa = description(lit("cohen_kappa", PETS))
    assert "hatched the diagonal (≈ 10.73) of the matrix expected by chance" in kappa


def test_words_of_a_class_and_of_an_undefined_share():
    words = lit_words(explain("recall", FRUIT.counts, average="macro"))
    assert "For class 2: filled truth 2, predicted 2 (9);" in words
    assert lit_words(explain("accuracy", [[3]])).startswith("Matrix of 1 class, 0. ")
    assert "diagonal (2 × 3 × 4 × 5)" in lit_words(explain("mcc_product", np.diag([2, 3, 4, 5])))
    words = lit_words(explain("recall", GAPS, average="macro"))
    assert "; 0 of 0 is undefined. The measure is the mean of these. Macro recall ≈" in words


def test_a_small_picture_weighs_little_and_keeps_its_words():
    explanation = explain("recall", PETS, "dog")
    shown = picture(explanation)
    assert len(shown["image/svg+xml"].encode()) < 8_000
    assert "<desc>Matrix of 2 classes, dog and cat." in shown["image/svg+xml"]
    assert ">dog</text>" in shown["image/svg+xml"]
    assert shown["text/plain"] == lit_words(explanation)
    assert plt.get_fignums() == []
    assert figure_svg(lit("recall", PETS, "dog").figure) == shown["image/svg+xml"]
