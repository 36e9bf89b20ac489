"""Guards of the numbers in prose: each is bound to an expression, and an output shows it.

This is one of three readers of numbers, which differ in what they read: here any text of a lesson,
where most digits are names and the number has to be found; the ledger reads one number as a
document prints it, and an exercise one that a learner has typed, where a slip is to be explained.
MyST-NB's own roles would bind numbers, too, but a reader in JupyterLab would see the role.
"""

import ast
import json
import re
from bisect import bisect_left
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import floor

from .alt_texts import caption_texts
from .changes import with_code, with_prose
from .prose import FORMULA, read
from .reading import code_cells, output_texts, problem, tree_of

# --- finding the numbers --------------------------------------------------------------------------

# Digits with a dot that are names, not numbers.
_NAMES = re.compile(
    r"""
      https?://\S+ | \bwww\.\S+ | \.(?:org|com|net|edu)/\S+             # addresses
    | \b10\.\d{4,9}/\S+ | \barxiv\W{0,3}\d{4}\.\d{4,5}             # papers
    | \d+(?:\.\d+){2,}                                               # 3.9.2
    | \bv\d+(?:\.\d+)+                                               # v1.2
    | (?:\b(?:sections?|secs?\.|chapters?|chap\.|equations?|eqs?\.|versions?|python)|§)
      [\s(]*[1-9]\d*(?:\.\d+)+                                        # section 2.4
    | \b(?-i:Figures?|Figs?\.|Tables?)\s*[1-9]\d*(?:\.\d+)+           # Table 3.1
    | \bCC[ ]BY(?:-\w+)*[ ]\d\.\d                                    # a licence
    | (?<=:)[ +,]?\.\d+[efg%](?=\})                                  # {x:.4f}
    | (?m:^)\d+\.\d+[a-z]?:[ ](?=Correct|Not[ ]answered|Yours)       # an exercise, by `check`
    """,
    re.X | re.I,
)
_NUMBER = re.compile(
    r"""
    (?<!\d)(?<!\d\.)
    (?:
        (?P<whole> \d{1,3}(?:(?:,|\{,\}|\\,|[\u00a0\u2009\u202f])\d{3})+(?!\d) | \d+ )
        (?P<part> \.\d+ )?
      | (?<!\.)(?P<bare_part> \.\d+ )
    )
    (?P<power> [eE][-+\u2212]?\d+(?!\w) )?
    (?P<percent> (?:[\s~}]|\\[,;:!> ]|\{\})* (?:\\?%|per[ ]?cent(?!\w)) )?
    """,
    re.X,
)
# Whole numbers that are names or limits, not counts: "lesson 2", "runs 9 and 10", "Top-5", "2 × 2",
# a year, a time to plan with, 0 and 1 as the ends of a range.
_NAMED = re.compile(
    r"""
      \b(?:lessons?|documents?|tables?|figures?|figs?\.|sections?|sec\.|equations?|eqs?\.|exercises?
        |chapters?|class(?:es)?|digits?|runs?|cases?|steps?|rows?|columns?|items?|pages?|part|parts
        |seeds?|levers?|version|python|numpy|pandas|case|labels?|ranks?|places?|scenes?|claims?
        |commit|issue|volume|article|layer|option)
      [ \u00a0]+ \d+
      (?: (?: ,?[ \n](?:and|or|to)[ \n] | ,[ \n] | ,?[ ]?[–-][ ]? ) \d+ (?!\.?\d) )*
      (?![\d.,]*\d)
    | \A \d+ \. [ ] (?=[A-Z])                                           # a lesson's title
    | \b (?: 1[789]\d\d | 20(?:0[1-9]|[12]\d) ) (?![\d,.]*\d)        # years
    | \d+ [ ]? (?:[×x]|by) [ ]? \d+ (?![\d.])                         # 2 × 2
    | \b (?<![\d.,]) [01] (?![.,]?\d) (?! [ \n](?:of|out)\b )         # ends of a range
    | \d+ [ \u00a0-] minutes? | \d+ (?=[ ]of[ ]them[ ]with[ ]data[ ]of[ ]your[ ]own)
    | (?:exercises|optional[ \n]parts) [ ] \d+ (?=[ ]more[,;]|\.\s|\.\Z)
    | \A \d+ (?=\.[ ])                                                # a heading's number
    """,
    re.X | re.I,
)
# fmt: off
_VALUES = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40,
    "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
    "thousand": 1000,
}
# fmt: on
_NUMERAL = rf"(?:{'|'.join(_VALUES)})"
# Number words carry a result where they count some of a number: "eight of the ten", "nine of 520".
_SOME_OF = re.compile(
    rf"""
    \b (?P<part> {_NUMERAL} ) [ \n] (?:out[ \n])? of [ \n]
    (?:(?:the|its|our|their|these|those|all|his|her)[ \n]){{0,2}} (?P<whole> {_NUMERAL} )? \b
    | \b (?P<count> \d+ ) [ \n] (?:out[ \n])? of [ \n]
    (?:(?:the|its|our|their|these|those|all)[ \n]){{0,2}} (?P<all> {_NUMERAL} ) \b
    """,
    re.X | re.I,
)


@dataclass(frozen=True)
class PrintedNumber:
    """A number as a text prints it: `99.7 %` has value 99.7, one decimal, and is a percentage.

    A count is a whole number, in digits or in words.
    """

    text: str
    value: Decimal
    is_percentage: bool = False
    is_count: bool = True

    @property
    def unit(self):
        """The step of the last printed decimal."""
        return Fraction(10) ** int(self.value.as_tuple().exponent)


def _blank(found):
    return " " * len(found[0])


def _printed(text, found):
    before = text[max(found.start() - 2, 0) : found.start()]
    # A minus belongs to the number it touches, unless something stands right before it: 1-0.5.
    sign = "-" if re.search(r"(?:^|[^\w)\]}%])[-\u2212]\Z", before) else ""
    digits = re.sub(r"[^\d]", "", found["whole"] or "0")
    power = (found["power"] or "").replace("\u2212", "-")
    part = found["part"] or found["bare_part"] or ""
    return PrintedNumber(
        sign + found[0].strip(),
        Decimal(sign + digits + part + power),
        is_percentage=bool(found["percent"]),
        is_count=not (part or power or found["percent"]),
    )


def numbers_in(text):
    """Yield each number of a text, names left out."""
    text = _NAMES.sub(_blank, text)
    return (_printed(text, found) for found in _NUMBER.finditer(text))


def bound_numbers(text):
    """Return the numbers of a text that must be computed, in reading order.

    All decimals and percentages, formulas and code included; outside of these also whole numbers
    that count, and number words that count some of a number.
    """
    text = _NAMES.sub(_blank, text)
    prose = re.sub(f"{FORMULA[0]}.*?{FORMULA[1]}", _blank, text, flags=re.S)
    counts = _NAMED.sub(_blank, prose)
    numbers = {}
    for found in _NUMBER.finditer(text):
        number = _printed(text, found)
        alone = not re.search(r"[\w^_/{}\\#-]\Z", text[: found.start()]) or (
            text[max(found.start() - 1, 0)] == "-" and number.value < 0
        )
        ends = not re.match(r"[A-Za-z_^/]|-\d", text[found.end() :])
        at = found.start() + len(found[0]) - len(found[0].lstrip())
        if not number.is_count or (counts[at].isdigit() and alone and ends):
            numbers[found.start()] = number
    for found in _SOME_OF.finditer(prose):
        for group in ("part", "whole", "all"):
            if word := found[group]:
                numbers[found.start(group)] = PrintedNumber(word, Decimal(_VALUES[word.lower()]))
    return [numbers[at] for at in sorted(numbers)]


def numbers_of(cell):
    """Return the numbers of a cell's prose that must be computed, in reading order.

    A code cell's prose is what it writes into the caption and the description of its figure; the
    values that it puts in there are computed already.
    """
    if cell.cell_type == "markdown":
        passages = read(cell.source)
        if cell.source.startswith("## Further reading"):
            # Volumes and pages: only a decimal would be a result.
            return [n for text in passages for n in numbers_in(text) if not n.is_count]
    else:
        passages = caption_texts(cell)
    return [number for text in passages for number in bound_numbers(text)]


# --- what stands in the outputs and in the code ---------------------------------------------------


def _given_numbers(notebook):
    """Return the numbers that stand in the code: a lesson's own data."""
    return {
        Fraction(repr(node.value))
        for _, cell in code_cells(notebook)
        for node in ast.walk(tree_of(cell))
        if isinstance(node, ast.Constant) and type(node.value) in (int, float)
    }


class OutputNumbers:
    """All numbers in a notebook's stored text outputs, and the whole ones in its code."""

    def __init__(self, notebook):
        numbers = [number for text in output_texts(notebook) for number in numbers_in(text)]
        values = {abs(Fraction(number.value)) for number in numbers}
        values |= {abs(Fraction(n.value)) / 100 for n in numbers if n.is_percentage}
        self._sorted = sorted(values)
        self._exact = values | {n for n in _given_numbers(notebook) if n.denominator == 1}

    def show(self, number):
        """Return whether the number is a rounding of one in the outputs."""
        value, half = abs(Fraction(number.value)), number.unit / 2
        # At a tie both neighbours count; `value_problem` tells which is right.
        for scale in (1, 100) if number.is_percentage else (1,):
            at = bisect_left(self._sorted, (value - half) / scale)
            if at < len(self._sorted) and self._sorted[at] <= (value + half) / scale:
                return True
        return False

    def print_exactly(self, literal):
        """Return whether a number stands in an output or, if it is whole, in the code."""
        return abs(literal) in self._exact


def _literal_value(expression):
    """Return the value of an expression that names nothing, else None."""
    tree = ast.parse(expression, mode="eval")
    if any(isinstance(node, ast.Name) for node in ast.walk(tree)):
        return None
    value = eval(compile(tree, "<numbers>", "eval"), {"__builtins__": {}})
    return Fraction(repr(value))


def unbound_prose_number(notebook):
    """Refuse prose numbers that no expression is bound to or that no output shows."""
    shown = OutputNumbers(notebook)
    for i, cell in enumerate(notebook.cells):
        numbers = numbers_of(cell)
        expressions = cell.metadata.get("numbers", [])
        if not isinstance(expressions, list) or not all(isinstance(e, str) for e in expressions):
            yield problem(i, cell, "its metadata `numbers` is not a list of expressions")
            continue
        if len(numbers) != len(expressions):
            printed = ", ".join(number.text for number in numbers) or "none"
            cause = (
                f"its prose prints {len(numbers)} numbers that count ({printed}), "
                f"its metadata `numbers` binds {len(expressions)}"
            )
            yield problem(i, cell, cause)
        for number in numbers:
            # The numbers of an alt text are shown by the figure, which need not hold text. Whole
            # numbers may be counted in the reader's head.
            if cell.cell_type == "markdown" and not number.is_count and not shown.show(number):
                cause = f"no stored output shows a number that rounds to {number.text}"
                yield problem(i, cell, cause)
        for expression in expressions:
            try:
                literal = _literal_value(expression)
            except (SyntaxError, ValueError, TypeError, ArithmeticError) as error:
                yield problem(i, cell, f"{expression!r} is no expression: {error}")
                continue
            if literal is not None and not shown.print_exactly(literal):
                yield problem(i, cell, f"{expression!r} computes nothing, and nothing shows it")


# --- the values of the expressions ----------------------------------------------------------------

# Code to run after the last cell. It prints each value exactly: a fraction, or a float's repr.
_EVALUATE = """\
def _evaluate_prose_numbers(expressions, names):
    import json, math, numbers

    def exact(expression):
        try:
            value = eval(expression, names)
        except Exception as error:
            return f"error: {type(error).__name__}: {error}"
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            return f"error: a {type(value).__name__} is not a real number"
        if not math.isfinite(value):
            return f"error: {value} is not a finite number"
        if isinstance(value, numbers.Rational):
            return f"{int(value.numerator)}/{int(value.denominator)}"
        return repr(float(value))

    print(json.dumps([[exact(expression) for expression in cell] for cell in expressions]))
"""


def evaluating_cell(notebook):
    """Return the code that prints the values of a finished notebook's prose expressions."""
    expressions = [list(cell.metadata.get("numbers", [])) for cell in notebook.cells]
    return f"{_EVALUATE}_evaluate_prose_numbers({expressions!r}, globals())"


def read_values(outputs):
    """Return what `evaluating_cell` printed: the values by cell.

    A value is text that `fractions.Fraction` reads exactly, or "error: …".
    """
    return json.loads("".join(it.text for it in outputs if it.get("name") == "stdout"))


def value_problem(number, value):
    """Return why a printed number is not its expression's value rounded, or None."""
    if value.startswith("error: "):
        return value.removeprefix("error: ")
    steps = Fraction(value) * (100 if number.is_percentage else 1) / number.unit
    # A tie, or what is one but for the last bits of a float: both neighbours would be right and
    # neither could be checked. One more decimal settles it.
    if abs(abs(steps - floor(steps)) - Fraction(1, 2)) < Fraction(1, 10**9):
        return f"the value {float(Fraction(value))} lies halfway; print one decimal more"
    if round(steps) * number.unit != Fraction(number.value):
        return f"the value is {float(Fraction(value))}"
    return None


def wrong_prose_values(notebook, values):
    """Refuse prose numbers that are not their expressions' values, rounded as printed."""
    for i, (cell, of_cell) in enumerate(zip(notebook.cells, values, strict=True)):
        expressions = cell.metadata.get("numbers", [])
        for number, expression, value in zip(numbers_of(cell), expressions, of_cell, strict=False):
            if cause := value_problem(number, value):
                yield problem(i, cell, f"{number.text} from {expression!r}: {cause}")


# --- bad cases ------------------------------------------------------------------------------------


def _bound(source, *expressions):
    return with_prose(source, numbers=list(expressions))


BAD = {
    unbound_prose_number: {
        "decimal": (_bound("The accuracy is 0.92."), "(0.92)"),
        "not shown": (_bound("It is 0.81.", "accuracy"), "no stored output shows"),
        "no list": (with_prose("It is right.", numbers="accuracy"), "is not a list of expressions"),
        "no expression": (_bound("It is 0.92.", "accuracy +"), "'accuracy +' is no expression"),
        "computes nothing": (_bound("It is 0.92.", "0.918"), "'0.918' computes nothing"),
        "decimal in an alt text": (
            with_code(
                "cmcourse.figures.caption(ax, f'{wrong} cats', alt=f'{right}: 0.92 of {total}')"
            ),
            "(0.92)",
        ),
    }
}
# For `accuracy` = 119 / 129: printed number, expression, problem.
BAD_VALUES = {
    "wrong digit": ("0.93", "accuracy", "0.93 from 'accuracy': the value is 0.9224"),
    "not a percentage": ("92.25 %", "100 * accuracy", "the value is 92.248"),
    "wrong sign": ("-0.92", "accuracy", "-0.92 from 'accuracy': the value is 0.9224"),
    "halfway": ("0.12", "1 / 8", "0.125 lies halfway; print one decimal more"),
    "halfway but for the last bits": ("0.28", "57 / 200", "0.285 lies halfway"),
    "unknown name": ("0.92", "acuracy", "NameError: name 'acuracy' is not defined"),
    "not a number": ("0.92", "str(accuracy)", "a str is not a real number"),
    "a truth value": ("1.0", "accuracy < 1", "a bool is not a real number"),
    "nan": ("0.92", "float('nan')", "nan is not a finite number"),
}
