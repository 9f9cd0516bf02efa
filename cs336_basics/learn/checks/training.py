"""Checks for notebook 02: pre-tokens, pairs, merging, vocabulary, training, saving.

Each check is an oracle from the package and a list of inputs, the smallest first. What an input is
there to catch stands beside it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial, reduce, wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from cs336_basics import pairs, pretokenize, special_tokens, train, vocab
from cs336_basics.datatypes import Merges, Pair, PretokenCounts, Vocab
from cs336_basics.learn.checks._frame import check
from cs336_basics.trainers import naive

Function = Callable[..., Any]

TOY_COUNTS: PretokenCounts = {b"low": 5, b"lower": 2, b"widest": 3, b"newest": 6}
"""The corpus of the assignment's problem bpe_example, already counted."""

TOY_MERGES: Merges = [
    (b"s", b"t"),
    (b"e", b"st"),
    (b"o", b"w"),
    (b"l", b"ow"),
    (b"w", b"est"),
    (b"n", b"e"),
]
"""Its first six merges, worked out by hand in notebook 02."""

_WORD_OR_CHARACTER = r" ?\p{L}+|[\s\S]"


def split_words(fn: Function) -> None:
    """Check a learner's `split_words` (notebook 02): words with their space, else characters."""
    texts = [
        "",
        "a",
        "\n",  # `.` stops at a line end
        "éa",  # `[a-z]` knows no accents
        "a7",  # `\w` takes digits too
        "a_",
        " a",
        "  a",  # only one space belongs to the word
        "a!",
        "dog! dog. dogs",
        "Ça va?\n你好 12",
    ]
    check(
        fn,
        oracle=partial(pretokenize.pretokenize, pattern=_WORD_OR_CHARACTER),
        inputs=[(text,) for text in texts],
    )


def count_pretokens(fn: Function) -> None:
    """Check a learner's `count_pretokens` (notebook 02): one text to pre-token counts, as bytes."""
    texts = [
        "",
        "a",
        "a a",
        "é",
        "\r\n",
        "a  b",  # the last space of a run goes with the word
        "I'll, he'll",
        "x\n\ny\n\n",
        "dog! dog. Two dogs: 2 dogs?",
    ]
    check(fn, oracle=_count_pretokens, inputs=[(text,) for text in texts])


def _count_pretokens(text: str) -> PretokenCounts:
    counts = pretokenize.count_pretokens([text])
    return {pretoken.encode("utf-8"): count for pretoken, count in counts.items()}


def base_vocab(fn: Function) -> None:
    """Check a learner's `base_vocab` (notebook 02): every byte, then the special tokens."""
    lists = [[], ["<|endoftext|>"], ["é"], ["<b>", "<a>"], ["<s>", "<s>"], ["a", "<s>"]]
    check(fn, oracle=vocab.base_vocab, inputs=[(tokens,) for tokens in lists], show=_show_vocab)


def count_pairs(fn: Function) -> None:
    """Check a learner's `count_pairs` (notebook 02): words with frequencies to pair counts."""
    corpora: list[PretokenCounts] = [
        {},
        {b"a": 3},  # a word of one token has no pair
        {b"ab": 1},
        {b"ab": 2},  # a pair counts as often as its word occurs
        {b"aaa": 1},  # overlaps count
        {b"ab": 2, b"abc": 3},  # words add up
        TOY_COUNTS,
    ]
    inputs = [(_split(counts),) for counts in corpora]
    inputs.append(([([b"l", b"ow"], 5), ([b"l", b"ow", b"e", b"r"], 2)],))  # longer tokens
    check(fn, oracle=pairs.count_pairs, inputs=inputs)


def _split(counts: PretokenCounts) -> list[tuple[list[bytes], int]]:
    return [(pairs.split_bytes(pretoken), frequency) for pretoken, frequency in counts.items()]


def best_pair(fn: Function) -> None:
    """Check a learner's `best_pair` (notebook 02): the highest count, then the greatest pair."""
    counts: list[dict[Pair, int]] = [
        {(b"a", b"b"): 1},
        {(b"a", b"b"): 2, (b"c", b"d"): 1},
        {(b"a", b"b"): 1, (b"c", b"d"): 1},  # a tie: not the first seen …
        {(b"c", b"d"): 1, (b"a", b"b"): 1},  # … and not the last seen
        {(b"a", b"b"): 1, (b"a", b"c"): 1},
        {(b"B", b"ZZ"): 4, (b"BA", b"A"): 4},  # half by half, not joined: b"BA" > b"B"
        {(b"b", b"a"): 4, (b"aa", b"a"): 4},  # length does not count
        {(b" ", b"a"): 4, (b"\xc3", b"\xa9"): 4},
        pairs.count_pairs(_split(TOY_COUNTS)),
    ]
    check(fn, oracle=_best_pair, inputs=[(each,) for each in counts])


def _best_pair(counts: dict[Pair, int]) -> Pair:
    return max(counts.items(), key=pairs.rank)[0]


def merge_word(fn: Function) -> None:
    """Check a learner's `merge_word` (notebook 02): join a pair, left to right, no overlap."""
    a_a, a_b = (b"a", b"a"), (b"a", b"b")
    inputs: list[tuple[list[bytes], Pair]] = [
        ([], a_b),
        ([b"a"], a_b),
        ([b"a", b"b"], a_b),
        ([b"b", b"a"], a_b),  # the order matters
        ([b"ab", b"c"], (b"a", b"bc")),  # the same bytes, but another pair
        ([b"a", b"a", b"a"], a_a),  # no overlap, and the left one wins
        ([b"a", b"a", b"a", b"a"], a_a),
        ([b"a", b"b", b"a", b"b"], a_b),
        ([b"a", b"a", b"b"], a_b),
        ([b"w", b"i", b"d", b"e", b"st"], (b"e", b"st")),
    ]
    check(fn, oracle=pairs.merge_word, inputs=inputs)


def learn_merges(fn: Function) -> None:
    """Check a learner's `learn_merges` (notebook 02): counts and a number to a list of merges."""
    inputs: list[tuple[PretokenCounts, int]] = [
        ({b"ab": 1}, 0),
        ({b"ab": 1}, 1),
        ({b"ab": 1}, 9),  # the pairs run out: stop, no error
        ({}, 1),
        ({b"a": 7}, 1),
        ({b"abab": 1}, 2),
        ({b"baaa": 1}, 3),  # ties between tokens of different length
        ({b"aaaaa": 1, b"bc": 3}, 1),  # overlaps count
        (TOY_COUNTS, 6),
        ({_random_text(length, seed=length): length for length in range(3, 20)}, 60),
    ]
    check(fn, oracle=_learn_merges, inputs=inputs)


def _learn_merges(counts: PretokenCounts, num_merges: int) -> Merges:
    # zip asks the range first: of a trainer no merge more is asked for than is wanted.
    return [merge.pair for _, merge in zip(range(num_merges), naive.iter_merges(counts))]  # noqa: B905


def _random_text(length: int, seed: int, alphabet: str = "ab") -> bytes:
    return "".join(random.Random(seed).choices(alphabet, k=length)).encode("utf-8")


def apply_merges(fn: Function) -> None:
    """Check a learner's `apply_merges` (notebook 02): a pre-token to its tokens."""
    inputs: list[tuple[bytes, Merges]] = [
        (b"", []),
        (b"ab", []),
        (b"ab", [(b"a", b"b")]),
        (b"aaa", [(b"a", b"a")]),
        (b"abc", [(b"b", b"c"), (b"a", b"b")]),  # the first merge learned comes first
        (b"abcab", [(b"a", b"b"), (b"ab", b"c")]),
        (b"newest", TOY_MERGES),
        (b"lowest", TOY_MERGES),
        ("né".encode(), TOY_MERGES),
    ]
    check(fn, oracle=_apply_merges, inputs=inputs)


def _apply_merges(pretoken: bytes, merges: Merges) -> list[bytes]:
    return reduce(pairs.merge_word, merges, pairs.split_bytes(pretoken))


def split_on_special(fn: Function) -> None:
    """Check a learner's `split_on_special` (notebook 02): the texts between special tokens.

    Empty pieces may be left in or out: they hold no pairs.
    """
    end = "<|endoftext|>"
    inputs: list[tuple[str, list[str]]] = [
        ("a", []),
        ("a", ["<e>"]),
        ("a<e>b", ["<e>"]),
        ("<e>a<e><e>", ["<e>"]),
        ("a.b", ["."]),  # regex characters mean nothing in a special token
        ("a|b", [end]),
        (f"a{end}b|c<d", [end]),
        ("a<e>b<s>c", ["<e>", "<s>"]),
        ("a<e>xb", ["<e>", "<e>x"]),  # of two that start together the longer
        ("a\n<e>\nb", ["<e>"]),
    ]
    check(
        fn,
        oracle=_between_specials,
        inputs=inputs,
        same=lambda expected, got: [p for p in expected if p] == [p for p in got if p],
    )


def _between_specials(text: str, tokens: list[str]) -> list[str]:
    pieces = special_tokens.split_on_special(text.encode("utf-8"), tokens)
    return [piece.decode("utf-8") for _, piece, is_special in pieces if not is_special]


def train_bpe(fn: Function) -> None:
    """Check a learner's `train_bpe` (notebook 02): the assignment's problem train_bpe."""
    end = "<|endoftext|>"
    toy = b"low low low low low lower lower widest widest widest" + b" newest" * 6
    inputs: list[tuple[bytes, int, list[str]]] = [
        (b"", 256, []),
        (b"", 257, [end]),
        (b"ab", 257, []),
        (b"ab", 300, []),  # the pairs run out: stop, no error
        ("é".encode(), 257, []),  # bytes, not characters
        (b"a b", 257, []),  # the space belongs to the word
        (b"abab", 258, []),
        (b"\r\n", 257, []),  # reading as text would turn \r\n into \n
        (b"a" + end.encode() + b"b", 258, [end]),  # no pair of it, and no pair across it
        (b"a" + end.encode() + b"b|e<e|e", 259, [end]),
        (b"x<a>y<b>z", 260, ["<b>", "<a>"]),
        (toy, 262, []),
        (_random_text(400, seed=0, alphabet="aab \n'lé"), 300, ["a a"]),
    ]
    check(
        _on_file(fn),
        oracle=_on_file(partial(train.train_bpe, trainer="naive")),
        inputs=inputs,
        show=_show_training,
    )


def _on_file(fn: Function) -> Function:
    """Let a function that reads a file take the file's content instead."""

    @wraps(fn)
    def trained(content: bytes, vocab_size: int, special_tokens: list[str]) -> Any:
        # A learner's file may still be open, and Windows would not delete it.
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            path = Path(folder) / "corpus.txt"
            path.write_bytes(content)
            return fn(path, vocab_size, special_tokens)

    return trained


def save_and_load(save: Function, load: Function) -> None:
    """Check a learner's `save` and `load` (notebook 02): YAML that keeps every byte."""
    awkward = [
        b"a",
        b"\n",
        b"\x80",  # no character begins like this
        b"\x85",  # a line end in YAML
        "é".encode(),
        "牛".encode()[:2],  # half a character
        b"no",  # not False
        b"1e3",  # not 1000
        b"~",  # not None
        b" # ",
        b"'\"\\",
        b"\\x80",  # text that looks like an escape
        b"[128]",  # text that looks like a list of bytes
        b"\x00",
        "\u2028\ufeff\ufffd".encode(),
    ]
    inputs: list[tuple[Vocab, Merges]] = [({0: token}, []) for token in awkward]
    inputs.append(({0: b"a", 1: b"aa"}, [(b"a", b"a")]))  # a merge is a tuple, not a list
    inputs.append(({7: b"a", 3: b"b"}, []))  # ids need not start at 0
    merges: Merges = [(b"\xe7", b"\x89"), (b"\xe7\x89", b"\x9b"), (b" ", b"t")]
    inputs.append((vocab.build_vocab(merges, ["<|endoftext|>"]), merges))
    check(
        _round_trip(save, load),
        oracle=lambda vocabulary, merges: (vocabulary, merges),
        inputs=inputs,
        show=_show_training,
    )


def _round_trip(save: Function, load: Function) -> Function:
    """Make one function of the two: save into a file, look that it is YAML, load it again."""

    def both(vocabulary: Vocab, merges: Merges) -> Any:
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            path = Path(folder) / "tokenizer.yaml"
            save(path, vocabulary, merges)
            try:
                yaml.safe_load(path.read_bytes())
            except yaml.YAMLError as error:
                reason = " ".join(str(error).split())
                raise ValueError(f"yaml.safe_load cannot read the file: {reason}") from None
            return load(path)

    both.__name__ = f"{save.__name__} and {load.__name__}"
    return both


def _show_vocab(vocabulary: Any) -> str:
    """Leave out what every vocabulary holds, the bytes in their places."""
    if not isinstance(vocabulary, dict):
        return repr(vocabulary)
    plain = vocab.base_vocab([])
    unusual = {i: token for i, token in vocabulary.items() if plain.get(i) != token}
    missing = [i for i in plain if i not in vocabulary] if len(vocabulary) > len(plain) / 2 else []
    rest = len(vocabulary) - len(unusual)
    parts = [f"{rest} single bytes in their places"] if rest else []
    parts += [f"no id {', '.join(map(str, missing))}"] if missing else []
    return " and ".join([*parts, repr(unusual)])


def _show_training(value: Any) -> str:
    """Write what a training takes or gives: a file's content, a vocabulary, or both results."""
    if isinstance(value, bytes):
        return f"<a file that holds {value!r}>"
    if isinstance(value, tuple) and len(value) == 2:
        vocabulary, merges = value
        return f"vocab: {_show_vocab(vocabulary)}\nmerges: {merges!r}"
    return _show_vocab(value)
