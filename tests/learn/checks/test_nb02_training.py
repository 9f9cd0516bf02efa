"""Checks of notebook 02: they take every right answer, and show a wrong one its smallest input."""

from __future__ import annotations

import re
import runpy
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import regex
import yaml

from cs336_basics import pairs, train, vocab
from cs336_basics.datatypes import Merges, Pair, PretokenCounts, Vocab
from cs336_basics.learn import checks
from cs336_basics.learn.checks import CheckFailed
from cs336_basics.text import pretokenize, special_tokens
from cs336_basics.text.pretokenize import PATTERNS
from tests.learn.checks.exercises import ExerciseTests

Words = list[tuple[list[bytes], int]]

Function = Callable[..., Any]

GPT2 = PATTERNS["gpt2"].source
EXERCISES = {
    "split_words": checks.split_words,
    "count_pretokens": checks.count_pretokens,
    "base_vocab": checks.base_vocab,
    "count_pairs": checks.count_pairs,
    "best_pair": checks.best_pair,
    "merge_word": checks.merge_word,
    "learn_merges": checks.learn_merges,
    "split_on_special": checks.split_on_special,
    "train_bpe": checks.train_bpe,
    "apply_merges": checks.apply_merges,
}


@pytest.fixture(scope="module")
def solutions(root: Path) -> dict[str, Function]:
    """The functions in the solutions of notebook 02."""
    return runpy.run_path(str(root / "notebooks" / "solutions" / "02_naive_bpe.py"))


def merge_by_replacing(word: list[bytes], pair: Pair) -> list[bytes]:
    """Another right way: join from the left, on a copy that shrinks."""
    merged = list(word)
    for i in range(len(word)):
        if tuple(merged[i : i + 2]) == pair:
            merged[i : i + 2] = [b"".join(pair)]
    return merged


def count_by_index(words: Words) -> defaultdict[Pair, int]:
    """Another right way: positions instead of `pairwise`."""
    counts: defaultdict[Pair, int] = defaultdict(int)
    for word, frequency in words:
        for i in range(len(word) - 1):
            counts[word[i], word[i + 1]] += frequency
    return counts


def best_by_sorting(counts: dict[Pair, int]) -> Pair:
    """Another right way: sort everything and take the last."""
    return sorted((count, pair) for pair, count in counts.items())[-1][1]


def learn_by_loop(counts: PretokenCounts, num_merges: int) -> Merges:
    """Another right way: a for loop that breaks."""
    words: Words = [(pairs.split_bytes(pretoken), n) for pretoken, n in counts.items()]
    merges: Merges = []
    for _ in range(num_merges):
        found = count_by_index(words)
        if not found:
            break
        merges.append(best_by_sorting(found))
        words = [(merge_by_replacing(word, merges[-1]), n) for word, n in words]
    return merges


def apply_by_rank(pretoken: bytes, merges: Merges) -> list[bytes]:
    """Another right way: again and again the pair that was learned first."""
    word = pairs.split_bytes(pretoken)
    while found := [pair for pair in pairwise(word) if pair in merges]:
        word = merge_by_replacing(word, min(found, key=merges.index))
    return word


def split_by_brackets(text: str, tokens: list[str]) -> list[str]:
    """Another right way: the package's own splitter, empty pieces added."""
    pieces = special_tokens.split_on_special(text.encode(), tokens)
    return ["", *(piece.decode() for _, piece, is_special in pieces if not is_special), ""]


def save_latin1(path: Path, vocabulary: Vocab, merges: Merges) -> None:
    """Another right way: every byte as the character of the same number, escaped."""
    document = {
        "vocab": {i: token.decode("latin-1") for i, token in vocabulary.items()},
        "merges": [[half.decode("latin-1") for half in pair] for pair in merges],
    }
    path.write_text(yaml.safe_dump(document), encoding="utf-8")


def load_latin1(path: Path) -> tuple[Vocab, Merges]:
    """Read what `save_latin1` wrote."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    return (
        {i: token.encode("latin-1") for i, token in document["vocab"].items()},
        [(left.encode("latin-1"), right.encode("latin-1")) for left, right in document["merges"]],
    )


RIGHT: list[tuple[str, Function]] = [
    ("split_words", lambda text: [m.group() for m in regex.finditer(r"(?s) ?\p{L}+|.", text)]),
    ("count_pretokens", lambda text: Counter(s.encode() for s in regex.findall(GPT2, text))),
    ("base_vocab", vocab.base_vocab),
    ("count_pairs", pairs.count_pairs),
    ("count_pairs", count_by_index),
    ("best_pair", best_by_sorting),
    ("merge_word", pairs.merge_word),
    ("merge_word", merge_by_replacing),
    ("learn_merges", learn_by_loop),
    ("apply_merges", apply_by_rank),
    ("split_on_special", split_by_brackets),
    ("train_bpe", partial(train.train_bpe, trainer="naive")),
    ("train_bpe", train.train_bpe),
]


def wrong_training(
    *,
    read: Callable[[Path], str] = lambda path: path.read_bytes().decode(),
    split: Callable[[str, list[str]], list[str]] = split_by_brackets,
    as_bytes: Callable[[str], bytes] = str.encode,
    specials_first: bool = False,
) -> Function:
    """A whole training with one part exchanged."""

    def train_bpe(path: str | Path, vocab_size: int, tokens: list[str]) -> tuple[Vocab, Merges]:
        counts: Counter[bytes] = Counter()
        for text in split(read(Path(path)), tokens):
            counts.update(as_bytes(pretoken) for pretoken in pretokenize.pretokenize(text))
        merges = learn_by_loop(counts, vocab_size - len(vocab.base_vocab(tokens)))
        vocabulary = vocab.build_vocab(merges, tokens)
        if specials_first:
            specials = [token.encode() for token in tokens]
            ordered = sorted(vocabulary.values(), key=lambda token: token not in specials)
            vocabulary = dict(enumerate(ordered))
        return vocabulary, merges

    return train_bpe


# Another order of the ids is no mistake, nor is text mode, which makes \n of \r\n.
RIGHT.append(("train_bpe", wrong_training(specials_first=True)))
RIGHT.append(("train_bpe", wrong_training(read=Path.read_text)))


def best_as_text(errors: str) -> Function:
    """Ties settled on text, which bytes need not be."""

    def best(counts: dict[Pair, int]) -> Pair:
        return max(
            counts, key=lambda pair: (counts[pair], [half.decode("utf-8", errors) for half in pair])
        )

    return best


def train_on_paths_only(path: Path, vocab_size: int, tokens: list[str]) -> tuple[Vocab, Merges]:
    """Takes it for granted that the path is a `Path`."""
    path.read_bytes()
    return train.train_bpe(path, vocab_size, tokens)


def train_with_open(path: str | Path, vocab_size: int, tokens: list[str]) -> tuple[Vocab, Merges]:
    """Another right way: `open` takes both kinds of paths."""
    with open(path, encoding="utf-8", newline="") as file:
        content = file.read()
    learned = wrong_training(read=lambda _: content)(Path(path), vocab_size, tokens)
    return learned[0], learned[1]


RIGHT.append(("train_bpe", train_with_open))

WRONG: list[Any] = [
    ("best_pair", best_as_text("replace"), r"{(b'a', b'\x80'): 1, (b'a', b'\x81'): 1}"),
    ("best_pair", best_as_text("ignore"), r"b'\xc3', b'\xa9'"),
    ("best_pair", best_as_text("backslashreplace"), r"{(b'a', b'\x80'): 1, (b'a', b'z'): 1}"),
    ("best_pair", best_as_text("surrogateescape"), r"(b'\xc3\xa9', b'a'): 1"),
    ("best_pair", lambda counts: max(counts, key=lambda pair: (counts[pair], str(pair))), "b'z'"),
    ("train_bpe", train_on_paths_only, "('corpus.txt', 258, ['<|endoftext|>'])"),
    ("split_words", lambda text: regex.findall(r" ?\p{L}+|.", text), r"('\n')"),
    ("split_words", lambda text: regex.findall(r"(?s) ?[a-z]+|.", text), "('éa')"),
    ("split_words", lambda text: regex.findall(r"(?s) ?\w+|.", text), "('a7')"),
    ("split_words", lambda text: text.split(" "), "('')"),
    ("count_pretokens", lambda text: Counter(regex.findall(GPT2, text)), "('a')"),
    ("count_pretokens", lambda text: Counter(text.encode().split()), "('a a')"),
    ("base_vocab", lambda tokens: {i: chr(i).encode() for i in range(256)}, "([])"),
    ("base_vocab", lambda tokens: {i: bytes(i) for i in range(256)}, "([])"),
    (
        "base_vocab",
        lambda tokens: dict(enumerate([*vocab.base_vocab([]).values(), *map(str.encode, tokens)])),
        "(['<s>', '<s>'])",
    ),
    (
        "count_pairs",
        lambda words: Counter(pair for word, _ in words for pair in pairwise(word)),
        "([([b'a', b'b'], 2)])",
    ),
    (
        "count_pairs",
        lambda words: {pair: n for word, n in words for pair in pairwise(word)},
        "([([b'a', b'a', b'a'], 1)])",
    ),
    ("best_pair", lambda counts: max(counts, key=counts.get), "(b'c', b'd'): 1})"),
    (
        "best_pair",
        lambda counts: max(counts, key=lambda pair: (counts[pair], b"".join(pair))),
        "(b'B', b'ZZ'): 4",
    ),
    (
        "best_pair",
        lambda counts: max(counts, key=lambda pair: (counts[pair], len(b"".join(pair)), pair)),
        "(b'b', b'a'): 4",
    ),
    (
        "merge_word",
        lambda word, pair: b" ".join(word).replace(b" ".join(pair), b"".join(pair)).split(b" "),
        "([], (b'a', b'b'))",
    ),
    (
        "merge_word",
        lambda word, pair: (
            [b"".join(word)] if b"".join(pair) == b"".join(word) else pairs.merge_word(word, pair)
        ),
        "([b'ab', b'c'], (b'a', b'bc'))",
    ),
    ("merge_word", lambda word, pair: word.append(b"") or word, "([], (b'a', b'b'))"),
    (
        "learn_merges",
        lambda counts, n: [best_by_sorting(count_by_index([])) for _ in range(n)],
        "({b'ab': 1}, 1)",
    ),
    (
        "apply_merges",
        lambda pretoken, merges: apply_by_rank(pretoken, merges[::-1]),
        "(b'abc', [(b'b', b'c'), (b'a', b'b')])",
    ),
    (
        "split_on_special",
        lambda text, tokens: re.split("|".join(tokens), text) if tokens else [text],
        "('ab.c', ['.'])",
    ),
    (
        "split_on_special",
        lambda text, tokens: re.split("|".join(map(re.escape, tokens)), text) if tokens else [text],
        "('a<e>xb', ['<e>', '<e>x'])",
    ),
    (
        "split_on_special",
        lambda text, tokens: re.split(
            "|".join(map(re.escape, sorted(tokens, key=len)[::-1])), text
        ),
        "('ab', [])",
    ),
    ("train_bpe", wrong_training(split=lambda text, tokens: [text]), "specials-as-text"),
    (
        "train_bpe",
        wrong_training(split=lambda text, tokens: ["".join(split_by_brackets(text, tokens))]),
        "specials-removed",
    ),
    pytest.param(
        "train_bpe",
        wrong_training(as_bytes=lambda text: text.encode("ascii", "ignore")),
        r"<a file that holds b'\xc3\xa9'>",
        marks=pytest.mark.slow,  # it has no name: all are tried
    ),
]


class TestExercises(ExerciseTests):
    """What every exercise must do."""

    exercises, right, wrong = EXERCISES, RIGHT, WRONG


def test_of_many_wrong_tokens_a_message_lists_a_few() -> None:
    """Characters in the place of bytes: half the vocabulary is wrong, and ten tokens say so."""
    with pytest.raises(CheckFailed) as failed:
        checks.base_vocab(lambda tokens: {i: chr(i).encode() for i in range(256)})

    assert failed.value.got.startswith("128 single bytes in their places and {128: b'\\xc2\\x80', ")
    assert failed.value.got.endswith(" and 118 more")


def test_swapped_results_are_called_swapped() -> None:
    """Who returns (merges, vocab) need not guess from two dumps which is which."""
    with pytest.raises(CheckFailed, match="the two results swapped, merges before vocab"):
        checks.train_bpe(lambda path, size, tokens: train.train_bpe(path, size, tokens)[::-1])


def test_two_ways_to_save_and_load_pass(
    solutions: dict[str, Function], capsys: pytest.CaptureFixture[str]
) -> None:
    """Text and lists of bytes, or Latin-1 with escapes: both keep every byte."""
    checks.save_load(solutions["my_save"], solutions["my_load"])
    checks.save_load(save_latin1, load_latin1)

    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("my_save and my_load: all ")
    assert second.startswith("save_latin1 and load_latin1: all ")


def test_save_and_load_are_attempted_only_when_both_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With one of the two still a stub there is nothing to check."""

    def my_load(path: Path) -> tuple[Vocab, Merges]:
        raise NotImplementedError

    checks.save_load(save_latin1, my_load)

    assert capsys.readouterr().out == "save_latin1 and my_load: not attempted yet\n"


def save_with_raw_line_ends(path: Path, vocabulary: Vocab, merges: Merges) -> None:
    """The Latin-1 way with `allow_unicode`: U+0085 stands raw in the file."""
    document = {
        "vocab": {i: token.decode("latin-1") for i, token in vocabulary.items()},
        "merges": [[half.decode("latin-1") for half in pair] for pair in merges],
    }
    path.write_text(yaml.safe_dump(document, allow_unicode=True), encoding="utf-8")


def save_replaced(path: Path, vocabulary: Vocab, merges: Merges) -> None:
    """Bytes that are no text become U+FFFD."""
    document = {"vocab": {i: t.decode("utf-8", "replace") for i, t in vocabulary.items()}}
    path.write_text(yaml.safe_dump({**document, "merges": []}), encoding="utf-8")


def load_text(path: Path) -> tuple[Vocab, Merges]:
    """Read text tokens and no merges."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {i: token.encode() for i, token in document["vocab"].items()}, document["merges"]


def save_tuples(path: Path, vocabulary: Vocab, merges: Merges) -> None:
    """Tuples get a tag that only an unsafe loader reads."""
    path.write_text(yaml.dump({"vocab": vocabulary, "merges": merges}), encoding="utf-8")


def load_tuples(path: Path) -> tuple[Vocab, Merges]:
    """Read what `save_tuples` wrote, with a loader that runs code from the file."""
    document = yaml.unsafe_load(path.read_text(encoding="utf-8"))
    return document["vocab"], document["merges"]


@pytest.mark.parametrize(
    ("save", "load", "smallest"),
    [
        (save_replaced, load_text, r"{0: b'\x85'}, merges []"),
        (save_with_raw_line_ends, load_latin1, r"{0: b'\x85'}, merges []"),
        (save_tuples, load_tuples, "vocab {}, merges [(b'a', b'b')]"),
        (save_replaced, load_latin1, r"{0: b'\x85'}, merges []"),
    ],
)
def test_a_save_that_loses_something_sees_what(
    save: Function, load: Function, smallest: str
) -> None:
    """The three published faults of YAML vocabularies are caught at their smallest input."""
    with pytest.raises(CheckFailed) as failed:
        checks.save_load(save, load)

    assert smallest in failed.value.call


def test_a_file_that_needs_an_unsafe_loader_is_named_as_such() -> None:
    """What yaml.safe_load cannot read is no file to give to anybody."""
    with pytest.raises(CheckFailed, match=r"yaml\.safe_load cannot read the file: .*python/tuple"):
        checks.save_load(save_tuples, load_tuples)


def test_an_error_is_told_with_the_learners_own_line() -> None:
    """Where a function fails inside a check's wrapper, the line shown is the learner's."""

    def my_train_bpe(path: Path, vocab_size: int, tokens: list[str]) -> tuple[Vocab, Merges]:
        return {}, [path / 0]  # type: ignore[operator]

    with pytest.raises(CheckFailed) as failed:
        checks.train_bpe(my_train_bpe)

    assert failed.value.got.startswith("TypeError: unsupported operand")
    assert "return {}, [path / 0]" in failed.value.got
