"""The garbage collector is off while there is work, and afterwards as it was."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from cs336_basics.collector import collector_off


@pytest.fixture(params=[True, False], autouse=True)
def was_on(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Each test finds the collector on, and finds it off."""
    on: bool = request.param
    (gc.enable if on else gc.disable)()
    yield on
    gc.enable()


def test_it_is_off_inside_and_then_as_it_was(was_on: bool) -> None:
    """One work inside another changes nothing."""
    with collector_off:
        with collector_off:
            inner = gc.isenabled()
        outer = gc.isenabled()

    assert (inner, outer, gc.isenabled()) == (False, False, was_on)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, GeneratorExit])
def test_an_error_leaves_it_as_it_was(was_on: bool, error: type[BaseException]) -> None:
    """Whatever kind of error it is."""
    with pytest.raises(error), collector_off:
        raise error

    assert gc.isenabled() == was_on


def test_of_two_threads_the_last_one_switches_it_on(was_on: bool) -> None:
    """It stays off until both have left, in whatever order they came."""
    both_inside, first_has_left = Barrier(2), Barrier(2)

    def work(leaves_first: bool) -> bool:
        with collector_off:
            both_inside.wait(60)
            if not leaves_first:
                first_has_left.wait(60)
                return gc.isenabled()
        first_has_left.wait(60)
        return False

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(work, [True, False]))

    assert (found, gc.isenabled()) == ([False, False], was_on)
