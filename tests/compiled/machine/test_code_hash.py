"""Two functions have one hash if they do the same, and only then."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable

import pytest

from cs336_basics.compiled.machine.code_hash import code_hash
from cs336_basics.compiled.machine.jit import Inner

SOURCE = """
from __future__ import annotations

LIMIT, LETTERS = 3, (97, 98)

def called(x: i64) -> i64:
    return x + 1

def function(x: i64) -> i64:
    if x == ord("s") or x in {1, 2}:
        return LIMIT
    return called(x) * 2 + LETTERS[0]
"""


def made(source: str, in_place: bool = True) -> Callable[..., int]:
    """Return `function` of a source; what it calls is an inner function of kernels."""
    names: dict[str, Callable[..., int]] = {}
    exec(source, names)
    names["called"] = Inner(names["called"], in_place)
    return names["function"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("* 2", "* 3"),
        ("x + 1", "x + 2"),
        ("x + 1", "x - 1"),
        ('ord("s")', 'ord("x")'),
        ("{1, 2}", "{1, 3}"),
        ("LIMIT, LETTERS = 3", "LIMIT, LETTERS = 4"),
        ("(97, 98)", "(98, 98)"),
        ("called(x: i64)", "called(x: u8s)"),
        ("return LIMIT", "return 3"),
    ],
)
def test_every_change_of_what_it_does_is_seen(old: str, new: str) -> None:
    """Constants, letters, types, and what the functions it calls do, all count."""
    assert old in SOURCE
    assert code_hash(made(SOURCE)) != code_hash(made(SOURCE.replace(old, new)))


def test_copying_into_place_counts() -> None:
    """The same function gives other machine code if what it calls is copied to it."""
    assert code_hash(made(SOURCE, in_place=True)) != code_hash(made(SOURCE, in_place=False))


def test_names_and_comments_do_not_count() -> None:
    """What a function is called, where it is and what a comment says, changes nothing."""
    other = "# More above.\n\n" + SOURCE.replace("return LIMIT", "return LIMIT  # three")

    assert code_hash(made(SOURCE)) == code_hash(made(other))


def test_functions_may_call_each_other() -> None:
    """A circle of calls ends."""
    source = SOURCE.replace("return x + 1", "return function(x)")

    assert code_hash(made(source)) == code_hash(made(source))


def test_every_process_finds_the_same_hash(python: str) -> None:
    """The hash does not depend on addresses or on the order of sets."""
    code = """
from cs336_basics.compiled.encode import encode_masks
from cs336_basics.compiled.scan import classes
from cs336_basics.compiled.machine.code_hash import code_hash
print(code_hash(encode_masks.encode_batches.function), code_hash(classes._build))
print(code_hash(lambda x: x in {"a", "b", "c", "d"}))
"""
    found = {
        subprocess.run(
            [python, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }

    assert 1 == len(found)
