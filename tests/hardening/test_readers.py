"""Whatever stands in a file: a named error or a right result, soon, and in little memory."""

from __future__ import annotations

import gzip
import io
import json
import pickle
import subprocess
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from cs336_basics import Tokenizer
from cs336_basics.errors import FileFormatError
from cs336_basics.tokenizer.token_files import open_token_file
from tests.hardening import fuzz

READERS = ["t.yaml", "t.json", "t.tiktoken", "t.pkl", "gpt2", "ids.npy", "ids.bin", "text.gz"]
MB = 1 << 20


@pytest.mark.parametrize("reader", READERS)
def test_the_valid_files_are_read(reader: str, tmp_path: Path) -> None:
    """Else the damaged ones would show nothing."""
    assert fuzz.check(reader, fuzz.valid_files()[reader], tmp_path) == "right"


@pytest.mark.parametrize("reader", READERS)
def test_damaged_files(reader: str, tmp_path: Path) -> None:
    """Some are still right; most end in a named error."""
    verdicts = {fuzz.check(reader, fuzz.damaged(reader, number), tmp_path) for number in range(100)}

    assert verdicts == {"right", "error"}


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_many_damaged_files(reader: str, python: str, root: Path) -> None:
    """In a process of its own, with 3 GB of addresses: none of them ends it."""
    command = [python, "-m", "tests.hardening.fuzz", reader, "5000", "1000000"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, ""), done.stdout


HEAD = b'format: cs336-bpe\nversion: 1\npattern: "gpt2"\nspecial_tokens: []\n'
REST = b"sizes: {vocab: 0, merges: 0}\nvocab: {}\nmerges: []\n"
NINES = b"9" * 5000


def _laughs() -> bytes:
    """A page of YAML aliases that stands for ten to the power of 20 words."""
    lines = ["a0: &a0 [lol]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 21)]
    return ("training:\n" + "".join(f"  {line}\n" for line in lines)).encode()


BOMBS = {
    "YAML: aliases": ("t.yaml", HEAD + _laughs() + REST),
    "YAML: an alias to itself": ("t.yaml", HEAD + b"training: &a [*a]\n" + REST),
    "YAML: lists in lists": ("t.yaml", HEAD + b"training: " + b"[" * 100_000 + b"\n" + REST),
    "YAML: a key twice": ("t.yaml", HEAD + b'pattern: "cl100k"\n' + REST),
    "YAML: an id twice": ("t.yaml", HEAD + REST.replace(b"{}", b'{1: "a", 1: "b"}')),
    "YAML: a version of 5,000 digits": ("t.yaml", HEAD.replace(b"1", NINES, 1) + REST),
    "YAML: an id of 5,000 digits": ("t.yaml", HEAD + REST.replace(b"{}", b"{%s: a}" % NINES)),
    "YAML: base 60": ("t.yaml", HEAD.replace(b"1", b"1:" * 200_000 + b"1", 1) + REST),
    "YAML: an object of Python": ("t.yaml", HEAD + b"training: !!python/object:os.x {}\n" + REST),
    "JSON: lists in lists": ("t.json", b"[" * 1_000_000),
    "JSON: a key twice": ("t.json", b'{"model": 1, "model": {"type": "BPE"}}'),
    "JSON: an id of 5,000 digits": ("t.json", b'{"model": {"vocab": {"a": %s}}}' % NINES),
    "ranks: 5,000 digits": ("t.tiktoken", b"YQ== " + NINES + b"\n"),
    "pickle: a function by name": ("t.pkl", b"cos\nsystem\n(S'true'\ntR."),
    "pickle: tuples in tuples": ("t.pkl", b"\x80\x04})" + b"\x85" * 200_000 + b"Ns."),
    "pickle: an id of 15,000 digits": ("t.pkl", pickle.dumps({"vocab": {1 << 50_000: b"a"}})),
    "pickle: a place of memory": ("t.pkl", b"\x80\x04Nr\xff\xff\xff\x7f."),
    "pickle: a string of 2 GB": ("t.pkl", b"\x80\x04B\xff\xff\xff\x7fab."),
}


@pytest.mark.parametrize("name", BOMBS)
def test_small_files_that_ask_for_much(name: str, tmp_path: Path) -> None:
    """Each is refused in one sentence, with less memory than 100 MB."""
    file, data = BOMBS[name]
    (tmp_path / file).write_bytes(data)
    sidecar = {"pattern": "gpt2", "special_tokens": {}}
    (tmp_path / "t.tiktoken.json").write_text(json.dumps(sidecar), encoding="utf-8")

    tracemalloc.start()
    try:
        with pytest.raises(FileFormatError) as caught:
            Tokenizer.load(tmp_path / file)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100 * MB
    assert file in str(caught.value)
    assert len(str(caught.value)) < 3000


def _npy(header: bytes, size: int | None = None) -> bytes:
    length = len(header) if size is None else size
    return b"\x93NUMPY\x01\x00" + length.to_bytes(2, "little") + header


HEADERS = {
    "objects": "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}",
    "more than there is": "{'descr': '<u2', 'fortran_order': False, 'shape': (1000000000000000,)}",
    "less than nothing": "{'descr': '<u2', 'fortran_order': False, 'shape': (-1,)}",
    "5,000 digits": f"{{'descr': '<u2', 'fortran_order': False, 'shape': ({'9' * 5000},)}}",
    "an open bracket": "{'descr': (",
    "brackets in brackets": "(" * 9000,
    "signs": "-" * 9000 + "1",
    "keys of two kinds": "{1: 2, b'a': 3}",
    "a call": "__import__('os').system('true')",
}


@pytest.mark.parametrize("name", HEADERS)
def test_headers_of_npy_files(name: str, tmp_path: Path) -> None:
    """numpy hands them to Python's parser; what it does not take is refused by name."""
    (tmp_path / "ids.npy").write_bytes(_npy(HEADERS[name].encode() + b"\n"))

    with pytest.raises(FileFormatError, match=r"ids\.npy"):
        open_token_file(tmp_path / "ids.npy")


def test_an_npy_file_of_objects_is_not_unpickled(tmp_path: Path) -> None:
    """Objects in it would be pickles, and those can run code."""
    file = io.BytesIO()
    np.save(file, np.array([None], dtype=object), allow_pickle=True)
    (tmp_path / "ids.npy").write_bytes(file.getvalue())

    with pytest.raises(FileFormatError, match="list of token ids"):
        open_token_file(tmp_path / "ids.npy")


@pytest.mark.parametrize("count", ["-2", "1e3", "true", NINES.decode(), "null", "[1]"])
def test_counts_of_bin_files(count: str, tmp_path: Path) -> None:
    """The JSON beside the numbers may lie."""
    (tmp_path / "ids.bin").write_bytes(b"abcd")
    (tmp_path / "ids.bin.json").write_text(f'{{"dtype": "<u2", "count": {count}}}')

    with pytest.raises(FileFormatError, match=r"ids\.bin"):
        open_token_file(tmp_path / "ids.bin")


def test_a_gzip_bomb_of_short_words_takes_little_memory(tmp_path: Path) -> None:
    """It is read block by block: 8 MB of text, from 8 KB on disk."""
    from cs336_basics.corpus import count_files

    with gzip.open(tmp_path / "text.gz", "wb") as file:
        for _ in range(8):
            file.write(b"low " * (MB // 4))

    tracemalloc.start()
    try:
        counts = count_files([tmp_path / "text.gz"], [])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert counts[b" low"] == 2 * MB - 1
    assert peak < 30 * MB
