"""An error is told with the line that raised it, and a stub with its name."""

from __future__ import annotations

import importlib.util
import json
import linecache
import multiprocessing
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cs336_basics.learn.checker import places
from cs336_basics.learn.checker.outcome import Outcome, outcome_of
from cs336_basics.vocab import base_vocab

Load = Callable[[str], ModuleType]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Write a learner's `bpe.py` into their folder, and import it."""
    monkeypatch.setattr(places, "_homes", [])

    def load_code(code: str) -> ModuleType:
        path = tmp_path / "bpe.py"
        path.write_text(textwrap.dedent(code), encoding="utf-8")
        places.call_home(tmp_path)
        linecache.checkcache()
        spec = importlib.util.spec_from_file_location("bpe", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "bpe", module)
        spec.loader.exec_module(module)
        return module

    return load_code


def failure(load: Load, code: str, *arguments: Any) -> Outcome:
    """The outcome of a function `f`."""
    return outcome_of(load(code).f, *arguments)


def test_the_line_that_raised_is_told(load: Load) -> None:
    """Not the one where the learner's code was called."""
    outcome = failure(
        load,
        """
        def g(x):
            return x[7]
        def f():
            return g([])
        """,
    )

    assert "IndexError: list index out of range\nin bpe.py, line 3: return x[7]" == outcome.message
    assert "bpe.py:3" == outcome.place


def test_a_line_of_a_library_is_not_the_learners(load: Load) -> None:
    """Theirs is the one that called it."""
    outcome = failure(load, "import json\ndef f():\n    return json.loads('{')\n")

    assert outcome.message.endswith("in bpe.py, line 3: return json.loads('{')")


def test_a_line_of_this_package_is_not_the_learners(load: Load) -> None:
    """Where a notebook calls it with something it cannot use."""
    outcome = failure(load, "def f(library):\n    return library(7)\n", base_vocab)

    assert "bpe.py:2" == outcome.place


def test_where_no_line_is_the_learners_none_is_told() -> None:
    """A function of the library."""
    assert "" == outcome_of(json.loads, "{").place


def test_a_line_that_cannot_be_read_is_told(load: Load, tmp_path: Path) -> None:
    """A SyntaxError comes up where the file is imported, and speaks of a line in it."""
    outcome = outcome_of(load, "def f():\n    x = (\n")

    assert "SyntaxError: '(' was never closed\nin bpe.py, line 2: x = (" == outcome.message
    assert "bpe.py:2" == outcome.place


@pytest.mark.parametrize("name", ["<ipython-input-3-abc>", "/tmp/ipykernel_7/123.py", "cell 5"])
def test_a_cell_of_a_notebook_has_no_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name is made up."""
    monkeypatch.setattr(places, "_homes", [])
    source = "def f():\n    return 1 / 0\n"
    monkeypatch.setitem(linecache.cache, name, (len(source), None, source.splitlines(True), name))
    names: dict[str, Any] = {}
    exec(compile(source, name, "exec"), names)
    outcome = outcome_of(names["f"])

    assert "ZeroDivisionError: division by zero\nin line 2: return 1 / 0" == outcome.message
    assert "line 2" == outcome.place


@pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="this system cannot fork"
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of forks beside threads
def test_an_error_in_a_worker_is_told_with_its_line(load: Load) -> None:
    """A pool raises it again, far from where it came up."""
    outcome = failure(
        load,
        """
        import multiprocessing
        def f():
            with multiprocessing.get_context("fork").Pool(1) as pool:
                return pool.map(halve, [0])
        def halve(x):
            return 1 // x
        """,
    )

    assert outcome.message.endswith("in bpe.py, line 7: return 1 // x")


@pytest.mark.parametrize(
    ("code", "unfilled"),
    [
        ("def f():\n    raise NotImplementedError\n", ""),
        (
            "def my_merge_word():\n    raise NotImplementedError\ndef f():\n    my_merge_word()\n",
            "my_merge_word",
        ),
        (
            "class T:\n    def g(self):\n        raise NotImplementedError\n"
            "def f():\n    T().g()\n",
            "T.g",
        ),
        (
            "def f():\n    def helper():\n        raise NotImplementedError\n    helper()\n",
            "helper",
        ),
    ],
)
def test_a_stub_that_is_needed_is_named(load: Load, code: str, unfilled: str) -> None:
    """A function that is a stub itself is not attempted yet; one that needs a stub is."""
    outcome = failure(load, code)

    assert (unfilled, not unfilled) == (outcome.unfilled, outcome.is_unfilled)
