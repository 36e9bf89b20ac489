"""Guards for the lessons: what the notebook runner leaves unchecked is checked here.

nbval runs every code cell afresh and compares its outputs with the stored ones. It never compares
a cell without an execution count, takes any order of counts, skips raster images, obeys markers
that switch it off, and does not read prose. Each hole is closed by one function

    guard(notebook) -> list of problems

where a problem is a sentence that names the cell and the cause. No problem: an empty list.
``GUARDS`` holds every guard that only reads the notebook. ``wrong_prose_values`` also needs the
values of the expressions that prose numbers are bound to: ``evaluating_cell`` prints them in the
notebook's own kernel, once its last cell has run (see ``lesson_run``).
"""

from __future__ import annotations

import ast
import io
import json
import re
import symtable
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from math import floor
from textwrap import shorten

import nbformat
from IPython.core.inputtransformer2 import TransformerManager
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from nbformat import NotebookNode

REQUIRED_HEADINGS = (
    "What you will be able to do",
    "Exercises",
    "In practice",
    "Further reading",
)
KERNEL = "python3"
# Lists of what is allowed, not of what is forbidden: a new switch is then refused until someone
# has looked at what it switches off.
ALLOWED_TAGS = {"exercise", "solution", "hide-cell", "hide-input"}
ALLOWED_METADATA = {
    "notebook": {"kernelspec"},
    "cell": {"tags", "numbers", "mystnb", "jupyter"},
    "mystnb": {"image", "code_prompt_show", "code_prompt_hide"},
    "jupyter": {"source_hidden", "outputs_hidden"},
}
FIGURE = "image/svg+xml"
TEXTS = ("text/plain", "text/html", "text/markdown", "text/latex")
MIN_EXERCISES = 5
SOLUTION_TITLE = "# Solution"
SOLUTION_METADATA = {
    "jupyter": {"source_hidden": True, "outputs_hidden": True},
    "mystnb": {"code_prompt_show": "Show the solution", "code_prompt_hide": "Hide the solution"},
}
UNANSWERED = "Not answered yet"
CORRECT = "Correct"
MIN_ALT_LENGTH = 40
MIN_ALT_WORDS = 4
# Words that an alt text may use but that tell nothing about the figure at hand.
# fmt: off
GENERIC_WORDS = {
    "a", "an", "and", "as", "at", "by", "for", "from", "here", "in", "is", "it", "of", "on",
    "or", "that", "the", "this", "to", "with", "axes", "bar", "bars", "chart", "cell",
    "diagram", "figure", "graph", "image", "line", "lines", "matrix", "notebook", "output",
    "picture", "plot", "plots", "screenshot", "show", "shown", "shows", "showing", "see",
    "text", "above", "below", "confusion", "data", "results", "result", "values",
}
# fmt: on
MACHINE_PATH = re.compile(
    r"/home/|/root/|/Users/|(?<![\w.])/tmp/|site-packages|[A-Z]:\\(?:Users|Windows|Temp|Program)"
)


# --- reading a notebook ---------------------------------------------------------------------------


def code_cells(notebook: NotebookNode) -> Iterator[tuple[int, NotebookNode]]:
    return ((i, cell) for i, cell in enumerate(notebook.cells) if cell.cell_type == "code")


def markdown_cells(notebook: NotebookNode) -> Iterator[tuple[int, NotebookNode]]:
    return ((i, cell) for i, cell in enumerate(notebook.cells) if cell.cell_type == "markdown")


def tags(cell: NotebookNode) -> list[str]:
    return list(cell.metadata.get("tags", []))


def problem(index: int, cell: NotebookNode, cause: str) -> str:
    first_line = shorten(cell.source.strip().partition("\n")[0], 50, placeholder=" …")
    return f"cell {index} ({cell.cell_type}: {first_line!r}): {cause}"


def data_of(output: NotebookNode) -> dict[str, object]:
    """Return an output's content by kind; a stream counts as plain text."""
    if output.output_type == "stream":
        return {"text/plain": output.text}
    return dict(output.get("data", {}))


class _Words(HTMLParser):
    """Collect what HTML says to a reader, and the alt texts of its images."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.alts: list[str] = []
        self._hidden = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in {"style", "script"}
        named = dict(attrs)
        if tag == "img":
            self.alts.append(named.get("alt") or "")
        self.words += [named[name] or "" for name in ("alt", "title") if name in named]

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in {"style", "script"}

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words.append(data)


def output_texts(notebook: NotebookNode) -> Iterator[str]:
    """Yield every stored output that can be read as text, HTML without its tags."""
    for _, cell in code_cells(notebook):
        for output in cell.outputs:
            for kind, content in data_of(output).items():
                if kind == "text/html":
                    yield " | ".join(_Words(str(content)).words)
                elif kind in TEXTS:
                    yield str(content)


# --- what nbval compares --------------------------------------------------------------------------


def never_compared(notebook: NotebookNode) -> list[str]:
    """Refuse code cells without a count (nbval does not compare them) and empty ones."""
    problems = []
    for i, cell in code_cells(notebook):
        if not cell.source.strip():
            problems.append(problem(i, cell, "the cell is empty: delete it"))
        elif type(cell.execution_count) is not int:
            problems.append(
                problem(i, cell, "it has no execution count, so its outputs are never compared")
            )
    return problems


def wrong_order(notebook: NotebookNode) -> list[str]:
    """Refuse counts other than 1, 2, 3, … from top to bottom."""
    problems = []
    for expected, (i, cell) in enumerate(code_cells(notebook), start=1):
        counts = [cell.execution_count]
        counts += [o.execution_count for o in cell.outputs if o.output_type == "execute_result"]
        problems += [
            problem(i, cell, f"its execution count is {count}, in order it is {expected}")
            for count in counts
            if count != expected
        ]
    return problems


def switched_off(notebook: NotebookNode) -> list[str]:
    """Refuse comments, tags and metadata that can switch a check off."""
    problems = [
        f"notebook metadata: {key!r} is not one of {sorted(ALLOWED_METADATA['notebook'])}"
        for key in notebook.metadata
        if key not in ALLOWED_METADATA["notebook"]
    ]
    for i, cell in enumerate(notebook.cells):
        if cell.cell_type == "raw":
            problems.append(problem(i, cell, "a raw cell is neither run nor read by any check"))
        if cell.cell_type == "code":
            problems += [
                problem(i, cell, f"the marker {marker} switches the comparison off")
                for marker in re.findall(r"\b(?:NBVAL|PYTEST)_\w+", cell.source)
            ]
        problems += [
            problem(i, cell, f"the tag {tag!r} is not one of {sorted(ALLOWED_TAGS)}")
            for tag in tags(cell)
            if tag not in ALLOWED_TAGS
        ]
        for name in ("cell", "mystnb", "jupyter"):
            keys = cell.metadata if name == "cell" else cell.metadata.get(name, {})
            problems += [
                problem(i, cell, f"the {name} metadata {key!r} may switch a check off")
                for key in keys
                if key not in ALLOWED_METADATA[name]
            ]
    return problems


def stderr_output(notebook: NotebookNode) -> list[str]:
    """Refuse warnings and other text on stderr in a lesson's outputs."""
    return [
        problem(i, cell, f"it wrote to stderr: {shorten(output.text, 80)!r}")
        for i, cell in code_cells(notebook)
        for output in cell.outputs
        if output.output_type == "stream" and output.name != "stdout"
    ]


def error_output(notebook: NotebookNode) -> list[str]:
    """Refuse stored exceptions: a lesson catches the error that it wants to show."""
    return [
        problem(i, cell, f"it raised {output.ename}: {shorten(output.evalue, 80)}")
        for i, cell in code_cells(notebook)
        for output in cell.outputs
        if output.output_type == "error"
    ]


def overwritten_output(notebook: NotebookNode) -> list[str]:
    """Refuse carriage returns and backspaces: nbval drops the text that they overwrite."""
    return [
        problem(i, cell, "its stream holds a carriage return or backspace, which hides text")
        for i, cell in code_cells(notebook)
        for output in cell.outputs
        if output.output_type == "stream" and re.search(r"[\r\b]", output.text)
    ]


def trailing_semicolon(notebook: NotebookNode) -> list[str]:
    """Refuse a semicolon at the end of a line: it hides the value that the cell would show."""
    problems = []
    for i, cell in code_cells(notebook):
        plain_python = TransformerManager().transform_cell(cell.source)
        try:
            tokens = list(tokenize.generate_tokens(io.StringIO(plain_python).readline))
        except (tokenize.TokenError, SyntaxError) as error:
            problems.append(problem(i, cell, f"it is not Python: {error}"))
            continue
        ends = {tokenize.NEWLINE, tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER}
        problems += [
            problem(i, cell, f"line {token.start[0]} ends in a semicolon; write `_ = …` instead")
            for token, following in pairwise(tokens)
            if token.string == ";" and following.type in ends
        ]
    return problems


def unchecked_kind(notebook: NotebookNode) -> list[str]:
    """Refuse outputs that nbval does not compare: every figure is SVG, all else is text."""
    return [
        problem(i, cell, f"its output {kind} is not compared; figures are {FIGURE}")
        for i, cell in code_cells(notebook)
        for output in cell.outputs
        for kind in data_of(output)
        if kind not in (*TEXTS, FIGURE)
    ]


# --- alt texts ------------------------------------------------------------------------------------


def alt_problem(alt: object) -> str | None:
    """Return what is wrong with an alt text, or None."""
    if not isinstance(alt, str) or not alt.strip():
        return "the image has no alt text"
    if re.search(r"\.(?:png|svg|jpe?g|gif|webp|pdf)\b|^\S*[/\\]\S*$|^data:", alt.strip(), re.I):
        return f"the alt text {alt!r} is a file's name"
    if len(alt.strip()) < MIN_ALT_LENGTH:
        return f"the alt text {alt!r} is shorter than {MIN_ALT_LENGTH} characters"
    words = set(re.findall(r"\w+", alt.lower())) - GENERIC_WORDS
    if len(words) < MIN_ALT_WORDS:
        return f"the alt text {alt!r} would fit any figure; say what this one shows"
    return None


def missing_alt(notebook: NotebookNode) -> list[str]:
    """Refuse figures and images that a reader who does not see them would learn nothing from."""
    problems = []
    seen: dict[str, int] = {}
    for i, cell in code_cells(notebook):
        kinds = [data_of(output) for output in cell.outputs]
        figures = sum(any(kind.startswith("image/") for kind in data) for data in kinds)
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt")
        causes: list[str | None] = []
        if figures:
            causes.append(alt_problem(alt))
        if figures > 1:
            causes.append(f"one alt text stands for {figures} figures; give each its own cell")
        if alt and not figures:
            causes.append("it has an alt text and no figure")
        if isinstance(alt, str):
            if alt in seen:
                causes.append(f"its alt text repeats that of cell {seen[alt]}")
            seen.setdefault(alt, i)
        for data in kinds:
            causes += [alt_problem(text) for text in _Words(str(data.get("text/html", ""))).alts]
        problems += [problem(i, cell, cause) for cause in causes if cause]
    for i, cell in markdown_cells(notebook):
        causes = [alt_problem(alt) for alt in _read(cell.source).alts]
        problems += [problem(i, cell, cause) for cause in causes if cause]
    return problems


# --- prose ----------------------------------------------------------------------------------------

_MARKDOWN = (
    MarkdownIt("commonmark")
    .enable(["table"])
    .use(dollarmath_plugin, double_inline=True)
    .use(amsmath_plugin)
    .use(myst_role_plugin)
    .use(colon_fence_plugin)
    .use(footnote_plugin)
)


# They enclose formulas and code in a passage: there, whole numbers are not prose.
FORMULA = "\ue000\ue001"


@dataclass(frozen=True)
class Prose:
    """What a Markdown text says to a reader: its passages, and its images' alt texts."""

    passages: list[str]
    alts: list[str]


def _inline(tokens: list[Token], alts: list[str]) -> str:
    """Join one paragraph's pieces, so that `**99.7** %` reads as one number."""
    text = ""
    autolink = False
    for token in tokens:
        if token.type.startswith("link_"):
            # The text of <https://…> is an address. Any other link's text is prose.
            autolink = token.type == "link_open" and token.info == "auto"
            text += f" {token.attrs.get('title', '')} " if token.attrs.get("title") else ""
        elif token.type == "image":
            alts.append(_inline(token.children or [], []))
            text += f" {alts[-1]} {token.attrs.get('title', '')} "
        elif token.type == "html_inline":
            html = _Words(token.content)
            alts += html.alts
            text += " ".join(html.words)
        elif token.type in {"softbreak", "hardbreak"}:
            text += "\n"
        elif token.type in {"math_inline", "math_inline_double", "code_inline"}:
            text += FORMULA[0] + token.content + FORMULA[1]
        elif not autolink:
            text += token.content
    return text


@cache
def _read(source: str) -> Prose:
    passages: list[str] = []
    alts: list[str] = []
    for token in _MARKDOWN.parse(source):
        directive = re.match(r"\{([\w:-]+)\}(.*)", token.info or "")
        if token.type == "inline":
            passages.append(_inline(token.children or [], alts))
        elif token.type == "html_block":
            html = _Words(token.content)
            passages.append(" ".join(html.words))
            alts += html.alts
        elif directive and directive[1] in {"figure", "image"}:
            # The argument is a file's name; what is left is options and the caption.
            alt = re.search(r"^:alt:(.*)$", token.content, re.M)
            alts.append(alt[1].strip() if alt else "")
            passages.append(re.sub(r"^:(?:width|height|name):.*$", "", token.content, flags=re.M))
        elif directive and directive[1] not in {"math", "code", "code-block", "code-cell"}:
            inner = _read(f"{directive[2].strip()}\n\n{token.content}")
            passages += inner.passages
            alts += inner.alts
        else:
            # Formulas and code blocks; and whatever token type may come: its text is read.
            passages.append(FORMULA[0] + token.content + FORMULA[1])
    return Prose(passages, alts)


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
_WORDS = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUES = (
    {word: 2 + at for at, word in enumerate(_WORDS)}
    | {word: 20 + 10 * at for at, word in enumerate(_TENS)}
    | {"fifteen": 15, "hundred": 100, "thousand": 1000}
)
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
    | \d+ [ \u00a0-] minutes? | \d+ (?=[ ]more[ ]for[ ]the[ ]exercises)
    | \A \d+ (?=\.[ ])                                                # a heading's number
    """,
    re.X | re.I,
)
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
    """A number as a text prints it: `99.7 %` has value 99.7, one decimal, and is a percentage."""

    text: str
    value: Decimal
    percent: bool

    @property
    def is_count(self) -> bool:
        """Tell a whole number from a decimal or percentage."""
        return not self.percent and self.unit >= 1

    @property
    def unit(self) -> Fraction:
        """The step of the last printed decimal."""
        return Fraction(10) ** int(self.value.as_tuple().exponent)


def numbers_in(text: str) -> Iterator[tuple[PrintedNumber, bool]]:
    """Yield each number of a text, and whether it is a decimal or percentage."""
    text = _NAMES.sub(_blank, text)
    for found in _NUMBER.finditer(text):
        yield _printed(text, found)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _printed(text: str, found: re.Match[str]) -> tuple[PrintedNumber, bool]:
    before = text[max(found.start() - 2, 0) : found.start()]
    # A minus belongs to the number it touches, unless something stands right before it: 1-0.5.
    negative = re.search(r"(?:^|[^\w)\]}%])[-\u2212]\Z", before) is not None
    digits = re.sub(r"[^\d]", "", found["whole"] or "0")
    power = (found["power"] or "").replace("\u2212", "-")
    part = found["part"] or found["bare_part"] or ""
    value = Decimal("-" * negative + digits + part + power)
    is_bound = bool(part or power or found["percent"])
    return (
        PrintedNumber("-" * negative + found[0].strip(), value, bool(found["percent"])),
        is_bound,
    )


def bound_numbers(text: str) -> list[PrintedNumber]:
    """Return the numbers of a text that must be computed, in reading order.

    All decimals and percentages, formulas and code included; outside of these also whole numbers
    that count, and number words that count some of a number.
    """
    text = _NAMES.sub(_blank, text)
    prose = re.sub(f"{FORMULA[0]}.*?{FORMULA[1]}", _blank, text, flags=re.S)
    counts = _NAMED.sub(_blank, prose)
    numbers: dict[int, PrintedNumber] = {}
    for found in _NUMBER.finditer(text):
        number, is_bound = _printed(text, found)
        alone = not re.search(r"[\w^_/{}\\#-]\Z", text[: found.start()]) or (
            text[max(found.start() - 1, 0)] == "-" and number.value < 0
        )
        ends = not re.match(r"[A-Za-z_^/]|-\d", text[found.end() :])
        at = found.start() + len(found[0]) - len(found[0].lstrip())
        if is_bound or (counts[at].isdigit() and alone and ends):
            numbers[found.start()] = number
    for found in _SOME_OF.finditer(prose):
        for group in ("part", "whole", "all"):
            if word := found[group]:
                value = Decimal(_VALUES[word.lower()])
                numbers[found.start(group)] = PrintedNumber(word, value, percent=False)
    return [numbers[at] for at in sorted(numbers)]


def passages(source: str) -> list[str]:
    """Return what a Markdown text says, passage by passage."""
    return _read(source).passages


def formulas(cell: NotebookNode) -> list[str]:
    """Return the formulas of a Markdown cell."""
    tokens = _MARKDOWN.parse(cell.source)
    every = [*tokens, *(child for token in tokens for child in token.children or [])]
    return [token.content for token in every if token.type.startswith(("math", "amsmath"))]


def prose_numbers(cell: NotebookNode) -> list[PrintedNumber]:
    """Return the numbers of a cell's prose that must be computed, in reading order.

    A code cell's prose is the alt text of its figure.
    """
    if cell.cell_type == "markdown":
        passages = _read(cell.source).passages
        if cell.source.startswith("## Further reading"):
            # Volumes and pages: only a decimal would be a result.
            return [n for text in passages for n, is_bound in numbers_in(text) if is_bound]
    else:
        alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt")
        passages = [alt] if isinstance(alt, str) else []
    return [number for text in passages for number in bound_numbers(text)]


def _given_numbers(notebook: NotebookNode) -> Iterator[Fraction]:
    """Yield the numbers that stand in the code: a lesson's own data."""
    for _, cell in code_cells(notebook):
        tree = ast.parse(TransformerManager().transform_cell(cell.source))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and type(node.value) in (int, float):
                yield Fraction(repr(node.value))


class OutputNumbers:
    """All numbers in a notebook's stored text outputs, ready to be looked up rounded."""

    def __init__(self, notebook: NotebookNode) -> None:
        self.values: set[Fraction] = set()
        try:
            self.given = set(_given_numbers(notebook))
        except SyntaxError:
            # Another guard says so.
            self.given = set()
        for text in output_texts(notebook):
            for number, _ in numbers_in(text):
                self.values.add(abs(Fraction(number.value)))
                if number.percent:
                    self.values.add(abs(Fraction(number.value)) / 100)
        self._rounded: dict[tuple[Fraction, bool], set[int]] = {}

    def show(self, number: PrintedNumber) -> bool:
        """Tell whether the number is a rounding of one in the outputs."""
        key = (number.unit, number.percent)
        if key not in self._rounded:
            values = self.values | ({100 * v for v in self.values} if number.percent else set())
            # At a tie both neighbours count: which of the two is right is the value's business.
            steps = [value / number.unit for value in values]
            half = Fraction(1, 2)
            self._rounded[key] = {floor(s + half) for s in steps} | {
                -floor(half - s) for s in steps
            }
        return int(abs(Fraction(number.value)) / number.unit) in self._rounded[key]

    def print_exactly(self, literal: Fraction) -> bool:
        """Tell whether a number stands in an output or, if it is whole, in the code."""
        return abs(literal) in self.values or (
            literal.denominator == 1 and abs(literal) in self.given
        )


def _literal_value(expression: str) -> Fraction | None:
    """Return the value of an expression that names nothing, else None."""
    tree = ast.parse(expression, mode="eval")
    if any(isinstance(node, ast.Name) for node in ast.walk(tree)):
        return None
    value = eval(compile(tree, "<numbers>", "eval"), {"__builtins__": {}})
    return Fraction(repr(value))


def unbound_prose_number(notebook: NotebookNode) -> list[str]:
    """Refuse prose numbers that no expression is bound to or that no output shows."""
    problems = []
    shown = OutputNumbers(notebook)
    for i, cell in enumerate(notebook.cells):
        numbers = prose_numbers(cell)
        expressions = cell.metadata.get("numbers", [])
        if not isinstance(expressions, list) or not all(isinstance(e, str) for e in expressions):
            problems.append(problem(i, cell, "its metadata `numbers` is not a list of expressions"))
            continue
        if len(numbers) != len(expressions):
            printed = ", ".join(number.text for number in numbers) or "none"
            problems.append(
                problem(
                    i,
                    cell,
                    f"its prose prints {len(numbers)} numbers that count ({printed}), "
                    f"its metadata `numbers` binds {len(expressions)}",
                )
            )
        problems += [
            problem(i, cell, f"no stored output shows a number that rounds to {number.text}")
            for number in numbers
            # The numbers of an alt text are shown by the figure, which need not hold text. Whole
            # numbers may be counted in the reader's head.
            if cell.cell_type == "markdown" and not number.is_count and not shown.show(number)
        ]
        for expression in expressions:
            try:
                literal = _literal_value(expression)
            except (SyntaxError, ValueError, TypeError, ArithmeticError) as error:
                problems.append(problem(i, cell, f"{expression!r} is no expression: {error}"))
                continue
            if literal is not None and not shown.print_exactly(literal):
                problems.append(
                    problem(i, cell, f"{expression!r} computes nothing, and nothing shows it")
                )
    return problems


# What runs after the last cell: it prints each value exactly, as a fraction or as a float's repr.
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


def evaluating_cell(notebook: NotebookNode) -> str:
    """Return the code that prints the values of a finished notebook's prose expressions."""
    expressions = [list(cell.metadata.get("numbers", [])) for cell in notebook.cells]
    return f"{_EVALUATE}_evaluate_prose_numbers({expressions!r}, globals())"


def read_values(outputs: list[NotebookNode]) -> list[list[str]]:
    """Return what `evaluating_cell` printed: the values by cell.

    A value is text that `fractions.Fraction` reads exactly, or "error: …".
    """
    printed = "".join(output.text for output in outputs if output.get("name") == "stdout")
    values: list[list[str]] = json.loads(printed)
    return values


def value_problem(number: PrintedNumber, value: str) -> str | None:
    """Return why a printed number is not its expression's value rounded, or None."""
    if value.startswith("error: "):
        return value.removeprefix("error: ")
    steps = Fraction(value) * (100 if number.percent else 1) / number.unit
    # A tie, or what is one but for the last bits of a float: both neighbours would be right and
    # neither could be checked. One more decimal settles it.
    if abs(abs(steps - floor(steps)) - Fraction(1, 2)) < Fraction(1, 10**9):
        return f"the value {float(Fraction(value))} lies halfway; print one decimal more"
    if round(steps) * number.unit != Fraction(number.value):
        return f"the value is {float(Fraction(value))}"
    return None


def wrong_prose_values(notebook: NotebookNode, values: list[list[str]]) -> list[str]:
    """Refuse prose numbers that are not their expressions' values, rounded as printed."""
    problems = []
    for i, cell in enumerate(notebook.cells):
        expressions = cell.metadata.get("numbers", [])
        for number, expression, value in zip(
            prose_numbers(cell), expressions, values[i], strict=False
        ):
            cause = value_problem(number, value)
            if cause:
                problems.append(problem(i, cell, f"{number.text} from {expression!r}: {cause}"))
    return problems


# --- exercises ------------------------------------------------------------------------------------


def _syntax_error(source: str) -> str | None:
    try:
        ast.parse(source)
    except SyntaxError as error:
        return str(error)
    return None


def is_check(statement: ast.stmt) -> bool:
    """Tell whether a statement is a call of `check(…)`, under whatever module's name."""
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return False
    return ast.unparse(statement.value.func).split(".")[-1] == "check"


def check_statements(source: str) -> list[str]:
    return [ast.unparse(statement) for statement in ast.parse(source).body if is_check(statement)]


def stdout_lines(cell: NotebookNode) -> list[str]:
    text = "".join(o.text for o in cell.outputs if o.get("name") == "stdout")
    return [line for line in text.splitlines() if line.strip()]


def exercise_pairs(notebook: NotebookNode) -> list[tuple[NotebookNode, NotebookNode]]:
    """Return each exercise with the cell that follows it, which the guard wants as its solution."""
    return [
        (cell, following)
        for cell, following in pairwise(notebook.cells)
        if "exercise" in tags(cell)
    ]


def _feedback_problem(cell: NotebookNode, start: str, checks: int) -> str | None:
    lines = stdout_lines(cell)
    if sum(line.startswith(start) for line in lines) == checks:
        return None
    return f"its {checks} check(…) should each print a line that starts with {start!r}: {lines}"


def broken_exercise(notebook: NotebookNode) -> list[str]:
    """Refuse exercises that are incomplete, out of step with their solutions, or too few."""
    problems = [
        problem(i, cell, f"it is not Python: {cause}")
        for i, cell in enumerate(notebook.cells)
        if {"exercise", "solution"} & set(tags(cell)) and (cause := _syntax_error(cell.source))
    ]
    if problems:
        return problems
    cells = [nbformat.v4.new_markdown_cell(), *notebook.cells, nbformat.v4.new_markdown_cell()]
    count = 0
    for i, (before, cell, after) in enumerate(zip(cells, cells[1:], cells[2:], strict=False)):
        causes: list[str | None] = []
        if "exercise" in tags(cell):
            count += 1
            checks = check_statements(cell.source)
            if before.cell_type != "markdown" or not before.source.strip():
                causes.append("no Markdown prompt stands before the exercise")
            if "solution" not in tags(after):
                causes.append("no solution follows the exercise")
            elif check_statements(after.source) != checks:
                causes.append("the exercise and its solution do not call the same check(…)")
            if not checks:
                causes.append("the exercise calls no check(…)")
            nodes = ast.walk(ast.parse(cell.source))
            if not any(isinstance(n, ast.Constant) and n.value is ... for n in nodes):
                causes.append("the exercise has no `...` for the answer")
            causes.append(_feedback_problem(cell, UNANSWERED, len(checks)))
        if "solution" in tags(cell):
            if "exercise" not in tags(before):
                causes.append("no exercise stands before the solution")
            # JupyterLab shows the first line of a folded cell, and that was often the answer.
            if not cell.source.startswith(f"{SOLUTION_TITLE}\n"):
                causes.append(f"the solution's first line is not {SOLUTION_TITLE!r}")
            if "hide-cell" not in tags(cell):
                causes.append("the solution lacks the tag 'hide-cell'")
            causes += [
                f"the solution's {key} metadata is not {expected}"
                for key, expected in SOLUTION_METADATA.items()
                if cell.metadata.get(key) != expected
            ]
            causes.append(_feedback_problem(cell, CORRECT, len(check_statements(cell.source))))
        problems += [problem(i, cell, cause) for cause in causes if cause]
    if count < MIN_EXERCISES:
        problems.append(f"the lesson has {count} exercises; it needs {MIN_EXERCISES}")
    return problems


def _names(source: str) -> tuple[set[str], set[str]]:
    """Return the names that a cell gives a value to, and those that it reads."""
    top = symtable.symtable(TransformerManager().transform_cell(source), "cell", "exec")
    given = {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported()}
    read, tables = set(), [top]
    while tables:
        table = tables.pop()
        tables += table.get_children()
        read |= {
            symbol.get_name()
            for symbol in table.get_symbols()
            if symbol.is_referenced() and (table is top or symbol.is_global())
        }
    return given, read


def _left_open(source: str) -> set[str]:
    """Return the names that a stub sets to `...`, or to something that holds it."""
    return {
        name.id
        for statement in ast.parse(source).body
        if isinstance(statement, ast.Assign)
        and any(isinstance(n, ast.Constant) and n.value is ... for n in ast.walk(statement.value))
        for target in statement.targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }


def needs_a_solution(notebook: NotebookNode) -> list[str]:
    """Refuse cells that read, overwrite or tell an answer: a student's edition has no solutions."""
    problems = []
    given: set[str] = set()
    answers: set[str] = set()  # the names that stubs leave open
    missing: dict[str, int] = {}  # name -> the solution that gives it a value
    for i, cell in code_cells(notebook):
        if _syntax_error(TransformerManager().transform_cell(cell.source)):
            continue  # that is another guard's business
        bound, read = _names(cell.source)
        if "solution" in tags(cell):
            missing.update({name: i for name in bound - given if name not in missing})
            continue
        open_names = _left_open(cell.source) if "exercise" in tags(cell) else set()
        causes = [
            f"it needs {name!r}, to which only cell {missing[name]} gives a value"
            for name in sorted((read - bound) & missing.keys())
        ]
        causes += [
            f"it overwrites {name!r}, the reader's answer"
            for name in sorted((bound - open_names) & answers)
        ]
        if any(line.startswith(CORRECT) for line in stdout_lines(cell)):
            causes.append("it tells that an answer is right before the reader has one")
        problems += [problem(i, cell, cause) for cause in causes]
        given = (given | bound) - open_names
        answers |= open_names
        missing = {name: at for name, at in missing.items() if name not in bound}
        # The solution stands right after its stub.
        missing.update(dict.fromkeys(open_names, i + 1))
    return problems


# --- structure ------------------------------------------------------------------------------------


def headings(notebook: NotebookNode, tag: str) -> list[str]:
    found = []
    for _, cell in markdown_cells(notebook):
        tokens = _MARKDOWN.parse(cell.source)
        found += [
            title.content.strip()
            for opening, title in pairwise(tokens)
            if opening.type == "heading_open" and opening.tag == tag
        ]
    return found


def broken_structure(notebook: NotebookNode) -> list[str]:
    """Refuse a lesson that is not a valid notebook in the shell that all lessons share."""
    problems = []
    try:
        nbformat.validate(notebook)
    except nbformat.ValidationError as error:
        problems.append(f"the notebook is not valid: {error.message}")
    first = notebook.cells[0] if notebook.cells else None
    if first is None or first.cell_type != "markdown" or not first.source.startswith("# "):
        problems.append("the first cell is not the lesson's title, a Markdown heading `# …`")
    if len(headings(notebook, "h1")) != 1:
        problems.append(f"the lesson has {len(headings(notebook, 'h1'))} titles `# …`, not one")
    found = [title for title in headings(notebook, "h2") if title in REQUIRED_HEADINGS]
    if found != list(REQUIRED_HEADINGS):
        problems.append(f"of the headings {list(REQUIRED_HEADINGS)} the lesson has {found}")
    kernel = notebook.metadata.get("kernelspec", {}).get("name")
    if kernel != KERNEL:
        problems.append(f"the kernel is {kernel!r}, not {KERNEL!r}")
    if "widgets" in notebook.metadata:
        problems.append("the notebook stores the state of widgets")
    return problems


def machine_path(notebook: NotebookNode) -> list[str]:
    """Refuse outputs that show a path of the machine they were made on."""
    return [
        problem(i, cell, f"its output shows the machine's path {found[0]!r}")
        for i, cell in code_cells(notebook)
        for output in cell.outputs
        for found in MACHINE_PATH.finditer("\n".join(map(str, data_of(output).values())))
    ]


GUARDS: tuple[Callable[[NotebookNode], list[str]], ...] = (
    never_compared,
    wrong_order,
    switched_off,
    stderr_output,
    error_output,
    overwritten_output,
    trailing_semicolon,
    unchecked_kind,
    missing_alt,
    unbound_prose_number,
    broken_exercise,
    needs_a_solution,
    broken_structure,
    machine_path,
)
