"""Random tokenizers and texts for them, small and full of what goes wrong."""

from __future__ import annotations

import random
from itertools import islice, pairwise

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.mistakes.recipe import REFERENCE
from cs336_basics.trainers import naive
from cs336_basics.vocab import build_vocab

SPECIALS = ["<e>", "<e><e>", "<|e|>", "a b", ".", "e>", "<s>", "\n\n"]
LETTERS = ["a", "b", "ab", "aa", " ", "\n", "é", "牛", "'s", "'S", "'l", "l", "1", "_", "!", "e"]


def draw_text(draw: random.Random, pieces: list[str], longest: int) -> str:
    """A text of at most `longest` pieces, mostly of a few of them, so that they repeat."""
    few = draw.sample(pieces, k=min(len(pieces), draw.randint(2, 4)))
    return "".join(draw.choices(few, k=draw.randint(1, longest)))


def draw_merges(
    draw: random.Random, text: str, most: int = 8, specials: tuple[str, ...] = ()
) -> Merges:
    """The first merges of a text, as training with these special tokens finds them."""
    counts = REFERENCE.count_pretokens(text.encode("utf-8"), specials)
    return [merge.pair for merge in islice(naive.iter_merges(counts), draw.randint(0, most))]


def draw_foreign_merges(draw: random.Random, text: str, most: int = 8) -> Merges:
    """The first merges of a text that was not pre-tokenized: as of files with another pattern."""
    merges = naive.iter_merges({text.encode("utf-8"): 1})
    return [merge.pair for merge in islice(merges, draw.randint(1, most))]


def draw_specials(draw: random.Random, most: int = 2) -> tuple[str, ...]:
    """Some special tokens, or none."""
    return tuple(draw.sample(SPECIALS, k=draw.randint(0, most)))


def shuffled(draw: random.Random, merges: Merges, specials: tuple[str, ...]) -> Vocab:
    """The vocabulary of these merges with its ids in any order, as files of others have it."""
    tokens = list(build_vocab(merges, specials).values())
    draw.shuffle(tokens)
    return dict(enumerate(tokens))


def draw_chunks(draw: random.Random, text: str) -> tuple[str, ...]:
    """A text cut at one to three places."""
    cuts = sorted(draw.randint(0, len(text)) for _ in range(draw.randint(1, 3)))
    edges = [0, *cuts, len(text)]
    return tuple(text[i:j] for i, j in pairwise(edges) if i < j)
