"""The HTML table of a confusion matrix: complete, accessible, safe."""

from html.parser import HTMLParser

import numpy as np
import pytest
import scipy.sparse

from cmlib import ConfusionMatrix
from cmlib.plot.html import to_html


class Table(HTMLParser):
    """Reads one table into rows of (tag, scope, text) and refuses unbalanced tags."""

    def __init__(self, html):
        super().__init__()
        self.open, self.rows, self.parts, self.caption = [], [], {}, ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        assert tag in {"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "strong"}
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
            self.parts.setdefault(self.open[1], []).append(self.rows[-1])
        if tag in ("th", "td"):
            self.rows[-1].append({"tag": tag, "text": "", "strong": False, **dict(attrs)})

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "caption" in self.open:
            self.caption += data
        elif {"th", "td"} & set(self.open):
            self.rows[-1][-1]["text"] += data
            self.rows[-1][-1]["strong"] |= "strong" in self.open

    def texts(self):
        return [[cell["text"] for cell in row] for row in self.rows]


def number(text):
    return int(text.replace(",", ""))


PETS = ConfusionMatrix([[1200, 3, 0], [2, 42, 17], [5, 17, 47]], ["cat", "dog", "fish"])


def test_headers_have_scopes_and_text():
    table = Table(to_html(PETS))
    assert [cell["scope"] for cell in table.rows[0]] == ["col"] * 5
    for row in table.rows[1:]:
        assert row[0]["tag"] == "th"
        assert row[0]["scope"] == "row"
        assert {cell["tag"] for cell in row[1:]} == {"td"}
    assert all(cell["text"].strip() for row in table.rows for cell in row)
    assert [len(table.parts[part]) for part in ("thead", "tbody", "tfoot")] == [1, 3, 1]


def test_counts_and_sums():
    rows = Table(to_html(PETS)).texts()
    body = np.array([[number(text) for text in row[1:]] for row in rows[1:]])
    np.testing.assert_array_equal(body[:-1, :-1], PETS.counts)
    np.testing.assert_array_equal(body[:-1, -1], PETS.support)
    np.testing.assert_array_equal(body[-1, :-1], PETS.predicted)
    assert body[-1, -1] == PETS.total
    assert rows[1][1] == "1,200"


def test_strong_is_the_diagonal_and_nothing_else():
    rows = Table(to_html(PETS)).parts["tbody"]
    strong = np.array([[cell["strong"] for cell in row[1:-1]] for row in rows])
    np.testing.assert_array_equal(strong, np.eye(3, dtype=bool))


@pytest.mark.parametrize(
    ("counts", "start"),
    [
        ([[20, 2]] * 2, "Confusion matrix of 44 samples: rows are the truth"),
        ([[1, 0], [0, 0]], "Confusion matrix of 1 sample: rows"),
        ([[0]], "Confusion matrix of 0 samples: rows"),
        ([[0.5, 1.25]] * 2, "Confusion matrix of weighted samples, 3.50 in all: rows"),
    ],
)
def test_caption(counts, start):
    assert Table(to_html(ConfusionMatrix(counts))).caption.startswith(start)


def test_labels_are_escaped():
    labels = ["<script>alert(1)</script>", "R&D", 'a "b"', "it's", "50 % $x$ a_b"]
    html = to_html(ConfusionMatrix(np.eye(5, dtype=int), labels))
    assert "<script" not in html
    # The parser refuses unknown tags, and reads every label back as it was.
    table = Table(html)
    assert [row[0] for row in table.texts()[1:-1]] == labels
    assert table.texts()[0][1:-1] == labels


def test_blank_label_still_makes_a_header():
    assert Table(to_html(ConfusionMatrix([[1, 0], [0, 1]], ["", "b"]))).texts()[1][0] == "''"


def test_sixty_classes_are_shown_whole():
    assert len(Table(to_html(ConfusionMatrix(np.eye(60, dtype=int)))).rows) == 62


def test_more_than_sixty_classes_show_both_ends():
    size = 61
    cm = ConfusionMatrix(np.arange(size * size).reshape(size, size))
    table = Table(to_html(cm))
    rows = table.texts()
    assert {len(row) for row in rows} == {23}
    shown = [*map(str, range(10)), "… 41 classes left out", *map(str, range(51, 61))]
    assert [row[0] for row in rows[1:-1]] == shown
    assert rows[0][1:-1] == shown
    assert set(rows[11][1:]) == {"…"}
    assert rows[12][12] == f"{cm.counts[51, 51]:,}"
    assert rows[-1][12] == f"{cm.predicted[51]:,}"
    assert number(rows[-1][-1]) == cm.total
    assert "first 10 and last 10 of 61 classes" in table.caption


@pytest.mark.parametrize("size", [1001, 100_000])
def test_of_more_than_a_thousand_classes_the_largest_confusions_are_listed(size):
    cells = [20, 3, 1, 2000], ([1, 7, 7, 5], [size - 1, 1, 2, 5])
    cm = ConfusionMatrix(scipy.sparse.coo_array(cells, shape=(size, size)))
    table = Table(to_html(cm))
    start = f"Confusion matrix of 2,024 samples in {size:,} classes, 2,000 correct; the largest"
    assert table.caption.startswith(start)
    assert table.texts() == [
        ["truth", "predicted", "count", "share of the class"],
        ["1", str(size - 1), "20", "100.0%"],
        ["7", "1", "3", "75.0%"],
        ["7", "2", "1", "25.0%"],
    ]
    assert [cell["scope"] for cell in table.rows[0]] == ["col"] * 4
    assert table.rows[1][0]["scope"] == "row"


def test_many_classes_without_a_confusion_are_only_described():
    table = Table(to_html(ConfusionMatrix(scipy.sparse.eye_array(2000) * 0.5)))
    said = "Confusion matrix of weighted samples, 1,000 in all in 2,000 classes, 1,000 correct"
    assert (table.caption, table.texts()) == (said, [[]])
