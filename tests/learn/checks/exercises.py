"""What every check of an exercise must do, whichever notebook it belongs to.

    class TestExercises(ExerciseTests):
        exercises, right, wrong = EXERCISES, RIGHT, WRONG

The module gives a fixture `solutions`; `conftest.py` makes a test of each row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import pytest

from cs336_basics.learn.checks import CheckFailed

Function = Callable[..., Any]


class ExerciseTests:
    """Right answers pass, wrong ones see their smallest input, stubs are not attempted.

    Attributes:
        exercises: name of the exercise -> its check.
        right: (name, answer) rows: the package's own, and some that are written another way.
        wrong: (name, answer, what the call that fails shows, or the mistake that is named) rows.
        says: what a check prints first behind the name of a function that passes.
    """

    exercises: ClassVar[Mapping[str, Function]] = {}
    right: ClassVar[Sequence[Any]] = ()
    wrong: ClassVar[Sequence[Any]] = ()
    says: ClassVar[str] = "all "

    def test_a_right_answer_passes(
        self, name: str, right_answer: Function, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Our own function passes, and so does one that is written another way."""
        self.exercises[name](right_answer)

        assert "passed" in capsys.readouterr().out

    def test_the_solution_passes(
        self, name: str, solutions: Mapping[str, Any], capsys: pytest.CaptureFixture[str]
    ) -> None:
        """The solution in notebooks/solutions/ passes its check."""
        self.exercises[name](solutions[f"my_{name}"])

        printed = capsys.readouterr().out
        who, what = printed.split(": ", 1)
        assert who == f"my_{name}"
        assert what.removeprefix("right by the assignment; ").startswith(self.says)
        assert "passed" in printed

    def test_a_wrong_answer_sees_its_smallest_input(
        self, name: str, wrong_answer: Function, smallest: str
    ) -> None:
        """A likely mistake is refused, with the first input on the list that shows it."""
        with pytest.raises(CheckFailed) as failed:
            self.exercises[name](wrong_answer)

        assert smallest in "\n".join([failed.value.call, *failed.value.why])

    def test_an_unfilled_stub_is_no_mistake(
        self, name: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """A stub that raises NotImplementedError is reported as not attempted."""

        def stub(*_: object) -> None:
            raise NotImplementedError

        self.exercises[name](stub)

        assert capsys.readouterr().out == "stub: not attempted yet\n"


def generate(metafunc: pytest.Metafunc) -> None:
    """Give each test of an `ExerciseTests` the rows of its class."""
    tests = metafunc.cls
    if tests is None or not issubclass(tests, ExerciseTests):
        return
    if "right_answer" in metafunc.fixturenames:
        metafunc.parametrize(("name", "right_answer"), tests.right)
    elif "wrong_answer" in metafunc.fixturenames:
        metafunc.parametrize(("name", "wrong_answer", "smallest"), tests.wrong)
    else:
        metafunc.parametrize("name", tests.exercises)
