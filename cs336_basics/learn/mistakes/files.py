"""Files: what is read back is not what was written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import yaml

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.checker.cases import Saving, TokenFile
from cs336_basics.learn.mistakes._mistake import Mistake, Parts
from cs336_basics.learn.mistakes.recipe import REFERENCE
from cs336_basics.storage.byte_map import from_printable, to_printable
from cs336_basics.vocab import build_vocab

SAVING = ("save_load",)
TOKEN_FILES = ("token_file",)

Write = Callable[[bytes], Any]
Read = Callable[[Any], bytes]


def _yaml(write: Write, read: Read, **options: Any) -> Parts:
    """Save as YAML, with one way to write a token and one to read it."""

    def dump(vocab: Vocab, merges: Merges) -> bytes:
        document = {
            "vocab": {token_id: write(token) for token_id, token in vocab.items()},
            "merges": [[write(left), write(right)] for left, right in merges],
        }
        text: str = yaml.safe_dump(document, **options)
        return text.encode("utf-8")

    def parse(content: bytes) -> tuple[Any, Any]:
        document = yaml.safe_load(content)
        vocab = {token_id: read(token) for token_id, token in document["vocab"].items()}
        return vocab, [(read(left), read(right)) for left, right in document["merges"]]

    return {"dump": dump, "parse": parse}


def _lines(write: Callable[[bytes], str], read: Callable[[str], list[list[bytes]]]) -> Parts:
    """Save the vocabulary as JSON in the first line, and a merge in each of the next."""

    def dump(vocab: Vocab, merges: Merges) -> bytes:
        first = json.dumps({token_id: list(token) for token_id, token in vocab.items()})
        lines = [f"{write(left)} {write(right)}" for left, right in merges]
        return "\n".join([first, *lines]).encode("utf-8")

    def parse(content: bytes) -> tuple[Any, Any]:
        first, _, rest = content.decode("utf-8").partition("\n")
        vocab = {int(token_id): bytes(token) for token_id, token in json.loads(first).items()}
        return vocab, [(left, right) for left, right in read(rest)]

    return {"dump": dump, "parse": parse}


def _latin_1(token: bytes) -> str:
    return token.decode("latin-1")


def _from_latin_1(text: str) -> bytes:
    return text.encode("latin-1")


def _comments_skipped(text: str) -> list[list[bytes]]:
    lines = [line for line in text.split("\n") if line and not line.startswith("#")]
    return [[from_printable(token) for token in line.split(" ")] for line in lines]


def _first_line_skipped(text: str) -> list[list[bytes]]:
    lines = text.split("\n")[1:]
    return [[from_printable(token) for token in line.split(" ")] for line in lines]


def _at_any_space(text: str) -> list[list[bytes]]:
    return [[_from_latin_1(token) for token in line.split()] for line in text.split("\n") if line]


def _at_any_line_end(text: str) -> list[list[bytes]]:
    return [
        [_from_latin_1(token) for token in re.split("(?<=.) ", line, maxsplit=1)]
        for line in text.splitlines()
    ]


def _merges_alone(content: bytes) -> tuple[Any, Any]:
    merges = REFERENCE.parse(content)[1]
    return build_vocab(merges, []), merges


def _text_keys(content: bytes) -> tuple[Any, Any]:
    vocab, merges = REFERENCE.parse(content)
    return {str(token_id): token for token_id, token in vocab.items()}, merges


def _lists_for_tuples(content: bytes) -> tuple[Any, Any]:
    vocab, merges = REFERENCE.parse(content)
    return vocab, [list(pair) for pair in merges]


def _token_to_id(vocab: Vocab) -> Vocab:
    return {token_id: token for token, token_id in {t: i for i, t in vocab.items()}.items()}


def _sixteen_bits(ids: Sequence[int]) -> bytes:
    return np.array(ids, np.uint32).astype(np.uint16).tobytes()


def _signed_sixteen_bits(ids: Sequence[int]) -> bytes:
    return np.array(ids, np.uint32).astype(np.int16).tobytes()


def _read_16(content: bytes) -> list[int]:
    return [int(each) for each in np.frombuffer(content, np.uint16)]


def _read_signed_16(content: bytes) -> list[int]:
    return [int(each) for each in np.frombuffer(content, np.int16)]


def _width_by_ids(ids: Sequence[int]) -> bytes:
    width = np.uint16 if max(ids, default=0) < 1 << 16 else np.uint32
    return np.array(ids, width).tobytes()


FILES = [
    Mistake(
        name="files-replaced",
        seen_by=SAVING,
        example=Saving({0: b"\x80"}, []),
        parts=_yaml(lambda token: token.decode("utf-8", "replace"), lambda text: text.encode()),
    ),
    Mistake(
        name="files-ignored",
        seen_by=SAVING,
        example=Saving({0: b"\x80"}, []),
        parts=_yaml(lambda token: token.decode("utf-8", "ignore"), lambda text: text.encode()),
    ),
    Mistake(
        name="files-latin-1-raw",
        seen_by=SAVING,
        example=Saving({0: b"\x85"}, []),
        parts=_yaml(_latin_1, _from_latin_1, allow_unicode=True),
    ),
    Mistake(
        name="files-repr",
        seen_by=SAVING,
        example=Saving({0: b"a"}, []),
        parts=_yaml(str, lambda text: text.encode("utf-8")),
    ),
    Mistake(
        name="files-comments-skipped",
        seen_by=SAVING,
        example=Saving({}, [(b"#", b"#")]),
        parts=_lines(to_printable, _comments_skipped),
    ),
    Mistake(
        name="files-first-merge-skipped",
        seen_by=SAVING,
        example=Saving({}, [(b"a", b"b")]),
        parts=_lines(to_printable, _first_line_skipped),
    ),
    Mistake(
        name="files-any-space",
        seen_by=SAVING,
        example=Saving({}, [(b" ", b"a")]),
        parts=_lines(_latin_1, _at_any_space),
    ),
    Mistake(
        name="files-any-line-end",
        seen_by=SAVING,
        example=Saving({}, [(b"a", b"\x85")]),
        parts=_lines(_latin_1, _at_any_line_end),
    ),
    Mistake(
        name="files-merges-only",
        seen_by=SAVING,
        example=Saving({0: b"a"}, []),
        parts={"parse": _merges_alone},
    ),
    Mistake(
        name="files-text-ids",
        seen_by=SAVING,
        example=Saving({0: b"a"}, []),
        parts={"parse": _text_keys},
    ),
    Mistake(
        name="files-lists-for-tuples",
        seen_by=SAVING,
        example=Saving({}, [(b"a", b"b")]),
        parts={"parse": _lists_for_tuples},
    ),
    Mistake(
        name="files-uint16-wraps",
        seen_by=TOKEN_FILES,
        example=TokenFile((65536,)),
        parts={"dump_ids": _sixteen_bits, "parse_ids": _read_16},
    ),
    Mistake(
        name="files-int16",
        seen_by=TOKEN_FILES,
        example=TokenFile((32768,)),
        parts={"dump_ids": _signed_sixteen_bits, "parse_ids": _read_signed_16},
    ),
    Mistake(
        name="files-width-forgotten",
        seen_by=TOKEN_FILES,
        example=TokenFile((65536,)),
        parts={"dump_ids": _width_by_ids, "parse_ids": _read_16},
    ),
]
