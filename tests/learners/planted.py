"""Each mistake of the catalogue put into several bodies, by an exact change of their text."""

from __future__ import annotations

from tests.learners.plants._plant import Plant
from tests.learners.plants.chunks import CHUNKS
from tests.learners.plants.counts import COUNTS
from tests.learners.plants.decoding import DECODING
from tests.learners.plants.encoding import ENCODING
from tests.learners.plants.merging import MERGING
from tests.learners.plants.pretokens import PRETOKENS
from tests.learners.plants.reading import READING
from tests.learners.plants.specials import SPECIALS
from tests.learners.plants.streaming import STREAMING
from tests.learners.plants.ties import TIES
from tests.learners.plants.token_ids import TOKEN_IDS
from tests.learners.plants.vocabulary import VOCABULARY

__all__ = ["PLANTED", "Plant"]

PLANTED: dict[str, list[Plant]] = {
    **READING,
    **SPECIALS,
    **PRETOKENS,
    **COUNTS,
    **TIES,
    **MERGING,
    **VOCABULARY,
    **ENCODING,
    **TOKEN_IDS,
    **STREAMING,
    **DECODING,
    **CHUNKS,
}
"""Name of a mistake -> where it is planted."""
