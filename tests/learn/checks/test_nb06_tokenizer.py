"""Checks of notebooks 06 and 07: they take every right answer, and show a wrong one its input."""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest

from cs336_basics import merge_ranks, pairs
from cs336_basics.datatypes import Merges, Pair, Vocab
from cs336_basics.learn import checks
from cs336_basics.learn.checks import CheckFailed
from cs336_basics.learn.checks.nb06_tokenizer import CAT_MERGES, CAT_VOCAB
from cs336_basics.measure import experiments
from cs336_basics.storage import yaml_file
from cs336_basics.storage.byte_map import BYTE_TO_CHARACTER, from_printable, to_printable
from cs336_basics.text import pretokenize
from cs336_basics.text.safe_cuts import SafeCuts
from cs336_basics.tokenizer import Tokenizer
from tests.learn.checks.exercises import ExerciseTests

Function = Callable[..., Any]

EXERCISES: dict[str, Function] = {
    "merge_by_rank": checks.merge_by_rank,
    "encode": checks.encode,
    "decode": checks.decode,
    "decode_iterable": checks.decode_iterable,
    "split_keep_special": checks.split_keep_special,
    "last_safe_cut": checks.last_safe_cut,
    "byte_map": checks.byte_map,
    "Tokenizer": checks.tokenizer,
    "compression_ratio": checks.compression_ratio,
    "longest_token": checks.longest_token,
    "only_in": checks.only_in,
    "pile_days": checks.pile_days,
    "narrowest_dtype": checks.narrowest_dtype,
    "split_documents": checks.split_documents,
}


@pytest.fixture(scope="module")
def solutions(root: Path) -> dict[str, Any]:
    """What the solutions of both notebooks define."""
    folder = root / "notebooks" / "solutions"
    names = ("06_tokenizer", "07_experiments")
    return {
        name: value
        for file in names
        for name, value in runpy.run_path(str(folder / f"{file}.py")).items()
    }


def all_merges_in_order(pretoken: bytes, ranks: dict[Pair, int]) -> list[bytes]:
    """Another right way: try every merge, in the order of the ranks."""
    word = pairs.split_bytes(pretoken)
    for pair in sorted(ranks, key=ranks.__getitem__):
        word = pairs.merge_word(word, pair)
    return word


def by_smallest_id(text: str, vocab: Vocab, merges: Merges) -> list[int]:
    """A mistake: join what is a token, the smallest id first."""
    ids = {token: token_id for token_id, token in vocab.items()}
    result = []
    for pretoken in pretokenize.pretokenize(text):
        word = pairs.split_bytes(pretoken.encode())
        while found := [(ids[a + b], i) for i, (a, b) in enumerate(pairwise(word)) if a + b in ids]:
            _, i = min(found)
            word[i : i + 2] = [word[i] + word[i + 1]]
        result += [ids[token] for token in word]
    return result


def without_pretokens(text: str, vocab: Vocab, merges: Merges) -> list[int]:
    """A mistake: merges run through the whole text."""
    ids = {token: token_id for token_id, token in vocab.items()}
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    return [ids[token] for token in merge_ranks.merge_by_rank(text.encode(), ranks)]


def stream_by_id(ids: Iterable[int], vocab: Vocab) -> Iterator[str]:
    """A mistake: every id is decoded alone."""
    for token_id in ids:
        yield vocab[token_id].decode(errors="replace")


def stream_at_the_end(ids: Iterable[int], vocab: Vocab) -> Iterator[str]:
    """A mistake: nothing comes out before everything is in."""
    yield b"".join(vocab[token_id] for token_id in ids).decode(errors="replace")


def stream_when_nothing_is_left(ids: Iterable[int], vocab: Vocab) -> Iterator[str]:
    """A mistake: a whole character waits for the half one behind it."""
    held = b""
    for token_id in ids:
        held += vocab[token_id]
        try:
            yield held.decode()
        except UnicodeDecodeError:
            continue
        held = b""
    yield held.decode(errors="replace")


def stream_up_to_the_trouble(ids: Iterable[int], vocab: Vocab) -> Iterator[str]:
    """A mistake: a bad byte holds up all that follows."""
    held = b""
    for token_id in ids:
        held += vocab[token_id]
        try:
            text = held.decode()
        except UnicodeDecodeError as error:
            text = held[: error.start].decode()
        yield text
        held = held[len(text.encode()) :]
    yield held.decode(errors="replace")


def map_by_offset() -> dict[int, str]:
    """A mistake: what does not print is shifted by 256."""
    return {
        byte: character if ord(character) < 256 else chr(256 + byte)
        for byte, character in enumerate(BYTE_TO_CHARACTER)
    }


class Package(Tokenizer):
    """The package's own tokenizer: what every wrong one below changes one thing of."""

    @classmethod
    def from_files(cls, *paths: Any, **options: Any) -> Self:
        """Read GPT-2's files, as an object of this very class."""
        data = Tokenizer.from_files(*paths, **options).data
        return cls(data.vocab, data.merges, data.special_tokens)


class ChunkByChunk(Package):
    """A mistake: every chunk is encoded alone."""

    def encode_iterable(self, chunks: Iterable[str], **_: Any) -> Iterator[int]:
        """Encode chunk by chunk."""
        for chunk in chunks:
            yield from self.encode(chunk)


class LineByLine(Package):
    """A mistake: chunks are put together to lines, and every line is encoded alone."""

    def encode_iterable(self, chunks: Iterable[str], **_: Any) -> Iterator[int]:
        """Encode line by line."""
        for line in "".join(chunks).splitlines(keepends=True):
            yield from self.encode(line)


class HoldsOnePretoken(Package):
    """A mistake: only the last pre-token is held back."""

    def encode_iterable(self, chunks: Iterable[str], **_: Any) -> Iterator[int]:
        """Encode all but the last pre-token."""
        held = ""
        for chunk in chunks:
            *done, held = pretokenize.pretokenize(held + chunk) or [""]
            yield from self.encode("".join(done))
        yield from self.encode(held)


class ForgetsSpecialsInStreams(Package):
    """A mistake: a stream is cut before white space, also inside a special token."""

    def encode_iterable(self, chunks: Iterable[str], **_: Any) -> Iterator[int]:
        """Encode up to the last safe cut of the pattern alone."""
        held = ""
        for chunk in chunks:
            held += chunk
            cut = SafeCuts("gpt2", []).last(held.encode()) or 0
            yield from self.encode(held.encode()[:cut].decode())
            held = held.encode()[cut:].decode()
        yield from self.encode(held)


class DecodesAlone(Package):
    """A mistake: every id is decoded alone."""

    def decode(self, ids: Iterable[int], errors: str = "replace") -> str:
        """Join the texts of the tokens."""
        return "".join(self.vocab[token_id].decode(errors=errors) for token_id in ids)


class ShortestSpecialFirst(Package):
    """A mistake: special tokens are tried in the order given."""

    def encode(self, text: str, **_: Any) -> list[int]:
        """Cut at the first special token that fits."""
        ids: list[int] = []
        pattern = "|".join(map(re.escape, self.special_tokens)) or "$^"
        for piece in re.split(f"({pattern})", text):
            ids += super().encode(piece)
        return ids


class ReadsYamlOnly(Package):
    """A mistake: `from_files` is there, and knows no files of GPT-2."""

    @classmethod
    def from_files(cls, *paths: Any, **options: Any) -> Self:
        """Read the form that this package saves."""
        data = yaml_file.loads(Path(paths[0]).read_bytes())
        return cls(data.vocab, data.merges, data.special_tokens)


class ChangesTheVocab(Package):
    """Another right way: special tokens are added to the caller's own vocabulary."""

    def __init__(self, vocab: Vocab, merges: Merges, special_tokens: Any = None) -> None:
        super().__init__(vocab, merges, special_tokens)
        vocab.update(self.vocab)


RIGHT: list[tuple[str, Function]] = [
    ("merge_by_rank", merge_ranks.merge_by_rank),
    ("merge_by_rank", merge_ranks.merge_long),
    ("merge_by_rank", all_merges_in_order),
    ("encode", lambda text, vocab, merges: Tokenizer(vocab, merges).encode(text)),
    ("decode", lambda ids, vocab: Tokenizer(vocab, []).decode(ids)),
    ("decode_iterable", lambda ids, vocab: Tokenizer(vocab, []).decode_iterable(ids)),
    ("last_safe_cut", lambda text: len(text.encode()[: _cut(text)].decode())),
    ("byte_map", lambda: dict(enumerate(BYTE_TO_CHARACTER))),
    ("Tokenizer", Package),
    ("Tokenizer", ChangesTheVocab),
    ("compression_ratio", experiments.bytes_per_token),
    ("only_in", experiments.only_in),
    ("narrowest_dtype", lambda vocab: "uint32" if max(vocab) > 65_535 else "uint16"),
    (
        "split_documents",
        lambda ids, end: [
            part[part != end]
            for part in np.split(ids, np.flatnonzero(ids == end))
            if (part != end).any()
        ],
    ),
]


def _cut(text: str) -> int:
    return SafeCuts("gpt2", []).last(text.encode()) or 0


def split_by_an_empty_pattern(text: str, tokens: list[str]) -> list[str]:
    """Forgets the empty list: a pattern of nothing fits everywhere."""
    longest_first = sorted(map(re.escape, tokens), key=len, reverse=True)
    return [piece for piece in re.split(f"({'|'.join(longest_first)})", text) if piece]


def split_into_words(text: str, tokens: list[str]) -> list[str]:
    """Without special tokens it cuts at white space."""
    return split_by_an_empty_pattern(text, tokens) if tokens else text.split(" ") if text else []


def split_by_finding(text: str, tokens: list[str]) -> list[str]:
    """Another right way: look for the next special token, the longest of those that start there."""
    pieces = [""]
    while text:
        here = [token for token in tokens if text.startswith(token)]
        if here:
            longest = max(here, key=len)
            pieces += [longest, ""]
            text = text[len(longest) :]
        else:
            pieces[-1] += text[0]
            text = text[1:]
    return [piece for piece in pieces if piece]


def split_by_finditer(text: str, tokens: list[str]) -> list[str]:
    """Another right way: a match that fits nowhere stands for no special token."""
    longest_first = sorted(map(re.escape, tokens), key=len, reverse=True)
    pieces, start = [], 0
    for match in re.finditer("|".join(longest_first) or "(?!)", text):
        pieces += [text[start : match.start()], match.group()]
        start = match.end()
    return [piece for piece in (*pieces, text[start:]) if piece]


RIGHT += [("split_keep_special", split_by_finding), ("split_keep_special", split_by_finditer)]

WRONG: list[Any] = [
    ("merge_by_rank", lambda word, ranks: pairs.split_bytes(word), "(b'ab', {(b'a', b'b'): 0})"),
    ("merge_by_rank", lambda word, ranks: _first_pair(word, ranks), "(b'abc', {(b'b', b'c'): 0"),
    ("encode", by_smallest_id, "('a a'"),
    ("encode", without_pretokens, "('a a'"),
    (
        "encode",
        lambda text, vocab, merges: [list(vocab).index(97) for _ in text],
        "('a', {7: b'a'}, [])",
    ),
    ("decode", lambda ids, vocab: "".join(stream_by_id(ids, vocab)), "([0, 1, 2]"),
    ("decode", lambda ids, vocab: b"".join(vocab[i] for i in ids).decode(), "([0], "),
    ("decode_iterable", stream_by_id, "([1, 2, 3]"),
    ("decode_iterable", stream_at_the_end, "([0, 0]"),
    ("decode_iterable", stream_when_nothing_is_left, r"([0, 1], {0: b'a\xe7'"),
    ("decode_iterable", stream_up_to_the_trouble, "([1, 0, 0]"),
    (
        "split_keep_special",
        lambda text, tokens: re.split(f"({'|'.join(tokens)})", text) if tokens else [text],
        "('', [])",
    ),
    (
        "split_keep_special",
        lambda text, tokens: _pieces(text, map(re.escape, tokens)),
        "('a<e>xb', ['<e>', '<e>x'])",
    ),
    ("split_keep_special", lambda text, tokens: _pieces(text, tokens[::-1]), "('ab.c', ['.'])"),
    ("split_keep_special", split_by_an_empty_pattern, "('ab', [])"),
    ("split_keep_special", split_into_words, r"('a b\nc', [])"),
    ("last_safe_cut", lambda text: text.rfind(" ") if " " in text else 0, "('a  b')"),
    ("last_safe_cut", lambda text: len(text) - len(text.split(" ")[-1]), "(' ')"),
    ("last_safe_cut", lambda text: _before_white(text, str.isspace), r"('!\x1cb')"),
    ("byte_map", map_by_offset, "map_by_offset(127)"),
    ("Tokenizer", ChunkByChunk, "streaming-each-chunk"),
    ("Tokenizer", HoldsOnePretoken, "streaming-last-pretoken"),
    ("Tokenizer", ForgetsSpecialsInStreams, "streaming-last-space"),
    ("Tokenizer", DecodesAlone, "decoding-each-token"),
    ("Tokenizer", ReadsYamlOnly, ".from_files('vocab.json', 'merges.txt', ['<e>'])"),
    # These two have no name: all are tried.
    pytest.param("Tokenizer", LineByLine, ".encode_iterable(", marks=pytest.mark.slow),
    pytest.param("Tokenizer", ShortestSpecialFirst, ".encode('<e", marks=pytest.mark.slow),
    (
        "compression_ratio",
        lambda tokenizer, texts: sum(map(len, texts)) / sum(map(len, map(tokenizer.encode, texts))),
        "(<tokenizer of the ox>, ['牛'])",
    ),
    (
        "compression_ratio",
        lambda t, texts: float(np.mean([experiments.bytes_per_token(t, [x]) for x in texts])),
        "(<tokenizer of the cat>, ['a', 'thethe'])",
    ),
    ("longest_token", lambda vocab, tokens: max(vocab.values(), key=len), "['<e>']"),
    (
        "longest_token",
        lambda vocab, tokens: max(
            (t for t in vocab.values() if t.decode(errors="replace") not in tokens),
            key=lambda t: len(t.decode(errors="replace")),
        ),
        "b'abcd'",
    ),
    (
        "only_in",
        lambda vocab, other: [t for t in vocab.values() if t not in other.values()],
        "{5: b'b'}",
    ),
    ("only_in", lambda vocab, other: [t for i, t in vocab.items() if i not in other], "{7: b'a'}"),
    ("only_in", lambda vocab, other: sorted({*vocab.values()} - {*other.values()}), "{0: b'z'"),
    ("pile_days", lambda size, seconds: 825e9 / size / seconds / 86_400, "(825000000000, 86400.0)"),
    (
        "narrowest_dtype",
        lambda vocab: "uint16" if len(vocab) < 65_536 else "uint32",
        "({65536: b'a'})",
    ),
    ("narrowest_dtype", lambda vocab: "uint16" if max(vocab) < 65_535 else "uint32", "65535"),
    (
        "split_documents",
        lambda ids, end: np.split(ids, np.flatnonzero(ids == end)),
        "([], 9)",
    ),
]


def _first_pair(word: bytes, ranks: dict[Pair, int]) -> list[bytes]:
    """A mistake: the leftmost pair first, whatever its rank."""
    tokens = pairs.split_bytes(word)
    while places := [i for i, pair in enumerate(pairwise(tokens)) if pair in ranks]:
        tokens[places[0] : places[0] + 2] = [tokens[places[0]] + tokens[places[0] + 1]]
    return tokens


def _pieces(text: str, patterns: Iterable[str]) -> list[str]:
    pattern = "|".join(patterns)
    pieces = re.split(f"({pattern})", text) if pattern else [text]
    return [piece for piece in pieces if piece]


def _before_white(text: str, is_white: Callable[[str], bool]) -> int:
    places = range(1, len(text))
    return max((i for i in places if is_white(text[i]) and not is_white(text[i - 1])), default=0)


class TestExercises(ExerciseTests):
    """What every exercise must do."""

    exercises, right, wrong = EXERCISES, RIGHT, WRONG


def test_a_half_filled_class_is_not_attempted_yet(capsys: pytest.CaptureFixture[str]) -> None:
    """Who has written `encode` and not yet `decode` is told so, and not that it is wrong."""

    class Half(Package):
        def decode(self, ids: Iterable[int], errors: str = "replace") -> str:
            raise NotImplementedError

    checks.tokenizer(Half)

    assert capsys.readouterr().out.startswith("Half: not attempted yet: decode\n")


def save_plainly(vocab: Vocab, merges: Merges) -> tuple[str, str]:
    """GPT-2's two texts, without the header that some leave out."""
    keys = {to_printable(token): token_id for token_id, token in vocab.items()}
    return json.dumps(keys), "".join(
        f"{to_printable(left)} {to_printable(right)}\n" for left, right in merges
    )


def load_with(
    split_lines: Callable[[str], list[str]], is_comment: Callable[[str], bool]
) -> Function:
    """Make a reader of the two texts, with a way to find lines and to leave some out."""

    def load(vocab_json: str, merges_txt: str) -> tuple[Vocab, Merges]:
        vocab = {i: from_printable(key) for key, i in json.loads(vocab_json).items()}
        lines = [line for line in split_lines(merges_txt) if line and not is_comment(line)]
        halves = [line.split(" ") for line in lines]
        return vocab, [(from_printable(left), from_printable(right)) for left, right in halves]

    return load


def by_line_ends(text: str) -> list[str]:
    """Lines as the format means them."""
    return text.split("\n")


def is_version(line: str) -> bool:
    """The header, and nothing else that starts with #."""
    return line.startswith("#version")


def test_two_ways_to_write_the_files_pass(
    solutions: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """With a header or without one: both are read by others."""
    checks.gpt2_text(solutions["my_save_gpt2"], solutions["my_load_gpt2"])
    checks.gpt2_text(save_plainly, load_with(by_line_ends, is_version))

    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("my_save_gpt2 and my_load_gpt2: all ")
    assert second.startswith("save_plainly and load: all ")


@pytest.mark.parametrize(
    ("load", "smallest"),
    [
        (load_with(by_line_ends, lambda line: line.startswith("#")), "b'##'"),
        (load_with(by_line_ends, lambda line: False), "({0: b'a'}, [])"),
    ],
)
def test_a_reader_that_takes_merges_for_comments_is_refused(load: Function, smallest: str) -> None:
    """`# #` is a merge, `#version` is none."""
    with pytest.raises(CheckFailed) as failed:
        checks.gpt2_text(save_plainly, load)

    assert smallest in failed.value.call


def test_a_writer_of_numbers_to_tokens_is_refused() -> None:
    """{id: token} is what nobody else reads."""

    def save(vocab: Vocab, merges: Merges) -> tuple[str, str]:
        keys, lines = save_plainly(vocab, merges)
        return json.dumps({i: key for key, i in json.loads(keys).items()}), lines

    with pytest.raises(CheckFailed) as failed:
        checks.gpt2_text(save, load_with(by_line_ends, is_version))

    assert "{0: b'a'}" in failed.value.call


def test_the_cat_is_the_one_of_the_assignment() -> None:
    """The worked example of the assignment's section on encoding."""
    assert Tokenizer(CAT_VOCAB, CAT_MERGES).encode("the cat ate") == [9, 7, 1, 5, 10, 3]


def test_what_came_when_is_said_in_words() -> None:
    """Not as a dict that nobody explained."""
    with pytest.raises(CheckFailed) as failed:
        checks.decode_iterable(stream_at_the_end)

    assert failed.value.expected == "'a' after 1 id, 'a' after 2 ids"
    assert failed.value.got == "'aa' after 2 ids"


def test_bytes_are_shown_as_bytes() -> None:
    """Who forgets to decode sees the bytes, and nothing about a file."""
    with pytest.raises(CheckFailed) as failed:
        checks.decode(lambda ids, vocab: b"".join(vocab[i] for i in ids))

    assert failed.value.got == "b''"
