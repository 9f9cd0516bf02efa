"""The catalogue of mistakes: how BPE goes wrong in practice, each a part of the recipe exchanged.

A family is a module, or several: reading; specials, appended; pretokens; counts, updates; ties;
merging; vocabulary, stopping; encoding, token_ids, streaming; decoding; chunks; files.
"""

from __future__ import annotations

from cs336_basics.learn.mistakes._mistake import Mistake
from cs336_basics.learn.mistakes.appended import APPENDED
from cs336_basics.learn.mistakes.chunks import CHUNK_CUTS
from cs336_basics.learn.mistakes.counts import COUNTS
from cs336_basics.learn.mistakes.decoding import DECODINGS
from cs336_basics.learn.mistakes.encoding import ENCODINGS
from cs336_basics.learn.mistakes.files import FILES
from cs336_basics.learn.mistakes.merging import MERGES
from cs336_basics.learn.mistakes.pretokens import PRETOKENS
from cs336_basics.learn.mistakes.reading import READING
from cs336_basics.learn.mistakes.specials import SPECIALS
from cs336_basics.learn.mistakes.stopping import STOPS
from cs336_basics.learn.mistakes.streaming import STREAMS
from cs336_basics.learn.mistakes.ties import TIES
from cs336_basics.learn.mistakes.token_ids import TOKEN_IDS
from cs336_basics.learn.mistakes.updates import UPDATES
from cs336_basics.learn.mistakes.vocabulary import VOCABULARY

__all__ = ["FAMILIES", "MISTAKES", "Mistake", "seen_by"]

FAMILIES: dict[str, list[Mistake]] = {
    "Reading the file": READING,
    "Special tokens": [*SPECIALS, *APPENDED],
    "Pre-tokens": PRETOKENS,
    "Counting": [*COUNTS, *UPDATES],
    "Ties": TIES,
    "Merging": MERGES,
    "Vocabulary": [*VOCABULARY, *STOPS],
    "Encoding": [*ENCODINGS, *TOKEN_IDS, *STREAMS],
    "Decoding": DECODINGS,
    "Chunks": CHUNK_CUTS,
    "Files": FILES,
}
"""The catalogue in the order in which text goes through BPE."""

MISTAKES: dict[str, Mistake] = {
    mistake.name: mistake for family in FAMILIES.values() for mistake in family
}
"""Name -> mistake."""


def seen_by(check: str) -> list[Mistake]:
    """The mistakes that a check can see, in the order of the catalogue.

    >>> [mistake.name for mistake in seen_by("token_file")]
    ['files-uint16-wraps', 'files-int16', 'files-width-forgotten']
    """
    return [mistake for mistake in MISTAKES.values() if check in mistake.seen_by]
