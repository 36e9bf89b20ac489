"""The report template writes a report on a reader's predictions, or one clear sentence."""

import re
import warnings
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import nbformat
import pytest
from nbformat import NotebookNode
from places import LESSONS, TEMPLATE


@pytest.fixture(autouse=True)
def own_settings():
    """Undo the template's style of figures, which other tests would inherit."""
    with plt.rc_context():
        yield


MARK = re.compile(r"^# CHANGE (\d+): ", re.M)

TWO_CLASSES = {
    1: 'predictions = read("mine.csv")',
    2: 'labels = ["ill", "well"]',
    3: "price = [[0, 10], [1, 0]]",
    4: 'decision = source = limits = "As agreed."',
}
THREE_CLASSES = TWO_CLASSES | {
    2: 'labels = ["fir", "oak", "elm"]',
    3: "price = 1 - np.eye(3, dtype=int)",
}
DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
SEVEN_CLASSES = TWO_CLASSES | {
    2: f"labels = {DAYS}",
    3: "price = 1 - np.eye(7, dtype=int)",
}
HEAD = "y_true,y_pred"
ILL = ["ill,ill"] * 15 + ["ill,well"] * 5 + ["well,ill"] * 4 + ["well,well"] * 26
TREES = ["fir,fir"] * 18 + ["fir,oak"] * 2 + ["oak,oak"] * 9 + ["oak,fir"] + ["elm,elm"] * 10
WEEK = [f"{day},{day}" for day in DAYS] * 6 + ["Tu,Th"] * 3 + ["Su,Sa"]
RIGHT = ["ill,ill"] * 60 + ["well,well"] * 240


@pytest.fixture(scope="module")
def template() -> NotebookNode:
    return nbformat.read(TEMPLATE, as_version=4)


def checklist(notebook: NotebookNode) -> list[str]:
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return re.findall(r"^\d+\. (\*\*\w[^*]*\.\*\* .*\?)$", text, re.M)


def lines(head: str, rows: list[str]) -> str:
    return "\n".join([head, *rows]) + "\n"


def with_column(rows: list[str], values: list[str]) -> list[str]:
    return [f"{row},{values[at % len(values)]}" for at, row in enumerate(rows)]


def with_row(rows: list[str], at: int, row: str) -> list[str]:
    return [*rows[:at], row, *rows[at + 1 :]]


def run(template: NotebookNode, values: dict[int, str]) -> dict[str, Any]:
    """Run the cells, with a reader's lines behind the last of each cell's own, where they win."""
    names: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for cell in template.cells:
            if cell.cell_type == "code":
                marks = [int(number) for number in MARK.findall(cell.source)]
                exec("\n".join([cell.source, *(values[mark] for mark in marks)]), names)
    plt.close("all")
    return names


def test_template_ends_with_the_checklist(template: NotebookNode) -> None:
    (lesson,) = (path for path in LESSONS if path.name.startswith("11_"))
    assert len(checklist(template)) == 12
    assert checklist(template) == checklist(nbformat.read(lesson, as_version=4))


REPORTS = {
    "two classes": (
        TWO_CLASSES,
        lines(HEAD, ILL),
        [
            "As agreed. The price of ill predicted as well is 10, of well predicted as ill 1.",
            "As agreed. 50 test samples: 20 ill, 30 well.",
            "- ill: 15 of 20 (",
            "predicted as ill, 15 of 19 (",
            "false alarms among the other samples: 4 of 30 (",
            "100 samples cost 108.0 (",
            "always 'ill', costs 60.0. No simple rule was tried",
            "**Something simpler costs no more: the classifier is not worth having.**",
        ],
    ),
    "small prices": (
        TWO_CLASSES | {3: "price = [[0, 0.01], [0.001, 0]]"},
        lines(HEAD, ILL),
        ["100 samples cost 0.11 (0.0", "always 'ill', costs 0.06."],
    ),
    "text without a full stop": (
        TWO_CLASSES | {4: 'decision = source = limits = "As agreed "'},
        lines(HEAD, ILL),
        ["**Data.** As agreed. 50 test samples", "**Limits.** As agreed."],
    ),
    "classes with marks of Markdown": (
        TWO_CLASSES | {2: 'labels = ["<b>_1", "well"]'},
        lines(HEAD, ILL).replace("ill", "<b>_1"),
        [r"always '\<b\>\_1', costs", r"- \<b\>\_1: 15 of 20", r"of well predicted as \<b\>\_1 1."],
    ),
    "no error in 300 rows": (
        TWO_CLASSES,
        lines(HEAD, RIGHT),
        # The exact interval for 0 of 300 ends at 1 - 0.025 ** (1 / 300) = 0.01222.
        ["100 samples cost 0.0 (0.0 to 12.3)", "- ill: 60 of 60 (94.0 to 100.0 %) were found"],
    ),
    "one class never predicted": (
        TWO_CLASSES,
        lines(HEAD, ["ill,well"] * 20 + ["well,well"] * 20),
        ["were found; none was predicted as ill; false alarms"],
    ),
    "three classes": (
        THREE_CLASSES,
        lines(HEAD, TREES),
        ["100 samples cost 7.5 (", "costs 50.0.", "Macro recall 0.933.", "2 fir predicted as oak"],
    ),
    "seven classes": (
        SEVEN_CLASSES,
        lines(HEAD, WEEK),
        [*(f"- {day}: " for day in DAYS), "3 Tu predicted as Th"],
    ),
    "forty classes": (
        TWO_CLASSES | {2: "labels = list(range(40))", 3: "price = 1 - np.eye(40)"},
        lines(HEAD, [f"{k},{k}" for k in range(40)] * 2 + ["7,9"]),
        [
            "Each error is priced at 1.",
            "- 39: 2 of 2 (",
            "Largest confusions: 1 7 predicted as 9.",
        ],
    ),
    "numbers as labels": (
        TWO_CLASSES | {2: "labels = [1, 0]"},
        lines(HEAD, ["1,1"] * 20 + ["0,0"] * 20),
        ["40 test samples: 20 1, 20 0."],
    ),
    "a simple rule": (
        TWO_CLASSES,
        lines(HEAD + ",rule", with_column(ILL, ["ill"])),
        ["The simple rule costs 60.0 ("],
    ),
    "an empty group": (
        TWO_CLASSES,
        lines(HEAD + ",group", with_column(ILL, ["north", "north", "", "south", "south"])),
        ["(empty): 3 of 4 (", "north: 6 of 8 (", "south: 6 of 8 ("],
    ),
    "a group without a positive sample": (
        TWO_CLASSES,
        lines(HEAD + ",group", with_column(ILL[:40], ["north"]) + with_column(ILL[40:], ["south"])),
        ["south: 0 of 0: not known"],
    ),
    "numbers as groups, and an empty one": (
        TWO_CLASSES,
        lines(HEAD + ",group", with_column(ILL, ["1", "2", ""])),
        ["found: (empty): ", "; 1: ", "; 2: "],
    ),
    "scores": (
        TWO_CLASSES,
        lines(HEAD + ",score", with_column(ILL, ["0.9", "0.2", "0.05"])),
        ["- ill: 15 of 20 ("],
    ),
    "more prices than six": (
        SEVEN_CLASSES | {3: "price = np.arange(49).reshape(7, 7) * (1 - np.eye(7))"},
        lines(HEAD, WEEK),
        [
            "Errors are priced from 1 to 47.",
            "With 42 different prices the interval of the cost may cover less than 95 %.",
        ],
    ),
    "with a mark of the byte order": (
        TWO_CLASSES,
        "\ufeff" + lines(HEAD, ILL),
        ["- ill: 15 of 20"],
    ),
}

REFUSED = {
    "separated by semicolons": (
        TWO_CLASSES,
        lines(HEAD, ILL).replace(",", ";"),
        r"one column, 'y_true;y_pred'. Name what separates .* sep=';'",
    ),
    "no head": (
        TWO_CLASSES,
        lines("ill,ill", ILL[1:]),
        r"the first row, \['ill', 'ill.1'\], holds classes.*header=None, names=\[",
    ),
    "rows of different lengths": (
        TWO_CLASSES,
        lines(HEAD, [*ILL, "ill,ill,ill"]),
        "rows of different lengths",
    ),
    "an empty file": (TWO_CLASSES, "", "'mine.csv' can't be read as a table: it is empty"),
    "another name of the file": (
        TWO_CLASSES | {1: 'predictions = read("yours.csv")'},
        "",
        "there is no file 'yours.csv'",
    ),
    "another encoding": (
        TWO_CLASSES | {1: "predictions = read('mine.csv', encoding='utf-16')"},
        lines(HEAD, ILL),
        "encoding='latin-1'",
    ),
    "no table": (TWO_CLASSES | {1: "predictions = None"}, "", "predictions is a NoneType. Make"),
    "a column twice": (
        TWO_CLASSES
        | {1: "predictions = pd.concat([read('mine.csv'), read('mine.csv')[['score']]], axis=1)"},
        lines(HEAD + ",score", with_column(ILL, ["0.4"])),
        "needs one column 'score', and the columns are .*'score', 'score'",
    ),
    "another name in the head": (
        TWO_CLASSES,
        lines("truth,y_pred", ILL),
        r"one column 'y_true', and the columns are \['truth', 'y_pred'\]",
    ),
    "three rows": (TWO_CLASSES, lines(HEAD, ILL[:3]), "it has 3 rows.*at least 30"),
    "no truth in a row": (
        TWO_CLASSES,
        lines(HEAD, with_row(ILL, 7, ",ill")),
        r"no value in 'y_true' at row 7, predictions.iloc\[7\]. Fill it in",
    ),
    "a class called NA": (
        TWO_CLASSES | {2: 'labels = ["NA", "well"]'},
        lines(HEAD, ILL).replace("ill", "NA"),
        "row 0.*keep_default_na=False",
    ),
    "a class that is not declared": (
        TWO_CLASSES,
        lines(HEAD, with_row(ILL, 9, "ill,dead")),
        r"y_pred holds 'dead' at position 9, which is not in labels \['ill', 'well'\]",
    ),
    "a rule with a class of its own": (
        TWO_CLASSES,
        lines(HEAD + ",rule", with_column(ILL, ["ill", "perhaps"])),
        "rule holds 'perhaps' at position 1",
    ),
    "numbers declared as text": (
        TWO_CLASSES | {2: 'labels = ["1", "0"]'},
        lines(HEAD, ["1,1", "0,0"] * 20),
        r"'y_true' holds no text, but 1. Write labels without quotes: \[1, 0\]",
    ),
    "a class that never occurs in truth": (
        THREE_CLASSES,
        lines(HEAD, [*TREES[:30], "fir,elm"]),
        "no row has the true class 'elm'.*Collect samples",
    ),
    "scores as predictions": (
        TWO_CLASSES | {2: "labels = [1, 0]"},
        lines(HEAD, ["1,0.9", "0,0.2"] * 20),
        r"'y_pred' holds 0.9: these look like scores. Cut them .* np.where\(score >= t",
    ),
    "classes without an order": (
        TWO_CLASSES | {2: 'labels = frozenset(["ill", "well"])'},
        lines(HEAD, ILL),
        "A report needs at least two classes in a list",
    ),
    "a class declared twice": (
        TWO_CLASSES | {2: 'labels = ["ill", "ill"]'},
        lines(HEAD, ["ill,ill"] * 40),
        "labels must all differ",
    ),
    "a price list of another size": (
        TWO_CLASSES | {3: "price = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]"},
        lines(HEAD, ILL),
        r"price needs 2 rows and columns.*shape \(3, 3\)",
    ),
    "a price of a right prediction": (
        TWO_CLASSES | {3: "price = [[1, 10], [1, 0]]"},
        lines(HEAD, ILL),
        "must be 0 on its diagonal. Write how much more",
    ),
    "a price below 0": (
        TWO_CLASSES | {3: "price = [[0, -1], [1, 0]]"},
        lines(HEAD, ILL),
        "numbers from 0 up",
    ),
    "no price": (TWO_CLASSES | {3: "price = np.zeros((2, 2))"}, lines(HEAD, ILL), "more than 0"),
    "no score in a row": (
        TWO_CLASSES,
        lines(HEAD + ",score", with_row(with_column(ILL, ["0.4"]), 5, "ill,ill,")),
        r"no number in 'score' at row 5, predictions.iloc\[5\]",
    ),
    "scores with a decimal comma": (
        TWO_CLASSES,
        lines(HEAD + ",score", with_column(ILL, ['"0,4"'])),
        r"no number in 'score' at row 0.*decimal=','",
    ),
    "scores that are no probabilities": (
        TWO_CLASSES,
        lines(HEAD + ",score", with_column(ILL, ["0.4", "3.2"])),
        "no probability from 0 to 1 is 3.2, in .*row 1.*Divide percentages by 100",
    ),
    "scores that are True and False": (
        TWO_CLASSES,
        lines(HEAD + ",score", with_column(ILL, ["True", "False"])),
        "'score' holds True and False, not scores",
    ),
    "a group for each row": (
        TWO_CLASSES,
        lines(HEAD + ",group", [f"{row},{at}" for at, row in enumerate(RIGHT)]),
        "'group' has 300 values, such as '0'. Join them to at most 20",
    ),
    **{
        f"{name} forgotten": (
            TWO_CLASSES | {4: TWO_CLASSES[4].replace(f"{name} = ", "")},
            lines(HEAD, ILL),
            f"{name}, in CHANGE 4, is still the example's",
        )
        for name in ("decision", "source", "limits")
    },
    "an empty text": (
        TWO_CLASSES | {4: 'decision = source = limits = " "'},
        lines(HEAD, ILL),
        "Write a sentence",
    ),
}


@pytest.mark.parametrize("case", REPORTS)
def test_report(
    case: str,
    template: NotebookNode,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    values, csv, said = REPORTS[case]
    monkeypatch.chdir(tmp_path)
    Path("mine.csv").write_text(csv, encoding="utf-8")
    report = run(template, values)["report"]
    for text in said:
        assert text in report
    assert "nan" not in report + capsys.readouterr().out
    for low, high in re.findall(r"([\d.,]+) to ([\d.,]+)", report):
        assert low != high


@pytest.mark.parametrize("case", REFUSED)
def test_refused(
    case: str, template: NotebookNode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values, csv, sentence = REFUSED[case]
    monkeypatch.chdir(tmp_path)
    Path("mine.csv").write_text(csv, encoding="utf-8")
    with pytest.raises(ValueError, match=sentence) as caught:
        run(template, values)
    assert type(caught.value).__name__ == "Unfit"
    (shown,) = caught.value._render_traceback_()  # type: ignore[attr-defined]
    assert shown == f"Unfit for a report: {caught.value}"
    assert "\n" not in shown


def test_unread_columns_are_named(
    template: NotebookNode,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    head = f"{HEAD},score,p_oak"
    Path("mine.csv").write_text(lines(head, with_column(TREES, ["0.1,0.9"])), encoding="utf-8")
    run(template, THREE_CLASSES)
    assert "This report does not read: score, p_oak." in capsys.readouterr().out


@pytest.mark.parametrize(("positive", "expected"), [("ill", False), ("well", True)])
def test_scores_of_the_other_class_are_named(
    positive: str,
    expected: bool,
    template: NotebookNode,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [f"{row},{0.8 if row.startswith(positive) else 0.3}" for row in ILL]
    Path("mine.csv").write_text(lines(HEAD + ",score", rows), encoding="utf-8")
    run(template, TWO_CLASSES)
    assert ("is this the other class's column?" in capsys.readouterr().out) is expected
