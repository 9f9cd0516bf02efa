"""Checks for notebook 02: a tokenizer goes into a file and comes back the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.checker.frame import check
from cs336_basics.learn.checker.subjects.storing import AWKWARD
from cs336_basics.learn.checker.whole import look_into
from cs336_basics.learn.checks._vocab_text import training_text
from cs336_basics.vocab import build_vocab

Function = Callable[..., Any]


def save_load(save: Function, load: Function) -> None:
    """Check a learner's `save` and `load` (notebook 02): YAML that keeps every byte."""
    inputs: list[tuple[Vocab, Merges]] = [({0: token}, []) for token in AWKWARD]
    inputs.append(({0: b"a", 1: b"aa"}, [(b"a", b"a")]))  # a merge is a tuple, not a list
    inputs.append(({7: b"a", 3: b"b"}, []))  # ids need not start at 0
    merges: Merges = [(b"\xe7", b"\x89"), (b"\xe7\x89", b"\x9b"), (b" ", b"t")]
    inputs.append((build_vocab(merges, ["<|endoftext|>"]), merges))
    check(
        _round_trip(save, load),
        oracle=lambda vocabulary, merges: (vocabulary, merges),
        inputs=inputs,
        show=training_text,
        form=f"{save.__name__}(path, {{arguments}}), then {load.__name__}(path)",
        deeper=look_into("save_load", (save, load)),
    )


def _round_trip(save: Function, load: Function) -> Function:
    """Make one function of the two: save into a file, look that it is YAML, load it again."""

    def both(vocabulary: Vocab, merges: Merges) -> Any:
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            path = Path(folder) / "tokenizer.yaml"
            save(path, vocabulary, merges)
            try:
                yaml.safe_load(path.read_bytes())
            except yaml.YAMLError as error:
                reason = " ".join(str(error).split())
                raise ValueError(f"yaml.safe_load cannot read the file: {reason}") from None
            return load(path)

    both.__name__ = f"{save.__name__} and {load.__name__}"
    return both
