"""Code that names modules which are not installed is imported, and told when it needs them."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cs336_basics.learn.checker.outcome import Outcome
from cs336_basics.learn.checker.sandbox import open_box
from cs336_basics.learn.checker.targets import Target

Call = Callable[..., Outcome]
Write = Callable[[str, str], Path]

MISSING = "No module named 'absent_torch': it is not installed here, so what needs it cannot be "


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file of a learner's project."""
    (tmp_path / "pyproject.toml").touch()

    def write_file(name: str, code: str = "") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(code), encoding="utf-8")
        return path

    return write_file


@pytest.fixture
def call(write: Write) -> Call:
    """Import code in a sandbox, and call its function `f`."""

    def call_f(code: str, *arguments: Any) -> Outcome:
        target = Target(f"{write('mine.py', code)}:f")
        with open_box(lambda _: target.code("f")(*arguments)) as box:
            return box.call(None)

    return call_f


def test_all_that_an_import_may_do_is_allowed(call: Call) -> None:
    """Base classes, decorators, annotations, calls, constants: `f` needs none of them."""
    outcome = call(
        """
        from abc import ABC
        from dataclasses import dataclass
        from typing import Callable, Generic, Optional, TypeVar, Union

        import absent_torch
        import absent_torch.nn.functional as F
        from absent_einops import *
        from absent_jaxtyping import Float, Int, jaxtyped
        from absent_torch import Tensor, nn

        T = TypeVar("T", bound=Tensor)
        Batch = Float[Tensor, "batch d"] | None
        Numbers = Optional[Tensor] | int
        device = absent_torch.device("cuda" if absent_torch.cuda.is_available() else "cpu")
        absent_torch.backends.cudnn.benchmark = True
        half = 1 / absent_torch.pi + sum(absent_torch.ones(3))

        class Model(nn.Module, Generic[T]):
            weight: Float[Tensor, "a b"]
            scale = nn.Parameter(absent_torch.ones(3))

            @absent_torch.no_grad()
            def forward(self, x: Tensor, mask: None | Tensor = None) -> "Tensor": ...

        class Other(Model, ABC): ...

        class Two(absent_torch.A, absent_torch.B, metaclass=type): ...

        @dataclass
        class Config:
            model: Model
            dtype: absent_torch.dtype = absent_torch.float32

        MODEL = Model(3)

        @jaxtyped(typechecker=absent_torch.check)
        def f(x: list[Tensor] | Batch) -> Callable[[Tensor], Union[Tensor, int]]:
            def inner(y: absent_torch.Tensor | None, z: Int[Tensor, "a"]) -> Tensor | int:
                return y
            return (
                inner(x, 1),
                isinstance(x, Tensor),
                isinstance(x, int | Tensor),
                isinstance(MODEL, nn.Module),
                Config(None).model,
            )
        """,
        7,
    )

    assert ((7, False, True, True, None), "") == (outcome.answer, outcome.message)


@pytest.mark.parametrize(
    "use",
    [
        "absent_torch.zeros(3)",
        "absent_torch.nn.functional.relu",  # what is returned would be used
        "Model()",
        "bool(absent_torch.flag)",
        "[x for x in absent_torch.numbers]",
        "absent_torch.pi + 1",
        "1 < absent_torch.pi",
        "len(absent_torch.numbers)",
        "absent_torch.numbers[0] * 2",
        "importlib.import_module('absent_torch').zeros(3)",
        "later()",
    ],
)
def test_what_is_needed_in_a_call_is_told(call: Call, use: str) -> None:
    """With the learner's line, and once it is called."""
    outcome = call(
        f"""
        import importlib
        import absent_torch
        class Model(absent_torch.nn.Module): pass
        def later():
            from absent_torch import zeros
            return zeros(3)
        def f():
            return {use}
        """
    )

    assert MISSING in outcome.message
    assert outcome.error in ("ModuleNotFoundError", "TypeError")  # one is of the answer


def test_an_error_in_a_call_names_the_line(call: Call) -> None:
    """And the kind is that of a missing module."""
    outcome = call("import absent_torch\ndef f():\n    return absent_torch.zeros(3)\n")

    assert ("ModuleNotFoundError", "mine.py:3") == (outcome.error, outcome.place)


@pytest.mark.parametrize(
    "code",
    [
        "try:\n    import absent_torch as xp\nexcept ImportError:\n    xp = None\n",
        "try:\n    from absent_torch import a as xp\nexcept Exception as error:\n    xp = None\n",
        "try:\n    import absent_torch as xp\nexcept (KeyError, ModuleNotFoundError):\n"
        "    xp = None\n",
        "try:\n    import absent_torch as xp\nexcept:\n    xp = None\n",
        "import contextlib\nxp = None\nwith contextlib.suppress(ImportError):\n"
        "    import absent_torch as xp\n",
        "import importlib.util\nxp = importlib.util.find_spec('absent_torch')\n",
    ],
)
def test_where_its_absence_is_met_it_is_absent(call: Call, code: str) -> None:
    """The learner has an answer to it, which must be tried."""
    assert call(f"{code}def f():\n    return xp is None\n").answer is True


def test_where_its_absence_is_only_told_there_is_a_stand_in(call: Call) -> None:
    """Raising another error is no answer."""
    code = "try:\n    import absent_torch\nexcept ImportError as e:\n    raise SystemExit from e\n"

    assert 7 == call(f"{code}def f():\n    return 7\n").answer


def test_a_broken_import_of_their_own_is_an_error(write: Write, call: Call) -> None:
    """Told with its file and line; what this package has of that name is not theirs."""
    write("cs336_basics/__init__.py", "")
    write("cs336_basics/bpe.py", "from cs336_basics.tokenizer import Tokenizer")
    outcome = call("from cs336_basics.bpe import f")

    assert "cs336_basics/bpe.py:1" == outcome.place
    assert "No module named 'cs336_basics.tokenizer'" in outcome.message


def test_libraries_are_told_the_truth(call: Call) -> None:
    """The standard library asks for modules of other systems; a stand-in would mislead it."""
    code = "import subprocess, json\ndef f():\n    import winreg\n"

    assert "No module named 'winreg'" in call(code).message


def test_a_folder_of_data_is_not_a_package(write: Write, call: Call) -> None:
    """Runs leave a folder named as the library that made them."""
    write("absent_wandb/run-1/log.txt", "")
    outcome = call("from absent_wandb import init\ndef f():\n    return 7\n")

    assert (7, "") == (outcome.answer, outcome.message)


def test_a_package_without_an_init_file_is_theirs(write: Write, call: Call) -> None:
    """Also where one with such a file is called the same: ours."""
    write("cs336_basics/bpe.py", "def f():\n    return __name__, __file__")
    outcome = call("from cs336_basics.bpe import f")

    assert outcome.answer[0] == "cs336_basics.bpe"
    assert Path(outcome.answer[1]).parts[-2:] == ("cs336_basics", "bpe.py")


def test_a_distribution_that_is_not_installed_has_a_version(call: Call) -> None:
    """The assignment's package asks for its own; for others the truth is told."""
    outcome = call(
        """
        import importlib.metadata
        from importlib.metadata import version
        VERSIONS = version("cs336_basics"), importlib.metadata.version("absent-torch")
        def f():
            return VERSIONS, version("numpy") != "0"
        """
    )

    assert ((("0", "0"), True), "") == (outcome.answer, outcome.message)


def test_nothing_of_it_is_left_in_this_process(write: Write) -> None:
    """Where the system cannot fork, the code runs here."""
    before = dict(sys.modules), list(sys.path), list(sys.argv), list(sys.meta_path)
    path = write("mine.py", "import absent_torch\ndef f():\n    return absent_torch.x is None\n")

    assert Target(f"{path}:f").code("f")() is False
    assert "absent_torch" not in sys.modules
    assert "mine" not in sys.modules
    assert before[0].items() <= sys.modules.items()
    assert before[1:] == (sys.path, sys.argv, sys.meta_path)
