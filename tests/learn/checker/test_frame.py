"""The frame of the checks: what it says of right, wrong and unfilled answers."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from cs336_basics.learn.checker.frame import CheckFailed, check, check_answer

INPUTS = [([],), ([1],), ([1, 2],), ([3, 4, 5],)]


def unfilled(numbers: list[int]) -> int:
    """A stub as it stands in a notebook."""
    raise NotImplementedError


def forgets_the_last(numbers: list[int]) -> int:
    """Wrong from the first number on."""
    return sum(numbers[:-1])


def empties(numbers: list[int]) -> int:
    """Gives the right sum, and changes what it was given."""
    total = 0
    while numbers:
        total += numbers.pop()
    return total


def trips(numbers: list[int]) -> int:
    """Raises an error at the second number."""
    return numbers[0] if len(numbers) == 1 else sum(numbers) // (2 - len(numbers))


def forgets_return(numbers: list[int]) -> int:
    """Works it out and gives nothing back."""
    sum(numbers)
    return None  # type: ignore[return-value]


def endless(numbers: list[int]) -> str:
    """A result too long for a message."""
    return "x" * 5000


def failure(fn: Callable[[list[int]], Any]) -> CheckFailed:
    """The error that checking `fn` against `sum` raises."""
    with pytest.raises(CheckFailed) as caught:
        check(fn, sum, INPUTS)
    return caught.value


def test_an_unfilled_stub_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    """A fresh clone runs from top to bottom."""
    check(unfilled, sum, INPUTS)

    assert capsys.readouterr().out == "unfilled: not attempted yet\n"


def test_a_right_answer_passes(capsys: pytest.CaptureFixture[str]) -> None:
    """It says how many inputs were tried."""
    check(sum, sum, INPUTS)

    assert capsys.readouterr().out == "sum: all 4 checks passed\n"


def test_a_wrong_answer_shows_the_first_input_that_fails(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Inputs come smallest first, so the first failure is the smallest."""
    error = failure(forgets_the_last)

    assert ("forgets_the_last([1])", "1", "0") == (error.call, error.expected, error.got)
    assert str(error).splitlines() == [
        "forgets_the_last is not right yet.",
        "  call      forgets_the_last([1])",
        "  expected  1",
        "  got       0",
    ]
    assert capsys.readouterr().out == ""


def test_a_changed_argument_is_a_failure() -> None:
    """The sum is right, and the caller's list is gone."""
    error = failure(empties)

    assert error.call == "empties([1])"
    assert error.got == "[]: the function changed them"


def test_an_error_is_told_with_the_line_that_raised_it() -> None:
    """The learner's own line, not one of the check."""
    error = failure(trips)

    assert error.call == "trips([1, 2])"
    assert error.got.startswith("ZeroDivisionError: ")
    assert error.got.endswith(
        "return numbers[0] if len(numbers) == 1 else sum(numbers) // (2 - len(numbers))"
    )


def test_a_function_that_kills_its_process_is_a_failure() -> None:
    """The check goes on in this process, whatever became of the other."""
    error = failure(lambda numbers: os._exit(3))

    assert "the process ended in the middle of the call (3)" == error.got


def test_what_a_failing_call_printed_is_shown() -> None:
    """Printing is how most people look into a function."""

    def chatty(numbers: list[int]) -> int:
        print("numbers:", numbers)
        return 0

    assert failure(chatty).printed == "numbers: [1]"


def test_a_forgotten_return_is_named() -> None:
    """None is what Python returns when nobody says otherwise."""
    assert failure(forgets_return).got == "None (does every path end in a return?)"


def test_a_long_result_is_cut_and_counted() -> None:
    """A message stays a message."""
    shown = str(failure(endless))

    assert len(shown) < 1000
    assert "(5002 characters)" in shown


def test_one_call_cannot_spoil_the_input_of_the_next() -> None:
    """`fn` and the oracle get copies; the inputs of a check are used again."""
    inputs = [([1, 2],)]

    with pytest.raises(CheckFailed):
        check(empties, sum, inputs)

    assert inputs == [([1, 2],)]


def test_where_the_oracle_raises_so_must_the_answer() -> None:
    """An error can be the right result."""
    check(int, int, [("7",), ("seven",)])

    with pytest.raises(CheckFailed, match="an error: ValueError"):
        check(lambda text: 7, int, [("7",), ("seven",)])


def test_a_call_that_hangs_where_the_oracle_raises_is_told() -> None:
    """The message is of the learner's code, not of the error that was expected."""

    def hangs(text: str) -> int:
        while text == "seven":
            pass
        return int(text)

    with pytest.raises(CheckFailed) as caught:
        check(hangs, int, [("7",), ("seven",)])

    assert "an error: ValueError" in str(caught.value)
    assert "no answer within 4 s" in str(caught.value)


def test_another_kind_of_error_is_a_failure() -> None:
    """A KeyError where a ValueError belongs."""
    with pytest.raises(CheckFailed, match="KeyError"):
        check(lambda text: {"7": 7}[text], int, [("7",), ("seven",)])


def test_same_decides_what_counts_as_equal() -> None:
    """Some answers may come in any order."""
    check(sorted, list, [([2, 1],)], same=lambda expected, got: sorted(expected) == sorted(got))


def test_notebooks_print_the_message_and_no_traceback() -> None:
    """IPython asks the error itself what to show."""
    error = failure(forgets_the_last)

    assert error._render_traceback_() == str(error).splitlines()


def test_an_open_answer_passes_without_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    """Any answer will do in which nothing is wrong."""
    check_answer(dict, lambda answer: None)

    assert capsys.readouterr().out == "dict: check passed\n"


def test_an_open_answer_fails_with_its_fault() -> None:
    """What was asked for stands where another check says what it expected."""
    with pytest.raises(CheckFailed) as caught:
        check_answer(dict, lambda answer: "a dict with something in it")

    assert ("a dict with something in it", "{}") == (caught.value.expected, caught.value.got)


def test_an_open_answer_may_be_unfilled_or_raise(capsys: pytest.CaptureFixture[str]) -> None:
    """As with the other checks."""

    def stub() -> int:
        raise NotImplementedError

    def broken() -> int:
        return 1 // 0

    check_answer(stub, lambda answer: "never asked")
    assert capsys.readouterr().out == "stub: not attempted yet\n"

    with pytest.raises(CheckFailed, match="ZeroDivisionError"):
        check_answer(broken, lambda answer: None)
