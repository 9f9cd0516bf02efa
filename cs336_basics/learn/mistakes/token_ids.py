"""Ids: a text becomes the right tokens, or nearly, and these become other ids."""

from __future__ import annotations

from collections.abc import Sequence

from cs336_basics.datatypes import Pair
from cs336_basics.learn.checker.cases import Encoding
from cs336_basics.learn.mistakes._mistake import ENCODING, Mistake
from cs336_basics.learn.mistakes.recipe import REFERENCE, Ids
from cs336_basics.merge_ranks import merge_by_rank
from cs336_basics.storage.byte_map import to_printable
from cs336_basics.vocab import NUM_BYTES

Ranks = dict[Pair, int]


def _rank_after_bytes(tokens: Sequence[bytes], ids: Ids, ranks: Ranks) -> list[int]:
    made = {left + right: NUM_BYTES + rank for (left, right), rank in ranks.items()}
    return [made.get(token, ids[token]) for token in tokens]


def _bytes_are_ids(tokens: Sequence[bytes], ids: Ids, ranks: Ranks) -> list[int]:
    return [token[0] if len(token) == 1 else ids[token] for token in tokens]


def _unknown_skipped(tokens: Sequence[bytes], ids: Ids, ranks: Ranks) -> list[int]:
    return [ids[token] for token in tokens if len(token) > 1]


def _specials_dropped(token: bytes, ids: Ids) -> list[int]:
    return []


def _mapped_bytes(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    return merge_by_rank(to_printable(pretoken).encode("utf-8"), ranks)


def _mapped_tokens(tokens: Sequence[bytes], ids: Ids, ranks: Ranks) -> list[int]:
    return [ids[to_printable(token).encode("utf-8")] for token in tokens]


def _windows_ends_translated(text: str) -> list[str]:
    return REFERENCE.pretokenize(text.replace("\r\n", "\n"))


def _ends_translated(text: str) -> list[str]:
    return REFERENCE.pretokenize(text.replace("\r\n", "\n").replace("\r", "\n"))


def _carriage_returns_dropped(text: str) -> list[str]:
    return REFERENCE.pretokenize(text.replace("\r", ""))


TOKEN_IDS = [
    Mistake(
        name="encoding-id-from-rank",
        seen_by=ENCODING,
        example=Encoding("ab", [(b"a", b"b")], ("<e>",)),
        parts={"to_ids": _rank_after_bytes},
    ),
    Mistake(
        name="encoding-byte-is-id",
        seen_by=ENCODING,
        example=Encoding("a", [], ids={0: b"a"}),
        parts={"to_ids": _bytes_are_ids},
    ),
    Mistake(
        name="encoding-bytes-dropped",
        seen_by=ENCODING,
        example=Encoding("a", []),
        parts={"to_ids": _unknown_skipped},
    ),
    Mistake(
        name="encoding-specials-dropped",
        seen_by=ENCODING,
        example=Encoding("<e>", [], ("<e>",)),
        parts={"special_ids": _specials_dropped},
    ),
    Mistake(
        name="encoding-byte-map-twice",
        seen_by=ENCODING,
        example=Encoding(" ", []),
        parts={"apply": _mapped_bytes},
        variants=({"to_ids": _mapped_tokens},),
    ),
    Mistake(
        name="encoding-newlines-translated",
        seen_by=ENCODING,
        example=Encoding("\r\n", []),
        parts={"pretokenize": _windows_ends_translated},
        variants=({"pretokenize": _ends_translated}, {"pretokenize": _carriage_returns_dropped}),
    ),
]
"""Mistakes with ids; they are shown beside those of encoding."""
