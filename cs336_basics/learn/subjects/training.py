"""`train_bpe(input_path, vocab_size, special_tokens)`: a file to a vocabulary and merges."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cs336_basics.corpus import count_bytes
from cs336_basics.datatypes import Merges, Pair, PretokenCounts, Vocab
from cs336_basics.learn.cases import Training
from cs336_basics.learn.counterexamples import words
from cs336_basics.learn.mistakes.cutting import bad_bytes_dropped
from cs336_basics.learn.notes import Notes
from cs336_basics.learn.outcome import ArgumentsChanged, Outcome
from cs336_basics.learn.recipe import Recipe
from cs336_basics.learn.shapes import to_trained
from cs336_basics.learn.subjects._first_difference import first_difference, merge_evidence
from cs336_basics.learn.subjects._material import LINES, stories
from cs336_basics.learn.subjects._scratch import scratch_path
from cs336_basics.learn.subjects._subject import Code, Graded, Subject
from cs336_basics.trainers import incremental, naive
from cs336_basics.vocab import NUM_BYTES, base_vocab, build_vocab, num_merges

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

END = "<|endoftext|>"
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


def _expected(case: Training) -> Learned:
    # The steps of `train_bpe`, without its file.
    specials = list(dict.fromkeys(case.special_tokens))
    room = num_merges(case.vocab_size, specials)
    trainer = naive if len(case.content) < 500 else incremental
    merges = [merge.pair for merge in islice(trainer.iter_merges(pretoken_counts(case)), room)]
    return learned(build_vocab(merges, specials), merges)


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

    def ask(self, code: Code, case: Training, notes: Notes) -> Learned:
        """Write the content to a file and train on it."""
        specials = list(case.special_tokens)
        with scratch_path(".txt") as path:
            path.write_bytes(case.content)
            vocab, merges = to_trained(code(path, case.vocab_size, specials), notes)
        if specials != list(case.special_tokens):
            raise ArgumentsChanged(f"special_tokens: {specials}")
        found = learned(vocab, merges)
        usual = build_vocab(merges, case.special_tokens)
        if vocab != usual and found == learned(usual, merges):
            notes.add("the ids are in another order than bytes, special tokens, merges")
        return found

    def expected(self, case: Training) -> Learned:
        """By the package."""
        return _expected(case)

    def by(self, recipe: Recipe, case: Training) -> Learned:
        """By the recipe."""
        return learned(*recipe.train(*case))

    def code(self, recipe: Recipe) -> Code:
        """A function of a path."""

        def train(path: Path, vocab_size: int, special_tokens: list[str]) -> tuple[Vocab, Merges]:
            return recipe.train(Path(path).read_bytes(), vocab_size, special_tokens)

        return train

    def right(self, case: Training, got: Outcome) -> bool:
        """As ever; but of bad bytes only this is asked: not to join what stands around them."""
        if _is_utf8(case.content):
            return super().right(case, got)
        if got.is_error:
            return "UnicodeError" in got.kinds or "ValueError" in got.kinds
        joined = self.by(Recipe(read=bad_bytes_dropped), case)
        return not self.same(case, joined, got.answer)

    def show_expected(self, case: Training) -> str:
        """For bad bytes, what would be right."""
        if not _is_utf8(case.content):
            return "an error, or U+FFFD in the place of each bad byte; not its neighbours joined"
        return super().show_expected(case)

    def graded(self, seed: int) -> Graded:
        """Worked example, tiny alphabets, special tokens, line ends, other scripts, a story."""
        draw = random.Random(seed)
        tiny = [Training(word, NUM_BYTES + len(word)) for word in words(b"ab", 4)]
        tiny += [_random_case(draw, "ab ", 14) for _ in range(60)]
        tiny += [_random_case(draw, "abc ", 24) for _ in range(30)]
        specials = [_random_specials(draw) for _ in range(40)]
        nested = ("<e>", "<e>b")
        specials += [Training(b"a<e>bcd", NUM_BYTES + 4, each) for each in (nested, nested[::-1])]
        lines = [_random_case(draw, "ab \n\r\t", 12) for _ in range(60)]
        marks = [
            _random_case(draw, ["a", "1", "_", "'s", "'S", "'ll", " ", "!", "é"], 10)
            for _ in range(60)
        ]
        scripts = [Training(line.encode(), NUM_BYTES + 9) for line in LINES]
        scripts += [
            _random_case(draw, ["é", "ñ", "牛", "奶", " ", "😀", "a"], 9) for _ in range(25)
        ]
        bad = [Training(b"a\xffb a\xffb", NUM_BYTES + 2), Training(b"ab\xc3", NUM_BYTES + 2)]
        page = stories(2500, seed)
        return [
            ("worked example", [*_first_cases(), Training(TOY, NUM_BYTES + 6)]),
            ("tiny alphabets", sorted(tiny, key=self.size)),
            ("special tokens", sorted(specials, key=self.size)),
            ("white space and line ends", sorted(lines, key=self.size)),
            ("words, digits, contractions", sorted(marks, key=self.size)),
            ("other scripts", sorted(scripts, key=self.size)),
            ("bytes that are no text", bad),
            ("a page of a story", [Training(page.encode(), 300, (END,))] if page else []),
        ]

    def smaller(self, case: Training) -> SearchStrategy[Training]:
        """Shorter texts of the same characters and special tokens; fewer merges."""
        from hypothesis import strategies as st

        specials = list(case.special_tokens)
        marks = [token.encode() for token in specials]
        if _is_utf8(case.content):
            own = [letter.encode() for letter in sorted(set(case.content.decode()))][:12]
        else:
            own = [bytes([byte]) for byte in sorted(set(case.content))]
        longest = min(14, len(case.content))
        # Plain letters first: they are the easiest to read, and two are enough for most faults.
        contents = st.one_of(
            [
                st.lists(st.sampled_from(pieces), max_size=longest).map(b"".join)
                for pieces in ([b"a", b"b", b" ", *marks], [*own, *marks])
                if pieces
            ]
        )
        tokens = st.sampled_from([(), tuple(specials[:1]), tuple(specials)])
        room = st.integers(0, 8)
        return st.builds(
            lambda content, more, chosen: Training(content, len(base_vocab(chosen)) + more, chosen),
            contents.filter(lambda content: _is_utf8(content) == _is_utf8(case.content)),
            room,
            tokens,
        )

    def size(self, case: Training) -> int:
        """Bytes of text (letters are the easiest to read) and of special tokens, and merges."""
        specials = sum(len(token) + 1 for token in case.special_tokens)
        odd = sum(not chr(byte).isalpha() or byte > 127 for byte in case.content)
        return 2 * len(case.content) + odd + 2 * specials + max(0, case.vocab_size - NUM_BYTES)

    def call(self, name: str, case: Training) -> str:
        """A call with a file that holds the content."""
        holds = repr(case.content) if len(case.content) < 200 else f"{case.content[:80]!r} …"
        specials = list(case.special_tokens)
        return f"{name}(<a file that holds {holds}>, vocab_size={case.vocab_size}, {specials})"

    def show(self, case: Training, answer: Learned) -> str:
        """The merges, and how many tokens."""
        merges, tokens, ids = answer
        shown = f"merges {merges[:8]!r}" + (" …" if len(merges) > 8 else "")
        span = f"{ids[0]}–{ids[-1]}" if ids else "none"
        return f"{shown}; {len(tokens)} tokens, ids {span}"

    def evidence(self, case: Training, expected: Learned, got: Any) -> list[str]:
        """The first merge that differs and the state there; else what the vocabulary lacks."""
        if first_difference(expected.merges, got.merges) is not None and _is_utf8(case.content):
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
    counts = count_bytes(case.content, list(dict.fromkeys(case.special_tokens)))
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


def _first_cases() -> list[Training]:
    """The smallest of all: nothing to learn, one thing to learn, and what stands around."""
    end = END.encode()
    return [
        Training(b"", 256),
        Training(b"", 257, (END,)),
        Training(b"a", 300),
        Training(b"ab", 257),
        Training(b"ab", 300),
        Training(b"", 258, ("<e>", "<e>")),
        Training(b"ab", 258, (END,)),
        Training(b"a" + end + b"b", 258, (END,)),
        Training(b"aaabdaaabac", 259),
    ]


def _random_case(draw: random.Random, letters: str | list[str], longest: int) -> Training:
    text = "".join(draw.choices(letters, k=draw.randint(1, longest)))
    return Training(text.encode(), NUM_BYTES + draw.randint(1, 12))


_SPECIALS = ["<e>", "<e>b", "<|e|>", "a b", ".", "e>", "<s>", "\n\n"]


def _random_specials(draw: random.Random) -> Training:
    specials = draw.sample(_SPECIALS, k=draw.randint(1, 3))
    pieces = [*specials, "a", "b", "e", "<", ">", "|", " "]
    text = "".join(draw.choices(pieces, k=draw.randint(1, 9)))
    return Training(text.encode(), len(base_vocab(specials)) + draw.randint(0, 8), tuple(specials))
