"""Checks of notebook 06: the files of GPT-2."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cs336_basics.datatypes import Merges, TokenizerData, Vocab
from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.checker.vocab_text import training_text
from cs336_basics.storage import gpt2_files
from cs336_basics.storage.byte_map import BYTE_TO_CHARACTER
from cs336_basics.vocab import build_vocab

__all__ = ["byte_map", "gpt2_text"]

Function = Callable[..., Any]
_HEADER = "#version: 0.2\n"


def byte_map(fn: Function) -> None:
    """Check a learner's `byte_map` (notebook 06): every byte has its printable character."""

    @wraps(fn)
    def of(byte: int) -> Any:
        """Look up one byte at a time, so that a message names the first wrong one."""
        return fn()[byte]

    telling = b"A ~\n\x00\x7f\x80\xa0\xa1\xad\xe9\xff"
    check(of, BYTE_TO_CHARACTER.__getitem__, [(byte,) for byte in (*telling, *range(256))])


def gpt2_text(save: Function, load: Function) -> None:
    """Check a learner's `save_gpt2` and `load_gpt2` (notebook 06): vocab.json and merges.txt.

    Ours must read what theirs wrote, and theirs must read what ours wrote.
    """
    space: Merges = [(b" ", b" "), (b" ", b"t"), (b" t", b"he")]
    all_bytes: Merges = [(bytes([byte]), b"a") for byte in b"\n\r\x0b\x85\xa0\xad\xc4#"]
    inputs: list[tuple[Vocab, Merges]] = [
        ({0: b"a"}, []),
        ({0: b" "}, []),  # bytes stand as their characters
        ({0: b"\x80"}, []),
        ({0: b'"', 1: b"\\"}, []),
        ({0: b"a", 1: b"aa"}, [(b"a", b"a")]),
        ({7: b"a", 3: b"aa"}, [(b"a", b"a")]),  # ids are what they are
        ({0: b"#", 1: b"##"}, [(b"#", b"#")]),  # no comment, and no header
        (build_vocab(space, []), space),
        (build_vocab(all_bytes, []), all_bytes),  # lines end at \n alone
    ]
    check(
        _both_ways(save, load),
        oracle=lambda vocab, merges: [(vocab, merges)] * 3,
        inputs=inputs,
        show=_show,
    )


def _both_ways(save: Function, load: Function) -> Function:
    """Write with theirs and read with ours; write with ours, with and without header, and read."""

    def both(vocab: Vocab, merges: Merges) -> list[tuple[Vocab, Merges]]:
        with TemporaryDirectory(ignore_cleanup_errors=True) as name:
            theirs, ours = Path(name) / "theirs", Path(name) / "ours"
            theirs.mkdir()
            texts = save(vocab, merges)
            files = theirs / gpt2_files.VOCAB, theirs / gpt2_files.MERGES
            for file, text in zip(files, texts, strict=True):
                file.write_bytes(text.encode("utf-8"))
            data = gpt2_files.load_pair(*files, [], "gpt2")
            gpt2_files.save(TokenizerData(vocab, merges, []), ours)
            files = ours / gpt2_files.VOCAB, ours / gpt2_files.MERGES
            written, lines = (file.read_bytes().decode("utf-8") for file in files)
        bare = lines.removeprefix(_HEADER)
        return [
            (data.vocab, data.merges),
            tuple(load(written, lines)),
            tuple(load(written, bare.removesuffix("\n"))),
        ]

    both.__name__ = f"{save.__name__} and {load.__name__}"
    return both


def _show(value: Any) -> str:
    if not isinstance(value, list) or len(value) != 3:
        return training_text(value)
    ways = (
        "what yours wrote, read by ours",
        "what ours wrote, read by yours",
        "the same without the line #version",
    )
    return "\n".join(
        f"{way}: {training_text(result)}" for way, result in zip(ways, value, strict=True)
    )
