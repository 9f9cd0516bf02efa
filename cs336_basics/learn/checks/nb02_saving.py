"""The check of notebook 02 for what is saved: a tokenizer goes into a file and comes back."""

from __future__ import annotations

from functools import wraps
from pathlib import Path

import yaml

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.checker.whole import Function, whole

__all__ = ["save_load"]


def save_load(save: Function, load: Function) -> None:
    """Check a learner's `save` and `load` (notebook 02): YAML that keeps every byte."""

    @wraps(save)
    def save_yaml(path: Path, vocabulary: Vocab, merges: Merges) -> None:
        save(path, vocabulary, merges)
        try:
            yaml.safe_load(path.read_bytes())
        except yaml.YAMLError as error:
            reason = " ".join(str(error).split())
            raise ValueError(f"yaml.safe_load cannot read the file: {reason}") from None

    whole("save_load", (save_yaml, load))
