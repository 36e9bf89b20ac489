"""The report template runs on a reader's own predictions, and ends as lesson 11 does.

As it stands, on its example, nbval runs it like a lesson.
"""

import re
from pathlib import Path

import kernels
import nbformat
import pytest
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from places import LESSONS, TEMPLATE

MARK = re.compile(r"^# CHANGE (\d+): ", re.M)

THREE_CLASSES = {
    1: 'predictions = pd.read_csv("mine.csv")',
    2: 'labels = ["fir", "oak", "elm"]',
    3: "price = 1 - np.eye(3, dtype=int)",
    4: 'decision = source = limits = "As agreed."',
}


@pytest.fixture
def template() -> NotebookNode:
    return nbformat.read(TEMPLATE, as_version=4)


def checklist(notebook: NotebookNode) -> list[str]:
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    return re.findall(r"^\d+\. (\*\*\w[^*]*\.\*\* .*\?)$", text, re.M)


def filled_in(template: NotebookNode, values: dict[int, str]) -> NotebookNode:
    """Write a reader's lines behind the last of each cell's own, where they win."""
    for cell in template.cells:
        marks = [int(number) for number in MARK.findall(cell.source)]
        cell.source = "\n".join([cell.source, *(values[number] for number in marks)])
    return template


def run(template: NotebookNode, folder: Path, csv: str) -> str:
    """Run the template beside a file, and return the report that it writes."""
    (folder / "mine.csv").write_text(csv, encoding="utf-8")
    kernels.run(template, folder)
    return next(
        output.data["text/markdown"]
        for cell in template.cells
        for output in cell.get("outputs", [])
        if "**Decision.**" in output.get("data", {}).get("text/markdown", "")
    )


def test_it_ends_with_the_checklist_of_its_lesson(template: NotebookNode) -> None:
    (lesson,) = (path for path in LESSONS if path.name.startswith("11_"))
    assert len(checklist(template)) == 12
    assert checklist(template) == checklist(nbformat.read(lesson, as_version=4))


def test_the_places_to_change_are_numbered_and_said(template: NotebookNode) -> None:
    marks = [int(n) for cell in template.cells for n in MARK.findall(cell.source)]
    assert marks == list(THREE_CLASSES)
    assert "four places" in template.cells[0].source


def test_it_reports_on_three_classes_without_scores_and_groups(
    template: NotebookNode, tmp_path: Path
) -> None:
    rows = ["fir,fir"] * 18 + ["fir,oak"] * 2 + ["oak,oak"] * 9 + ["oak,fir"] + ["elm,elm"] * 10
    report = run(
        filled_in(template, THREE_CLASSES), tmp_path, "\n".join(["y_true,y_pred", *rows]) + "\n"
    )
    assert "**Result.** Of class fir, 18 of 20 were found (70% to 97%)." in report
    assert "100 samples cost 7.5 (" in report
    assert "the cheapest stamp, always 'fir', costs 50.0" in report


def test_a_group_in_which_a_class_never_occurs_is_not_known(
    template: NotebookNode, tmp_path: Path
) -> None:
    rows = ["fir,fir,north"] * 9 + ["oak,oak,north"] * 5 + ["oak,elm,south", "elm,elm,south"]
    run(
        filled_in(template, THREE_CLASSES),
        tmp_path,
        "\n".join(["y_true,y_pred,group", *rows]) + "\n",
    )
    printed = str([cell.get("outputs") for cell in template.cells])
    assert "south: recall of fir: from 0 to 1" in printed


def test_a_price_list_of_another_size_stops_it(template: NotebookNode, tmp_path: Path) -> None:
    two_by_two = THREE_CLASSES | {3: "price = 1 - np.eye(2, dtype=int)"}
    with pytest.raises(CellExecutionError, match="3 rows and columns, one for each class"):
        run(filled_in(template, two_by_two), tmp_path, "y_true,y_pred\nfir,fir\noak,elm\n")


def test_a_label_that_is_not_declared_stops_it(template: NotebookNode, tmp_path: Path) -> None:
    with pytest.raises(CellExecutionError, match="ash"):
        run(filled_in(template, THREE_CLASSES), tmp_path, "y_true,y_pred\nfir,fir\noak,ash\n")
