"""Special tokens: the list people give, and cutting them out of a text.

They are matched on the raw bytes, before anything is decoded or replaced: leftmost first, and of
those that start at one place the longest. What lies between them is ordinary text.

Source: CS336 assignment 1, sections 2.4 and 2.6 (special tokens).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from cs336_basics.errors import InvalidUtf8Error, SpecialTokenError
from cs336_basics.text.special_finder import SpecialFinder, finder_of

AllowedSpecial = str | Collection[str]
"""`all`, `none`, or a collection of a tokenizer's special tokens."""


def check_special_tokens(tokens: Iterable[str] | None) -> list[str]:
    """Return the special tokens as a list without repeats, in the order given.

    They are walked once, so an iterator will do.

    Raises:
        SpecialTokenError: a plain string, a set, something that is not a string, an empty
            string, or one with a lone surrogate (it has no UTF-8 form).

    >>> check_special_tokens(["<s>", "<e>", "<s>"])
    ['<s>', '<e>']
    """
    if tokens is None:
        return []
    if isinstance(tokens, str | bytes):
        raise SpecialTokenError(
            f"special_tokens is the string {tokens!r}; pass a list: [{tokens!r}]"
        )
    if isinstance(tokens, set | frozenset):
        raise SpecialTokenError(
            f"special_tokens is a {type(tokens).__name__}, which has no order to number it by; "
            "pass a list"
        )
    if not isinstance(tokens, Iterable):
        raise SpecialTokenError(
            f"special_tokens is of type {type(tokens).__name__}; pass a list of strings"
        )
    tokens = list(tokens)
    for token in tokens:
        if not isinstance(token, str):
            raise SpecialTokenError(f"special token {token!r} is not a string")
        if not token:
            raise SpecialTokenError("a special token is empty: it would match everywhere")
        try:
            token.encode("utf-8")
        except UnicodeEncodeError:
            raise SpecialTokenError(
                f"special token {token!r} holds a lone surrogate, which UTF-8 cannot write"
            ) from None
    return list(dict.fromkeys(tokens))


def choose_allowed(special_tokens: Sequence[str], allowed_special: AllowedSpecial) -> list[str]:
    """Return those of a tokenizer's special tokens that `allowed_special` allows, in their order.

    Raises:
        SpecialTokenError: it names a token that is not a special token there.

    >>> choose_allowed(["<s>", "<e>"], {"<e>"}), choose_allowed(["<s>"], "none")
    (['<e>'], [])
    """
    if allowed_special == "all":
        return list(special_tokens)
    if allowed_special == "none":
        return []
    if isinstance(allowed_special, str) or not isinstance(allowed_special, Collection):
        raise SpecialTokenError(
            f"allowed_special={allowed_special!r}; use 'all', 'none' or a set of special tokens"
        )
    known = set(special_tokens)
    unknown = [
        token for token in allowed_special if not isinstance(token, str) or token not in known
    ]
    if unknown:
        named = sorted(unknown, key=str)
        raise SpecialTokenError(f"not special tokens of this tokenizer: {named}")
    allowed = set(allowed_special)
    return [token for token in special_tokens if token in allowed]


def split_on_special(
    data: bytes, special_tokens: Sequence[str], cut_last: Collection[str] = ()
) -> Iterator[tuple[int, bytes, bool]]:
    """Cut `data` at its special tokens: yield (offset, bytes, is_special), in order, nothing lost.

    Args:
        data: UTF-8 bytes, of a whole text or of a piece that no special token straddles.
        special_tokens: the checked list; longer tokens win where several start together.
        cut_last: those that are looked for only in what the others leave.

    >>> list(split_on_special(b"a<e>b", ["<e>"]))
    [(0, b'a', False), (1, b'<e>', True), (4, b'b', False)]
    >>> [part for _, part, _ in split_on_special(b"<a><b>", ["<a><b>", "<b>"], ["<a><b>"])]
    [b'<a>', b'<b>']
    """
    if not special_tokens:
        return iter([(0, data, False)] if data else [])
    if not cut_last:
        return split_with(data, finder_of(tuple(special_tokens)))
    first = finder_of(tuple(token for token in special_tokens if token not in cut_last))
    last = finder_of(tuple(token for token in special_tokens if token in cut_last))
    return (
        piece
        for offset, part, is_special in split_with(data, first)
        for piece in ([(offset, part, True)] if is_special else split_with(part, last, offset))
    )


def split_with(
    data: bytes, finder: SpecialFinder, offset: int = 0
) -> Iterator[tuple[int, bytes, bool]]:
    """Cut data, which is at `offset` in a text, at the tokens that a finder finds.

    >>> list(split_with(b"a<e>", finder_of(("<e>",)), 5))
    [(5, b'a', False), (6, b'<e>', True)]
    """
    done = 0
    for start, end in finder.spans(data):
        if start > done:
            yield offset + done, data[done:start], False
        yield offset + start, data[start:end], True
        done = end
    if done < len(data):
        yield offset + done, data[done:], False


def decode_part(part: bytes, errors: str, source: str, offset: int) -> str:
    """Decode what is between special tokens, at `offset` in `source`.

    Raises:
        InvalidUtf8Error: naming `source` and the first bad offset in it.

    >>> decode_part(b"ab", "strict", "text", 0)
    'ab'
    """
    try:
        return part.decode("utf-8", errors)
    except UnicodeDecodeError as error:
        bad = part[error.start : error.end]
        raise InvalidUtf8Error(source, offset + error.start, bad, error.reason) from error
