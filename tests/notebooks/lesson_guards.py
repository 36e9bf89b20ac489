"""Guards against results that are unchanged and wrong: names, tables, ranges, formulas.

Like those of `notebook_guards`, each is a function of a notebook that returns problems. They close
the holes through which wrong numbers have passed a comparison of outputs: a name that had come to
mean something else, a table that was not the array it repeats, a share above 1.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt

from bs4 import BeautifulSoup
from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode
from notebook_guards import code_cells, data_of, formulas, markdown_cells, problem, tags

# --- names ----------------------------------------------------------------------------------------


class _Names(ast.NodeVisitor):
    """The names that a cell reads before it binds them, and those it binds, at top level."""

    def __init__(self) -> None:
        self.bound: set[str] = set()
        self.read: set[str] = set()
        self.called_later: dict[str, set[str]] = {}
        self._local: list[set[str]] = []

    def visit_Name(self, node: ast.Name) -> None:
        if any(node.id in names for names in self._local):
            return
        if not isinstance(node.ctx, ast.Load):
            (self._local[-1] if self._local else self.bound).add(node.id)
        elif node.id not in self.bound:
            self.read.add(node.id)

    def _in_order(self, *parts: ast.AST | Sequence[ast.AST] | None) -> None:
        for part in parts:
            for node in part if isinstance(part, list) else [part]:
                if node is not None:
                    self.visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        self._in_order(node.value, node.targets)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name) and node.target.id not in self.bound:
            self.read.add(node.target.id)
        self._in_order(node.value, node.target)

    def visit_For(self, node: ast.For) -> None:
        self._in_order(node.iter, node.target, node.body, node.orelse)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self._in_order(node.value, node.target)

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        self.bound |= {alias.asname or alias.name.split(".")[0] for alias in node.names}

    visit_ImportFrom = visit_Import

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name:
            self.bound.add(node.name)
        self._in_order(node.type, node.body)

    def _scope(self, names: set[str], *parts: ast.AST | Sequence[ast.AST] | None) -> None:
        self._local.append(names)
        self._in_order(*parts)
        self._local.pop()

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> None:
        parts: list[ast.AST] = []
        for generator in node.generators:
            parts += [generator.iter, generator.target, *generator.ifs]
        self._scope(set(), parts, node.elt)

    visit_ListComp = visit_SetComp = visit_GeneratorExp = _comprehension

    def visit_DictComp(self, node: ast.DictComp) -> None:
        parts: list[ast.AST] = []
        for generator in node.generators:
            parts += [generator.iter, generator.target, *generator.ifs]
        self._scope(set(), parts, node.key, node.value)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._in_order(*node.args.defaults)
        self._scope(_arguments(node.args), node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function reads its globals when it is called, so where its name is read."""
        self._in_order(node.decorator_list, node.args.defaults)
        inner = _Names()
        inner._local = [_arguments(node.args) | _assigned(node)]
        inner._in_order(node.body)
        if self._local:
            self._local[-1].add(node.name)
            self.read |= inner.read
        else:
            self.bound.add(node.name)
            self.called_later[node.name] = inner.read


def _arguments(arguments: ast.arguments) -> set[str]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [one for one in (arguments.vararg, arguments.kwarg) if one]
    return {argument.arg for argument in every}


def _assigned(function: ast.FunctionDef) -> set[str]:
    shared = {name for n in ast.walk(function) if isinstance(n, ast.Global) for name in n.names}
    return {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    } - shared


def sections(notebook: NotebookNode) -> list[str]:
    """Return the title of the section that each cell is in."""
    titles, now = [], ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            found = re.findall(r"^## +(.+)$", cell.source, re.M)
            now = found[-1] if found else now
        titles.append(now)
    return titles


def name_with_two_meanings(notebook: NotebookNode) -> list[str]:
    """Refuse a cell that reads a name which two sections before it have bound.

    What a cell binds itself before it reads it, such as the variable of its loop, is its own.
    """
    problems = []
    where = sections(notebook)
    bound_in: dict[str, list[str]] = {}
    functions: dict[str, set[str]] = {}
    for i, cell in code_cells(notebook):
        names = _Names()
        try:
            names.visit(ast.parse(TransformerManager().transform_cell(cell.source)))
        except SyntaxError:
            continue  # another guard says so
        functions |= names.called_later
        read, found = set(), set(names.read) | (set(names.called_later) & set(names.read))
        while found:
            name = found.pop()
            read.add(name)
            found |= functions.get(name, set()) - read - names.bound
        for name in sorted(read):
            places = bound_in.get(name, [])
            if len(places) > 1:
                problems.append(
                    problem(
                        i,
                        cell,
                        f"it reads {name!r}, which was bound in {places[0]!r} and again in "
                        f"{places[-1]!r}: give one of the two another name",
                    )
                )
        for name in names.bound - {"_"}:
            places = bound_in.setdefault(name, [])
            if where[i] not in places:
                places.append(where[i])
    return problems


# --- tables ---------------------------------------------------------------------------------------


def _markdown_rows(source: str) -> Iterator[list[str]]:
    """Yield the rows and the columns of every table, without the cells that are words of a head."""
    for table in re.findall(r"(?:^\|.*\|[ ]*\n?){2,}", source, re.M):
        rows = [
            [cell.strip(" *`$") for cell in line.strip().strip("|").split("|")]
            for line in table.strip().split("\n")
            if not re.fullmatch(r"[|:\- ]+", line.strip())
        ]
        yield from rows
        if len({len(row) for row in rows}) == 1:
            yield from map(list, zip(*rows, strict=True))


def _literal_lists(notebook: NotebookNode) -> Iterator[list[str]]:
    for _, cell in code_cells(notebook):
        try:
            tree = ast.parse(TransformerManager().transform_cell(cell.source))
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.List | ast.Tuple) and len(node.elts) > 2:
                try:
                    values = [ast.literal_eval(one) for one in node.elts]
                except ValueError:
                    continue
                if all(isinstance(value, int | float | str) for value in values):
                    yield [str(value) for value in values]


def table_unlike_the_code(notebook: NotebookNode) -> list[str]:
    """Refuse a row of a Markdown table that is nearly a list in the code, and not that list."""
    lists = list(_literal_lists(notebook))
    problems = []
    for i, cell in markdown_cells(notebook):
        for row in _markdown_rows(cell.source):
            # A first cell may be the row's head, and so may the first two.
            for cells in (row, row[1:]):
                near = [
                    values
                    for values in lists
                    if len(values) == len(cells) > 2 and _nearly(values, cells)
                ]
                if near and cells not in lists:
                    problems.append(
                        problem(
                            i,
                            cell,
                            f"its table has {' '.join(cells)}, the code {' '.join(near[0])}",
                        )
                    )
    return problems


def _nearly(first: Sequence[str], second: Sequence[str]) -> bool:
    """Tell whether two lists have the same values in another order, or differ in few places."""
    if Counter(first) == Counter(second):
        return len(set(first)) > 1
    equal = sum(a == b for a, b in zip(first, second, strict=True))
    return len(first) > 3 and equal >= len(first) - max(1, len(first) // 5)


# --- ranges ---------------------------------------------------------------------------------------

# Measures that are shares, and those that may be negative.
SHARES = (
    r"accurac(?:y|ies)|recall|precision|specificity|sensitivity|prevalence|share|\bF1|G-mean|\bAUC|"
    r"\bAP\b|Top-\w+|fixed lists?|\bTPR|\bFPR|\bP_[oe]\b|agreement"
)
SIGNED = r"\bMCC|\bKappa|\bR_K\b|correlation|informedness|\bJ\b"
_VALUES = r"[^\n\d|.;:,-]{0,24}[:=]?\s*(-?\d+\.\d+(?:(?:,| and|,? to)? +-?\d+\.\d+)*)(?![\d%]|\s*%)"
# A difference or a ratio of shares has another range.
_DERIVED = r"change|differ|minus|gain|odds|ratio|gap|error|\bz\b"


def impossible_value(notebook: NotebookNode) -> list[str]:
    """Refuse a printed share outside of [0, 1], and a correlation outside of [-1, 1]."""
    problems = []
    for i, cell in code_cells(notebook):
        for output in cell.outputs:
            data = data_of(output)
            found = list(_named_values(str(data.get("text/html", ""))))
            if "text/html" not in data:
                text = str(data.get("text/plain", ""))
                found += [
                    (low, match[0], value)
                    for low, words in ((0, SHARES), (-1, SIGNED))
                    for match in re.finditer(rf"(?<![/\w])(?:{words}){_VALUES}", text, re.I)
                    for value in re.findall(r"-?\d+\.\d+", match[1])
                    if not re.search(_DERIVED, text[: match.end()].rpartition("\n")[2], re.I)
                ]
            problems += [
                problem(i, cell, f"it prints {shown!r}, outside of [{low}, 1]")
                for low, shown, value in found
                if not low <= float(value) <= 1.0000001
            ]
    return problems


def column_of_nan(notebook: NotebookNode) -> list[str]:
    """Refuse a table with a column that holds nothing: rows that were to be joined have two names.

    pandas puts nan where an index does not fit, and says nothing.
    """
    problems = []
    for i, cell in code_cells(notebook):
        for output in cell.outputs:
            html = str(data_of(output).get("text/html", ""))
            for table in BeautifulSoup(html, "html.parser").find_all("table"):
                rows = [
                    [cell.get_text(strip=True).lower() for cell in row.find_all("td")]
                    for row in table.find_all("tr")
                ]
                # In a table of one row an undefined value is a column of its own.
                columns = zip(*filter(None, rows), strict=False) if len(rows) > 2 else ()
                if any(set(column) <= {"nan", "none"} for column in columns):
                    problems.append(problem(i, cell, "a column of its table is nan in every row"))
    return problems


def _named_values(html: str) -> Iterator[tuple[int, str, str]]:
    """Yield the decimals of tables whose row or column bears the name of a measure."""
    for table in BeautifulSoup(html, "html.parser").find_all("table"):
        heads: list[str] = []
        for row in table.find_all("tr"):
            cells = row.find_all(["th", "td"])
            texts = [cell.get_text(" ", strip=True) for cell in cells]
            if row.find_parent("thead") or all(cell.name == "th" for cell in cells):
                heads = texts if len(texts) >= len(heads) else heads
                continue
            first = texts[0] if cells[0].name == "th" else ""
            for at, text in enumerate(texts):
                name = f"{heads[at] if at < len(heads) else ''} {first}"
                if re.search(_DERIVED, name, re.I):
                    continue
                if cells[at].name == "td" and re.fullmatch(r"-?\d+\.\d+", text):
                    # A signed measure may be made of shares: its range is the wider one.
                    if re.search(SIGNED, name, re.I):
                        yield -1, f"{name.strip()} {text}", text
                    elif re.search(SHARES, name, re.I):
                        yield 0, f"{name.strip()} {text}", text


def library_against_the_answer(notebook: NotebookNode) -> list[str]:
    """Refuse a solution that shows a library's value which is none of its right answers."""
    problems = []
    for i, cell in code_cells(notebook):
        if "solution" not in tags(cell):
            continue
        text = "\n".join(str(data_of(output).get("text/plain", "")) for output in cell.outputs)
        right = [
            Fraction(value)
            for line in re.findall(r"^Correct: (.*)$", text, re.M)
            for value in re.findall(r"-?\d+\.\d+", line)
        ]
        for name, value in re.findall(
            r"(scikit-learn|sklearn|imbalanced-learn|PyCM|numpy)\W*?(-?\d+\.\d+)", text, re.I
        ):
            unit = Fraction(1, 10 ** len(value.partition(".")[2]))
            if right and not any(abs(answer - Fraction(value)) <= unit for answer in right):
                problems.append(
                    problem(i, cell, f"it prints {name} {value}, and no right answer is that")
                )
    return problems


# --- formulas -------------------------------------------------------------------------------------

_RELATION = re.compile(
    r"\\approx|\\leq?(?![a-z])|\\geq?(?![a-z])|\\neq?(?![a-z])|\\lt(?![a-z])|\\gt(?![a-z])|[=<>≈≤≥≠]"
)
_HOLDS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "=": lambda a, b: a == b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "≤": lambda a, b: a <= b,
    "≥": lambda a, b: a >= b,
    "≠": lambda a, b: a != b,
}
_SIGNS = {
    r"\approx": "≈",
    r"\le": "≤",
    r"\leq": "≤",
    r"\ge": "≥",
    r"\geq": "≥",
    r"\ne": "≠",
    r"\neq": "≠",
    r"\lt": "<",
    r"\gt": ">",
}


def _braced(text: str) -> str:
    """Match one argument in braces, up to two deep."""
    return text.replace("ARG", r"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")


def value_of(latex: str) -> Fraction | None:
    """Work out a formula that holds nothing but numbers; None if it holds anything else."""
    text = re.sub(r"(?<=\d)(?:\{,\}|,|\\,)(?=\d{3}(?!\d))", "", latex)
    text = re.sub(
        r"\\(?:left|right|bigl?|bigr|Bigl?|Bigr|[,;:!> ]|quad|qquad|displaystyle)", "", text
    )
    text = re.sub(r"\\[dt]frac", r"\\frac", text)
    text = re.sub(r"\\frac\s*(\d)\s*(\d)", r"\\frac{\1}{\2}", text)
    text = re.sub(r"\\frac\s*(\d)\s*\{", r"\\frac{\1}{", text)
    before = None
    while before != text:
        before = text
        text = re.sub(_braced(r"\\fracARGARG"), r"((\1)/(\2))", text)
        text = re.sub(_braced(r"\\sqrtARG"), r"root(\1)", text)
    text = re.sub(r"\^\s*(\d)", r"**\1", re.sub(_braced(r"\^ARG"), r"**(\1)", text))
    text = text.replace(r"\times", "*").replace(r"\cdot", "*").replace("−", "-").replace("×", "*")
    text = text.replace("[", "(").replace("]", ")").strip()
    if not re.fullmatch(r"(?:root|\*\*|[\d.()+*/\s-])+", text) or not re.search(r"\d", text):
        return None
    try:
        tree = ast.parse(re.sub(r"(\d+\.?\d*|\.\d+)", r"Fraction('\1')", text), mode="eval")
        value = eval(compile(tree, "<formula>", "eval"), {"Fraction": Fraction, "root": sqrt})
    except (SyntaxError, TypeError, ZeroDivisionError, ValueError):
        return None
    return Fraction(value)


def _rounds_to(value: Fraction, printed: str) -> bool:
    digits = re.search(r"\.(\d+)\s*$", printed.strip().rstrip("}"))
    unit = Fraction(1, 10 ** len(digits[1])) if digits else Fraction(1)
    shown = value_of(printed)
    return shown is not None and abs(value - shown) <= unit / 2


def wrong_formula(latex: str) -> list[str]:
    """Return the equations between numbers that do not hold in a formula."""
    wrong = []
    for line in re.split(r"\\\\|\\q?quad|,\s|;\s|\\text\{[^{}]*\}", latex):
        sides = _RELATION.split(line.replace("&", ""))
        signs = [_SIGNS.get(sign, sign) for sign in _RELATION.findall(line.replace("&", ""))]
        for (first, second), sign in zip(pairwise(sides), signs, strict=True):
            left, right = value_of(first), value_of(second)
            if left is None or right is None:
                continue
            exact = "root" not in first + second and "sqrt" not in first + second
            if sign == "≈":
                holds = _rounds_to(left, second)
            elif sign == "=" and not exact:
                holds = abs(left - right) < Fraction(1, 10**9)
            else:
                holds = _HOLDS[sign](left, right)
            if not holds:
                wrong.append(f"{first.strip()} {sign} {second.strip()}")
    return wrong


def false_formula(notebook: NotebookNode) -> list[str]:
    """Refuse an equation between numbers that does not hold: 5 + 7 = 13."""
    return [
        problem(i, cell, f"its formula does not hold: {equation}")
        for i, cell in markdown_cells(notebook)
        for formula in formulas(cell)
        for equation in wrong_formula(formula)
    ]


GUARDS: tuple[Callable[[NotebookNode], list[str]], ...] = (
    name_with_two_meanings,
    table_unlike_the_code,
    impossible_value,
    column_of_nan,
    library_against_the_answer,
    false_formula,
)
