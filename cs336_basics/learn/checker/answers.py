"""Take the answers of learners in the shapes they really come in, and say what was converted.

Merges as pairs of bytes, of ids or of text; a vocabulary as a dict either way round or as a list;
both as a tuple, a dict or an object. Whatever is clear enough to be understood is no mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.checker.notes import Notes
from cs336_basics.learn.checker.outcome import ShapeError
from cs336_basics.storage.byte_map import BYTE_TO_CHARACTER, CHARACTER_TO_BYTE
from cs336_basics.vocab import NUM_BYTES

SWAPPED = "(merges, vocab) was turned round to (vocab, merges)"
"""What is noted of the two results in the other order."""

_MOST = 10_000_000
"""Items taken from an answer that may be endless."""


class Trained(NamedTuple):
    """What training gives: a vocabulary and merges."""

    vocab: Vocab
    merges: Merges


def to_trained(answer: Any, notes: Notes) -> Trained:
    """Read the answer of a `train_bpe`.

    Raises:
        ShapeError: no vocabulary, or no merges, can be found in it.

    >>> to_trained(([(97, 98)], {97: b"a", 98: b"b", 256: b"ab"}), Notes()).merges
    [(b'a', b'b')]
    """
    vocab, merges = _two_parts(answer, notes)
    read = to_vocab(vocab, notes)
    return Trained(read, [pair for pair, _ in to_merges(merges, notes, read)])


def _two_parts(answer: Any, notes: Notes) -> tuple[Any, Any]:
    if isinstance(answer, Mapping) and {"vocab", "merges"} <= answer.keys():
        notes.add("a dict was taken for (vocab, merges)")
        return answer["vocab"], answer["merges"]
    if hasattr(answer, "vocab") and hasattr(answer, "merges") and not isinstance(answer, tuple):
        notes.add(f"the attributes of a {type(answer).__name__} were taken for (vocab, merges)")
        return answer.vocab, answer.merges
    if not isinstance(answer, tuple | list) or len(answer) < 2:
        raise ShapeError(f"expected (vocab, merges), got {brief(answer)}")
    first, second = answer[:2]
    if _is_swapped(first, second):
        notes.add(SWAPPED)
        return second, first
    return first, second


def _is_swapped(first: Any, second: Any) -> bool:
    """Merges before a vocabulary; there may be none, where there was no room for any."""
    if isinstance(first, list | tuple) and not first:
        return isinstance(second, Mapping) and bool(second) and not _is_merges(second)
    return _is_merges(first) and not _is_merges(second)


def _is_merges(value: Any) -> bool:
    """Merges are pairs, or a dict whose keys are pairs; an empty list may be either."""
    items = islice(value, 1) if isinstance(value, Mapping | list | tuple) else ()
    return any(isinstance(item, tuple | list) and len(item) == 2 for item in items) and not (
        isinstance(value, list) and len(value) >= NUM_BYTES and _is_token(value[0])
    )


def _is_token(value: Any) -> bool:
    return isinstance(value, bytes | bytearray | str)


def to_vocab(value: Any, notes: Notes) -> Vocab:
    """Read a vocabulary: id -> bytes, token -> id, or a list of tokens.

    >>> to_vocab({"a": 0}, Notes())
    {0: b'a'}
    """
    if isinstance(value, list | tuple):
        notes.add("a list of tokens was taken for a vocabulary: the place is the id")
        value = dict(enumerate(value))
    if not isinstance(value, Mapping):
        raise ShapeError(f"expected a vocabulary {{id: bytes}}, got {brief(value)}")
    if set(map(type, value)) <= {int} and set(map(type, value.values())) <= {bytes}:
        return dict(value)
    if value and all(_is_token(key) for key in value) and not _has_int_keys(value):
        notes.add("the vocabulary {token: id} was turned round to {id: token}")
        value = {token_id: token for token, token_id in value.items()}
    printable = _is_printable_form(value.values())
    return {
        _to_id(key, notes): _to_token(token, notes, printable=printable)
        for key, token in value.items()
    }


def _has_int_keys(value: Mapping[Any, Any]) -> bool:
    """JSON makes text of ids: {"0": …}. Then the keys are ids and the values tokens."""
    return all(isinstance(k, str) and k.isdecimal() for k in value) and all(
        _is_token(token) for token in value.values()
    )


def _to_id(key: Any, notes: Notes) -> Any:
    if isinstance(key, bool) or not hasattr(key, "__index__"):
        return key  # left as it is: a vocabulary with such ids is not the one expected
    if type(key) is not int:
        notes.add(f"ids of type {type(key).__name__} were taken for int")
    return int(key)


def _is_printable_form(tokens: Iterable[Any]) -> bool:
    """GPT-2's printable form has a character for each byte, among them `Ġ` for the space."""
    return {token for token in tokens if isinstance(token, str)} >= set(BYTE_TO_CHARACTER)


def _to_token(value: Any, notes: Notes, *, printable: bool = False) -> Any:
    """Read one token; what cannot be read is left as it is, and will compare as different."""
    if type(value) is bytes:
        return value
    if isinstance(value, bytearray | memoryview):
        notes.add(f"tokens of type {type(value).__name__} were taken for bytes")
        return bytes(value)
    if isinstance(value, str):
        if printable and all(character in CHARACTER_TO_BYTE for character in value):
            notes.add("tokens in GPT-2's printable form were taken for bytes")
            return bytes(CHARACTER_TO_BYTE[character] for character in value)
        notes.add("tokens of type str were encoded to UTF-8 bytes")
        return value.encode("utf-8", "surrogatepass")
    if isinstance(value, list | tuple) and value and all(type(each) is int for each in value):
        try:
            token = bytes(value)
        except ValueError:
            return value
        notes.add("tokens that are lists of byte values were taken for bytes")
        return token
    return value


def to_merges(
    value: Any, notes: Notes, vocab: Vocab | None = None, most: int = _MOST
) -> list[tuple[Any, int | None]]:
    """Read merges, with their counts where they carry any: (pair, count or None).

    Args:
        value: any iterable of pairs, (pair, count)s or lines of text; or a dict from pair to rank.
        notes: where conversions are noted.
        vocab: what ids in merges stand for; without one, ids above 255 count the merges from 256.
        most: how many to take of merges that do not end.

    Raises:
        ShapeError: not iterable, or an item that is no pair.

    >>> to_merges([((b"a", b"b"), 2)], Notes())
    [((b'a', b'b'), 2)]
    """
    if isinstance(value, Mapping):
        notes.add("the merges {pair: rank} were put in the order of their ranks")
        value = sorted(value, key=value.__getitem__)
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise ShapeError(f"expected merges, got {brief(value)}")
    known: dict[int, bytes] = dict(vocab or {i: bytes([i]) for i in range(NUM_BYTES)})
    found: list[tuple[Any, int | None]] = []
    for item in islice(value, most):
        pair, count = _pair_and_count(item)
        left, right = (_to_half(half, known, notes) for half in pair)
        found.append(((left, right), count))
        if vocab is None and isinstance(left, bytes) and isinstance(right, bytes):
            known[NUM_BYTES + len(found) - 1] = left + right
    return found


def _pair_and_count(item: Any) -> tuple[Any, int | None]:
    if isinstance(item, str) and item.count(" ") == 1:
        return tuple(item.split(" ")), None
    if hasattr(item, "pair"):
        return item.pair, _to_count(getattr(item, "count", None))
    if isinstance(item, tuple | list) and len(item) == 2:
        first, second = item
        if isinstance(first, tuple | list) and len(first) == 2 and hasattr(second, "__index__"):
            return first, _to_count(second)
        return item, None
    if isinstance(item, tuple | list) and len(item) == 3 and hasattr(item[2], "__index__"):
        return item[:2], _to_count(item[2])
    raise ShapeError(f"expected a pair of tokens, got {brief(item)}")


def _to_count(value: Any) -> int | None:
    return int(value) if hasattr(value, "__index__") else None


def _to_half(half: Any, known: Mapping[int, bytes], notes: Notes) -> Any:
    if hasattr(half, "__index__") and not isinstance(half, bool):
        notes.add("merges of ids were looked up in the vocabulary")
        return known.get(int(half), int(half))
    return _to_token(half, notes)


def to_ids(value: Any, notes: Notes, most: int = _MOST) -> list[int]:
    """Read ids: a list, or anything that yields numbers.

    Raises:
        ShapeError: no numbers in it.

    >>> to_ids(iter([1, 2]), Notes())
    [1, 2]
    """
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise ShapeError(f"expected a list of ids, got {brief(value)}")
    if not isinstance(value, list):
        notes.add(f"a {type(value).__name__} of ids was taken for a list")
    ids = list(islice(value, most))
    if wrong := [each for each in ids if not hasattr(each, "__index__")]:
        raise ShapeError(f"expected a list of ids, found {brief(wrong[0])} in it")
    return [int(each) for each in ids]


def brief(value: Any, longest: int = 80) -> str:
    """Write a value, cut to one short line.

    >>> brief(None), brief([0] * 100, 12)
    ('None (does every path end in a return?)', '[0, 0, 0, 0,…')
    """
    if value is None:
        return "None (does every path end in a return?)"
    try:
        text = " ".join(repr(value).split())
    except Exception as error:
        text = f"a {type(value).__name__} that cannot be shown ({type(error).__name__})"
    return text if len(text) <= longest else f"{text[:longest]}…"
