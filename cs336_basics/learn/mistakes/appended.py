"""The special tokens of a tokenizer: what becomes of those that its vocabulary lacks, or has."""

from __future__ import annotations

from collections.abc import Sequence

from cs336_basics.datatypes import Vocab
from cs336_basics.learn.checker.cases import Encoding
from cs336_basics.learn.mistakes._errors import NoList, Raise
from cs336_basics.learn.mistakes._mistake import ENCODING, Mistake
from cs336_basics.learn.mistakes.recipe import REFERENCE, Appended, Ids


class _Missing(str):
    """A special token that is cut out and has no id."""


def _not_at_all(vocab: Vocab, specials: Sequence[str]) -> Appended:
    return vocab, specials


def _not_cut_out(vocab: Vocab, specials: Sequence[str]) -> Appended:
    known = set(vocab.values())
    return vocab, [each for each in specials if each.encode("utf-8") in known]


def _marked(vocab: Vocab, specials: Sequence[str]) -> Appended:
    known = set(vocab.values())
    named = [each if each.encode("utf-8") in known else _Missing(each) for each in specials]
    return vocab, named


def _missing_as_text(text: str, specials: Sequence[str]) -> list[tuple[str, bool]]:
    missing = {each for each in specials if isinstance(each, _Missing)}
    return [
        (part, is_special and part not in missing)
        for part, is_special in REFERENCE.cut(text, specials)
    ]


def _looked_up_at_once(vocab: Vocab, specials: Sequence[str]) -> Appended:
    by_token = {token: token_id for token_id, token in vocab.items()}
    for special in specials:
        by_token[special.encode("utf-8")]  # as in a table {token: id} of the special tokens
    return vocab, specials


def _looked_up_as_text(token: bytes, ids: Ids) -> list[int]:
    if token not in ids:
        raise KeyError(token.decode("utf-8"))
    return [ids[token]]


def _none_for_an_id(token: bytes, ids: Ids) -> list[int]:
    return [ids.get(token)]  # type: ignore[list-item]  # what `dict.get` gives is not looked at


def _known_alone(token: bytes, ids: Ids) -> list[int]:
    return [ids[token]] if token in ids else []


def _next_by_length(vocab: Vocab, specials: Sequence[str]) -> Appended:
    longer = dict(vocab)
    for special in specials:
        if special.encode("utf-8") not in longer.values():
            longer[len(longer)] = special.encode("utf-8")
    return longer, specials


def _length_for_an_id(token: bytes, ids: Ids) -> list[int]:
    return [ids.get(token, len(ids))]


def _always(vocab: Vocab, specials: Sequence[str]) -> Appended:
    following = max(vocab, default=-1) + 1
    tokens = [each.encode("utf-8") for each in dict.fromkeys(specials)]
    return {**vocab, **dict(enumerate(tokens, following))}, specials


def _always_by_length(vocab: Vocab, specials: Sequence[str]) -> Appended:
    longer = dict(vocab)
    for special in specials:
        longer[len(longer)] = special.encode("utf-8")
    return longer, specials


_SPELLED = {0: b"<", 1: b"e", 2: b">"}

APPENDED = [
    Mistake(
        name="specials-not-appended",
        seen_by=ENCODING,
        example=Encoding("<e>", [], ("<e>",), _SPELLED),
        parts={"append": _not_at_all},
        variants=(
            {"append": _not_cut_out},
            {"append": _marked, "cut": _missing_as_text},
            {"append": _looked_up_at_once},
            {"append": _not_at_all, "special_ids": _known_alone},
            {"append": _not_at_all, "special_ids": _looked_up_as_text},
            {"append": _not_at_all, "special_ids": _none_for_an_id},
        ),
    ),
    Mistake(
        name="specials-next-id-from-len",
        seen_by=ENCODING,
        example=Encoding("<e>", [], ("<e>",), {1: b"a"}),
        parts={"append": _next_by_length},
        variants=({"append": _not_at_all, "special_ids": _length_for_an_id},),
    ),
    Mistake(
        name="specials-second-id",
        seen_by=ENCODING,
        example=Encoding("<e>", [], ("<e>",)),
        parts={"append": _always},
        variants=({"append": _always_by_length},),
    ),
    Mistake(
        name="specials-none-refused",
        seen_by=ENCODING,
        example=Encoding("", [], None),
        parts={"omitted": Raise(NoList, "'NoneType' object is not iterable")},
        variants=({"omitted": Raise(AttributeError, "'NoneType' object has no attribute 'copy'")},),
    ),
]
"""Mistakes with the special tokens that a tokenizer is given."""
