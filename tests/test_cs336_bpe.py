"""The command finds its own package, whatever else is called `cs336_basics`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).with_name("cs336-bpe")

pytestmark = pytest.mark.skipif(not COMMAND.is_file(), reason="the command is not installed here")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A learner's folder, with a package that is called as ours and has modules of ours."""
    package = tmp_path / "cs336_basics"
    package.mkdir()
    (tmp_path / "tests").mkdir()
    (package / "__init__.py").write_text(
        "import importlib.metadata\n__version__ = importlib.metadata.version('cs336_basics')\n"
    )
    (package / "tokenizer.py").write_text("import absent_torch\nclass Tokenizer: ...\n")
    (package / "cli.py").write_text("raise SystemExit('theirs')\n")
    (package / "bpe.py").write_text(
        "def train_bpe(path, size, specials):\n    raise NotImplementedError\n"
    )
    (tmp_path / "tests" / "adapters.py").write_text(
        "from cs336_basics.bpe import train_bpe\n"
        "from cs336_basics.tokenizer import Tokenizer\n"
        "def run_train_bpe(path, size, specials):\n    raise NotImplementedError\n"
    )
    return tmp_path


@pytest.mark.parametrize("on_the_path", ["", "."])
@pytest.mark.parametrize(
    "target",
    [
        "tests/adapters.py:run_train_bpe",
        "cs336_basics/bpe.py:train_bpe",
        "cs336_basics.bpe:train_bpe",
    ],
)
def test_it_runs_from_within_a_checkout(checkout: Path, target: str, on_the_path: str) -> None:
    """And imports theirs for the checks alone."""
    done = subprocess.run(
        [str(COMMAND), "check", target],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": on_the_path},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert f"{target.rpartition(':')[2]}: not attempted yet\n" == done.stdout
    assert "" == done.stderr
