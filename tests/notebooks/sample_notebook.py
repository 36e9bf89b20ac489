"""A small lesson, built by code, that has one of everything the guards look at."""

import kernels
from guards.exercises import SOLUTION_METADATA, SOLUTION_TITLE
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from refreshing import DropWidgetViews

ABILITIES = """\
## What you will be able to do

- Read a share. *(exercises 1, 2 and 5)*
- Say of how many it is one,
  and of how many it is not. *(exercise 3)*

**You need** nothing. **It takes** about 10 minutes; the exercises 15 more; the optional parts 5."""

SETUP = """\
import matplotlib.pyplot as plt
import pandas as pd

import cmcourse
import cmlib

cmcourse.figures.use_course_style()


def check(answer, expected):
    if answer is ...:
        print("Not answered yet: replace the dots.")
    elif answer == expected:
        print("Correct.")
    else:
        print("Not quite.")"""

NUMBERS = """\
correct, total = 119, 129
accuracy = correct / total
beta = 0.5
print(f"accuracy {accuracy:.4f}, error rate {1 - accuracy:.2%}, beta {beta}")
print(f"difference {accuracy - 1:.3f}")"""

TABLE = """\
pd.DataFrame({"cat": [61, 8], "dog": [2, 58]}, index=["cat", "dog"])"""

PROSE = """\
Of the pictures, $119 / 129 \\approx 0.92$ are right: **92.2** %, so $7.75\\,\\%$ are wrong.
With `beta=0.5` the score leans to precision; against a perfect score it is -0.078.

See [section 3.9](https://example.org/3.14 "the part on scores"), <https://example.org/2.5>,
10.1000/abc.1.5, equation (3-74), section 3.9.2 and numpy 2.4.6, under CC BY 4.0.

```python
f_score(matrix, beta=0.5)
```"""

FIGURE = """\
_, bars = plt.subplots()
_ = bars.bar(["right", "wrong"], [correct, total - correct])
cmcourse.figures.caption(
    bars,
    "Most are right, a few are wrong.",
    alt="Two bars: 119 pictures classified right stand beside "
    "10 classified wrong, 7.8 % of all.",
)"""

EXPLORER = """\
explorer = cmcourse.explore.matrix([[61, 2], [8, 58]])
explorer"""

# Prompt, what the student sees of the answer, and the answer.
EXERCISES = [
    ("Add two and two.", "total_of_twos", "2 + 2"),
    ("Add three and three.", "total_of_threes", "3 + 3"),
    ("Add four and four.", "total_of_fours", "4 + 4"),
    ("Add five and five.", "total_of_fives", "5 + 5"),
    ("Add six and six.", "total_of_sixes", "6 + 6"),
]


def exercise(number, prompt, name, answer):
    checks = f"check({name}, {answer.replace('+', '* 2 +', 1)} - {answer.split()[0]})"
    return {
        f"prompt-{number}": new_markdown_cell(f"### Exercise {number}. A sum\n\n{prompt}"),
        f"stub-{number}": new_code_cell(f"{name} = ...\n{checks}", metadata={"tags": ["exercise"]}),
        f"solution-{number}": new_code_cell(
            f"{SOLUTION_TITLE}\n{name} = {answer}\n{checks}",
            metadata={"tags": ["solution", "hide-cell"], **SOLUTION_METADATA},
        ),
    }


def make_sample(folder):
    """Build the lesson and run it in `folder`; each cell has a name, which is its id."""
    bound = ["accuracy", "accuracy", "1 - accuracy", "beta", "accuracy - 1", "beta"]
    figure = {"numbers": ["correct", "total - correct", "1 - accuracy"]}
    cells = {
        "title": new_markdown_cell("# A sample lesson"),
        "abilities": new_markdown_cell(ABILITIES),
        "setup": new_code_cell(SETUP),
        "numbers": new_code_cell(NUMBERS),
        "table": new_code_cell(TABLE),
        "prose": new_markdown_cell(PROSE, metadata={"numbers": bound}),
        "figure": new_code_cell(FIGURE, metadata=figure),
        "exercises": new_markdown_cell("## Exercises"),
    }
    for number, parts in enumerate(EXERCISES, start=1):
        cells |= exercise(number, *parts)
    cells["practice"] = new_markdown_cell("## In practice\n\nCount twice.")
    cells["explorer"] = new_code_cell(EXPLORER)
    cells["deeper"] = new_markdown_cell("## Going deeper\n\nNot here.")
    cells["reading"] = new_markdown_cell("## Further reading\n\nNone.")
    for name, cell in cells.items():
        cell.id = name
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    notebook = new_notebook(cells=list(cells.values()), metadata={"kernelspec": kernel})
    return run_as_stored(notebook, folder)


def run_as_stored(notebook, folder):
    """Run a sample, and drop what `make refresh` drops: it differs by machine, or by run."""
    kernels.run(notebook, folder)
    del notebook.metadata["language_info"], notebook.metadata["widgets"]
    return DropWidgetViews().preprocess(notebook, {})[0]
