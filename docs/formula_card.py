"""The formula card: what each measure asks, its formula, and the cells that it is made of.

A page of the book shows it with the directive ``{formula-card}``; the same card on one sheet of
paper is drawn as a PDF whenever the book is built.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from docutils import nodes
from inline_figures import inline
from measure_formulas import in_letters
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from term_links import pages_of_lessons

from cmcourse.exercises.registry import lessons
from cmcourse.exercises.vocabulary import untaught
from cmlib import ConfusionMatrix, explain
from cmlib.plot import lit
from cmlib.plot.svg import figure_svg

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PDF = "formula_card.pdf"
TITLE = "Judging a classifier: the measures on one page"
KEY = "Filled: counted · outlined: divided by · hatched: subtracted · rows: truth"
LETTERS = (
    r"$n$ samples, $K$ classes; class $c$ is true for the share $\pi_c$ and predicted for the share"
    r" $q_c$; $p_o$ is the accuracy, $p_e = \sum_c \pi_c q_c$ what chance gives."
)
MAILS = ConfusionMatrix([[8, 2], [10, 80]], labels=["spam", "ham"])
POSTS = ConfusionMatrix([[6, 2, 1], [1, 5, 0], [2, 3, 9]], labels=["a", "b", "c"])


@dataclass(frozen=True)
class Entry:
    """One measure of the card: its name, what it asks, and what is explained and drawn of it."""

    title: str
    question: str
    drawn: tuple[Any, ...]
    average: Literal["macro", "micro"] | None = None

    @property
    def lesson(self) -> int:
        """The first lesson that has taught each word of the title."""
        title = self.title.replace("′", "'")
        return next(lesson for lesson in lessons() if not untaught(title, lesson))

    @property
    def formula(self) -> str:
        return in_letters(explain(*self.drawn, average=self.average))

    def draw(self, ax: Any = None) -> Any:
        return lit(*self.drawn, average=self.average, ax=ax)


ENTRIES = (
    Entry("Accuracy", "How many are right?", ("accuracy", MAILS)),
    Entry("Precision", "How many predicted as the class are it?", ("precision", MAILS, "spam")),
    Entry("Recall", "How many of the class are found?", ("recall", MAILS, "spam")),
    Entry("Specificity", "Of the others, how many are left alone?", ("specificity", MAILS, "spam")),
    Entry("F1", "Are precision and recall both high?", ("f_score", MAILS, "spam")),
    Entry("Informedness J", "Predicted more where it is true?", ("informedness", MAILS, "spam")),
    Entry("Macro average", "How good, all classes alike?", ("precision", POSTS), "macro"),
    Entry("Micro average", "How good, all decisions alike?", ("precision", POSTS), "micro"),
    Entry("Kappa", "How far beyond chance?", ("cohen_kappa", MAILS)),
    Entry("G-mean", "Is any class forgotten?", ("g_mean", POSTS)),
    Entry("MCC", "Do truth and prediction go together?", ("mcc", MAILS)),
    Entry("R′", "How far beyond chance, on its own scale?", ("r_prime", MAILS, "spam")),
)


def sheet() -> Figure:
    """Draw the card on one sheet of A4."""
    import matplotlib.pyplot as plt

    figure = plt.figure(figsize=(8.27, 11.69))
    figure.text(0.5, 0.965, TITLE, ha="center", va="center", fontsize=16, weight="bold")
    figure.text(0.5, 0.943, KEY, ha="center", va="center", fontsize=9)
    columns, rows = 3, -(-len(ENTRIES) // 3)
    height = 0.89 / rows
    for at, entry in enumerate(ENTRIES):
        row, column = divmod(at, columns)
        left, top = 0.05 + 0.31 * column, 0.925 - height * row
        figure.text(left, top - 0.012, entry.title, va="center", fontsize=12, weight="bold")
        lesson = f"lesson {entry.lesson}"
        figure.text(left + 0.28, top - 0.012, lesson, ha="right", va="center", fontsize=8)
        figure.text(left, top - 0.03, entry.question, va="center", fontsize=8.2)
        formula = {"s": f"${entry.formula}$", "fontsize": 12}
        figure.text(left + 0.14, top - 0.062, ha="center", va="center", **formula)
        entry.draw(figure.add_axes((left, top - height + 0.008, 0.28, height - 0.095)))
    figure.text(0.5, 0.022, LETTERS, ha="center", va="center", fontsize=8)
    return figure


class FormulaCard(SphinxDirective):
    """The card as part of a page: each measure with its question, formula and picture."""

    def run(self) -> list[nodes.Node]:
        import matplotlib.pyplot as plt

        card = nodes.container(classes=["formula-card"])
        for entry in ENTRIES:
            ax = entry.draw()
            picture = inline(figure_svg(ax.figure))
            plt.close(ax.figure)
            page = pages_of_lessons(self.env)[entry.lesson]
            link = nodes.reference("", f"lesson {entry.lesson}", refuri=f"{page}.html")
            part = nodes.container(classes=["formula-card-entry"])
            part += nodes.rubric(text=entry.title)
            part += nodes.paragraph("", f"{entry.question} (", link, nodes.Text(")"))
            part += nodes.math_block("", entry.formula, label=None, number=None, nowrap=False)
            part += nodes.raw("", picture, format="html")
            card += part
        on_paper = nodes.reference("", "The card as a PDF", refuri=f"_static/{PDF}")
        link = nodes.paragraph("", "", on_paper, nodes.Text(", one sheet of A4 to print."))
        key, letters = self.parse_text_to_nodes(f"{KEY}\n\n{LETTERS}")
        return [link, key, card, letters]


def save(file: Path | BinaryIO) -> None:
    """Write the sheet as a PDF, without a date: two builds write the same file."""
    import matplotlib.pyplot as plt

    figure = sheet()
    figure.savefig(file, format="pdf", metadata={"CreationDate": None, "Title": TITLE})
    plt.close(figure)


def write_sheet(app: Sphinx) -> None:
    """Write the PDF where the other static files will lie."""
    if app.builder.format == "html":
        folder = Path(app.outdir) / "_static"
        folder.mkdir(parents=True, exist_ok=True)
        save(folder / PDF)


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("formula-card", FormulaCard)
    app.connect("builder-inited", write_sheet)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
