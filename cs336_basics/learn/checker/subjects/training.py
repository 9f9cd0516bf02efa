"""`train_bpe(input_path, vocab_size, special_tokens)`: a file to a vocabulary and merges."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from cs336_basics.corpus import count_bytes
from cs336_basics.datatypes import Merges, Pair, PretokenCounts, Vocab
from cs336_basics.learn.checker.answers import to_trained
from cs336_basics.learn.checker.cases import Training
from cs336_basics.learn.checker.notes import Notes
from cs336_basics.learn.checker.outcome import Outcome, outcome_of
from cs336_basics.learn.checker.subjects._first_difference import first_difference, merge_evidence
from cs336_basics.learn.checker.subjects._material import LINES, stories
from cs336_basics.learn.checker.subjects._scratch import scratch_path
from cs336_basics.learn.checker.subjects._shorter import plainer, shorter
from cs336_basics.learn.checker.subjects._subject import Code, Corner, Graded, Subject
from cs336_basics.learn.lessons.counterexamples import words
from cs336_basics.learn.mistakes.recipe import Recipe
from cs336_basics.train import train_bpe
from cs336_basics.trainers import incremental, naive
from cs336_basics.vocab import NUM_BYTES, base_vocab, build_vocab, num_merges

END = "<|endoftext|>"
_MARK = END.encode()
TOY = b"low low low low low lower lower widest widest widest" + b" newest" * 6


class Learned(NamedTuple):
    """What a training gave, in a form in which the order of the ids plays no part.

    Attributes:
        merges: in the order in which they were made.
        tokens: every token of the vocabulary, sorted.
        ids: every id, sorted.
    """

    merges: Merges
    tokens: list[Any]
    ids: list[Any]


@lru_cache(maxsize=8192)
def _expected(case: Training) -> Learned:
    # The steps of `train_bpe`, without its file. To repeat a document changes none of its merges.
    specials = _distinct(case)
    room = num_merges(case.vocab_size, specials)
    trainer = naive if len(case.content) < 500 else incremental
    merges = [merge.pair for merge in islice(trainer.iter_merges(pretoken_counts(case)), room)]
    return learned(build_vocab(merges, specials), merges)


def _distinct(case: Training) -> list[str]:
    return list(dict.fromkeys(case.special_tokens or ()))


def learned(vocab: Vocab, merges: Merges) -> Learned:
    """Bring a vocabulary and merges into the form in which trainings are compared."""
    return Learned(list(merges), _sorted(vocab.values()), _sorted(vocab))


def _sorted(values: Iterable[Any]) -> list[Any]:
    """Sort what can be compared, and anything else by the look of it."""
    values = list(values)
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)


class TrainBpe(Subject):
    """The assignment's problem train_bpe."""

    name = "train_bpe"
    case_types = (Training,)
    in_assignment = True

    def ask(self, code: Code, case: Training, notes: Notes) -> Learned:
        """Write the content to a file and train on it."""
        specials = None if case.special_tokens is None else list(case.special_tokens)
        with scratch_path(".txt") as path:
            path.write_bytes(case.content * case.times)
            vocab, merges = to_trained(code(path, case.vocab_size, specials), notes)
        if specials is not None and specials != list(case.special_tokens or ()):
            notes.add("it changes the list of special tokens that it is given, which is allowed")
        found = learned(vocab, merges)
        usual = build_vocab(merges, _distinct(case))
        if vocab != usual and found == learned(usual, merges):
            notes.add(
                "the ids are in another order than bytes, special tokens, merges; any is allowed"
            )
        return found

    def expected(self, case: Training) -> Learned:
        """By the package."""
        return _expected(case)

    def by(self, recipe: Recipe, case: Training) -> Learned:
        """By the recipe."""
        return learned(*recipe.train(case.content, case.vocab_size, case.special_tokens or ()))

    def by_us(self, case: Training) -> Outcome:
        """By `train_bpe`, file and all: a corner has no right answer, only ours."""

        def trained() -> Learned:
            with scratch_path(".txt") as path:
                path.write_bytes(case.content)
                specials = None if case.special_tokens is None else list(case.special_tokens)
                return learned(*train_bpe(path, case.vocab_size, specials or []))

        return outcome_of(trained)

    def code(self, recipe: Recipe) -> Code:
        """A function of a path."""

        def train(path: Path, vocab_size: int, special_tokens: list[str]) -> tuple[Vocab, Merges]:
            return recipe.train(Path(path).read_bytes(), vocab_size, special_tokens)

        return train

    def same(self, case: Training, one: Learned, other: Learned) -> bool:
        """Equal merges, tokens and ids; where pairs run out, the ids may have a hole."""
        if one.merges != other.merges or one.tokens != other.tokens:
            return False
        if one.ids == other.ids:
            return True
        return self.kind(case) == "pairs-run-out" and all(
            isinstance(each, int) and 0 <= each < case.vocab_size for each in (*one.ids, *other.ids)
        )

    def kind(self, case: Training) -> str:
        """What of the assignment's text the case is about, if its tests do not look there."""
        if case.times > 1:
            return "large-file"
        room = case.vocab_size - len(base_vocab(_distinct(case)))
        if room < 1:
            return "no-room"
        if len(_expected(case).merges) < room:
            return "pairs-run-out"
        return "" if case.special_tokens else "specials-empty"

    def open(self, case: Training) -> str:
        """What the case would decide of all that is left open."""
        specials = case.special_tokens
        if specials is None:
            return "training-without-list"
        if not case.content:
            return "empty-file"
        if not _is_utf8(case.content):
            return "invalid-utf8"
        if b"\r" in case.content:
            return "carriage-returns"
        if len(set(specials)) < len(specials) or any(len(each.encode()) < 2 for each in specials):
            return "specials-present-already"
        if case.vocab_size < NUM_BYTES + len(specials):
            return "vocab-size-too-small"
        return "overlapping-specials" if _overlap(case.content.decode(), specials) else ""

    def corners(self) -> list[Corner]:
        """One case for each of them."""
        two = ("<e>", "<e>b")
        return [
            Corner("specials-present-already", Training(b"a.a.ab", 259, (".",))),
            Corner("specials-present-already", Training(b"ab ab", 259, ("<e>", "<e>"))),
            Corner("overlapping-specials", Training(b"a<e>bcd", 260, two)),
            Corner("overlapping-specials", Training(b"a<e>bcd", 260, two[::-1])),
            Corner("invalid-utf8", Training(b"ab\xffab", 258, (END,))),
            Corner("carriage-returns", Training(b"a\r\n\r\n", 258, (END,))),
            Corner("empty-file", Training(b"", 258, (END,))),
            Corner("vocab-size-too-small", Training(b"ab", 200, (END,))),
            Corner("training-without-list", Training(b"ab", 257, None)),
        ]

    def tiny(self, specimen: Training) -> Training:
        """Three letters, with special tokens or without."""
        specials = specimen.special_tokens
        return Training(b"abc", len(base_vocab(_distinct(specimen))) + 1, specials)

    def suspect(self, case: Training, answer: Any) -> str:
        """A large file of one word: wrong merges mean that some of its words were torn."""
        return "reading-cut-anywhere" if self.kind(case) == "large-file" else ""

    def graded(self, seed: int) -> Graded:
        """What tests see first: tiny alphabets, special tokens, white space, scripts, a story."""
        draw = random.Random(seed)
        tiny = [_within(word, None, draw) for word in words(b"ab", 4) if len(word) > 1]
        tiny += [_drawn(draw, "ab ", 14) for _ in range(60)]
        tiny += [_drawn(draw, "abc ", 24) for _ in range(40)]
        specials = [_with_specials(draw) for _ in range(50)]
        lines = [_drawn(draw, "ab \n\t", 12) for _ in range(60)]
        marks = [
            _drawn(draw, ["a", "1", "_", "'s", "'S", "'ll", " ", "!", "é", "12"], 10)
            for _ in range(60)
        ]
        scripts = [_within(line.encode(), 9, draw) for line in LINES]
        scripts += [
            _drawn(draw, ["é", "ñ", "牛", "奶", " ", "\xa0", "\u3000", "😀", "a"], 9)
            for _ in range(40)
        ]
        empty = [_without(_drawn(draw, letters, 9)) for letters in ["ab ", "ab\n", "abé "] * 8]
        few = [_drawn(draw, letters, 4) for letters in ["a", "ab", "ab ", "aé"] * 4]
        page = stories(2500, seed)
        grades = [
            ("worked example", _worked_examples()),
            ("tiny alphabets", tiny),
            ("special tokens", specials),
            ("white space and line ends", lines),
            ("words, digits, contractions", marks),
            ("other scripts", scripts),
            ("no special tokens", [Training(b"low low", 258), *empty]),
            ("pairs that run out", [Training(b"a", 300, (END,)), *map(_too_much_room, few)]),
            ("no room for merges", _no_room()),
            ("a page of a story", [Training(page.encode(), 300, (END,))] if page else []),
        ]
        judged = [
            (grade, sorted({case for case in cases if not self.open(case)}, key=self._order))
            for grade, cases in grades
        ]
        return [*judged, ("a large file", _large_files())]

    def _order(self, case: Training) -> tuple[int, Training]:
        return self.size(case), case

    def simpler(self, case: Training) -> Iterator[Training]:
        """Shorter texts, plainer letters, fewer special tokens, fewer merges."""
        specials = list(case.special_tokens or ())
        marks = [re.escape(each) for each in sorted(specials, key=len, reverse=True)]
        pieces = re.findall("|".join([*marks, "."]), case.content.decode(), flags=re.DOTALL)
        for i, special in enumerate(specials):
            if special not in pieces:
                yield case._replace(special_tokens=tuple(specials[:i] + specials[i + 1 :]))
        for some in shorter(pieces):
            content = "".join(some).encode()
            yield case._replace(content=content)
            lost = len(case.content) - len(content)
            for less in {1, lost // 2, lost}:
                yield case._replace(content=content, vocab_size=case.vocab_size - less)
        for less in (8, 4, 2, 1):
            yield case._replace(vocab_size=case.vocab_size - less)
        for some in plainer(pieces, ["a", "b", *specials]):
            yield case._replace(content="".join(some).encode())

    def is_long(self, case: Training) -> bool:
        """A page of a story takes too long to be replayed a hundred times."""
        return len(case.content) > 500 or case.times > 1

    def size(self, case: Training) -> int:
        """Bytes of text (letters are the easiest to read) and of special tokens, and merges."""
        specials = [0 if each == END else 2 * len(each) + 2 for each in case.special_tokens or ()]
        odd = sum(5 if byte > 127 else not chr(byte).isalpha() for byte in case.content)
        text = (2 * len(case.content) + odd) * case.times
        return text + sum(specials) + max(0, case.vocab_size - NUM_BYTES)

    def call(self, name: str, case: Training) -> str:
        """A call with a file that holds the content."""
        holds = repr(case.content) if len(case.content) < 200 else f"{case.content[:80]!r} …"
        often = f", {case.times:,} times over" if case.times > 1 else ""
        specials = None if case.special_tokens is None else list(case.special_tokens)
        return (
            f"{name}(<a file that holds {holds}{often}>, vocab_size={case.vocab_size}, {specials})"
        )

    def show(self, case: Training, answer: Learned) -> str:
        """The merges, and how many tokens."""
        merges, tokens, ids = answer
        shown = f"merges {merges[:8]!r}" + (" …" if len(merges) > 8 else "")
        span = f"{ids[0]}–{ids[-1]}" if ids else "none"
        return f"{shown}; {len(tokens)} tokens, ids {span}"

    def evidence(self, case: Training, expected: Learned, got: Any) -> list[str]:
        """The first merge that differs and the state there; else what the vocabulary lacks."""
        if first_difference(expected.merges, got.merges) is not None:
            if case.times > 1:
                return [f"the file has {len(case.content) * case.times:,} bytes"]
            counts = pretoken_counts(case)
            return merge_evidence(counts, _uncounted(expected.merges), _uncounted(got.merges))
        lines = []
        missing = [token for token in expected.tokens if token not in got.tokens]
        extra = list(got.tokens)
        for token in expected.tokens:
            if token in extra:
                extra.remove(token)
        if missing:
            lines.append(f"the vocabulary lacks {_some(missing)}")
        if extra:
            lines.append(f"the vocabulary has too many: {_some(extra)}")
        if expected.ids != got.ids and len(expected.ids) == len(got.ids):
            lines.append(f"the ids should be 0–{expected.ids[-1]}")
        return lines


def pretoken_counts(case: Training) -> PretokenCounts:
    """The right pre-token counts of a case."""
    counts = count_bytes(case.content, _distinct(case))
    return {pretoken.encode(): n for pretoken, n in counts.items()}


def _uncounted(merges: Merges) -> list[tuple[Pair, int | None]]:
    return [(pair, None) for pair in merges]


def _some(tokens: list[Any]) -> str:
    return ", ".join(map(repr, tokens[:5])) + (f" and {len(tokens) - 5} more" * (len(tokens) > 5))


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _overlap(text: str, specials: tuple[str, ...]) -> bool:
    """Whether the order in which special tokens are tried makes a difference."""
    orders = [specials, specials[::-1], sorted(specials, key=len), sorted(specials, key=len)[::-1]]
    cuts = {tuple(re.split("|".join(map(re.escape, order)), text)) for order in orders if order}
    within = any(one != other and one in other for one in specials for other in specials)
    return len(cuts) > 1 or (within and any(each in text for each in specials))


def _worked_examples() -> list[Training]:
    return [
        Training(b"ab", 258, (END,)),
        Training(b"a" + _MARK + b"ab", 258, (END,)),
        Training(b"aaabdaaabac", 260, (END,)),
        Training(TOY, NUM_BYTES + 7, (END,)),
    ]


def _no_room() -> list[Training]:
    return [
        Training(b"ab", 256),
        Training(b"ab", 257, (END,)),
        Training(b"low low lower", 256),
        Training(b"a<s>ab", 258, (END, "<s>")),
    ]


def _large_files() -> list[Training]:
    """One word of sixty letters again and again: a word that is torn changes the order of merges.

    Files of 60 kB, 1.5 MB and 12 MB, since code often treats files above some size otherwise.
    """
    letters = "".join(random.Random(1).sample(string.ascii_letters, 52))
    document = f" {letters}" * 20
    content = document.encode() + _MARK
    specials = (END,)
    return [
        Training(content, NUM_BYTES + 1 + 40, specials, times)
        for times in (60_000 // len(content), 1_500_000 // len(content), 12_000_000 // len(content))
    ]


def _within(content: bytes, most: int | None, draw: random.Random) -> Training:
    """A case with room for as many merges as there are, or fewer: pairs do not run out."""
    room = _merges_in(content, (END,))
    if most is not None:
        room = min(room, most)
    return Training(content, NUM_BYTES + 1 + room, (END,))


def _merges_in(content: bytes, specials: tuple[str, ...]) -> int:
    longest = len(base_vocab(specials)) + len(content)
    return len(_expected(Training(content, longest, specials)).merges)


def _drawn(draw: random.Random, letters: str | list[str], longest: int) -> Training:
    content = "".join(draw.choices(letters, k=draw.randint(1, longest))).encode()
    room = _merges_in(content, (END,))
    return Training(content, NUM_BYTES + 1 + draw.randint(min(1, room), room), (END,))


def _without(case: Training) -> Training:
    return Training(case.content, case.vocab_size - 1)


def _too_much_room(case: Training) -> Training:
    return case._replace(vocab_size=case.vocab_size + 40)


_SPECIALS = ["<e>", "<e>b", "<|e|>", "a b", "e>", "<s>", "\n\n", END, "+a+"]


def _with_specials(draw: random.Random) -> Training:
    specials = tuple(draw.sample(_SPECIALS, k=draw.randint(1, 3)))
    pieces = [*specials, *specials, "a", "b", "e", "<", ">", "|", " ", "!"]
    content = "".join(draw.choices(pieces, k=draw.randint(2, 10))).encode()
    room = _merges_in(content, specials)
    return Training(content, len(base_vocab(specials)) + draw.randint(min(1, room), room), specials)
