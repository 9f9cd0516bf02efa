"""What the assignment leaves open, each taken the other way: a right learner stays right with it.

The trainers and tokenizers beside this file all take the same way: special tokens have the ids
behind the bytes, in the order given and one each; the longer of two that overlap wins; bad bytes
become U+FFFD; a `vocab_size` without room gives the bytes and the special tokens; an empty file is
a text without words; an unknown id is a KeyError, a lone surrogate a UnicodeEncodeError. None for
the special tokens is a TypeError in training. Nothing is changed in place.
"""

from __future__ import annotations

from tests.learners._choice import Choice
from tests.learners.tokenizer_choices import TOKENIZER_CHOICES
from tests.learners.trainer_choices import TRAINER_CHOICES

__all__ = ["CHOICES", "Choice"]

CHOICES: dict[str, Choice] = {
    choice.name: choice for choice in [*TRAINER_CHOICES, *TOKENIZER_CHOICES]
}
"""Name -> open choice."""
