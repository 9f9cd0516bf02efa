"""Text files become files of ids and come back, whole or not at all."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

from cs336_basics import Tokenizer
from cs336_basics.errors import CorpusError, FileFormatError, InvalidUtf8Error, SpecialTokenError
from cs336_basics.storage import yaml_file
from cs336_basics.tokenizer.token_files import encode_file, open_token_file

BYTES = {i: bytes([i]) for i in range(256)}
END = "<|endoftext|>"
FORMS = ["ids.npy", "ids.bin"]


@pytest.fixture
def tokenizer() -> Tokenizer:
    """All bytes, one merge with an id that needs four bytes, one special token."""
    return Tokenizer(BYTES | {70000: b"zz"}, [(b"z", b"z")], [END])


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """A file whose line ends are easily lost."""
    path = tmp_path / "text.txt"
    path.write_bytes(b"a\r\nb\rc zz")
    return path


def names(folder: Path) -> list[str]:
    """Return what stands in a folder."""
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("name", FORMS)
def test_ids_come_back_and_line_ends_are_kept(tokenizer: Tokenizer, text: Path, name: str) -> None:
    """`\\r` is a byte like any other, and the file is a read-only memory map."""
    out = text.with_name(name)
    count = encode_file(tokenizer, text, out)
    ids = open_token_file(out)

    assert ids.tolist() == [97, 13, 10, 98, 13, 99, 32, 70000]
    assert count == 8
    assert isinstance(ids, np.memmap)
    assert not ids.flags.writeable


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize(("token_id", "dtype"), [(65535, "<u2"), (65536, "<u4")])
def test_ids_take_two_bytes_up_to_65535(text: Path, name: str, token_id: int, dtype: str) -> None:
    """The greatest id of the vocabulary decides, not the greatest in the text."""
    out = text.with_name(name)
    encode_file(Tokenizer(BYTES | {token_id: b"zz"}, [(b"z", b"z")]), text, out)

    assert open_token_file(out).dtype.str == dtype
    assert open_token_file(out)[-1] == token_id


def test_the_json_beside_a_bin_says_what_it_holds(tokenizer: Tokenizer, text: Path) -> None:
    """Width with byte order, count, size of the vocabulary, hash of the tokenizer's YAML."""
    out = text.with_name("ids.bin")
    encode_file(tokenizer, text, out)
    yaml = yaml_file.dumps(tokenizer.data).encode()

    assert json.loads(out.with_name("ids.bin.json").read_text(encoding="utf-8")) == {
        "dtype": "<u4",
        "count": 8,
        "vocab_size": 258,
        "tokenizer_sha256": hashlib.sha256(yaml).hexdigest(),
    }


@pytest.mark.parametrize("name", FORMS)
def test_an_empty_file_is_an_empty_array(tokenizer: Tokenizer, tmp_path: Path, name: str) -> None:
    """Which no memory map could be."""
    (tmp_path / "empty").write_bytes(b"")

    assert encode_file(tokenizer, tmp_path / "empty", tmp_path / name) == 0
    assert open_token_file(tmp_path / name).tolist() == []


@pytest.mark.parametrize("name", FORMS)
def test_the_bytes_are_the_same_for_any_number_of_workers(
    tmp_path: Path, stories: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small chunks, so that every worker has several."""
    monkeypatch.setattr("cs336_basics.tokenizer.id_arrays._CHUNK", 50_000)
    monkeypatch.setattr("cs336_basics.kernels.pay", lambda size, job: False)
    (tmp_path / "text").write_bytes(stories.read_bytes()[:300_000] + b" zz")
    tokenizer = Tokenizer(BYTES | {70000: b"zz"}, [(b"z", b"z")], [END])
    written = []
    for workers in (1, 2, 3):
        encode_file(tokenizer, tmp_path / "text", tmp_path / name, workers=workers)
        written.append((tmp_path / name).read_bytes())

    assert written[1:] == [written[0], written[0]]
    assert open_token_file(tmp_path / name)[-1] == 70000


def test_a_gz_file_is_unpacked(tokenizer: Tokenizer, text: Path) -> None:
    """The same ids as from the plain file."""
    packed = text.with_name("text.txt.gz")
    packed.write_bytes(gzip.compress(text.read_bytes()))
    for source, name in ((text, "plain.npy"), (packed, "packed.npy")):
        encode_file(tokenizer, source, text.with_name(name), workers=2)

    assert text.with_name("packed.npy").read_bytes() == text.with_name("plain.npy").read_bytes()


def test_special_tokens_count_only_where_allowed(tokenizer: Tokenizer, tmp_path: Path) -> None:
    """The argument of every encoding method is that of files too."""
    (tmp_path / "text").write_text(END, encoding="utf-8")
    counts = [
        encode_file(tokenizer, tmp_path / "text", tmp_path / "ids.npy", allowed_special=allowed)
        for allowed in ("all", {END}, "none")
    ]

    assert counts == [1, 1, len(END)]


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("workers", [1, 2])
def test_invalid_utf8_leaves_what_stood_there(
    tokenizer: Tokenizer, tmp_path: Path, name: str, workers: int
) -> None:
    """Nothing at first; later the old file, with its JSON."""
    (tmp_path / "bad").write_bytes(b"ok \xff bad")
    with pytest.raises(InvalidUtf8Error, match="byte 3"):
        encode_file(tokenizer, tmp_path / "bad", tmp_path / name, workers=workers)
    assert names(tmp_path) == ["bad"]

    (tmp_path / "good").write_bytes(b"good")
    encode_file(tokenizer, tmp_path / "good", tmp_path / name)
    with pytest.raises(InvalidUtf8Error):
        encode_file(tokenizer, tmp_path / "bad", tmp_path / name, workers=workers)

    assert open_token_file(tmp_path / name).tolist() == list(b"good")


def test_bad_bytes_are_replaced_if_asked(tokenizer: Tokenizer, tmp_path: Path) -> None:
    """By the three bytes of U+FFFD."""
    (tmp_path / "bad").write_bytes(b"a\xffb")
    encode_file(tokenizer, tmp_path / "bad", tmp_path / "ids.npy", errors="replace")

    assert open_token_file(tmp_path / "ids.npy").tolist() == list("a\ufffdb".encode())


@pytest.mark.parametrize(
    ("name", "options", "error"),
    [
        ("ids.txt", {}, FileFormatError),
        ("ids.npy", {"errors": "ignore"}, CorpusError),
        ("ids.npy", {"workers": 0}, CorpusError),
        ("ids.npy", {"allowed_special": {"<other>"}}, SpecialTokenError),
        ("absent/ids.npy", {}, FileNotFoundError),
    ],
)
def test_a_wrong_argument_leaves_no_file(
    tokenizer: Tokenizer, text: Path, name: str, options: dict[str, object], error: type[Exception]
) -> None:
    """Each is named before anything is encoded."""
    with pytest.raises(error):
        encode_file(tokenizer, text, text.parent / name, **options)  # type: ignore[arg-type]
    assert names(text.parent) == [text.name]


def test_several_files_are_refused_by_number(tokenizer: Tokenizer, tmp_path: Path) -> None:
    """A pattern that matches two texts names no single file of ids."""
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_bytes(b"a")
    with pytest.raises(CorpusError, match="2 files"):
        encode_file(tokenizer, str(tmp_path / "*.txt"), tmp_path / "ids.npy")


class TestDamage:
    """What is not the file that was written is refused, never guessed at."""

    @pytest.mark.parametrize("name", FORMS)
    @pytest.mark.parametrize("change", [b"\0\0\0\0", -1, -4])
    def test_a_wrong_length(
        self, tokenizer: Tokenizer, text: Path, name: str, change: bytes | int
    ) -> None:
        """Longer by an id, shorter by a byte, shorter by an id."""
        out = text.with_name(name)
        encode_file(tokenizer, text, out)
        whole = out.read_bytes()
        out.write_bytes(whole[:change] if isinstance(change, int) else whole + change)

        with pytest.raises(FileFormatError, match="were written"):
            open_token_file(out)

    @pytest.mark.parametrize(
        "array",
        [
            np.arange(3, dtype=">u2"),
            np.arange(3),
            np.zeros((2, 2), "<u2"),
            np.array(5, "<u2"),
            np.ones(1, "<f4"),
        ],
    )
    def test_an_npy_of_something_else(self, tmp_path: Path, array: np.ndarray) -> None:
        """Other byte order, other width, other shape, no whole numbers."""
        np.save(tmp_path / "ids.npy", array)

        with pytest.raises(FileFormatError, match="not a list of token ids"):
            open_token_file(tmp_path / "ids.npy")

    @pytest.mark.parametrize("content", [b"", b"\x93NUMPY", b"PK\x03\x04zip", b"\x80\x04]."])
    def test_what_is_no_npy(self, tmp_path: Path, content: bytes) -> None:
        """An empty file, half a header, an archive, a pickle."""
        (tmp_path / "ids.npy").write_bytes(content)

        with pytest.raises(FileFormatError, match=r"not a whole \.npy"):
            open_token_file(tmp_path / "ids.npy")

    @pytest.mark.parametrize(
        "header",
        [
            "{'descr': (",
            "-" * 9000 + "1",
            "{1: 2, b'a': 3}",
            "{{}: 1}",
            ")",
            "(" * 500,
            "{'descr': '<u2', 'fortran_order': False, 'shape': " + "9" * 5000 + "}",
            "\x00",
        ],
    )
    def test_a_header_that_is_no_header(self, tmp_path: Path, header: str) -> None:
        """numpy reads it as Python, which has many ways to say no."""
        path = tmp_path / "ids.npy"
        size = len(header).to_bytes(2, "little")
        path.write_bytes(b"\x93NUMPY\x01\x00" + size + header.encode() + bytes(8))

        with pytest.raises(FileFormatError, match=r"ids\.npy") as caught:
            open_token_file(path)
        assert len(str(caught.value)) < 500

    def test_a_bin_without_its_json(self, tokenizer: Tokenizer, text: Path) -> None:
        """Its width would be a guess, and 70000 read as two numbers is plausible garbage."""
        out = text.with_name("ids.bin")
        encode_file(tokenizer, text, out)
        out.with_name("ids.bin.json").unlink()

        with pytest.raises(FileFormatError, match="missing"):
            open_token_file(out)

    @pytest.mark.parametrize(
        "content",
        [
            [],
            {"count": 8},
            {"dtype": "<u4"},
            {"dtype": ">u4", "count": 8},
            {"dtype": "<u2", "count": 8},
            {"dtype": "<u4", "count": -8},
            {"dtype": "<u4", "count": True},
        ],
    )
    def test_a_json_that_does_not_fit(
        self, tokenizer: Tokenizer, text: Path, content: object
    ) -> None:
        """Another width, another order of bytes, a count that is none."""
        out = text.with_name("ids.bin")
        encode_file(tokenizer, text, out)
        out.with_name("ids.bin.json").write_text(json.dumps(content), encoding="utf-8")

        with pytest.raises(FileFormatError):
            open_token_file(out)


def test_ids_are_opened_for_the_tokenizer_that_made_them(
    tokenizer: Tokenizer, text: Path, tmp_path: Path
) -> None:
    """From whatever format it was read; another one of equal size is refused, by both names."""
    out = text.with_name("ids.bin")
    encode_file(tokenizer, text, out)
    tokenizer.save(tmp_path / "t.pkl")
    same = Tokenizer.load(tmp_path / "t.pkl")
    swapped = dict(zip(tokenizer.vocab, reversed(tokenizer.vocab.values()), strict=True))
    other = Tokenizer(swapped, tokenizer.merges, tokenizer.special_tokens)

    assert open_token_file(out, same).tolist() == open_token_file(out).tolist()
    with pytest.raises(FileFormatError, match=r"ids\.bin: made with another tokenizer.*sha256"):
        open_token_file(out, other)


def test_ids_of_other_programs_may_not_say_who_made_them(tokenizer: Tokenizer, text: Path) -> None:
    """A JSON without a sha256, and an `.npy`, are taken as they are."""
    for name in FORMS:
        encode_file(tokenizer, text, text.with_name(name))
    sidecar = text.with_name("ids.bin.json")
    described = json.loads(sidecar.read_bytes())
    del described["tokenizer_sha256"]
    sidecar.write_text(json.dumps(described), encoding="utf-8")

    for name in FORMS:
        assert len(open_token_file(text.with_name(name), Tokenizer({0: b"a"}, []))) > 0


def begun(tokenizer: Tokenizer, folder: Path, python: str, name: str) -> subprocess.Popen[str]:
    """Start to encode; the text comes through a pipe that never ends, so it is in the middle."""
    tokenizer.save(folder / "t.yaml")
    command = [python, "-m", "cs336_basics.cli", "encode", "t.yaml", "-", "-o", name]
    process = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    os.write(process.stdin.fileno(), b"some text ")
    deadline = time.monotonic() + 60
    while not list(folder.glob(f".{name}.*")) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert list(folder.glob(f".{name}.*"))
    return process


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no kill -9")
@pytest.mark.parametrize("name", FORMS)
def test_a_killed_run_leaves_no_file_under_its_name(
    tokenizer: Tokenizer, tmp_path: Path, python: str, name: str
) -> None:
    """What was begun has another name."""
    with begun(tokenizer, tmp_path, python, name) as process:
        process.kill()

    assert process.returncode == -signal.SIGKILL
    assert not (tmp_path / name).exists()
    with pytest.raises(FileNotFoundError):
        open_token_file(tmp_path / name)


@pytest.mark.skipif(os.name == "nt", reason="there, terminating a process is killing it")
def test_a_terminated_run_leaves_nothing_at_all(
    tokenizer: Tokenizer, tmp_path: Path, python: str
) -> None:
    """As after Ctrl-C: one line, and no file of any name."""
    with begun(tokenizer, tmp_path, python, "ids.npy") as process:
        process.terminate()
        said = process.stderr.read() if process.stderr else ""

    assert process.returncode == 143
    assert said.splitlines()[-1] == "cs336-bpe: terminated; no file was left half written"
    assert [path.name for path in tmp_path.iterdir()] == ["t.yaml"]
