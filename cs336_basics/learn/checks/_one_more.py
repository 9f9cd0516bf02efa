"""One more question to code that was examined already: what its notebook asks for besides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cs336_basics.learn.checker.frame import CheckFailed
from cs336_basics.learn.checker.sandbox import open_box


def one_more(code: Any, call: str, ask: Callable[[], Any], right: Any) -> None:
    """Ask a question in a process of its own.

    Args:
        code: the learner's function or class.
        call: the call as a learner would write it, `{name}` standing for the code.
        ask: calls the code.
        right: what it must return.

    Raises:
        CheckFailed: it raises an error or returns something else.

    >>> one_more(abs, "{name}(-1)", lambda: abs(-1), 1)
    """
    with open_box(lambda _: ask()) as box:
        outcome = box.call(None)
    if outcome.is_error or outcome.answer != right:
        name = getattr(code, "__name__", repr(code))
        got = outcome.message if outcome.is_error else repr(outcome.answer)
        raise CheckFailed(name, call.format(name=name), repr(right), got)
