"""Plant one small fault in a function: another comparison, a number more, a line less."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

Change = Callable[[], None]

_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}

_OTHER_NAME = {"min": "max", "max": "min", "any": "all", "all": "any"}


def mutants(source: str) -> Iterator[tuple[str, str]]:
    """Yield (what was changed, the source with that one change), from the first line to the last.

    >>> for what, code in mutants("def f(x):\\n    return x + 1"):
    ...     print(what, "->", code.splitlines()[1].strip())
    line 2: x + 1 -> return x - 1
    line 2: 1 -> return x + 2
    line 2: return x + 1 -> return None
    """
    places = sum(1 for _ in _faults(ast.parse(source)))
    found = []
    for place in range(places):
        tree = ast.parse(source)
        node, change = list(_faults(tree))[place]
        what = f"line {node.lineno}: {ast.unparse(node).splitlines()[0]}"
        change()
        found.append((node.lineno, what, ast.unparse(ast.fix_missing_locations(tree))))
    yield from ((what, code) for _, what, code in sorted(found, key=lambda each: each[0]))


def _faults(tree: ast.Module) -> Iterator[tuple[ast.stmt | ast.expr, Change]]:
    """Every place that can be changed, with the change."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in _OTHER:
            yield node, lambda n=node: n.ops.__setitem__(0, _OTHER[type(n.ops[0])]())  # type: ignore[misc]
        elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in _OTHER:
            yield node, lambda n=node: setattr(n, "op", _OTHER[type(n.op)]())  # type: ignore[misc]
        elif isinstance(node, ast.Name) and node.id in _OTHER_NAME:
            yield node, lambda n=node: setattr(n, "id", _OTHER_NAME[n.id])  # type: ignore[misc]
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield node, lambda n=node: setattr(n, "value", n.value + 1)  # type: ignore[misc]
        elif isinstance(node, ast.Return) and node.value is not None:
            yield node, lambda n=node: setattr(n, "value", ast.Constant(None))  # type: ignore[misc]
        elif isinstance(node, ast.If | ast.IfExp):
            yield node, lambda n=node: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test))  # type: ignore[misc]
        for block in ("body", "orelse"):
            statements = getattr(node, block, None)
            for i, each in enumerate(statements if isinstance(statements, list) else ()):
                is_text = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
                if isinstance(each, ast.Expr | ast.AugAssign) and not is_text:
                    yield each, lambda s=statements, i=i: s.__setitem__(i, ast.Pass())  # type: ignore[misc]
