"""The expressions of the ledger, worked out here node by node, never by Python's `eval`.

They may use the names and attributes that `namespace.py` lists and the syntax that stands below.
"""

from __future__ import annotations

import ast
import operator
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, TypeAlias

from cmcourse import tables
from cmcourse.ledger.namespace import ATTRIBUTES, CHECKS, NAMES, OF_PYTHON, offered

_Names: TypeAlias = ChainMap[str, Any]

_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    **{ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul},
    **{ast.Div: operator.truediv, ast.Pow: operator.pow, ast.MatMult: operator.matmul},
    **{ast.BitAnd: operator.and_, ast.BitOr: operator.or_},
    **{ast.USub: operator.neg, ast.Invert: operator.invert, ast.Not: operator.not_},
    **{ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le},
    **{ast.Gt: operator.gt, ast.GtE: operator.ge, ast.IsNot: operator.is_not},
    **{ast.In: lambda it, all: it in all, ast.NotIn: lambda it, all: it not in all},
}
_MADE: dict[type[ast.AST], Callable[..., Any]] = {
    **{ast.Tuple: tuple, ast.List: list, ast.Set: set},
    **{ast.GeneratorExp: iter, ast.ListComp: list, ast.SetComp: set},
}


def evaluate(expression: str, given: Mapping[str, Any]) -> Any:
    """Return the value of an expression, in which the names given stand for something, too."""
    names: _Names = ChainMap({}, dict(given), NAMES, OF_PYTHON)
    return _value(ast.parse(expression, mode="eval").body, names)


def _value(node: ast.AST, names: _Names) -> Any:
    """Return the value of a part of an expression."""

    def of(part: ast.AST | None) -> Any:
        return None if part is None else _value(part, names)

    def each(parts: Iterable[ast.AST | None]) -> Iterator[Any]:
        for it in parts:
            yield from of(it.value) if isinstance(it, ast.Starred) else (of(it),)

    match node:
        case ast.Constant(value):
            return value
        case ast.Name(name):
            try:
                return names[name]
            except KeyError:
                raise NameError(f"name {name!r} is not listed") from None
        case ast.Attribute(thing, name):
            return _attribute(of(thing), name)
        case ast.Subscript(thing, place):
            return of(thing)[of(place)]
        case ast.Slice(first, last, step):
            return slice(of(first), of(last), of(step))
        case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
            return _MADE[type(node)](each(parts))
        case ast.Dict(keys, values) if None not in keys:
            return dict(zip(each(keys), each(values), strict=True))
        case ast.Call(function, parts, named):
            options = [{it.arg: of(it.value)} if it.arg else of(it.value) for it in named]
            return of(function)(*each(parts), **ChainMap(*options))
        case ast.UnaryOp(sign, part):
            return _OPERATORS[type(sign)](of(part))
        case ast.BinOp(left, sign, right):
            return _OPERATORS[type(sign)](of(left), of(right))
        case ast.BoolOp(way, parts):
            for value in map(of, parts):
                if bool(value) is isinstance(way, ast.Or):
                    break
            return value
        case ast.Compare(left, signs, parts):
            value, one = True, of(left)
            for relation, part in zip(signs, parts, strict=True):
                if not value:
                    break
                other = of(part)
                value, one = _OPERATORS[type(relation)](one, other), other
            return value
        case ast.IfExp(test, then, otherwise):
            return of(then) if of(test) else of(otherwise)
        case ast.Lambda(ast.arguments([], parameters, None, [], [], None, []), body):
            own = [it.arg for it in parameters]
            return lambda *given: _value(body, names.new_child(dict(zip(own, given, strict=True))))
        case ast.GeneratorExp(part, loops) | ast.ListComp(part, loops) | ast.SetComp(part, loops):
            return _MADE[type(node)](_value(part, it) for it in _turns(loops, names))
        case ast.NamedExpr(ast.Name(name), part):
            names[name] = of(part)
            return names[name]
        case ast.JoinedStr(parts):
            return "".join(each(parts))
        case ast.FormattedValue(part, -1, form):
            return format(of(part), of(form) or "")
    raise ValueError(f"call must not use {ast.unparse(node)!r}, whose syntax is not listed")


def _attribute(thing: Any, name: str) -> Any:
    """Return an attribute, if it is one that is listed for the thing."""
    listed: Iterable[str] = ATTRIBUTES
    if thing is tables:
        listed = ("load",)
    elif isinstance(thing, ModuleType) and thing in CHECKS.values():
        listed = offered(thing)
    if name not in listed:
        raise ValueError(f"call must not use {name!r}, which is not listed")
    return getattr(thing, name)


def _turns(loops: list[ast.comprehension], names: _Names) -> Iterator[_Names]:
    """Yield the names of each turn of the loops of a comprehension."""
    if not loops:
        yield names
        return
    first, *others = loops
    for it in _value(first.iter, names):
        turn = names.new_child(_bound(first.target, it))
        if all(_value(test, turn) for test in first.ifs):
            yield from _turns(others, turn)


def _bound(target: ast.expr, value: Any) -> dict[str, Any]:
    """Return what each name of a loop stands for."""
    match target:
        case ast.Name(name):
            return {name: value}
        case ast.Tuple(parts):
            every = [_bound(*pair) for pair in zip(parts, value, strict=True)]
            return {name: it for bound in every for name, it in bound.items()}
    raise ValueError(f"call must not use {ast.unparse(target)!r} in a loop")
