"""The HTML table of a confusion matrix: complete, accessible, safe."""

from xml.etree import ElementTree

import numpy as np
import pytest
import scipy.sparse

from cmlib import ConfusionMatrix
from cmlib._html import to_html

PETS = ConfusionMatrix([[1200, 3, 0], [2, 42, 17], [5, 17, 47]], ["cat", "dog", "fish"])


def read(cm):
    """Return the caption, the rows of texts, and the table, which must be well-formed."""
    table = ElementTree.fromstring(to_html(cm))
    rows = [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]
    return table.findtext("caption"), rows, table


def test_headers_have_scopes_and_text():
    _, rows, table = read(PETS)
    head, *body = table.iter("tr")
    assert [(cell.tag, cell.get("scope")) for cell in head] == [("th", "col")] * 5
    for row in body:
        assert (row[0].tag, row[0].get("scope")) == ("th", "row")
        assert {cell.tag for cell in row[1:]} == {"td"}
    assert all(text.strip() for row in rows for text in row)
    parts = [table.findall(f"{part}/tr") for part in ("thead", "tbody", "tfoot")]
    assert list(map(len, parts)) == [1, 3, 1]
    heads = ["truth ↓ predicted →", "cat", "dog", "fish", "support (row sum)"]
    assert (rows[0], rows[-1][0]) == (heads, "predicted (column sum)")
    assert "</th><th" in to_html(PETS).replace("\n", "")


def test_counts_sums_and_a_strong_diagonal():
    _, rows, table = read(PETS)
    body = np.array([[int(text.replace(",", "")) for text in row[1:]] for row in rows[1:]])
    np.testing.assert_array_equal(body[:-1, :-1], PETS.counts)
    np.testing.assert_array_equal(body[:-1, -1], [1203, 61, 69])
    np.testing.assert_array_equal(body[-1], [1207, 62, 64, 1333])
    assert rows[1][1] == "1,200"
    strong = [
        [cell.find("strong") is not None for cell in row[1:]] for row in table.findall("tbody/tr")
    ]
    np.testing.assert_array_equal(strong, np.eye(3, 4, dtype=bool))


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
    assert read(ConfusionMatrix(counts))[0].startswith(start)


def test_labels_are_escaped():
    labels = ["<script>alert(1)</script>", "R&D", 'a "b"', "it's", "50 % $x$ a_b", ""]
    _, rows, table = read(ConfusionMatrix(np.eye(6, dtype=int), labels))
    assert [row[0] for row in rows[1:-1]] == rows[0][1:-1] == [*labels[:-1], "''"]
    assert "mathjax_ignore" in table.get("class").split()


@pytest.mark.parametrize("size", [61, 100_000])
def test_more_than_sixty_classes_list_the_largest_confusions(size):
    assert len(read(ConfusionMatrix(np.eye(60, dtype=int)))[1]) == 62
    cells = [20, 3, 1, 2000], ([1, 7, 7, 5], [size - 1, 1, 2, 5])
    caption, rows, _ = read(ConfusionMatrix(scipy.sparse.coo_array(cells, shape=(size, size))))
    start = f"Confusion matrix of 2,024 samples in {size:,} classes, 2,000 correct; the largest"
    assert caption.startswith(start)
    assert rows == [
        ["truth", "predicted", "count", "share of the class"],
        ["1", str(size - 1), "20", "100.0%"],
        ["7", "1", "3", "75.0%"],
        ["7", "2", "1", "25.0%"],
    ]


def test_many_classes_without_a_confusion_are_only_described():
    caption, rows, _ = read(ConfusionMatrix(scipy.sparse.eye_array(2000) * 0.5))
    said = "Confusion matrix of weighted samples, 1,000 in all in 2,000 classes, 1,000 correct"
    assert (caption, rows) == (said, [[]])
