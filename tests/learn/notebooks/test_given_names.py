"""Which statements must be run before a learner's cell."""

from __future__ import annotations

import ast

import pytest

from cs336_basics.learn.notebooks.given_names import GivenNames


def needed(stub: str, *above: str) -> list[str]:
    """The statements of the cells above that a stub needs, as source."""
    bodies = [ast.parse(source).body for source in (*above, stub)]
    given = GivenNames([(place, node) for place, body in enumerate(bodies) for node in body])
    return [ast.unparse(node) for node in given.needed_by(bodies[-1], len(above))]


@pytest.mark.parametrize(
    "assignment",
    ["A = ('s', 't')", "A = re.compile('x')", "A, B = map(njit, (f, g))", "A: int = 1", "A += 1"],
)
def test_an_assignment_of_any_form_is_found(assignment: str) -> None:
    """A tuple, a call, several names at once."""
    assert [assignment] == needed("def my_f():\n    return A", assignment)


def test_what_is_not_used_is_not_run() -> None:
    """A local name of the same spelling uses nothing."""
    stub = "def my_f():\n    seconds = 1\n    return seconds"

    assert [] == needed(stub, "seconds = measure()", "rows = seconds")


def test_what_an_assignment_uses_comes_before_it() -> None:
    """Also over a function of a cell in between."""
    above = (
        "END = '<e>'",
        "def cut(text): return text.split(END)",
        "parts = cut(text)",
        "text = 'a'",
    )

    assert ["END = '<e>'", "text = 'a'", "parts = cut(text)"] == needed(
        "def my_f(): return parts", *above
    )


def test_the_last_one_above_is_taken_or_the_first_below() -> None:
    """As in a run from the top; a cell below may have been run first."""
    bodies = [ast.parse(source).body for source in ("a = 1", "a = 2", "a + b", "b = 3", "b = 4")]
    given = GivenNames([(place, node) for place, body in enumerate(bodies) for node in body])

    found = [ast.unparse(node) for node in given.needed_by(bodies[2], 2)]

    assert ["a = 2", "b = 3"] == found


def test_names_that_need_each_other_come_to_an_end() -> None:
    """Each statement once."""
    assert 1 == len(needed("def my_f(): return a", "a = a + 1"))
