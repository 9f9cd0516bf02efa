"""Which statements of a notebook give the names that a learner's cell uses.

A constant, a compiled pattern, a kernel made by `njit`: a stub may use whatever a cell above it has
assigned. Those assignments are to be run before it, and no others, for many measure or draw.
"""

from __future__ import annotations

import ast
import builtins
import dis
from collections import defaultdict
from collections.abc import Iterable, Sequence
from types import CodeType

_LOADS_A_GLOBAL = ("LOAD_GLOBAL", "LOAD_NAME")


def is_definition(node: ast.stmt) -> bool:
    """Whether a statement costs nothing and may be needed: imports, functions, classes."""
    return isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef)


class GivenNames:
    """The statements of a notebook, found by the names that they give.

    Args:
        statements: (number of the cell, statement), in order.

    >>> body = ast.parse("ENDS = ('s', 't')\\nslow = sum(range(10**9))\\ndef f(): return ENDS").body
    >>> needed = GivenNames(list(enumerate(body))).needed_by(body[2:], 2)
    >>> [ast.unparse(node) for node in needed]
    ["ENDS = ('s', 't')"]
    """

    def __init__(self, statements: Sequence[tuple[int, ast.stmt]]) -> None:
        self._giving: defaultdict[str, list[tuple[int, ast.stmt]]] = defaultdict(list)
        for place, node in statements:
            for name in _given_by(node):
                self._giving[name].append((place, node))

    def needed_by(self, nodes: Sequence[ast.stmt], place: int) -> list[ast.stmt]:
        """The statements that must be run before some of a cell, in the order to run them.

        Of several that give a name it is the last one above the cell, or else the first below.
        """
        needed: dict[int, ast.stmt] = {}
        self._collect(_used_by(nodes), place, needed, set())
        return [node for node in needed.values() if not is_definition(node)]

    def _collect(
        self, names: Iterable[str], place: int, needed: dict[int, ast.stmt], asked: set[str]
    ) -> None:
        for name in sorted(names):
            if name in asked or not self._giving[name]:
                continue
            asked.add(name)
            above = [node for where, node in self._giving[name] if where < place]
            below = [node for where, node in self._giving[name] if where > place]
            if chosen := [*above[-1:], *below[:1]][:1]:
                self._collect(_used_by(chosen), place, needed, asked)
                needed.setdefault(id(chosen[0]), chosen[0])


def _given_by(node: ast.stmt) -> set[str]:
    """The names that a statement gives, if it is of a kind that may be run for them."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.If | ast.Try):
        names = (each for each in ast.walk(node) if isinstance(each, ast.Name))
        return {each.id for each in names if isinstance(each.ctx, ast.Store)}
    return set()


def _used_by(nodes: Sequence[ast.stmt]) -> set[str]:
    """The global names that statements use, also inside functions, but not Python's own."""
    waiting = [compile(ast.Module(list(nodes), []), "cell", "exec", dont_inherit=True)]
    used: set[str] = set()
    while waiting:
        code = waiting.pop()
        used.update(
            step.argval for step in dis.get_instructions(code) if step.opname in _LOADS_A_GLOBAL
        )
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    return used - vars(builtins).keys()
