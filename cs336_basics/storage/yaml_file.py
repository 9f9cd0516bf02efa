"""YAML that people can read and that loses nothing: the default format.

    format: cs336-bpe
    version: 1
    pattern: "gpt2"
    special_tokens: ["<|endoftext|>"]
    sizes: {vocab: 259, merges: 2}
    vocab:
      104: "h"
      128: [0x80]              # no text: a piece of a character
      257: " t"
    merges:
      - [" ", "t"]

Two more lines are written where they say something: `special_ids`, for special tokens whose bytes
another token has too, and `cut_last`, for those that are looked for in what the others leave.

A token that is valid UTF-8 is written as text, in quotes; any other as a list of bytes. Two
different kinds of YAML node, so no text can be mistaken for bytes. The sizes catch a file that lost
its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from reprlib import repr as short
from typing import Any

import yaml

from cs336_basics.datatypes import Merges, TokenizerData, Vocab
from cs336_basics.errors import FileFormatError
from cs336_basics.files import write_whole
from cs336_basics.storage.yaml_rows import Rows, read_rows
from cs336_basics.text.utf8 import token_literal

FORMAT, VERSION = "cs336-bpe", 1
_KEYS = {"format", "version", "pattern", "special_tokens", "sizes", "vocab", "merges"}
_LONGEST_NUMBER = 40  # characters


# Ten times faster where PyYAML was built with libyaml, and equal in what it reads.
class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # picked here
    """PyYAML's own, but for three things that our files never hold.

    Long numbers: `1:1:1…` takes it an hour, and Python writes none. Aliases: a page of them stands
    for terabytes. A key that is there twice, of which it would take the last.
    """

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        if node in self.constructed_objects:
            raise yaml.MarkedYAMLError(problem="an alias (*)", problem_mark=node.start_mark)
        return super().construct_object(node, deep)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        mapping: dict[Any, Any] = super().construct_mapping(node, deep)
        if len(mapping) < len(node.value):
            raise yaml.MarkedYAMLError(problem="a key is twice", problem_mark=node.start_mark)
        return mapping

    def construct_yaml_int(self, node: yaml.ScalarNode) -> int:
        if len(node.value) > _LONGEST_NUMBER:
            raise yaml.MarkedYAMLError(
                problem=f"a number of {len(node.value):,} characters", problem_mark=node.start_mark
            )
        number: int = super().construct_yaml_int(node)
        return number


_Loader.add_constructor("tag:yaml.org,2002:int", _Loader.construct_yaml_int)
# What PyYAML raises: its own errors, and others where a tag such as !!timestamp meets other text.
_UNREADABLE = (
    yaml.YAMLError,
    ValueError,
    LookupError,
    AttributeError,
    OverflowError,
    RecursionError,
)


def dumps(data: TokenizerData) -> str:
    """Return the YAML text of a tokenizer; the same tokenizer always gives the same text.

    >>> dumps(TokenizerData({0: b"h"}, [], ["<s>"])).splitlines()[3:5]
    ['pattern: "gpt2"', 'special_tokens: ["<s>"]']
    """
    return "\n".join(_lines(data)) + "\n"


def _lines(data: TokenizerData) -> Iterator[str]:
    yield "# A byte-level BPE tokenizer. Text stands in quotes, other bytes as [0x80]."
    yield f"format: {FORMAT}"
    yield f"version: {VERSION}"
    yield f"pattern: {_text(data.pattern)}"
    yield f"special_tokens: [{', '.join(map(_text, data.special_tokens))}]"
    if data.special_ids is not None:
        # Pairs, because a key of a mapping may not be longer than 1,024 characters.
        pairs = (f"[{_text(token)}, {number}]" for token, number in data.special_ids.items())
        yield f"special_ids: [{', '.join(pairs)}]"
    if data.cut_last is not None:
        yield f"cut_last: [{', '.join(map(_text, data.cut_last))}]"
    yield f"sizes: {{vocab: {len(data.vocab)}, merges: {len(data.merges)}}}"
    if data.training is not None:
        yield _training(data.training)
    yield "vocab:" if data.vocab else "vocab: {}"
    for token_id, token in sorted(data.vocab.items()):
        yield f"  {token_id}: {token_literal(token)}"
    yield "merges:" if data.merges else "merges: []"
    for left, right in data.merges:
        yield f"  - [{token_literal(left)}, {token_literal(right)}]"


def _training(training: dict[str, object]) -> str:
    try:
        return yaml.safe_dump({"training": _speakable(training)}, sort_keys=False).rstrip("\n")
    except yaml.YAMLError as error:
        reason = " ".join(str(error).split())
        raise FileFormatError(f"YAML cannot hold this in `training`: {reason}") from error


def _speakable(node: object) -> object:
    """Write lone surrogates as `\\udcff`: a file name that is not UTF-8 holds them, YAML cannot."""
    if isinstance(node, str):
        return node.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(node, dict):
        return {_speakable(key): _speakable(value) for key, value in node.items()}
    return [_speakable(each) for each in node] if isinstance(node, list | tuple) else node


def loads(text: str | bytes, source: str = "YAML") -> TokenizerData:
    """Read a tokenizer from YAML text.

    Args:
        text: what `dumps` wrote, or the bytes of such a file.
        source: the name to give in errors.

    Raises:
        FileFormatError: not YAML, not of this format, or damaged; it names the place.

    >>> loads(dumps(TokenizerData({0: b"h"}, [(b"h", b"h")], []))).merges
    [(b'h', b'h')]
    """
    rows = _read_rows(text)
    try:
        document = yaml.load(rows.head if rows else text, Loader=_Loader)
    except _UNREADABLE as error:
        place = " ".join(str(error).split())
        raise FileFormatError(f"{source}: not valid YAML: {place}") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FileFormatError(f"{source}: no `format: {FORMAT}` at the top; not a file of ours")
    if document.get("version") != VERSION:
        raise FileFormatError(
            f"{source}: version {short(document.get('version'))}; this package reads {VERSION}"
        )
    if missing := _KEYS - document.keys():
        raise FileFormatError(f"{source}: {', '.join(sorted(missing))} missing")
    if rows:
        vocab, merges = rows.vocab, rows.merges
    else:
        vocab = _read_vocab(document["vocab"], source)
        merges = _read_merges(document["merges"], source)
    sizes = {"vocab": len(vocab), "merges": len(merges)}
    if sizes != document["sizes"]:
        raise FileFormatError(
            f"{source}: sizes say {short(document['sizes'])}, but it holds {sizes}"
        )
    return TokenizerData(
        vocab,
        merges,
        _read_strings(document["special_tokens"], f"{source}: special_tokens"),
        _read_strings([document["pattern"]], f"{source}: pattern")[0],
        document.get("training"),
        _read_special_ids(document.get("special_ids"), source),
        _read_cut_last(document.get("cut_last"), source),
    )


def _read_rows(text: str | bytes) -> Rows | None:
    """Read the long lists in short, where they are as `dumps` writes them."""
    try:
        rows = read_rows(text if isinstance(text, str) else text.decode("utf-8"), _read_literals)
        if rows:
            yaml.load(rows.head, Loader=_Loader)
    except (*_UNREADABLE, FileFormatError):
        return None  # the whole is read once more, and what is wrong is named
    return rows


def _read_literals(literals: Sequence[str]) -> list[bytes]:
    nodes = yaml.load("".join(f"- {each}\n" for each in literals) or "[]", Loader=_Loader)
    return [_read_token(node, "YAML") for node in nodes]


def save(data: TokenizerData, path: Path) -> None:
    """Write a tokenizer to a YAML file, whole or not at all."""
    with write_whole(path) as file:
        file.write(dumps(data).encode("utf-8"))


def load(path: Path) -> TokenizerData:
    """Read a tokenizer from a YAML file."""
    return loads(path.read_bytes(), str(path))


def _text(text: str) -> str:
    return token_literal(text.encode("utf-8"))


def _read_token(node: Any, place: str) -> bytes:
    try:
        if isinstance(node, str):
            return node.encode("utf-8")  # a ValueError for a lone surrogate
        if isinstance(node, list) and node:
            return bytes(node)
    except (TypeError, ValueError):
        pass
    raise FileFormatError(f"{place}: {short(node)} is neither text nor a list of bytes 0x00–0xFF")


def _read_vocab(node: Any, source: str) -> Vocab:
    if not isinstance(node, dict):
        raise FileFormatError(f"{source}: vocab is not a mapping id: token")
    for token_id in node:
        if type(token_id) is not int or token_id < 0:
            raise FileFormatError(
                f"{source}: vocab: id {short(token_id)} is not a whole number ≥ 0"
            )
    return {i: _read_token(token, f"{source}: vocab: id {i}") for i, token in node.items()}


def _read_merges(node: Any, source: str) -> Merges:
    if not isinstance(node, list):
        raise FileFormatError(f"{source}: merges is not a list of pairs")
    merges = []
    for rank, pair in enumerate(node):
        if not isinstance(pair, list) or len(pair) != 2:
            raise FileFormatError(f"{source}: merges: number {rank} is not a pair: {short(pair)}")
        place = f"{source}: merges: number {rank}"
        merges.append((_read_token(pair[0], place), _read_token(pair[1], place)))
    return merges


def _read_special_ids(node: Any, source: str) -> dict[str, int] | None:
    if node is None:
        return None
    pairs: list[Any] = node if isinstance(node, list) else [None]
    if not all(isinstance(pair, list) and [type(x) for x in pair] == [str, int] for pair in pairs):
        raise FileFormatError(f"{source}: special_ids: expected [text, id], found {short(node)}")
    return dict(pairs)


def _read_cut_last(node: Any, source: str) -> list[str] | None:
    return None if node is None else _read_strings(node, f"{source}: cut_last")


def _read_strings(node: Any, place: str) -> list[str]:
    if not isinstance(node, list) or not all(isinstance(text, str) for text in node):
        raise FileFormatError(f"{place}: expected text, found {short(node)}")
    return node
