"""What the checks see of the way that a call took."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from typing import Any

import pytest

from cs336_basics.learn.checks._roads import Road, ShortCut, by_road, mentions, without
from cs336_basics.learn.checks._spies import BYTES_FROM_TEXT, NUMBER_FROM_DIGITS
from cs336_basics.pairs import merge_word


def road_of(fn: Callable[..., Any], *arguments: Any, watch: Any = ()) -> Road:
    """The road of one call."""
    seen: list[Road] = []
    by_road(fn, lambda road, _: seen.append(road), watch=watch)(*arguments)
    return seen[0]


@pytest.mark.parametrize(
    ("fn", "name"),
    [
        (lambda: int("ff", 16), NUMBER_FROM_DIGITS),
        (lambda: int("ff", base=16), NUMBER_FROM_DIGITS),
        (lambda: bytes("a", "utf-8"), BYTES_FROM_TEXT),
        (lambda: bytearray("a", "utf-8"), BYTES_FROM_TEXT),
        (lambda: max([1, 2]), "max"),
        (lambda: "a".encode(), "encode"),  # noqa: UP012
        (lambda: merge_word([], (b"", b"")), "merge_word"),
    ],
)
def test_calls_of_functions_methods_and_types_are_noted(fn: Callable[[], Any], name: str) -> None:
    """Those of C as well as those of Python."""
    assert 1 == road_of(fn).called[name]


def test_what_is_no_short_cut_is_not_noted() -> None:
    """A digit at a time, a number of bytes, decimal digits."""
    road = road_of(lambda: [int("f", 16), int("12"), int(3.5), bytes(2), bytes([1])])

    assert not road.called[NUMBER_FROM_DIGITS]
    assert not road.called[BYTES_FROM_TEXT]


def test_types_are_themselves_again_afterwards() -> None:
    """And what they made meanwhile is of the type itself."""
    made = by_road(lambda: [int("7"), bytes(1), isinstance(True, int)], lambda *_: None)()

    assert [int, bytes, bool] == list(map(type, made))
    assert 255 == int("ff", 16)
    assert builtins.int is int


def test_a_walk_takes_steps_and_a_question_in_c_does_not() -> None:
    """Instructions of the interpreter are counted, in helpers and generators too."""
    word = list(range(1000))

    asked = road_of(lambda: 1001 in word).steps
    walked = road_of(lambda: any(each == 1001 for each in word)).steps

    assert asked < 20
    assert walked > 3 * len(word)


def test_arguments_of_watched_functions_are_kept() -> None:
    """By their names, in the order of the calls."""
    road = road_of(
        lambda: [merge_word([b"a"], (b"a", b"b")), merge_word([], (b"c", b"d"))], watch=[merge_word]
    )

    assert [[b"a"], []] == [call["word"] for call in road.calls_of(merge_word)]


def test_names_are_found_where_no_call_is_seen() -> None:
    """`map` calls a function of C out of anybody's sight."""

    def fn(text: str) -> int:
        return sum(map(ord, text))

    assert "ord" in mentions(fn)
    assert isinstance(by_road(fn, without(fn, "ord"))("ab"), ShortCut)


def test_the_first_calls_are_not_watched() -> None:
    """They show results, and what an error says there."""
    run = by_road(max, without(max, "max"), plain=1)

    assert 2 == run([1, 2])
    assert 2 == run([1, 2])  # max is what was handed in: it calls nothing


def test_an_error_passes_through_and_the_watch_ends() -> None:
    """As a stub's does."""
    before = sys.getprofile(), sys.gettrace()

    def stub() -> None:
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        by_road(stub, lambda *_: "never")()

    assert before == (sys.getprofile(), sys.gettrace())
