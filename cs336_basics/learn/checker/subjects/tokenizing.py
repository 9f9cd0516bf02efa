"""`Tokenizer(vocab, merges, special_tokens)`: encode, encode_iterable, decode and from_files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, ClassVar

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.checker.answers import brief, to_ids
from cs336_basics.learn.checker.cases import Decoding, Encoding, FromFiles, Lazy, Streaming
from cs336_basics.learn.checker.notes import Notes
from cs336_basics.learn.checker.outcome import ShapeError
from cs336_basics.learn.checker.subjects import _texts as texts
from cs336_basics.learn.checker.subjects._first_difference import first_difference
from cs336_basics.learn.checker.subjects._from_files import READS, reads_files
from cs336_basics.learn.checker.subjects._shorter import plainer, shorter
from cs336_basics.learn.checker.subjects._subject import Code, Corner, Graded, Subject
from cs336_basics.learn.mistakes.recipe import Recipe
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.vocab import NUM_BYTES

Coding = Encoding | Streaming | Lazy | Decoding | FromFiles

EARLY = "an id before the end of the stream"
"""What a long stream must give."""


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
    case_types: ClassVar[tuple[type, ...]] = (Encoding, Streaming, Lazy, Decoding, FromFiles)
    in_assignment = True

    def ask(self, code: Code, case: Coding, notes: Notes) -> list[int] | str:
        """Build the tokenizer and call the method of the case."""
        if isinstance(case, FromFiles):
            return reads_files(code, notes)
        vocab, merges, specials = _arguments(case)
        tokenizer = code(vocab, merges, specials)
        answer = _call(tokenizer, case, notes)
        if (vocab, merges, specials) != _arguments(case):
            notes.add("it changes the vocabulary or the lists that it is given, which is allowed")
        return answer

    def expected(self, case: Coding) -> list[int] | str:
        """By the package."""
        if isinstance(case, FromFiles):
            return READS
        return _call(Tokenizer(*_arguments(case)), case, Notes())

    def by(self, recipe: Recipe, case: Coding) -> list[int] | str:
        """By a tokenizer of the recipe's parts."""
        if isinstance(case, FromFiles):
            return READS
        return _call(self.code(recipe)(*_arguments(case)), case, Notes())

    def code(self, recipe: Recipe) -> Code:
        """A function that makes a tokenizer."""

        def make(
            vocab: Vocab, merges: Merges, special_tokens: Iterable[str] | None = None
        ) -> RecipeTokenizer:
            return RecipeTokenizer(recipe, vocab, merges, special_tokens)

        return make

    def kind(self, case: Coding) -> str:
        """What of the assignment's text the case is about, if its tests do not look there."""
        if isinstance(case, FromFiles):
            return "from-files"
        if isinstance(case, Lazy):
            return "lazy"
        if isinstance(case, Streaming):
            return "chunks"
        if isinstance(case, Decoding):
            return "" if _is_text(case) else "half-characters"
        if case.special_tokens is None:
            return "specials-none"
        held = set(case.vocab.values())
        if any(special.encode() not in held for special in case.special_tokens):
            return "specials-missing"
        if sorted(case.vocab) != list(range(len(case.vocab))):
            return "ids-with-gaps"
        made = {left + right for left, right in case.merges}
        unmade = held - made - {special.encode() for special in case.special_tokens}
        return "unreachable-tokens" if any(len(token) > 1 for token in unmade) else ""

    def open(self, case: Coding) -> str:
        """What the case would decide of all that is left open."""
        if isinstance(case, Decoding):
            return "" if all(each in case.vocab for each in case.ids) else "unknown-ids"
        text = _text(case)
        if any("\ud800" <= character <= "\udfff" for character in text):
            return "lone-surrogates"
        specials = getattr(case, "special_tokens", None) or ()
        return "specials-present-already" if len(set(specials)) < len(specials) else ""

    def corners(self) -> list[Corner]:
        """One case for each of them."""
        return [
            Corner("unknown-ids", Decoding((97, 300, 98))),
            Corner("lone-surrogates", Encoding("a\ud800b", [])),
        ]

    def tiny(self, specimen: Coding) -> Coding:
        """Three letters, by the same method."""
        if isinstance(specimen, Decoding):
            return Decoding((97, 98, 99))
        if isinstance(specimen, Encoding):
            return Encoding("abc", [])
        return Streaming(("abc",), [])

    def is_short(self, case: Coding) -> bool:
        """Whether slow code answers in time, too."""
        return not isinstance(case, Lazy | FromFiles) and len(_text(case)) <= 24

    def is_long(self, case: Coding) -> bool:
        """Streams that are longer than the buffers people choose are replayed once or twice."""
        return not isinstance(case, Lazy) and len(_text(case)) > 1000

    def same(self, case: Coding, one: Any, other: Any) -> bool:
        """Equal answers; a special token that was appended may have any id that was free."""
        if isinstance(case, Encoding) and self.kind(case) == "specials-missing":
            return _free_ids_alike(case.vocab, one) == _free_ids_alike(case.vocab, other)
        return bool(one == other)

    def graded(self, seed: int) -> Graded:
        """Encoding first, then decoding, then streams."""
        asked = [*texts.encodings(seed), *texts.decodings(seed), *texts.streams(seed)]
        return _judged(self, [*asked, ("from_files", [FromFiles()])])

    def simpler(self, case: Coding) -> Iterator[Coding]:
        """Shorter texts of the same pieces, and fewer merges."""
        if isinstance(case, Lazy | FromFiles):
            return
        specials = list(case.special_tokens or ())
        for i in range(len(specials)):
            yield case._replace(special_tokens=tuple(specials[:i] + specials[i + 1 :]))
        if isinstance(case, Decoding):
            for ids in shorter(case.ids):
                yield case._replace(ids=tuple(ids))
        elif isinstance(case, Encoding):
            for letters in (*shorter(case.text), *plainer(case.text, "ab")):
                yield case._replace(text="".join(letters))
            yield case._replace(ids=None)
        else:
            for chunks in shorter(case.chunks):
                yield case._replace(chunks=tuple(chunks))
            for i, chunk in enumerate(case.chunks):
                for letters in (*shorter(chunk), *plainer(chunk, "ab")):
                    some = "".join(letters)
                    yield case._replace(chunks=(*case.chunks[:i], some, *case.chunks[i + 1 :]))
        for merges in shorter(case.merges):
            if isinstance(case, Encoding) and case.ids is not None:
                break  # what the ids stand for would no longer be made
            yield case._replace(merges=merges)

    def size(self, case: Coding) -> int:
        """What is to be encoded or decoded, and what the tokenizer holds."""
        if isinstance(case, Lazy | FromFiles):
            return 100
        holds = len(case.merges) + sum(map(len, case.special_tokens or ()))
        holds += 20 * ("\r" in _text(case))  # rare, so not to be shown before anything else
        if isinstance(case, Decoding):
            return 3 * len(case.ids) + holds
        if isinstance(case, Encoding):
            odd = 5 if case.ids is not None else 0
            return 3 * len(case.text) + holds + odd
        # Lines of a file are the chunks that people know.
        torn = sum(not chunk.endswith("\n") for chunk in case.chunks[:-1])
        return 3 * len("".join(case.chunks)) + holds + len(case.chunks) + 12 * torn

    def call(self, name: str, case: Coding) -> str:
        """The tokenizer in one line, the method in the next."""
        method, argument = _method(case)
        if isinstance(case, FromFiles):
            return f"{name}.from_files({argument})"
        vocab = "vocab"
        if isinstance(case, Encoding) and case.ids is not None:
            vocab = repr(case.ids) if len(case.ids) < 20 else "<a vocabulary with ids in any order>"
        merges = repr(case.merges) if len(case.merges) < 12 else f"<{len(case.merges)} merges>"
        specials = _arguments(case)[2]
        shown = brief(argument, 200)
        if isinstance(case, Lazy):
            shown = f"<a stream of {brief(case.chunk, 12)}, {case.times:,} times>"
        return f"{name}({vocab}, {merges}, {specials})\n.{method}({shown})"

    def method(self, case: Coding) -> str:
        """Which of the methods the case calls."""
        return _method(case)[0]

    def show(self, case: Coding, answer: Any) -> str:
        """Text in quotes and ids in a list, cut where they are long; sentences as they are."""
        return str(answer) if isinstance(case, Lazy | FromFiles) else brief(answer, 300)

    def evidence(self, case: Coding, expected: Any, got: Any) -> list[str]:
        """The first id that differs, with the tokens, and the pre-token it is in."""
        if isinstance(case, FromFiles) or isinstance(expected, str) or not isinstance(got, list):
            return []
        place = first_difference(expected, got)
        if place is None:
            return []
        vocab = Tokenizer(case.vocab, [], getattr(case, "special_tokens", None) or []).vocab
        right, given = ([*ids, None][place] for ids in (expected, got))
        before = b"".join(vocab[each] for each in expected[:place])
        lines = [
            f"the first difference is id {place}: right is {_token(right, vocab)}, "
            f"yours is {_token(given, vocab)}"
        ]
        if before:
            lines.append(f"before it comes {before[-20:]!r}")
        if isinstance(case, Streaming):
            lines.append(f"the ids should be those of the whole text {brief(''.join(case.chunks))}")
        return lines


def _judged(subject: TokenizerSubject, grades: Graded) -> Graded:
    return [
        (grade, sorted((case for case in cases if not subject.open(case)), key=subject.size))
        for grade, cases in grades
    ]


class Encode(TokenizerSubject):
    """A tokenizer without special tokens, asked to encode alone."""

    name = "encode"
    sees_as = "tokenizer"
    case_types = (Encoding,)
    in_assignment = False

    def graded(self, seed: int) -> Graded:
        """Texts without special tokens."""
        grades = _judged(self, texts.encodings(seed))
        return [
            (grade, [case for case in cases if case.special_tokens == ()])
            for grade, cases in grades
        ]


class EncodeIterable(TokenizerSubject):
    """A tokenizer, asked for streams alone."""

    name = "encode_iterable"
    case_types = (Streaming, Lazy)
    in_assignment = False

    def graded(self, seed: int) -> Graded:
        """Streams alone."""
        return _judged(self, texts.streams(seed))


class Decode(TokenizerSubject):
    """A tokenizer, asked to decode alone."""

    name = "decode"
    case_types = (Decoding,)
    in_assignment = False

    def graded(self, seed: int) -> Graded:
        """Ids alone."""
        return _judged(self, texts.decodings(seed))


def _arguments(case: Any) -> tuple[Vocab, Merges, list[str] | None]:
    specials = getattr(case, "special_tokens", ())
    return dict(case.vocab), list(case.merges), None if specials is None else list(specials)


def _method(case: Coding) -> tuple[str, Any]:
    if isinstance(case, Encoding):
        return "encode", case.text
    if isinstance(case, Decoding):
        return "decode", list(case.ids)
    if isinstance(case, FromFiles):
        return "from_files", "<a vocabulary file>, <a merges file>"
    return "encode_iterable", _chunks(case)


def _chunks(case: Streaming | Lazy) -> list[str]:
    return [case.chunk] * case.times if isinstance(case, Lazy) else list(case.chunks)


def _text(case: Coding) -> str:
    if isinstance(case, Encoding):
        return case.text
    return "".join(_chunks(case)) if isinstance(case, Streaming | Lazy) else ""


def _is_text(case: Decoding) -> bool:
    data = b"".join(case.vocab.get(each, b"") for each in case.ids)
    return data.decode("utf-8", "ignore").encode() == data


def _free_ids_alike(vocab: Vocab, ids: list[int]) -> list[int]:
    """Number ids that the vocabulary does not have by the order in which they come."""
    new: dict[int, int] = {}
    return [each if each in vocab else -1 - new.setdefault(each, len(new)) for each in ids]


def _call(tokenizer: Any, case: Coding, notes: Notes) -> list[int] | str:
    method, argument = _method(case)
    if not hasattr(tokenizer, method):
        raise ShapeError(f"expected a tokenizer with a method {method}, got {brief(tokenizer)}")
    if isinstance(case, Lazy):
        return _when_the_first_id_comes(tokenizer, argument)
    if method == "encode_iterable":
        most = len("".join(argument).encode("utf-8")) + NUM_BYTES
        # A stream can be read once.
        stream = getattr(tokenizer, method)(iter(argument))
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


class _AllRead(Exception):
    """The whole stream was read before an id came."""


def _when_the_first_id_comes(tokenizer: Any, chunks: list[str]) -> str:
    def watched() -> Iterator[str]:
        yield from chunks
        raise _AllRead  # what is known by now need not be waited for

    try:
        next(iter(tokenizer.encode_iterable(watched())), None)
    except _AllRead:
        return "no id before the whole stream was read"
    return EARLY


def _token(token_id: int | None, vocab: Vocab) -> str:
    if token_id is None:
        return "none, the ids have ended"
    return f"{token_id} ({vocab.get(token_id, 'no token')!r})"
