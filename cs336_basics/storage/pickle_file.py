"""A pickle of `{vocab, merges, special_tokens, pattern}`, read without running what is in it.

An ordinary unpickler calls whatever function a file names. This one knows no names at all, and the
instructions are looked at first, so it builds only dict, list, tuple, int, str and bytes (and None,
which some write where there are no special tokens).
"""

from __future__ import annotations

import io
import pickle
import pickletools
from pathlib import Path
from typing import Any, NoReturn

from cs336_basics.datatypes import TokenizerData
from cs336_basics.errors import FileFormatError
from cs336_basics.files import write_whole

_PLAIN = {
    *("PROTO", "FRAME", "MARK", "STOP", "POP", "POP_MARK", "DUP"),
    *("PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE", "GET", "BINGET", "LONG_BINGET"),
    *("EMPTY_DICT", "DICT", "SETITEM", "SETITEMS", "EMPTY_LIST", "LIST", "APPEND", "APPENDS"),
    *("EMPTY_TUPLE", "TUPLE", "TUPLE1", "TUPLE2", "TUPLE3"),
    *("NONE", "INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4"),
    *("UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8"),
    *("BINBYTES", "SHORT_BINBYTES", "BINBYTES8"),
}
"""The instructions of a pickle that build plain data."""

_NUMBERS_A_PLACE = ("PUT", "LONG_BINPUT")
"""Those that keep a value under a number of any size; memory is taken for all lower numbers too."""


_DEEPEST = 100  # tuples in one another; a tokenizer has one


class _PlainUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> NoReturn:
        raise FileFormatError(f"it names {module}.{name}, and reading it could run that")


def save(data: TokenizerData, path: Path) -> None:
    """Write a tokenizer as a pickle, whole or not at all."""
    content: dict[str, object] = {
        "vocab": data.vocab,
        "merges": data.merges,
        "special_tokens": data.special_tokens,
        "pattern": data.pattern,
    }
    more = {"special_ids": data.special_ids, "cut_last": data.cut_last}  # most have neither
    content |= {key: value for key, value in more.items() if value is not None}
    with write_whole(path) as file:
        pickle.dump(content, file, protocol=4)


def load(path: Path) -> TokenizerData:
    """Read a tokenizer from a pickle; a file without a pattern is read as gpt2.

    Raises:
        FileFormatError: damaged, not a tokenizer, or holding anything but plain data.
        OSError: it is missing or cannot be read.
    """
    stream = path.read_bytes()
    try:
        _check_instructions(stream)
        content = _PlainUnpickler(io.BytesIO(stream)).load()
    except Exception as error:  # a damaged stream fails in many ways, MemoryError included
        reason = " ".join(f"{error}".split()) or type(error).__name__
        raise FileFormatError(f"{path}: not a plain pickle: {reason}") from error
    return _checked(content, str(path))


def _check_instructions(stream: bytes) -> None:
    depths = _Depths()
    for instruction, argument, _ in pickletools.genops(stream):
        if instruction.name in ("GLOBAL", "STACK_GLOBAL"):
            return  # the unpickler will get no further, and it can say what is named here
        if instruction.name not in _PLAIN:
            raise FileFormatError(f"{instruction.name} in it builds something else than plain data")
        if instruction.name in _NUMBERS_A_PLACE and int(argument or 0) > len(stream):
            raise FileFormatError(f"it asks for {argument:,} places of memory")
        depths.follow(instruction, argument)


class _Depths:
    """Follows a pickle and keeps, for each value, how many tuples are nested in it.

    A key of a dict is hashed, and for a tuple in a tuple in a tuple … Python does so without a
    limit: some 100,000 of them, and the process is gone.
    """

    def __init__(self) -> None:
        self._stack: list[int | None] = []  # None is a mark
        self._memo: dict[int, int] = {}

    def follow(self, instruction: pickletools.OpcodeInfo, argument: Any) -> None:
        """Do to the depths what an instruction does to the values."""
        name = instruction.name
        if name in ("PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE"):
            place = len(self._memo) if name == "MEMOIZE" else int(argument)
            self._memo[place] = self._stack[-1] or 0
            return
        taken = self._taken(instruction)
        if name in ("GET", "BINGET", "LONG_BINGET"):
            self._stack.append(self._memo.get(int(argument), 0))
        elif name == "DUP":
            self._stack += [taken[0], taken[0]]
        elif name == "MARK":
            self._stack.append(None)
        elif instruction.stack_after:
            depth = 1 + max(taken, default=0) if "TUPLE" in name else 0
            if depth > _DEEPEST:
                raise FileFormatError(f"more than {_DEEPEST} tuples are nested in it")
            self._stack.append(depth)

    def _taken(self, instruction: pickletools.OpcodeInfo) -> list[int]:
        """Take from the stack what an instruction takes; a value below a mark is an IndexError."""
        before = instruction.stack_before
        taken: list[int] = []
        if pickletools.markobject in before:
            while (depth := self._stack.pop()) is not None:
                taken.append(depth)
            before = before[: before.index(pickletools.markobject)]
        taken += [self._stack.pop() or 0 for _ in before]
        return taken


def _checked(content: Any, source: str) -> TokenizerData:
    if not isinstance(content, dict) or not {"vocab", "merges"} <= content.keys():
        raise FileFormatError(f"{source}: expected a dict with vocab and merges")
    vocab, merges = content["vocab"], content["merges"]
    special, pattern = content.get("special_tokens") or [], content.get("pattern", "gpt2")
    if type(vocab) is not dict or not all(
        type(token_id) is int and type(token) is bytes for token_id, token in vocab.items()
    ):
        raise FileFormatError(f"{source}: vocab is not a dict from int to bytes")
    if type(merges) is not list or not all(
        type(pair) in (tuple, list) and [type(token) for token in pair] == [bytes, bytes]
        for pair in merges
    ):
        raise FileFormatError(f"{source}: merges is not a list of pairs of bytes")
    if type(special) is not list or not all(type(token) is str for token in special):
        raise FileFormatError(f"{source}: special_tokens is not a list of text")
    if type(pattern) is not str:
        raise FileFormatError(f"{source}: pattern is not text")
    own, last = content.get("special_ids"), content.get("cut_last")
    if type(own) not in (dict, type(None)) or not all(
        type(token) is str and type(token_id) is int for token, token_id in (own or {}).items()
    ):
        raise FileFormatError(f"{source}: special_ids is not a dict from text to int")
    if type(last) not in (list, type(None)) or not all(type(token) is str for token in last or []):
        raise FileFormatError(f"{source}: cut_last is not a list of text")
    pairs = [(left, right) for left, right in merges]
    return TokenizerData(vocab, pairs, special, pattern, special_ids=own, cut_last=last)
