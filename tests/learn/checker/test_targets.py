"""A learner's code is found by name, and harms nobody while it is looked for."""

from __future__ import annotations

import multiprocessing
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from cs336_basics.learn.checker.sandbox import Limits, open_box
from cs336_basics.learn.checker.targets import Part, Target, TargetError, parts_of

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


ADAPTERS = """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    import absent_torch
    from absent_jaxtyping import Float
    from absent_torch import Tensor

    from cs336_basics.counting import count, where

    def run_linear(weights: Float[Tensor, " d_out d_in"]) -> Float[Tensor, " ... d_out"]:
        raise NotImplementedError

    def run_train_bpe(input_path, vocab_size, special_tokens, **kwargs):
        context = multiprocessing.get_context(input_path)
        with context.Pool(2) as pool:
            counts, places = pool.map(count, ["a b", "b"]), pool.map(where, [1])
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            return counts + list(pool.map(count, ["a"])), places + [where(1)]
"""
COUNTING = """
    import absent_torch
    from collections import Counter
    import cs336_basics

    def count(text):
        return dict(Counter(text.split()))

    def where(_):
        return cs336_basics.__file__, cs336_basics.__version__
"""
INIT = """
    import importlib.metadata
    __version__ = importlib.metadata.version("cs336_basics")
"""


@pytest.fixture
def checkout(write: Write) -> Path:
    """A folder that is laid out as the assignment's repository, with a trainer that has workers."""
    write("pyproject.toml")
    write("cs336_basics/__init__.py", INIT)
    write("cs336_basics/counting.py", COUNTING)
    write("cs336_basics/bpe.py", "def train_bpe(path, size, specials):\n    return 'theirs'\n")
    write("tests/__init__.py")
    return write("tests/adapters.py", ADAPTERS).parents[1]


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_a_checkout_with_a_pool_runs_as_at_home(checkout: Path, method: str) -> None:
    """Package, missing modules and version are there in workers too; nothing is left behind."""
    before = sorted(checkout.rglob("*"))
    target = Target(str(checkout / "tests" / "adapters.py"))
    assert [Part("run_train_bpe", "train_bpe")] == parts_of(target)
    with open_box(lambda method: target.code("run_train_bpe")(method, 1, [])) as box:
        outcome = box.call(method)

    assert "" == outcome.message
    counts, places = outcome.answer
    assert [{"a": 1, "b": 1}, {"b": 1}, {"a": 1}] == counts
    assert [(str(checkout / "cs336_basics" / "__init__.py"), "0")] * 2 == places
    assert before == sorted(checkout.rglob("*"))


@pytest.mark.parametrize(
    "target",
    ["tests/adapters.py", "cs336_basics/bpe.py:train_bpe", "cs336_basics.bpe:train_bpe"],
)
@pytest.mark.parametrize("layout", ["as it is", "no tests/__init__.py", "in src"])
def test_a_checkout_is_found_from_within(
    checkout: Path, target: str, layout: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By files and by modules, in each layout; and where we stand in the checkout."""
    if layout != "as it is":
        (checkout / "tests" / "__init__.py").unlink()
    if layout == "in src":
        (checkout / "src").mkdir()
        (checkout / "cs336_basics").rename(checkout / "src" / "cs336_basics")
        target = target.replace("cs336_basics/", "src/cs336_basics/")
    monkeypatch.chdir(checkout)

    assert ["train_bpe"] == [part.subject for part in parts_of(Target(target))]


def test_what_is_returned_is_used_at_home(write: Write) -> None:
    """A tokenizer's methods and generators import when they run, after the call that made it."""
    write("cs336_basics/__init__.py")
    write("cs336_basics/ids.py", "SEVEN = 7")
    path = write(
        "mine.py",
        """
        class Tokenizer:
            def encode_iterable(self, chunks):
                from cs336_basics.ids import SEVEN
                yield SEVEN
        """,
    )
    target = Target(f"{path}:Tokenizer")
    with open_box(lambda _: list(target.code("Tokenizer")().encode_iterable([]))) as box:
        assert [[7], [7]] == [box.call(None).answer, box.call(None).answer]


def test_an_import_takes_its_time(write: Write) -> None:
    """Large libraries take seconds to import; that is not the time of the call."""
    path = write(
        "mine.py",
        """
        import time
        while time.process_time() < 1.5: pass
        def f(): return 7
        """,
    )
    target = Target(f"{path}:f")
    with open_box(lambda _: target.code("f")(), Limits(seconds=0.5)) as box:
        outcome = box.call(None)

    assert (7, "") == (outcome.answer, outcome.message)
    assert outcome.seconds < 0.5


def test_a_script_is_imported_as_at_home(write: Write) -> None:
    """Its arguments are none of the command's, and its main part is left out."""
    path = write(
        "mine.py",
        """
        import sys
        ARGUMENTS = sys.argv[1:]
        def f(): return ARGUMENTS
        if __name__ == "__main__":
            raise SystemExit
        """,
    )

    assert [] == Target(f"{path}:f").code("f")()


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
