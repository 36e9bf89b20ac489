"""The minutes of a lesson, by section and by kind of exercise."""

import pytest
from lesson_minutes import exercise_minutes, head_of, minutes_of, with_minutes
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook


def lesson(checks="", **words):
    """Build a lesson from the number of words in each section."""
    sections = {"main": "## An idea", "exercises": "## Exercises", "practice": "## In practice"}
    sections |= {"deeper": "## Going deeper", "prints": "## What the documents print"}
    cells = [new_markdown_cell("# 3. A lesson")]
    for name, heading in (sections | {"reading": "## Further reading"}).items():
        cells.append(new_markdown_cell(f"{heading}\n\n{'word ' * words.get(name, 0)}"))
        if name == "exercises":
            cells.append(new_code_cell(checks, metadata={"tags": ["exercise"]}))
            cells.append(new_code_cell(checks, metadata={"tags": ["solution"]}))
    return new_notebook(cells=cells)


@pytest.mark.parametrize(
    ("checks", "minutes"),
    [
        ("", (0, 0)),
        ('check("2.1", counts)\ncheck("2.3a", macro)', (5, 0)),  # 2.5 each
        ('check("2.7b", review, ticks=ticked)\ncheck("2.2a", cells)', (10, 0)),  # 5 and 3
        ('check("2.9a", mine)\ncheck("2.9b", mine)', (15, 15)),  # one matrix for both
        ('check("1.8a", mine)\ncheck("2.9b", mine)', (30, 30)),
    ],
)
def test_minutes_by_kind_of_exercise(checks, minutes):
    assert exercise_minutes(lesson(checks=checks)) == minutes


def test_minutes_by_section():
    assert minutes_of(lesson(main=1500, practice=1470)) == (20, 0, 0, 5)
    assert minutes_of(lesson(deeper=1200, prints=1200)) == (5, 0, 0, 20)
    assert minutes_of(lesson(exercises=3000, reading=3000)) == (5, 0, 0, 5)


def test_head_is_rewritten():
    before = (
        "**It takes** about 5 minutes; the exercises 15 more, 15 of them with data of your own; "
    )
    before += "own; the\noptional parts 60."
    found = lesson(checks='check("2.9a", mine)')
    found.cells[1].source += f"**You need** nothing. {before}\n\nThe fruit is invented."
    assert with_minutes(found)
    assert head_of(found) == (
        "**It takes** about 5 minutes; the exercises 15 more, 15 of them with data of your own; "
        "the optional parts 5."
    )
    assert found.cells[1].source.endswith(f"nothing. {head_of(found)}\n\nThe fruit is invented.")
    assert not with_minutes(found)


def test_missing_parts_raise():
    with pytest.raises(ValueError, match="It takes"):
        with_minutes(lesson())
    bare = new_notebook(cells=[new_markdown_cell("# 1. A\n\n## Exercises")])
    with pytest.raises(ValueError, match="no headings"):
        minutes_of(bare)
