"""What a plant is, and short names for the bodies."""

from __future__ import annotations

from typing import NamedTuple

from tests.learners.loading import source_of

BYTE_TUPLES = "trainers/byte_tuples_recount.py"
ID_LISTS = "trainers/id_lists_recount.py"
TUPLE_DICT = "trainers/tuple_dict_incremental.py"
INVERTED = "trainers/inverted_index.py"
HEAP = "trainers/heap_lazy.py"
LINKED = "trainers/linked_words.py"
CLASS = "trainers/bpe_trainer_class.py"
POOL = "trainers/pool_of_chunks.py"
BLOCKS = "trainers/text_mode_blocks.py"
LATIN1 = "trainers/latin1_strings.py"
BUCKETS = "trainers/count_buckets.py"
ARRAY = "trainers/flat_array.py"

MIN_RANK = "tokenizers/min_rank_loop.py"
IN_ORDER = "tokenizers/merges_in_order.py"
CACHED = "tokenizers/cached_words.py"
PLACES = "tokenizers/heap_of_places.py"
SPLIT = "tokenizers/recursive_split.py"
IDS = "tokenizers/ids_all_the_way.py"


class Plant(NamedTuple):
    """A mistake in one body: a stretch of its text and what stands in its place.

    Attributes:
        body: the file, in the folder `tests/learners`.
        old: a stretch that the text of the body holds once.
        new: what takes its place.
        name: the function or class that is wrong then, where it is not the usual one.
    """

    body: str
    old: str
    new: str
    name: str = ""

    @property
    def attribute(self) -> str:
        """The function or class that is wrong then."""
        return self.name or ("train_bpe" if self.body.startswith("trainers/") else "Tokenizer")

    def source(self) -> str:
        """The text of the body with the mistake.

        Raises:
            ValueError: the body does not hold the old text exactly once.
        """
        source = source_of(self.body)
        if source.count(self.old) != 1:
            raise ValueError(f"{self.body} holds {source.count(self.old)} times: {self.old}")
        return source.replace(self.old, self.new)
