"""How a check sees which way a call took: what it called, and how many steps of Python it made.

Some exercises are about the way and not about the result: a number from its digits without
`int(digits, 16)`, the best pair from a heap and not from `max`. There the call is watched, once all
results are right. An answer that is right and came by a short cut shows both.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from inspect import unwrap
from itertools import count
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from cs336_basics.learn.checks._spies import spied_types

Function = Callable[..., Any]

_LONGEST_ANSWER = 80  # characters; what a longer one says stands in the line above anyway
_CHECKS = str(Path(__file__).parent)


@dataclass
class Road:
    """What a call did on its way.

    Attributes:
        arguments: what was given.
        called: names of the functions that were called, Python's and C's, and how often.
        given: for the functions to be watched, the arguments of each call, by name.
        steps: instructions of Python's interpreter that were carried out.
    """

    arguments: tuple[Any, ...] = ()
    called: Counter[str] = field(default_factory=Counter)
    given: dict[CodeType, list[dict[str, Any]]] = field(default_factory=dict)
    steps: int = 0

    def calls_of(self, function: Function) -> list[dict[str, Any]]:
        """The arguments of each call of a function that was to be watched."""
        return self.given[function.__code__]


class ShortCut:
    """A right answer that came by a way which the exercise does not allow."""

    def __init__(self, answer: Any, how: str) -> None:
        self.answer, self.how = answer, how

    def __repr__(self) -> str:
        answer = repr(self.answer)
        return f"{answer}, but {self.how}" if len(answer) <= _LONGEST_ANSWER else self.how


def by_road(
    fn: Function,
    fault: Callable[[Road, Any], str | None],
    *,
    plain: int = 0,
    watch: Iterable[Function] = (),
) -> Function:
    """Let a function's answer count only if it came by an allowed way.

    Args:
        fn: the learner's function.
        fault: says of a road and the answer at its end what is not allowed; None when all is well.
        plain: how many calls come first that are not watched: for the results alone.
        watch: functions of Python of whose calls the arguments are wanted.

    >>> def fault(road, answer):
    ...     return "with `max`" if road.called["max"] else None
    >>> by_road(lambda numbers: max(numbers), fault)([1, 2])
    2, but with `max`
    """
    calls = count()

    @wraps(fn)
    def run(*arguments: Any) -> Any:
        if next(calls) < plain:
            return fn(*arguments)
        road = Road(arguments, given={each.__code__: [] for each in watch})
        with _watched(road, own=_code_of(fn)):
            answer = fn(*arguments)
        how = fault(road, answer)
        return ShortCut(answer, how) if how else answer

    return run


def without(fn: Function, *names: str) -> Callable[[Road, Any], str | None]:
    """Make the fault of using one of these: called, or named in the learner's code.

    Args:
        fn: the learner's function.
        names: of functions and methods; those that need no call to be seen, such as in `map(chr,
            …)`, are found in the code.

    >>> by_road(ord, without(ord, "chr"))("a")
    97
    """
    named = set(names) & mentions(fn)

    def fault(road: Road, _: Any) -> str | None:
        used = sorted(name for name in names if name in named or road.called[name])
        return f"it uses `{used[0]}`: the exercise is to do without" if used else None

    return fault


def library_called(road: Road) -> str | None:
    """Say so if one of the watched functions did the work; handed in as it is, it may."""
    for code, calls in road.given.items():
        if calls:
            return f"the package's `{code.co_qualname}` does the work: write it yourself"
    return None


def mentions(fn: Function) -> set[str]:
    """Collect the names in a function's code: of globals, attributes and functions inside it.

    Functions beside it that it uses belong to it.

    >>> sorted(mentions(lambda text: text.encode().hex()))
    ['encode', 'hex']
    """
    code, beside = _code_of(fn), getattr(unwrap(fn), "__globals__", {})
    waiting, seen = [code] if code else [], set[CodeType]()
    names: set[str] = set()
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        names.update(here.co_names)
        waiting += [each for each in here.co_consts if isinstance(each, CodeType)]
        helpers = (beside.get(name) for name in here.co_names)
        waiting += [
            each.__code__
            for each in helpers
            if isinstance(each, FunctionType) and each.__globals__ is beside
        ]
    return names


def _code_of(fn: Function) -> CodeType | None:
    return getattr(unwrap(fn), "__code__", None)


@contextmanager
def _watched(road: Road, own: CodeType | None) -> Iterator[None]:
    """Note on the road what is done until the end of the block."""

    def on_call(frame: FrameType, event: str, arg: Any) -> None:
        code = frame.f_code
        if event == "c_call":
            road.called[getattr(arg, "__name__", "")] += not code.co_filename.startswith(_CHECKS)
        elif event == "call" and code is not own and not code.co_filename.startswith(_CHECKS):
            road.called[code.co_name] += 1
            if code in road.given:
                road.given[code].append(dict(frame.f_locals))

    def on_step(frame: FrameType, event: str, arg: Any) -> Any:
        if frame.f_code.co_filename.startswith(_CHECKS):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        road.steps += event == "opcode"
        return on_step

    before = sys.getprofile(), sys.gettrace()
    with spied_types(road.called):
        sys.settrace(on_step)
        sys.setprofile(on_call)
        try:
            yield
        finally:
            sys.setprofile(before[0])
            sys.settrace(before[1])
