"""From merges to a vocabulary: the only place that knows there are 256 bytes.

Ids: 0–255 are the bytes, then come the special tokens in the order given, then one id a merge.

Source: CS336 assignment 1, section 2.4 (vocabulary initialization).
"""

from __future__ import annotations

from collections.abc import Sequence

from cs336_basics.datatypes import Pair, Vocab
from cs336_basics.errors import VocabSizeError

NUM_BYTES = 256


def base_vocab(special_tokens: Sequence[str]) -> Vocab:
    """Build the vocabulary that stands before the first merge: every byte, then the special tokens.

    A special token whose bytes are there already (the one character `a`, a repeat) takes no new id.

    >>> base_vocab(["<s>", "a"])[256], len(base_vocab(["<s>", "a"]))
    (b'<s>', 257)
    """
    tokens = [bytes([byte]) for byte in range(NUM_BYTES)]
    tokens += [token.encode("utf-8") for token in special_tokens]
    return dict(enumerate(dict.fromkeys(tokens)))


def build_vocab(merges: Sequence[Pair], special_tokens: Sequence[str]) -> Vocab:
    """Number all tokens: bytes, special tokens, then what each merge made.

    >>> vocab = build_vocab([(b"a", b"b"), (b"ab", b"c")], ["<s>"])
    >>> [vocab[i] for i in (97, 256, 257, 258)]
    [b'a', b'<s>', b'ab', b'abc']
    """
    vocab = base_vocab(special_tokens)
    for left, right in merges:
        vocab[len(vocab)] = left + right
    return vocab


def num_merges(vocab_size: int, special_tokens: Sequence[str]) -> int:
    """Say how many merges fit into a vocabulary of `vocab_size` tokens.

    Raises:
        VocabSizeError: `vocab_size` is not an int, or smaller than bytes + special tokens.

    >>> num_merges(300, ["<s>"])
    43
    """
    if isinstance(vocab_size, bool) or not isinstance(vocab_size, int):
        raise VocabSizeError(
            f"vocab_size must be an int, not {type(vocab_size).__name__} ({vocab_size!r})"
        )
    minimum = len(base_vocab(special_tokens))
    if vocab_size < minimum:
        raise VocabSizeError(
            f"vocab_size {vocab_size} is too small: {NUM_BYTES} bytes and "
            f"{minimum - NUM_BYTES} special tokens need at least {minimum}"
        )
    return vocab_size - minimum
