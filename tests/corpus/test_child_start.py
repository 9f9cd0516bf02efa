"""While children start, other threads notice nothing."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cs336_basics.corpus.child_start import main_hidden


def test_threads_may_start_children_at_the_same_time() -> None:
    """Each puts back the main module itself, not what another thread had put in its place."""
    main = sys.modules["__main__"]

    def start(seconds: float) -> None:
        with main_hidden():
            time.sleep(seconds)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(start, [0.05, 0.1]))
    assert sys.modules["__main__"] is main


def test_other_threads_find_the_main_module_meanwhile() -> None:
    """All that is in it, but not where it is from: that is what a child would run again."""
    main = sys.modules["__main__"]
    with main_hidden():
        meanwhile: Any = sys.modules["__main__"]
        meanwhile.noted_by_a_test = 1

        assert meanwhile.__spec__ is None
        assert not hasattr(meanwhile, "__file__")
        assert 1 == meanwhile.noted_by_a_test == main.noted_by_a_test
    del main.noted_by_a_test
