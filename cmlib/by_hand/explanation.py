"""Measures worked by hand: the formula, the counts put in, the exact fraction, the decimal."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import nan

from numpy.typing import ArrayLike

from cmlib._averages import Average, Weights
from cmlib._checks import check_beta, check_choice, whole_number
from cmlib._inputs import as_matrix
from cmlib._labels import Label, Labels, plain, shorten
from cmlib._sparse import is_sparse
from cmlib.by_hand.formulas import METRICS, OPTIONS, Metric
from cmlib.by_hand.notation import LATEX, PLAIN, READABLE, Notation, escape_markdown, number_text
from cmlib.by_hand.question import Question, Work
from cmlib.matrix import ConfusionMatrix


class Explanation:
    """A measure worked by hand; made by `explain`.

    Printed, it is one line of plain text; in a notebook, a displayed formula with a picture of the
    cells that it is made of.

    Attributes
    ----------
    name, matrix, label, average, exclude, beta, weights, abstained
        What `explain` was given: the ``name`` of the measure, a `ConfusionMatrix`, and so on.
    title : str
        The measure as it is called in sentences: ``"precision"``, ``"F2"``.
    subject : str
        What was worked out, in words: ``"precision of 'dog'"``.
    formula, substituted : str
        LaTeX: the formula in symbols, and with the counts put in.
    equation : str
        LaTeX: the whole chain, from the subject to the decimal.
    numbers : str
        Plain text: the counts put in, and what comes out, ``"5 / (5 + 3) = 0.6250"``.
    text : str
        The whole line of plain text, without the note.
    legend : str
        What the symbols stand for, in Markdown.
    note : str
        Why a value is undefined, or which classes an average leaves out; often empty.
    fraction : fractions.Fraction or None
        The exact value; None if it is undefined, or irrational as most roots are.
    value : float
        The nearest float; nan if undefined.
    exact : fractions.Fraction or None
        ``fraction`` or, if that is None, ``value`` as a fraction; None if undefined.
    terms : tuple of Term
        The cells that the value was worked out from: each term with its ``text`` in symbols, its
        ``sign``, the cells of its ``top`` and its ``bottom``, and its ``fraction``.
    collected : str
        How the value comes from the terms: ``"sum"``, ``"mean"``, ``"weighted mean"``,
        ``"added up"`` (tops and bottoms each, then divided), ``"geometric mean"``, ``"kappa"``,
        ``"correlation"`` or ``"products"``.
    """

    def __init__(self, question: Question) -> None:
        metric = METRICS[question.name]
        latex, plain = metric.work(question, LATEX), metric.work(question, PLAIN)
        self._question = question
        self.name, self.matrix, self.label = question.name, question.matrix, question.label
        self.average, self.exclude = question.average, question.exclude
        self.beta, self.weights = question.beta, question.weights
        self.abstained = question.abstained
        self.title, self.subject = _title(question, PLAIN), _subject(question, PLAIN)
        self.formula, self.substituted = latex.formula, latex.substituted
        self.equation = _chain(_subject(question, LATEX), latex, LATEX)
        self.numbers = f"{plain.substituted} {PLAIN.decimal(plain.result)}"
        where = ", where " + ", ".join(piece for piece, _ in plain.pieces) if plain.pieces else ""
        self.text = _chain(self.subject, plain, PLAIN) + where
        pieces = [f"${piece}$: {meaning}." for piece, meaning in latex.pieces]
        self.legend = " ".join(filter(None, [latex.legend, *pieces]))
        self.note = latex.note
        self.fraction = latex.result if latex.exact else None
        self.value = nan if latex.result is None else float(latex.result)
        self.exact = None if latex.result is None else self.fraction or Fraction(self.value)
        self.terms, self.collected = tuple(plain.terms), plain.collected

    def __str__(self) -> str:
        """Return the plain text: subject = formula = counts = fraction = decimal, then the note."""
        return f"{self.text}. {self.note}" if self.note else self.text

    __repr__ = __str__

    def _ipython_display_(self) -> None:
        """Show the formula, and in a notebook the cells it is made of beneath it."""
        from IPython.core.getipython import get_ipython
        from IPython.display import display

        shown: Callable[..., None] = display
        shown({"text/plain": str(self), "text/markdown": self._repr_markdown_()}, raw=True)
        formatter = getattr(get_ipython(), "display_formatter", None)
        # A terminal shows text alone.
        if formatter is not None and "image/svg+xml" in formatter.active_types:
            from cmlib.plot.lit_figure import MOST_CLASSES, picture

            if len(self.matrix.labels) <= MOST_CLASSES:
                shown(picture(self), raw=True)

    def _repr_markdown_(self) -> str:
        below = " ".join(filter(None, [self.legend, escape_markdown(self.note)]))
        return f"$$\n{self.equation}\n$$\n\n{below}\n"


def explain(
    measure: str,
    cm: ConfusionMatrix | ArrayLike,
    label: Label | None = None,
    *,
    average: Average = None,
    beta: float | Fraction = 1.0,
    weights: Weights = None,
    abstained: int = 0,
    exclude: Labels = (),
) -> Explanation:
    """Work a measure out by hand and show every step.

    There is no ``zero_division``: 0 / 0 stays undefined here, and the explanation says why.

    Parameters
    ----------
    measure : str
        One number for the whole matrix: ``"accuracy"``, ``"error_rate"``, ``"balanced_accuracy"``,
        ``"cohen_kappa"``, ``"g_mean"``, ``"mcc"``, ``"mcc_product"``, ``"r_prime_overall"``. One
        for every class: ``"precision"``, ``"recall"``, ``"specificity"``,
        ``"negative_predictive_value"``, ``"f_score"``, ``"informedness"``, ``"r_score"``,
        ``"r_prime"``.
    cm : ConfusionMatrix or array-like of shape (K, K)
        One matrix of integer counts; rows are the truth.
    label : int, str or bool, optional
        The class, for a measure that every class has.
    average : {"macro", "micro", "weighted"}, optional
        Average over the classes instead, but not for informedness, R and R′.
    beta : float, default 1.0
        For ``"f_score"``: how many times as important recall is as precision. It is read as it is
        written: 0.1 is exactly one tenth.
    weights : {"linear", "quadratic"}, optional
        For ``"cohen_kappa"`` of ordered classes: how the cost of a confusion grows with distance.
    abstained : int, default 0
        For ``"r_prime_overall"``: how many samples, none of them in ``cm``, got no prediction.
    exclude : sequence of labels, default ()
        Classes left out of an average. Their samples stay in the counts.

    Returns
    -------
    Explanation
        With ``formula``, ``substituted``, ``fraction`` and ``value``.

    Raises
    ------
    ValueError
        If the measure or the label is unknown, if a label or an average is missing or out of place,
        if ``beta``, ``weights`` or ``abstained`` is out of its range or belongs to another measure,
        or if ``cm`` is a batch or not a valid matrix.
    TypeError
        If the counts are not integers, or an argument is of the wrong kind.

    Examples
    --------
    >>> from cmlib import ConfusionMatrix
    >>> pets = ConfusionMatrix([[5, 7], [3, 7]], labels=["dog", "cat"])
    >>> explain("precision", pets, "dog")
    precision of 'dog' = TP / (TP + FP) = 5 / (5 + 3) = 5/8 = 0.6250
    >>> explain("f_score", pets, "dog", beta=2).fraction
    Fraction(25, 56)
    >>> explain("recall", pets, average="macro")
    macro recall = mean of TP / (TP + FN) over 2 classes = (5/12 + 7/10) / 2 = 67/120 ≈ 0.5583
    >>> explain("r_prime", pets, "dog")
    R' of 'dog' = TP / (TP + FN) - (TP + FP) / n + (TP + FN) / n
    = 5/12 - 8/22 + 12/22 = 79/132 ≈ 0.5985
    """
    check_choice(measure, "measure", tuple(METRICS))
    metric = METRICS[measure]
    matrix = as_matrix(cm)
    if is_sparse(matrix.counts):
        raise ValueError(
            f"cm has {len(matrix.labels)} classes, and its counts are sparse: explain goes through "
            "all cells; make it smaller first, by cm.one_vs_rest(label) or cm.merge(groups)"
        )
    if matrix.counts.dtype.kind != "i":
        values: list[float] = matrix.counts.ravel().tolist()
        first = next((value for value in values if not value.is_integer()), values[0])
        raise TypeError(f"cm must hold integer counts to be explained, got {first}")
    check_beta(beta)
    if whole_number(abstained, "abstained", "a whole number of samples") < 0:
        raise ValueError(f"abstained must be at least 0, got {abstained!r}")
    kept = matrix._sums.kept(exclude)
    question = Question(
        name=measure,
        matrix=matrix,
        label=plain(label),
        average=average,
        beta=Fraction(str(beta)),
        weights=weights,
        abstained=int(abstained),
        exclude=tuple(label for at, label in enumerate(matrix.labels) if at not in kept),
    )
    _check(metric, question)
    return Explanation(question)


def question_of(explanation: Explanation) -> Question:
    """Return the question behind an explanation, with the matrix's sums as exact integers."""
    return explanation._question


def _check(metric: Metric, question: Question) -> None:
    """Refuse options of other measures, and a label or an average that does not apply."""
    name, label, average = question.name, question.label, question.average
    check_choice(question.weights, "weights", (None, "linear", "quadratic"))
    for option in OPTIONS:
        given = getattr(question, option)
        if given != getattr(Question, option) and metric.option != option:
            raise ValueError(f"{option} is no option of {name!r}, got {option}={given}")
    check_choice(average, "average", (None, "macro", "micro", "weighted"))
    got = f"got label={label!r}, average={average!r}"
    if metric.scope in ("classes", "matrix"):
        if (label, average) != (None, None):
            raise ValueError(f"{name} is one number for the whole matrix, {got}")
    elif metric.scope == "label" and average is not None:
        raise ValueError(f"{name} has no average here: give label=, {got}")
    elif (label is None) == (average is None):
        ways = " or average= ('macro', 'micro' or 'weighted'), not both"
        raise ValueError(
            f"{name} has a value for every class: give label= (one of "
            f"{shorten(question.matrix.labels)}){ways if metric.scope == 'class' else ''}, {got}"
        )
    if label is not None:
        question.matrix.index(label)
    if question.exclude and (metric.scope == "matrix" or label is not None):
        raise ValueError(
            "exclude leaves classes out of an average, and this is none: "
            f"got {list(question.exclude)}"
        )


def _chain(subject: str, work: Work, write: Notation) -> str:
    """Join the steps by equals signs, down to the fraction and the decimal."""
    steps = [subject, work.formula, work.substituted]
    if work.result is not None and work.exact and work.result.denominator <= READABLE:
        steps.append(write.exact(work.result))
    return f"{' = '.join(steps)} {write.decimal(work.result)}"


def _title(question: Question, write: Notation, before: str = "") -> str:
    """Write what the measure is called, its option included, after words about the average."""
    metric = METRICS[question.name]
    adverb = {None: "", "linear": "linearly weighted ", "quadratic": "quadratically weighted "}
    before += adverb[question.weights]
    if metric.option == "beta":
        return write.words(before) + write.indexed(metric.title, number_text(question.beta))
    return write.words(before + metric.title)


def _subject(question: Question, write: Notation) -> str:
    """Write what was worked out: the title, of which class or classes."""
    head = _title(question, write, f"{question.average} " if question.average else "")
    if question.label is not None:
        # "precision of 1" would read like a value.
        head += write.words(" of " if isinstance(question.label, str) else " of class ")
        head += write.label(question.label)
    if question.exclude:
        head += write.words(" without ")
        head += write.words(", ").join(write.label(label) for label in question.exclude)
    return head
