"""Write the lessons without their solutions: for a class to hand out, or for one reader to work in.

Run All in a lesson with solutions tells every answer and gives the reader's variables other values.
So `make lab` opens copies without them, and `make student` writes a folder that stands alone.
"""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Collection
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from cmcourse.exercises.registry import exercise

ROOT = Path(__file__).parents[1]
# What JupyterLab and the tests need of a cell's metadata. The rest is for the book.
KEPT = ("jupyter", "tags")
LINK = re.compile(r"\[([^\]]+)\]\(((?:\.\./docs/|[\w.]+\.ipynb)[^)]*)\)")
CHECK = re.compile(r"""^((?:cmcourse\.)?check\("([\d.]+[a-z]?)", .*\))$""", re.MULTILINE)


def with_points(check: re.Match[str]) -> str:
    points = exercise(check[2]).points
    return f"{check[1]}  # {points} point{'' if points == 1 else 's'}"


def without_solutions(lesson: NotebookNode, beside: Collection[str] | None) -> NotebookNode:
    """Return a lesson without solutions and outputs, with the points beside each check.

    Links to files that are not beside it become words; None keeps all links.
    """
    lesson.cells = [it for it in lesson.cells if "solution" not in it.metadata.get("tags", [])]
    for cell in lesson.cells:
        cell.metadata = {key: cell.metadata[key] for key in KEPT if key in cell.metadata}
        if cell.cell_type == "code":
            cell.outputs = []
            cell.execution_count = None
            cell.source = CHECK.sub(with_points, cell.source)
        elif beside is not None:
            cell.source = LINK.sub(lambda it: it[0] if it[2] in beside else it[1], cell.source)
    return lesson


def write_lessons(lessons: list[Path], folder: Path, *, workbook: bool) -> int:
    """Write the copies; return how many were there already and are kept, as in a workbook."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = [path for path in lessons if workbook and (folder / path.name).exists()]
    beside = None if workbook else {path.name for path in lessons}
    for path in lessons:
        if path not in kept:
            lesson = nbformat.read(path, as_version=4)
            nbformat.write(without_solutions(lesson, beside), folder / path.name)
    return len(kept)


def write_readme(lessons: list[Path], folder: Path) -> None:
    """Say beside the lessons how to start, and under which terms they come."""
    (wheel,) = folder.glob("*.whl")
    heads = [nbformat.read(path, as_version=4).cells[0].source.splitlines()[0] for path in lessons]
    titles = zip([head.lstrip("# ") for head in heads], lessons, strict=True)
    listed = "\n".join(f"- [{title}]({path.name})" for title, path in titles)
    text = Path(__file__).with_name("student_readme.md").read_text("utf-8")
    text = text.format(wheel=wheel.name, first=lessons[0].name, lessons=listed)
    (folder / "README.md").write_text(text, encoding="utf-8")
    for licence in ("LICENSE", "LICENSE-TEXT"):
        shutil.copy(ROOT / licence, folder)


def main() -> None:
    """Write one of the two editions and say where it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workbook", action="store_true", help="keep the copies that are there")
    parser.add_argument("folder", type=Path, help="where to write")
    parser.add_argument("lessons", type=Path, nargs="+", help="the notebooks with solutions")
    given = parser.parse_args()
    kept = write_lessons(given.lessons, given.folder, workbook=given.workbook)
    if not given.workbook:
        write_readme(given.lessons, given.folder)
        print(f"The student edition is in {given.folder.resolve()}: hand out the whole folder.")
        return
    print(f"Your copies of the lessons, without solutions, are in {given.folder.resolve()}.")
    if kept:
        print(f"Kept as you left them: {kept}. To begin one anew, delete or rename it first.")


if __name__ == "__main__":
    main()
