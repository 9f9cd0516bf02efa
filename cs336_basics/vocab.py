"""From merges to a vocabulary: the only place that knows there are 256 bytes.

Ids: 0–255 are the bytes, then come the special tokens in the order given, then one id a merge. The
vocabularies of others may number differently, and have gaps.

Source: CS336 assignment 1, section 2.4 (vocabulary initialization).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from operator import index

from cs336_basics.arguments import as_list, shown, wrong_type
from cs336_basics.datatypes import Merges, Pair, Vocab
from cs336_basics.errors import VocabSizeError, VocabularyError

NUM_BYTES = 256
MOST_ID = 2**32 - 1  # ids are written with four bytes at most


def base_vocab(special_tokens: Iterable[str]) -> Vocab:
    """Build the vocabulary as it is before the first merge: every byte, then the special tokens.

    A special token whose bytes are there already (the one character `a`, a repeat) takes no new id.

    >>> base_vocab(["<s>", "a"])[256], len(base_vocab(["<s>", "a"]))
    (b'<s>', 257)
    """
    tokens = [bytes([byte]) for byte in range(NUM_BYTES)]
    tokens += [token.encode("utf-8") for token in special_tokens]
    return dict(enumerate(dict.fromkeys(tokens)))


def build_vocab(merges: Iterable[Pair], special_tokens: Iterable[str]) -> Vocab:
    """Number all tokens: bytes, special tokens, then what each merge made.

    >>> vocab = build_vocab([(b"a", b"b"), (b"ab", b"c")], ["<s>"])
    >>> [vocab[i] for i in (97, 256, 257, 258)]
    [b'a', b'<s>', b'ab', b'abc']
    """
    vocab = base_vocab(special_tokens)
    for left, right in merges:
        vocab[len(vocab)] = left + right
    return vocab


def extend_vocab(vocab: Mapping[int, bytes], special_tokens: Iterable[str]) -> Vocab:
    """Copy a vocabulary, and give each special token that it lacks the id after the greatest.

    Raises:
        VocabularyError: an id that is not a whole number from 0 to `MOST_ID`, or a token that is
            not bytes.
        WrongTypeError: a vocabulary that is not a mapping.

    >>> extend_vocab({5: b"a"}, ["a", "<s>"])
    {5: b'a', 6: b'<s>'}
    """
    if not isinstance(vocab, Mapping):
        raise wrong_type("vocab", vocab, "a dict from id to bytes")
    extended = dict(vocab)
    if not _are_plain(extended):
        extended = {_checked_id(i): _checked_token(i, token) for i, token in vocab.items()}
    known = set(extended.values())
    following = max(extended, default=-1) + 1
    for special in special_tokens:
        if (token := special.encode("utf-8")) not in known:
            extended[_checked_id(following)] = token
            following += 1
    return extended


def own_special_ids(
    vocab: Vocab, special_tokens: Iterable[str], given: Mapping[str, int] | None
) -> dict[str, int]:
    """Return the ids of those special tokens whose bytes another token has too.

    Their bytes alone do not say which id is theirs, so it must be given.

    Args:
        vocab: id -> bytes, the special tokens included.
        special_tokens: the checked list.
        given: special token -> id, of some or all of them.

    Raises:
        VocabularyError: an id that is not one of its token.
        WrongTypeError: not a mapping.

    >>> own_special_ids({1: b"  ", 2: b"  ", 3: b"<s>"}, ["  ", "<s>"], {"  ": 2, "<s>": 3})
    {'  ': 2}
    """
    if not isinstance(given, Mapping | None):
        raise wrong_type("special_ids", given, "a dict from special token to id")
    if not given:
        return {}
    times = Counter(vocab.values()) if len(set(vocab.values())) < len(vocab) else Counter()
    own: dict[str, int] = {}
    for token in special_tokens:
        if token in given:
            number, text = _checked_id(given[token]), token.encode("utf-8")
            if vocab.get(number) != text:
                raise VocabularyError(f"id {number} is not the special token {token!r}")
            if times[text] > 1:
                own[token] = number
    return own


def check_merges(merges: Iterable[Pair]) -> Merges:
    """Copy a merge list; it is walked once, so an iterator will do.

    Raises:
        VocabularyError: a merge that is not two byte strings; it names the rank.
        WrongTypeError: what is not a list at all.

    >>> check_merges([(b"a", b"b")])
    [(b'a', b'b')]
    """
    several = as_list("merges", merges, "a list of pairs of bytes")
    if _are_pairs(several):
        return several
    checked: Merges = []
    for rank, merge in enumerate(several):
        parts = tuple(merge) if isinstance(merge, Iterable) else ()
        if [isinstance(token, bytes) for token in parts] != [True, True]:
            raise VocabularyError(f"merge {rank} is {shown(merge)}, not two byte strings")
        checked.append((parts[0], parts[1]))
    return checked


def num_merges(vocab_size: int, special_tokens: Iterable[str]) -> int:
    """Say how many merges fit into a vocabulary of `vocab_size` tokens.

    Raises:
        VocabSizeError: `vocab_size` is not a whole number, is smaller than bytes + special tokens,
            or larger than there are ids.

    >>> num_merges(300, ["<s>"])
    43
    """
    if isinstance(vocab_size, bool) or not hasattr(vocab_size, "__index__"):
        raise VocabSizeError(
            f"vocab_size must be an int, not {type(vocab_size).__name__} ({shown(vocab_size)})"
        )
    minimum = len(base_vocab(special_tokens))
    if vocab_size < minimum:
        raise VocabSizeError(
            f"vocab_size {shown(vocab_size)} is too small: {NUM_BYTES} bytes and "
            f"{minimum - NUM_BYTES} special tokens need at least {minimum}"
        )
    if vocab_size > MOST_ID + 1:
        raise VocabSizeError(f"vocab_size {shown(vocab_size)} is too large: ids end at {MOST_ID}")
    return index(vocab_size) - minimum


def _are_plain(vocab: Vocab) -> bool:
    """Say whether ids and tokens are what they should be; asked in C, and most are."""
    return (
        set(map(type, vocab)) <= {int}
        and set(map(type, vocab.values())) <= {bytes}
        and min(vocab, default=0) >= 0
        and max(vocab, default=0) <= MOST_ID
    )


def _are_pairs(merges: Merges) -> bool:
    """Say whether merges are what they should be; asked in C, and most are."""
    return (
        set(map(type, merges)) <= {tuple}
        and set(map(len, merges)) <= {2}
        and set(map(type, chain.from_iterable(merges))) <= {bytes}
    )


def _checked_token(token_id: int, token: object) -> bytes:
    if not isinstance(token, bytes):
        raise VocabularyError(f"id {shown(token_id)} is {shown(token)}, which is not bytes")
    return token


def _checked_id(token_id: int) -> int:
    """Return an id as a plain int: numpy's are welcome, but JSON cannot write them."""
    number = index(token_id) if hasattr(token_id, "__index__") else -1
    if not 0 <= number <= MOST_ID:
        raise VocabularyError(f"id {shown(token_id)} is not a whole number from 0 to {MOST_ID}")
    return number
