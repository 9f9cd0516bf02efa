"""When the kernels are used, and how not to."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from cs336_basics import kernels
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.trainers import heap
from cs336_basics.vocab import MOST_ID

BYTES = {byte: bytes([byte]) for byte in range(256)}


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    """Each test looks again whether the kernels are here."""
    for clear in (kernels.are_here.cache_clear, kernels._hint_once.cache_clear):
        clear()
    kernels._failed.clear()
    kernels._started.clear()
    yield
    for clear in (kernels.are_here.cache_clear, kernels._hint_once.cache_clear):
        clear()
    kernels._failed.clear()
    kernels._started.clear()


def test_the_kernels_can_be_switched_off(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """CS336_BPE_KERNELS=0 leaves everything to pure Python, without advice to install numba."""
    monkeypatch.setenv("CS336_BPE_KERNELS", "0")
    assert not kernels.are_here()
    assert not kernels.pay(1 << 40)
    assert not kernels.start("train")
    assert not kernels.can_count("gpt2", "strict")
    assert "" == caplog.text


def test_without_numba_there_is_one_hint(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Large texts stay in pure Python; what to install is said once."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not kernels.pay(1 << 40)
    assert not kernels.pay(1 << 40)
    assert 1 == caplog.text.count("cs336-bpe[fast]")


needs_numba = pytest.mark.skipif(not kernels.are_here(), reason="needs numba")


@needs_numba
@pytest.mark.parametrize("job", kernels.JOBS)
def test_every_job_can_be_started_here(job: str) -> None:
    """Where numba is, all other tests of kernels test kernels, not what takes their place."""
    assert kernels.start(job)


BROKEN = {
    "numba": "raise ImportError('numba needs NumPy 2.3 or less.\\nGot NumPy 2.4.')",
    "llvmlite": "raise OSError('libLLVM.so cannot be opened')",
    "numba/": "",  # it has nothing of what is asked of it
}

TRAIN_AND_ENCODE = """
import sys
from cs336_basics import kernels
from cs336_basics.corpus import count_files
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.train import train_bpe
kernels.FROM_SIZE = kernels.FROM_SIZE_UNCOMPILED = 1  # all kernels must be compiled
for trainer in ("auto", "compiled"):
    vocab, merges = train_bpe(sys.argv[1], 300, [], trainer=trainer)
    print(merges[-1])
print(len(count_files(sys.argv[1], [], compiled=True)), Tokenizer(vocab, merges).encode("the lot"))
"""


@needs_numba
@pytest.mark.parametrize("broken", BROKEN)
def test_a_numba_that_cannot_be_used_counts_as_none(
    python: str, languages: Path, tmp_path: Path, broken: str
) -> None:
    """Whatever it raises, pure Python does the work with the same result, and one line says so."""
    package = tmp_path / "path" / broken.rstrip("/")
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(BROKEN[broken])

    def run(**environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [python, "-c", TRAIN_AND_ENCODE, str(languages)],
            env={**os.environ, "CS336_BPE_CACHE": str(tmp_path / "cache"), **environment},
            capture_output=True,
            text=True,
            check=True,
        )

    actual = run(PYTHONPATH=str(package.parent))
    expected = run(CS336_BPE_KERNELS="0")

    assert expected.stdout == actual.stdout
    assert 1 == actual.stderr.count("\n")
    assert "pure Python does their work" in actual.stderr


JOBS_DONE = """
import sys
from cs336_basics import kernels
from cs336_basics.compiled.count import count_pieces, word_table
from cs336_basics.compiled.encode import encoder, join_tokens
from cs336_basics.compiled.merge import merge_loop
from cs336_basics.compiled.machine.jit import KERNELS
from cs336_basics.trainers.compiled import iter_merges, iter_merges_of_table

word_table.FIRST_SLOTS = encoder.FIRST_SLOTS = 2048  # so that they grow
text = open(sys.argv[1], "rb").read()
pieces = [(0, text), (len(text), b" more words")]
if sys.argv[2] in ("count", "train"):
    table = count_pieces.count_pieces(pieces, threads=2)
    assert table.counts()
if sys.argv[2] == "merge":
    assert list(iter_merges({b"abab": 2}))
if sys.argv[2] == "train":
    assert next(iter_merges_of_table(table))
if sys.argv[2] == "encode":
    ids = {bytes([byte]): byte for byte in range(256)}
    assert len(encoder.Encoder(ids, []).encode(text))
if sys.argv[2] == "decode":
    table = join_tokens.TokenTable({0: b"low"})
    assert table.join(table.as_numbers([0, 0])) == b"lowlow"
print(*sorted(name for name, kernel in KERNELS.items() if kernel._entry))
"""


@needs_numba
@pytest.mark.parametrize("job", kernels.JOBS)
def test_a_job_names_the_kernels_that_it_needs(python: str, languages: Path, job: str) -> None:
    """All that a job loads while it is done, and no more."""
    done = subprocess.run(
        [python, "-c", JOBS_DONE, str(languages), job], capture_output=True, text=True, check=True
    )

    assert sorted(kernels.JOBS[job]) == done.stdout.split()


PAY = """
from cs336_basics import kernels
print(*[job for job in kernels.JOBS if kernels.pay(2 * kernels.FROM_SIZE, job)])
"""


@needs_numba
def test_a_half_filled_cache_serves_the_jobs_that_it_is_enough_for(
    python: str, tmp_path: Path
) -> None:
    """Only these start from a small size; for the others nothing is compiled."""
    from cs336_basics.compiled.machine.kernel_cache import cache_folders

    for job in kernels.JOBS:
        assert kernels.start(job)  # so they are kept
    half = tmp_path / cache_folders()[0].name
    half.mkdir()
    for name in kernels.JOBS["encode"]:
        [kept] = [file for folder in cache_folders() for file in folder.glob(f"{name}.o")][:1]
        shutil.copy(kept, half)

    done = subprocess.run(
        [python, "-c", PAY],
        env={**os.environ, "CS336_BPE_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert "encode" == done.stdout.strip()
    assert {f"{name}.o" for name in kernels.JOBS["encode"]} == {
        file.name for file in half.iterdir()
    }


def plain_and_compiled(
    monkeypatch: pytest.MonkeyPatch, tokenizer: Tokenizer, text: str
) -> tuple[list[int], list[int]]:
    """Encode a text without and with the kernels, if these hold the vocabulary."""
    plain = tokenizer.encode(text)
    monkeypatch.setattr(kernels, "FROM_SIZE", 1)
    return plain, tokenizer.encode(text)


@needs_numba
@pytest.mark.parametrize("greatest", [2**31 - 1, 2**31, 3_000_000_000, MOST_ID])
def test_every_id_that_a_file_can_hold_is_given(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, greatest: int
) -> None:
    """What the kernels' tables cannot hold pure Python does, silently."""
    tokenizer = Tokenizer({**BYTES, greatest: b"ab"}, [(b"a", b"b")])

    plain, compiled = plain_and_compiled(monkeypatch, tokenizer, "ab abc" * 9)

    assert [greatest, 32, greatest, 99] * 9 == plain == compiled
    assert plain == tokenizer.encode_array("ab abc" * 9).tolist()
    assert (greatest < 2**31) == (tokenizer.compiled is not None)
    assert "" == caplog.text


@needs_numba
def test_a_special_token_may_have_the_greatest_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands in no table of the kernels, so they do it."""
    tokenizer = Tokenizer({**BYTES, MOST_ID: b"<s>"}, [], ["<s>"])

    plain, compiled = plain_and_compiled(monkeypatch, tokenizer, "a<s>b")

    assert [97, MOST_ID, 98] == plain == compiled
    assert tokenizer.compiled is not None


@needs_numba
@pytest.mark.parametrize("limit", ["SYMBOL_BITS", "RANK_BITS"])
def test_more_tokens_than_the_kernels_can_number_are_used(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, limit: str
) -> None:
    """With the limit set low: the merges are obeyed, and the tables are tried once."""
    from cs336_basics.compiled.encode import tables as encoder_tables

    monkeypatch.setattr(encoder_tables, limit, 8)
    letters = [bytes([byte]) for byte in range(97, 97 + 20)]
    merges = [(left, right) for left in letters for right in letters]
    made = {256 + i: left + right for i, (left, right) in enumerate(merges)}
    tokenizer = Tokenizer({**BYTES, **made}, merges)

    plain, compiled = plain_and_compiled(monkeypatch, tokenizer, "abcd dcba")
    monkeypatch.setattr(encoder_tables, "encoder_tables", None)

    assert [257, 256 + 43, 32, 256 + 62, 276] == plain == compiled
    assert compiled == tokenizer.encode("abcd dcba")
    assert tokenizer.compiled is None
    assert "" == caplog.text


def test_the_compiled_trainer_trains_without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for by name where the kernels cannot be used, it gives the merges of the heap."""
    pytest.importorskip("numba")
    from cs336_basics.trainers import compiled

    counts = {b"lower": 3, b"lowest": 2, b"newer": 5}
    monkeypatch.setattr(kernels, "start", lambda job: False)
    monkeypatch.setattr(compiled, "MergeLoop", None)

    actual = list(islice(compiled.iter_merges(counts), 5))

    assert list(islice(heap.iter_merges(counts), 5)) == actual
