"""A learner's code is found by name, and harms nobody while it is looked for."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from cs336_basics.learn.targets import Part, Target, TargetError, parts_of

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file of code under the temporary folder."""

    def write_file(name: str, code: str = "") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(code), encoding="utf-8")
        return path

    return write_file


def test_a_module_is_found_beside_the_shell(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """`my_module:train_bpe`, in the folder where the command is given."""
    folder = write("a_learners_module.py", "def train_bpe(path, size, specials): return 7").parent
    monkeypatch.chdir(folder)
    target = Target("a_learners_module:train_bpe")

    assert [Part("train_bpe", "train_bpe")] == parts_of(target)
    assert 7 == target.code("train_bpe")("path", 1, [])


def test_a_file_is_found_by_its_path(write: Write) -> None:
    """`path/to/file.py:name`."""
    path = write("mine.py", "class Tokenizer: pass")

    assert [Part("Tokenizer", "tokenizer")] == parts_of(Target(f"{path}:Tokenizer"))


def test_of_a_file_alone_all_that_is_known_is_taken(write: Write) -> None:
    """The names of the assignment, each part once."""
    path = write(
        "tests/adapters.py",
        """
        def run_train_bpe(input_path, vocab_size, special_tokens, **kwargs): ...
        def get_tokenizer(vocab, merges, special_tokens=None): ...
        def run_softmax(x): ...
        """,
    )

    assert [Part("run_train_bpe", "train_bpe"), Part("get_tokenizer", "tokenizer")] == parts_of(
        Target(str(path))
    )


def test_a_learners_package_may_be_called_as_ours(write: Write) -> None:
    """The assignment's is: its modules stand in for ours while its code runs, and no longer."""
    write("cs336_basics/__init__.py")
    write("cs336_basics/mine.py", "def train(): return 'theirs'")
    write("tests/__init__.py")
    path = write(
        "tests/adapters.py",
        """
        from cs336_basics.mine import train
        def run_train_bpe(*arguments):
            from cs336_basics import mine
            return train(), mine.__file__
        """,
    )
    ours = sys.modules["cs336_basics"]
    text, file = Target(str(path)).code("run_train_bpe")()

    assert "theirs" == text
    assert str(path.parents[1] / "cs336_basics" / "mine.py") == file
    assert ours is sys.modules["cs336_basics"]
    assert "cs336_basics.mine" not in sys.modules


def test_a_relative_import_works(write: Write) -> None:
    """The file is imported as part of its package."""
    write("package/__init__.py")
    write("package/helper.py", "SEVEN = 7")
    path = write("package/mine.py", "from .helper import SEVEN\ndef train_bpe(*_): return SEVEN")

    assert 7 == Target(f"{path}:train_bpe").code("train_bpe")()


@pytest.mark.parametrize(
    ("code", "name", "subject"),
    [
        ("def f(counts): ...", "f", "iter_merges"),
        ("def f(vocab, merges, special_tokens): ...", "f", "tokenizer"),
        ("def f(file, n, token): ...", "f", "find_chunk_boundaries"),
        ("def f(input_path, vocab_size, special_tokens): ...", "f", "train_bpe"),
        ("def my_merges(x): ...", "my_merges", "iter_merges"),
        ("def my_merges(path, vocab_size, special): ...", "my_merges", "train_bpe"),
        ("def make_tokenizer(x, y): ...", "make_tokenizer", "tokenizer"),
        ("def chunk_starts(f): ...", "chunk_starts", "find_chunk_boundaries"),
        ("class BPE: ...", "BPE", "tokenizer"),
        ("f = print", "f", "train_bpe"),
    ],
)
def test_what_it_is_meant_to_be_is_guessed(
    write: Write, code: str, name: str, subject: str
) -> None:
    """By its kind, its first argument, or its name."""
    assert [Part(name, subject)] == parts_of(Target(f"{write('mine.py', code)}:{name}"))


def test_or_it_is_said(write: Write) -> None:
    """`--as` has the last word."""
    path = write("mine.py", "def f(counts): ...")

    assert [Part("f", "tokenizer")] == parts_of(Target(f"{path}:f"), "tokenizer")


@pytest.mark.parametrize(
    ("code", "attribute", "says"),
    [
        ("x = 1", ":absent", "has no 'absent'"),
        ("x = 1", "", "has none of run_train_bpe, train_bpe"),
        ("x = (", "", "cannot be imported: SyntaxError"),
        ("1 / 0", ":f", "cannot be imported: ZeroDivisionError"),
        ("import json.nothing", ":f", "cannot be imported: ModuleNotFoundError"),
        ("from json import nothing", ":f", "cannot be imported: ImportError"),
        ("import os; os._exit(3)", ":f", "the process ended in the middle of the call (3)"),
        ("import sys; sys.exit(3)", ":f", "cannot be imported: SystemExit: 3"),
    ],
)
def test_what_cannot_be_found_or_imported_is_said(
    write: Write, code: str, attribute: str, says: str
) -> None:
    """An import that ends its process ends a child."""
    with pytest.raises(TargetError, match=r"mine\.py") as failed:
        parts_of(Target(f"{write('mine.py', code)}{attribute}"))

    assert says in str(failed.value)


def test_no_file_is_said() -> None:
    """Before anything is imported."""
    with pytest.raises(TargetError, match=r"absent\.py: no such file"):
        Target("absent.py:train_bpe")


def test_a_path_with_a_drive_is_no_attribute() -> None:
    """The colon of `C:` stands before a folder."""
    with pytest.raises(TargetError, match="no such file"):
        Target("C:\\folder\\mine.py")
