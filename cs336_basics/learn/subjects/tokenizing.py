"""`Tokenizer(vocab, merges, special_tokens)`: encode, encode_iterable and decode."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.cases import Decoding, Encoding, Streaming
from cs336_basics.learn.notes import Notes
from cs336_basics.learn.outcome import ArgumentsChanged, ShapeError
from cs336_basics.learn.recipe import Recipe
from cs336_basics.learn.shapes import brief, to_ids
from cs336_basics.learn.subjects import _draws as draws
from cs336_basics.learn.subjects._first_difference import first_difference
from cs336_basics.learn.subjects._material import LINES, stories
from cs336_basics.learn.subjects._subject import Code, Graded, Subject
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.vocab import build_vocab

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Coding = Encoding | Streaming | Decoding


class RecipeTokenizer:
    """A tokenizer that encodes and decodes with the parts of a recipe."""

    def __init__(
        self, recipe: Recipe, vocab: Vocab, merges: Merges, specials: Iterable[str] | None
    ) -> None:
        self.recipe, self.merges = recipe, merges
        named = recipe.omitted() if specials is None else list(specials)
        self.vocab, self.specials = recipe.append(recipe.known(vocab), named)

    def encode(self, text: str) -> list[int]:
        """Turn text into ids."""
        return self.recipe.encode(text, self.vocab, self.merges, self.specials)

    def encode_iterable(self, chunks: Iterable[str]) -> Iterator[int]:
        """Turn a stream of text into ids."""
        return self.recipe.stream(self.encode, chunks, self.specials)

    def decode(self, ids: Iterable[int]) -> str:
        """Turn ids into text."""
        return self.recipe.decode([self.vocab[token_id] for token_id in ids], self.specials)


class TokenizerSubject(Subject):
    """A tokenizer class, or a function that makes one: the assignment's problem tokenizer."""

    name: ClassVar[str] = "tokenizer"
    case_types: ClassVar[tuple[type, ...]] = (Encoding, Streaming, Decoding)

    def ask(self, code: Code, case: Coding, notes: Notes) -> list[int] | str:
        """Build the tokenizer and call the method of the case."""
        vocab, merges, specials = case.vocab, list(case.merges), list(case.special_tokens)
        given = dict(vocab), list(merges), list(specials)
        tokenizer = code(vocab, merges, specials)
        answer = _call(tokenizer, case, notes)
        for what, changed in (
            ("vocab", vocab != given[0]),
            ("merges", merges != given[1]),
            ("special_tokens", specials != given[2]),
        ):
            if changed:
                raise ArgumentsChanged(f"{what}: a copy of your own may be changed, this may not")
        return answer

    def expected(self, case: Coding) -> list[int] | str:
        """By the package."""
        tokenizer = Tokenizer(case.vocab, case.merges, case.special_tokens)
        return _call(tokenizer, case, Notes())

    def by(self, recipe: Recipe, case: Coding) -> list[int] | str:
        """By a tokenizer of the recipe's parts."""
        return _call(self.code(recipe)(case.vocab, case.merges, case.special_tokens), case, Notes())

    def code(self, recipe: Recipe) -> Code:
        """A function that makes a tokenizer."""

        def make(
            vocab: Vocab, merges: Merges, special_tokens: Iterable[str] | None = None
        ) -> RecipeTokenizer:
            return RecipeTokenizer(recipe, vocab, merges, special_tokens)

        return make

    def graded(self, seed: int) -> Graded:
        """Encoding first, then decoding, then streams."""
        draw = random.Random(seed)
        return [*_encodings(draw, seed), *_decodings(draw), *_streams(draw)]

    def smaller(self, case: Coding) -> SearchStrategy[Any]:
        """Shorter texts of the same pieces, and fewer merges."""
        from hypothesis import strategies as st

        if isinstance(case, Decoding):
            ids = st.lists(st.sampled_from(sorted(set(case.ids)) or [97]), max_size=8).map(tuple)
            return ids.map(lambda some: case._replace(ids=some))
        text = case.text if isinstance(case, Encoding) else "".join(case.chunks)
        pieces = [*sorted(set(text))[:12], *case.special_tokens] or ["a"]
        texts = st.lists(st.sampled_from(pieces), max_size=8).map("".join)
        if isinstance(case, Encoding):
            return texts.map(lambda some: case._replace(text=some))
        some_chunks = st.lists(texts, max_size=3).map(tuple)
        return some_chunks.map(lambda chunks: case._replace(chunks=chunks))

    def size(self, case: Coding) -> int:
        """What is to be encoded or decoded, and what the tokenizer holds."""
        holds = len(case.merges) + sum(map(len, case.special_tokens))
        if isinstance(case, Decoding):
            return 3 * len(case.ids) + holds
        if isinstance(case, Encoding):
            odd = 5 if case.ids is not None else 0
            return 3 * len(case.text) + holds + odd
        return 3 * len("".join(case.chunks)) + holds + len(case.chunks)

    def call(self, name: str, case: Coding) -> str:
        """The tokenizer in one line, the method in the next."""
        method, argument = _method(case)
        vocab = "vocab"
        if isinstance(case, Encoding) and case.ids is not None:
            vocab = repr(case.ids) if len(case.ids) < 20 else "<a vocabulary with ids in any order>"
        merges = repr(case.merges) if len(case.merges) < 12 else f"<{len(case.merges)} merges>"
        return (
            f"{name}({vocab}, {merges}, {list(case.special_tokens)})\n"
            f".{method}({brief(argument, 200)})"
        )

    def method(self, case: Coding) -> str:
        """Which of the three methods the case calls."""
        return _method(case)[0]

    def evidence(self, case: Coding, expected: Any, got: Any) -> list[str]:
        """The first id that differs, with the tokens, and the pre-token it is in."""
        if isinstance(expected, str) or not isinstance(got, list):
            return []
        place = first_difference(expected, got)
        if place is None:
            return []
        vocab = Tokenizer(case.vocab, [], case.special_tokens).vocab
        right, given = ([*ids, None][place] for ids in (expected, got))
        before = b"".join(vocab[each] for each in expected[:place])
        lines = [
            f"the first difference is id {place}: right is {_token(right, vocab)}, "
            f"yours is {_token(given, vocab)}"
        ]
        if before:
            lines.append(f"it stands behind {before[-20:]!r}")
        if isinstance(case, Streaming):
            lines.append(f"right are the ids of the whole text {brief(''.join(case.chunks))}")
        return lines


class Encode(TokenizerSubject):
    """A tokenizer without special tokens, asked to encode alone."""

    name = "encode"
    sees_as = "tokenizer"
    case_types = (Encoding,)

    def graded(self, seed: int) -> Graded:
        """Texts without special tokens."""
        grades = _encodings(random.Random(seed), seed)
        return [
            (grade, [case for case in cases if not case.special_tokens]) for grade, cases in grades
        ]


class EncodeIterable(TokenizerSubject):
    """A tokenizer, asked for streams alone."""

    name = "encode_iterable"
    case_types = (Streaming,)

    def graded(self, seed: int) -> Graded:
        """Streams alone."""
        return _streams(random.Random(seed))


class Decode(TokenizerSubject):
    """A tokenizer, asked to decode alone."""

    name = "decode"
    case_types = (Decoding,)

    def graded(self, seed: int) -> Graded:
        """Ids alone."""
        return _decodings(random.Random(seed))


def _method(case: Coding) -> tuple[str, Any]:
    if isinstance(case, Encoding):
        return "encode", case.text
    if isinstance(case, Streaming):
        return "encode_iterable", list(case.chunks)
    return "decode", list(case.ids)


def _call(tokenizer: Any, case: Coding, notes: Notes) -> list[int] | str:
    method, argument = _method(case)
    if not hasattr(tokenizer, method):
        raise ShapeError(f"expected a tokenizer with a method {method}, got {brief(tokenizer)}")
    if method == "encode_iterable":
        given = iter(argument)  # a stream can be read once
        most = len("".join(argument).encode("utf-8")) + 1
        stream = getattr(tokenizer, method)(given)
        # A generator is what is asked for; a list is no mistake, but it saves no memory.
        if isinstance(stream, list):
            notes.add("encode_iterable returned a list, which holds the whole text in memory")
        return to_ids(list(islice(iter(stream), most)), notes)
    answer = getattr(tokenizer, method)(argument)
    if method == "encode":
        return to_ids(answer, notes)
    if isinstance(answer, bytes | bytearray):
        notes.add("decode returned bytes, which were decoded to text")
        return bytes(answer).decode("utf-8", "replace")
    if not isinstance(answer, str):
        raise ShapeError(f"expected text, got {brief(answer)}")
    return answer


def _token(token_id: int | None, vocab: Vocab) -> str:
    if token_id is None:
        return "none, the ids have ended"
    return f"{token_id} ({vocab.get(token_id, 'no token')!r})"


_HANDOUT_VOCAB: Vocab = dict(
    enumerate([b" ", b"a", b"c", b"e", b"h", b"t", b"th", b" c", b" a", b"the", b" at"])
)
_HANDOUT_MERGES: Merges = [
    (b"t", b"h"), (b" ", b"c"), (b" ", b"a"), (b"th", b"e"), (b" a", b"t")
]  # fmt: skip


def _encodings(draw: random.Random, seed: int) -> Graded:
    tiny, specials, scripts = [], [], []
    for _ in range(60):
        text = draws.draw_text(draw, ["a", "b", " "], 10)
        merges = draws.draw_merges(draw, text + draws.draw_text(draw, ["a", "b", " "], 12))
        ids = draws.shuffled(draw, merges, ()) if draw.random() < 0.4 else None
        tiny.append(Encoding(text, merges, (), ids))
    for _ in range(50):
        chosen = draws.draw_specials(draw, 3)
        text = draws.draw_text(draw, [*chosen, "a", "b", "e", "<", ">", "|", " "], 9)
        merges = draws.draw_merges(draw, text, specials=chosen)
        specials.append(Encoding(text, merges, chosen))
    for _ in range(60):
        text = draws.draw_text(draw, draws.LETTERS, 10)
        some_merges = draw.choice([draws.draw_merges, draws.draw_foreign_merges])
        scripts.append(Encoding(text, some_merges(draw, text)))
    scripts += [Encoding(line, draws.draw_merges(draw, line, 12)) for line in LINES]
    # A token that no merges lead to, and a special token that the vocabulary lacks.
    odd = [Encoding("ab", [], ids={0: b"a", 1: b"b", 2: b"ab"})]
    swapped = {0: b"a", 1: b"b", 2: b"c", 3: b"bc", 4: b"ab"}
    odd += [Encoding("abc", [(b"a", b"b"), (b"b", b"c")], (), swapped)]
    odd += [Encoding("bab", [], (), {0: b"a", 1: b"b", 2: b"ab", 3: b"ba"})]
    odd += [Encoding(f"'{letter}", [(b"'", letter.encode())]) for letter in "sS"]
    odd += [Encoding("a<e>", [], ("<e>",), {0: b"a", 1: b"<", 2: b"e", 3: b">"})]
    page = stories(1500, seed)
    trained = draws.draw_merges(draw, page, 60)
    return [
        ("worked example", [Encoding("the cat ate", _HANDOUT_MERGES, (), _HANDOUT_VOCAB)]),
        ("the smallest texts", [Encoding("", []), Encoding("a", []), Encoding("é", [])]),
        ("ids of other files", odd),
        ("tiny alphabets", sorted(tiny, key=_size)),
        ("special tokens", sorted(specials, key=_size)),
        ("other scripts", sorted(scripts, key=_size)),
        ("a page of a story", [Encoding(page, trained)] if page else []),
    ]


def _decodings(draw: random.Random) -> Graded:
    fixed = [
        Decoding(()),
        Decoding((97,)),
        Decoding((32, 97, 10)),
        Decoding((0x80,)),
        Decoding((0xC3, 0xA9)),
        Decoding((97, 0xE7, 0x89, 98)),
        Decoding((0xEF, 0xBB, 0xBF, 101, 0xCC, 0x81)),  # a byte order mark, an accent apart
        Decoding((97, 256, 98), special_tokens=("<e>",)),
    ]
    some = []
    for _ in range(30):
        text = draws.draw_text(draw, draws.LETTERS, 8)
        chosen = draws.draw_specials(draw, 2)
        merges = draws.draw_merges(draw, text, specials=chosen)
        there = [*text.encode("utf-8"), *build_vocab(merges, chosen)][-12:]
        some.append(Decoding(tuple(draw.choices(there, k=draw.randint(1, 6))), merges, chosen))
    return [("decoding", sorted([*fixed, *some], key=_size))]


def _streams(draw: random.Random) -> Graded:
    fixed = [
        Streaming((), []),
        Streaming(("a",), []),
        Streaming(("a", "b"), [(b"a", b"b")]),
        Streaming(("a", ""), []),
        Streaming(("x\n", "\n"), [(b"\n", b"\n")]),
        Streaming(("'l", "l"), [(b"'", b"l"), (b"'l", b"l")]),
        Streaming(("a<", "e>b"), [], ("<e>",)),
        Streaming(("a b",), [], ("a b",)),
        Streaming(("<e>", "<e>"), [], ("<e>", "<e><e>")),
    ]
    some = []
    for _ in range(90):
        chosen = draws.draw_specials(draw, 2)
        text = draws.draw_text(draw, [*chosen, *draws.LETTERS], 10)
        merges = draws.draw_merges(draw, text, specials=chosen)
        some.append(Streaming(draws.draw_chunks(draw, text), merges, chosen))
    return [("streams", sorted([*fixed, *some], key=_size))]


def _size(case: Coding) -> int:
    return TokenizerSubject().size(case)
