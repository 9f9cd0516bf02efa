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
        title="tokens are written as text with `errors='replace'`, which loses every broken byte",
        why="A token may be half a character. `decode('utf-8', 'replace')` writes U+FFFD for"
        " it, and all such tokens look alike in the file: nothing can tell them apart again."
        " Write bytes that are no text as numbers, or use a map from bytes to characters.",
        notebook="02",
        seen_by=SAVING,
        example=Saving({0: b"\x80"}, []),
        parts=_yaml(lambda token: token.decode("utf-8", "replace"), lambda text: text.encode()),
    ),
    Mistake(
        name="files-ignored",
        title="tokens are written as text with `errors='ignore'`, which drops every broken byte",
        why="A token of half a character becomes an empty string in the file, and so do all"
        " others of its kind. Write bytes that are no text as numbers.",
        notebook="02",
        seen_by=SAVING,
        example=Saving({0: b"\x80"}, []),
        parts=_yaml(lambda token: token.decode("utf-8", "ignore"), lambda text: text.encode()),
    ),
    Mistake(
        name="files-latin-1-raw",
        title="tokens are written as raw Latin-1, where YAML takes byte 0x85 for a line end",
        why="Latin-1 has a character for each byte, so it seems to lose nothing. But 0x85 is a"
        " line end to YAML, and with `allow_unicode=True` it is written as it is, and read as"
        " a space: 255 of 256 bytes survive. Leave `allow_unicode` out, and it is escaped.",
        notebook="02",
        seen_by=SAVING,
        example=Saving({0: b"\x85"}, []),
        parts=_yaml(_latin_1, _from_latin_1, allow_unicode=True),
    ),
    Mistake(
        name="files-repr",
        title="tokens are written with `str(token)`, so `b'a'` comes back as four characters",
        why="`str(b'a')` is `\"b'a'\"`: Python's way to show bytes, not a way to store them."
        " Reading it back with `.encode()` gives the quotes and the `b` as bytes.",
        notebook="02",
        seen_by=SAVING,
        example=Saving({0: b"a"}, []),
        parts=_yaml(str, lambda text: text.encode("utf-8")),
    ),
    Mistake(
        name="files-comments-skipped",
        title="merges that begin with `#` are taken for comments",
        why="merges.txt may begin with a line `#version: 0.2`. Skipping every line that begins"
        " with `#` also skips true merges: GPT-2 has eight that begin with that character."
        " Only the first line may be a header.",
        notebook="06",
        seen_by=SAVING,
        example=Saving({}, [(b"#", b"#")]),
        parts=_lines(to_printable, _comments_skipped),
    ),
    Mistake(
        name="files-first-merge-skipped",
        title="the first merge is skipped as if it were a header",
        why="`lines[1:]` is right for files that begin with `#version`. Others, those of the"
        " assignment among them, begin with the first merge. Look before you skip.",
        notebook="06",
        seen_by=SAVING,
        example=Saving({}, [(b"a", b"b")]),
        parts=_lines(to_printable, _first_line_skipped),
    ),
    Mistake(
        name="files-any-space",
        title="a line of merges is split at any white space, and tokens hold white space",
        why="`line.split()` cuts at tabs, at no-break spaces, at several spaces in a row. A"
        " merge of a space and an `a`, written as it is, is two spaces and an `a`. Write"
        " tokens in a form without spaces and split at the one space between.",
        notebook="06",
        seen_by=SAVING,
        example=Saving({}, [(b" ", b"a")]),
        parts=_lines(_latin_1, _at_any_space),
    ),
    Mistake(
        name="files-any-line-end",
        title="the file is cut into lines with `splitlines`, which knows more line ends than `\\n`",
        why="`str.splitlines` also cuts at form feeds, at 0x85, at U+2028. Tokens may hold all"
        " of them. Use `split('\\n')`, and write tokens in a form that holds no line ends.",
        notebook="06",
        seen_by=SAVING,
        example=Saving({}, [(b"a", b"\x85")]),
        parts=_lines(_latin_1, _at_any_line_end),
    ),
    Mistake(
        name="files-merges-only",
        title="only the merges are saved; the vocabulary is numbered anew, without special tokens",
        why="Bytes and merges give most of the vocabulary, but not the special tokens between"
        " them, and not ids of your own. After loading, every id of a merge is too low by the"
        " number of special tokens.",
        notebook="02",
        seen_by=SAVING,
        example=Saving({0: b"a"}, []),
        parts={"parse": _merges_alone},
    ),
    Mistake(
        name="files-text-ids",
        title="ids come back as text: `'97'` instead of `97`",
        why="The keys of a JSON object are always text. After `json.load` a look-up of 97"
        " fails, or worse, a second entry is made beside the first. Turn the keys back with"
        " `int`.",
        notebook="02",
        seen_by=SAVING,
        example=Saving({0: b"a"}, []),
        parts={"parse": _text_keys},
    ),
    Mistake(
        name="files-lists-for-tuples",
        title="merges come back as lists instead of tuples",
        why="JSON and YAML know lists only. A list cannot be the key of a dict, so the first"
        " look-up of a pair's rank raises a TypeError. Make tuples of them while loading.",
        notebook="02",
        seen_by=SAVING,
        example=Saving({}, [(b"a", b"b")]),
        parts={"parse": _lists_for_tuples},
    ),
    Mistake(
        name="files-uint16-wraps",
        title="ids are written in 16 bits, and those above 65,535 wrap around",
        why="uint16 halves the file and is enough for a vocabulary of 65,536 tokens. With a"
        " larger one, an id of 70,000 is written as 4,464, without any error. Choose the width"
        " by the size of the vocabulary.",
        notebook="07",
        seen_by=TOKEN_FILES,
        example=TokenFile((65536,)),
        parts={"dump_ids": _sixteen_bits, "parse_ids": _read_16},
    ),
    Mistake(
        name="files-int16",
        title="ids are read as signed 16-bit numbers: those above 32,767 become negative",
        why="int16 uses one bit for the sign. GPT-2's id 50,256 comes back as -15,280, and an"
        " array indexed with it takes the row from the end. Use uint16.",
        notebook="07",
        seen_by=TOKEN_FILES,
        example=TokenFile((32768,)),
        parts={"dump_ids": _signed_sixteen_bits, "parse_ids": _read_signed_16},
    ),
    Mistake(
        name="files-width-forgotten",
        title="ids are written in 32 bits where they need it, and always read in 16",
        why="A bare file of numbers does not say how wide they are. Read with the wrong width,"
        " each id becomes two, and nothing complains. Keep the width in the file, as .npy"
        " does, or beside it.",
        notebook="07",
        seen_by=TOKEN_FILES,
        example=TokenFile((65536,)),
        parts={"dump_ids": _width_by_ids, "parse_ids": _read_16},
    ),
]
