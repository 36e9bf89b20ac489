"""The report template writes a report on a reader's predictions, or one clear sentence."""

import re
import warnings
from collections.abc import Callable
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
THREE = {2: 'labels = ["fir", "oak", "elm"]', 3: "price = 1 - np.eye(3, dtype=int)"}
DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
SEVEN = {2: f"labels = {DAYS}", 3: "price = 1 - np.eye(7, dtype=int)"}
HEAD = "y_true,y_pred"
ILL = ["ill,ill"] * 15 + ["ill,well"] * 5 + ["well,ill"] * 4 + ["well,well"] * 26
TREES = ["fir,fir"] * 18 + ["fir,oak"] * 2 + ["oak,oak"] * 9 + ["oak,fir"] + ["elm,elm"] * 10
WEEK = [f"{day},{day}" for day in DAYS] * 6 + ["Tu,Th"] * 3 + ["Su,Sa"]
RIGHT = ["ill,ill"] * 60 + ["well,well"] * 240


@pytest.fixture(scope="module")
def template() -> NotebookNode:
    return nbformat.read(TEMPLATE, as_version=4)


@pytest.fixture
def run(
    template: NotebookNode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., dict[str, Any]]:
    """Run the cells, with a reader's lines behind the last of each cell's own, where they win."""
    monkeypatch.chdir(tmp_path)

    def cells(changes: dict[int, str], csv: str) -> dict[str, Any]:
        Path("mine.csv").write_text(csv, encoding="utf-8")
        names: dict[str, Any] = {}
        values = TWO_CLASSES | changes
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for cell in template.cells:
                if cell.cell_type == "code":
                    marks = [int(number) for number in MARK.findall(cell.source)]
                    exec("\n".join([cell.source, *(values[mark] for mark in marks)]), names)
        plt.close("all")
        return names

    return cells


def checklist(notebook: NotebookNode) -> list[str]:
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return re.findall(r"^\d+\. (\*\*\w[^*]*\.\*\* .*\?)$", text, re.M)


def lines(rows: list[str], head: str = HEAD) -> str:
    return "\n".join([head, *rows]) + "\n"


def with_column(name: str, values: list[str], rows: list[str] = ILL) -> str:
    longer = [f"{row},{values[at % len(values)]}" for at, row in enumerate(rows)]
    return lines(longer, f"{HEAD},{name}")


def with_row(at: int, row: str) -> str:
    return lines([*ILL[:at], row, *ILL[at + 1 :]])


def test_template_ends_with_the_checklist(template: NotebookNode) -> None:
    (lesson,) = (path for path in LESSONS if path.name.startswith("11_"))
    assert len(checklist(template)) == 12
    assert checklist(template) == checklist(nbformat.read(lesson, as_version=4))


# What differs from TWO_CLASSES, the file, and what the report says
REPORTS = [
    (
        {},
        lines(ILL),
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
    ({3: "price = [[0, 0.01], [0.001, 0]]"}, lines(ILL), ["cost 0.11 (0.0", "'ill', costs 0.06."]),
    ({4: 'decision = source = limits = "No stop "'}, lines(ILL), ["**Data.** No stop. 50 test"]),
    (
        {2: 'labels = ["<b>_1", "well"]'},
        lines(ILL).replace("ill", "<b>_1"),
        [r"always '\<b\>\_1', costs", r"- \<b\>\_1: 15 of 20", r"of well predicted as \<b\>\_1 1."],
    ),
    # The exact interval for 0 of 300 ends at 1 - 0.025 ** (1 / 300) = 0.01222.
    ({}, lines(RIGHT), ["cost 0.0 (0.0 to 12.3)", "- ill: 60 of 60 (94.0 to 100.0 %) were found"]),
    (
        {},
        lines(["ill,well"] * 20 + ["well,well"] * 20),
        ["none was predicted as ill; false alarms"],
    ),
    (
        THREE,
        lines(TREES),
        ["100 samples cost 7.5 (", "costs 50.0.", "Macro recall 0.933.", "2 fir predicted as oak"],
    ),
    (SEVEN, lines(WEEK), [*(f"- {day}: " for day in DAYS), "3 Tu predicted as Th"]),
    (
        {2: "labels = list(range(40))", 3: "price = 1 - np.eye(40)"},
        lines([f"{k},{k}" for k in range(40)] * 2 + ["7,9"]),
        ["Each error is priced at 1.", "- 39: 2 of 2 (", "Largest confusions: 1 7 predicted as 9."],
    ),
    ({2: "labels = [1, 0]"}, lines(["1,1"] * 20 + ["0,0"] * 20), ["40 test samples: 20 1, 20 0."]),
    ({}, with_column("rule", ["ill"]), ["The simple rule costs 60.0 ("]),
    ({}, with_column("group", ["N", "N", "", "S", "S"]), ["(empty): 3 of 4 (", "N: 6 of 8 ("]),
    ({}, with_column("group", ["N"] * 40 + ["S"] * 10), ["S: 0 of 0: not known"]),
    ({}, with_column("group", ["1", "2", ""]), ["found: (empty): ", "; 1: ", "; 2: "]),
    ({}, with_column("score", ["0.9", "0.2", "0.05"]), ["- ill: 15 of 20 ("]),
    (
        SEVEN | {3: "price = np.arange(49).reshape(7, 7) * (1 - np.eye(7))"},
        lines(WEEK),
        [
            "Errors are priced from 1 to 47.",
            "With 42 different prices no interval of the cost is known to hold.",
            "(interval not known)",
        ],
    ),
    ({}, "\ufeff" + lines(ILL), ["- ill: 15 of 20"]),
    (
        {},
        with_column("second", ["ill"] * 20 + ["well"] * 26 + ["ill"] * 4),
        ["Only this one is right on 4 samples, only the second on 9 (mid-p 0.18"],
    ),
    (THREE, with_column("second", ["fir"], TREES), ["Only this one is right on 19 samples, only"]),
]

# What differs from TWO_CLASSES, the file, and the sentence that refuses it
REFUSED = [
    ({}, lines(ILL).replace(",", ";"), r"one column, 'y_true;y_pred'. Name .* sep=';'"),
    (
        {},
        lines(ILL[1:], "ill,ill"),
        r"the first row, \['ill', 'ill.1'\], holds classes.*header=None, names=\[",
    ),
    ({}, lines([*ILL, "ill,ill,ill"]), "rows of different lengths"),
    ({}, "", "'mine.csv' can't be read as a table: it is empty"),
    ({1: 'predictions = read("yours.csv")'}, "", "there is no file 'yours.csv'"),
    ({1: "predictions = read('mine.csv', encoding='utf-16')"}, lines(ILL), "encoding='latin-1'"),
    ({1: "predictions = None"}, "", "predictions is a NoneType. Make"),
    (
        {1: "predictions = pd.concat([read('mine.csv'), read('mine.csv')[['score']]], axis=1)"},
        with_column("score", ["0.4"]),
        "needs one column 'score', and the columns are .*'score', 'score'",
    ),
    ({}, lines(ILL, "truth,y_pred"), r"one column 'y_true', and .* \['truth', 'y_pred'\]"),
    ({}, lines(ILL[:3]), "it has 3 rows.*at least 30"),
    ({}, with_row(7, ",ill"), r"no value in 'y_true' at row 7, predictions.iloc\[7\]. Fill it in"),
    (
        {2: 'labels = ["NA", "well"]'},
        lines(ILL).replace("ill", "NA"),
        "row 0.*keep_default_na=False",
    ),
    ({}, with_row(9, "ill,dead"), r"y_pred holds 'dead' at position 9, which is not in labels"),
    ({}, with_column("rule", ["ill", "perhaps"]), "rule holds 'perhaps' at position 1"),
    ({}, with_column("second", ["ill", "perhaps"]), "second holds 'perhaps' at position 1"),
    ({}, with_column("second", ["ill", ""]), "no value in 'second' at row 1"),
    (
        {2: 'labels = ["1", "0"]'},
        lines(["1,1", "0,0"] * 20),
        r"'y_true' holds no text, but 1. Write labels without quotes: \[1, 0\]",
    ),
    (THREE, lines([*TREES[:30], "fir,elm"]), "no row has the true class 'elm'.*Collect samples"),
    (
        {2: "labels = [1, 0]"},
        lines(["1,0.9", "0,0.2"] * 20),
        r"'y_pred' holds 0.9: these look like scores. Cut them .* np.where\(score >= t",
    ),
    ({2: 'labels = {"ill", "well"}'}, lines(ILL), "needs at least two classes in a list"),
    ({2: 'labels = ["ill", "ill"]'}, lines(["ill,ill"] * 40), "labels must all differ"),
    ({3: "price = np.ones((3, 3))"}, lines(ILL), r"price needs 2 rows and columns.*shape \(3, 3\)"),
    ({3: "price = [[1, 10], [1, 0]]"}, lines(ILL), "be 0 on its diagonal. Write how much more"),
    ({3: "price = [[0, -1], [1, 0]]"}, lines(ILL), "numbers from 0 up"),
    ({3: "price = np.zeros((2, 2))"}, lines(ILL), "more than 0"),
    ({}, with_column("score", ["0.4"] * 49 + [""]), r"no number in 'score' at row 49, pred"),
    ({}, with_column("score", ['"0,4"']), r"no number in 'score' at row 0.*decimal=','"),
    (
        {},
        with_column("score", ["0.4", "3.2"]),
        "no probability from 0 to 1 is 3.2, in .*row 1.*Divide percentages by 100",
    ),
    ({}, with_column("score", ["True", "False"]), "'score' holds True and False, not scores"),
    (
        {},
        with_column("group", list(map(str, range(300))), RIGHT),
        "'group' has 300 values, such as '0'. Join them to at most 20",
    ),
    *(
        (
            {4: TWO_CLASSES[4].replace(f"{name} = ", "")},
            lines(ILL),
            f"{name}, in CHANGE 4, is still the example's",
        )
        for name in ("decision", "source", "limits")
    ),
    ({4: 'decision = source = limits = " "'}, lines(ILL), "Write a sentence"),
]


@pytest.mark.parametrize(("changes", "csv", "said"), REPORTS)
def test_report(
    changes: dict[int, str],
    csv: str,
    said: list[str],
    run: Callable[..., dict[str, Any]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = run(changes, csv)["report"]
    for text in said:
        assert text in report
    assert "nan" not in report + capsys.readouterr().out
    for low, high in re.findall(r"([\d.,]+) to ([\d.,]+)", report):
        assert low != high


@pytest.mark.parametrize(("changes", "csv", "sentence"), REFUSED)
def test_refused(
    changes: dict[int, str], csv: str, sentence: str, run: Callable[..., dict[str, Any]]
) -> None:
    with pytest.raises(ValueError, match=sentence) as caught:
        run(changes, csv)
    assert type(caught.value).__name__ == "Unfit"
    (shown,) = caught.value._render_traceback_()  # type: ignore[attr-defined]
    assert shown == f"Unfit for a report: {caught.value}"
    assert "\n" not in shown


def test_unread_columns_are_named(
    run: Callable[..., dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    run(THREE, with_column("score,p_oak", ["0.1,0.9"], TREES))
    assert "This report does not read: score, p_oak." in capsys.readouterr().out


@pytest.mark.parametrize(("positive", "expected"), [("ill", False), ("well", True)])
def test_scores_of_the_other_class_are_named(
    positive: str,
    expected: bool,
    run: Callable[..., dict[str, Any]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    scores = ["0.8" if row.startswith(positive) else "0.3" for row in ILL]
    run({}, with_column("score", scores))
    assert ("is this the other class's column?" in capsys.readouterr().out) is expected
