"""Checks of notebook 06: merges by rank, encoding, decoding, special tokens, streams.

What an input is there to catch stands beside it.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cs336_basics import merge_ranks
from cs336_basics.datatypes import Merges, TokenizerData, Vocab
from cs336_basics.learn.checker.answers import to_ids
from cs336_basics.learn.checker.cases import Encoding
from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.checker.notes import Notes
from cs336_basics.learn.checker.vocab_text import vocab_text
from cs336_basics.learn.checker.whole import Function, look_into, tokenizer_of, whole
from cs336_basics.learn.checks._one_more import one_more
from cs336_basics.learn.checks._streams import as_it_comes
from cs336_basics.learn.checks.nb02_pretokens import WITH_SPECIALS, pieces
from cs336_basics.storage import gpt2_files
from cs336_basics.text import pretokenize
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.vocab import build_vocab

__all__ = ["decode", "decode_iterable", "encode", "last_safe_cut", "merge_by_rank"]
__all__ += ["split_keep_special", "tokenizer"]

CAT_VOCAB: Vocab = dict(
    enumerate([b" ", b"a", b"c", b"e", b"h", b"t", b"th", b" c", b" a", b"the", b" at"])
)
"""The vocabulary of the assignment's example of encoding."""

CAT_MERGES: Merges = [(b"t", b"h"), (b" ", b"c"), (b" ", b"a"), (b"th", b"e"), (b" a", b"t")]
"""Its merges: `the cat ate` becomes 9, 7, 1, 5, 10, 3."""

_CATS = [(b"c", b"a"), (b"ca", b"t"), (b" ", b"cat"), (b"\n", b"\n"), (b"'", b"l"), (b"'l", b"l")]


def merge_by_rank(fn: Function) -> None:
    """Check a learner's `merge_by_rank` (notebook 06): the pair of the lowest rank goes first."""
    inputs: list[tuple[bytes, Merges]] = [
        (b"", []),
        (b"a", []),
        (b"ab", []),
        (b"ab", [(b"a", b"b")]),
        (b"aaa", [(b"a", b"a")]),  # of two places the left one
        (b"aaaa", [(b"a", b"a")]),  # every place, not just the first
        (b"abc", [(b"b", b"c"), (b"a", b"b")]),  # the lowest rank, not the leftmost pair
        (b"abc", [(b"a", b"b"), (b"b", b"c")]),
        (b"abcd", [(b"c", b"d"), (b"b", b"cd"), (b"a", b"b")]),  # look again after each merge
        (b"the", CAT_MERGES),
        (b" ate", CAT_MERGES),
        ("né".encode(), [(b"n", b"\xc3")]),  # bytes know no characters
    ]
    ranked = [(word, {pair: i for i, pair in enumerate(merges)}) for word, merges in inputs]
    check(fn, merge_ranks.merge_by_rank, ranked)


def encode(fn: Function) -> None:
    """Check a learner's `encode` (notebook 06): text without special tokens to ids."""
    swapped: Vocab = {97: b"a", 98: b"b", 99: b"c", 256: b"bc", 257: b"ab"}
    inputs: list[tuple[str, Vocab, Merges]] = [
        ("", {7: b"a"}, []),
        ("a", {7: b"a"}, []),  # an id is what the vocabulary says
        ("aa", {7: b"a", 3: b"aa"}, [(b"a", b"a")]),
        ("a a", {0: b"a", 1: b" ", 2: b"a ", 3: b" a"}, [(b"a", b" ")]),  # not across pre-tokens
        ("abc", swapped, [(b"a", b"b"), (b"b", b"c")]),  # rank, not the smallest id
        ("é", {0: b"\xc3", 1: b"\xa9", 2: b"\xc3\xa9"}, [(b"\xc3", b"\xa9")]),
        ("the cat ate", CAT_VOCAB, CAT_MERGES),
        ("cat, cat!\n\ncats", build_vocab(_CATS, []), _CATS),
    ]

    def case(text: str, vocab: Vocab, merges: Merges) -> Encoding:
        return Encoding(text, merges, (), vocab)

    check(
        fn,
        lambda text, vocab, merges: Tokenizer(vocab, merges).encode(text),
        inputs,
        show=vocab_text,
        deeper=look_into("encode", tokenizer_of(encode=fn), fn, case=case),
    )


def decode(fn: Function) -> None:
    """Check a learner's `decode` (notebook 06): join the bytes first, then read them as text."""
    ox: Vocab = {0: b"\xe7", 1: b"\x89", 2: b"\x9b", 3: b"a", 4: b"\xe7\x89"}
    inputs: list[tuple[list[int], Vocab]] = [
        ([], ox),
        ([3], ox),
        ([0, 1, 2], ox),  # a character in three tokens
        ([4, 2, 3], ox),
        ([0], ox),  # no whole character: U+FFFD, and no error
        ([4], ox),
        ([0, 3], ox),
        ([9, 7, 1, 5, 10, 3], CAT_VOCAB),
    ]
    check(
        fn,
        lambda ids, vocab: Tokenizer(vocab, []).decode(ids),
        inputs,
        show=vocab_text,
        deeper=look_into("decode", tokenizer_of(decode=fn), fn),
    )


def decode_iterable(fn: Function) -> None:
    """Check a learner's `decode_iterable` (notebook 06): text as soon as a character is whole."""
    letters: Vocab = {i: bytes([byte]) for i, byte in enumerate("a牛é".encode())}
    halves: Vocab = {0: b"a\xe7", 1: b"\x89\x9b", 2: b"b"}
    inputs: list[tuple[list[int], Vocab]] = [
        ([], letters),
        ([0], letters),
        ([0, 0], letters),  # nothing whole is held back
        ([1, 2, 3], letters),  # no half character comes out
        ([0, 1, 2, 3, 4, 5, 0], letters),
        ([1], letters),  # the ids may end inside a character
        ([0, 1, 2], letters),
        ([0, 1], halves),  # a token may hold a whole character and half of the next
        ([1, 0, 0], letters),  # bad bytes do not hold up what follows
        ([0, 2, 2], halves),
    ]
    ours = as_it_comes(lambda ids, vocab: Tokenizer(vocab, []).decode_iterable(ids))
    check(as_it_comes(fn), ours, inputs, show=lambda v: v if isinstance(v, str) else vocab_text(v))


def split_keep_special(fn: Function) -> None:
    """Check a learner's `split_keep_special` (notebook 06): special tokens and what is between."""
    check(fn, lambda text, tokens: [piece for piece, _ in pieces(text, tokens)], WITH_SPECIALS)


def last_safe_cut(fn: Function) -> None:
    """Check a learner's `last_safe_cut` (notebook 06): where a stream may be cut for good."""
    texts = [
        "",
        "a",
        " ",
        "a b",
        "a ",  # more white space may follow, but none of it goes with the `a`
        "a  b",  # not inside a run
        "a\n\n",
        " a",  # a cut at 0 cuts nothing off
        "one two thr",
        "I'l",  # an `l` may follow, and 'll is one pre-token
        "one, two!",
        "牛 é b",
        "!\x1cb",  # white space for `str.isspace`, but not for the pattern
    ]
    is_safe_between = pretokenize.get_pattern("gpt2").is_safe_between

    def last(text: str) -> int:
        places = (i for i in range(1, len(text)) if is_safe_between(text[i - 1], text[i]))
        return max(places, default=0)

    check(fn, last, [(text,) for text in texts])


def tokenizer(cls: Any) -> None:
    """Check a learner's `Tokenizer` (notebook 06): the assignment's problem tokenizer."""
    vocab, specials, text = build_vocab(_CATS, []), ["<e>"], "cat<e> cats"

    def encoded() -> list[int]:
        """With files in GPT-2's form: the notebook asks for those."""
        with TemporaryDirectory(ignore_cleanup_errors=True) as name:
            folder = Path(name)
            gpt2_files.save(TokenizerData(vocab, _CATS, []), folder)
            files = folder / gpt2_files.VOCAB, folder / gpt2_files.MERGES
            return to_ids(cls.from_files(*files, specials).encode(text), Notes())

    call = f"{{name}}.from_files('vocab.json', 'merges.txt', {specials}).encode({text!r})"
    right = Tokenizer(vocab, _CATS, specials).encode(text)
    whole("tokenizer", cls, afterwards=lambda: one_more(cls, call, encoded, right))
