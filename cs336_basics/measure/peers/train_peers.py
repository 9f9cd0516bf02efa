"""Train once with this project or with another library; called in a process of its own.

Every function takes a file and a vocabulary size, and returns seconds from the file to the finished
vocabulary, and the tokens that came out (hexadecimal, special tokens left out). The clock starts
after the imports.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any

from cs336_basics.measure.clock.memory import anonymous_peak
from cs336_basics.measure.peers import texts
from cs336_basics.measure.places import SPECIAL_TOKENS
from cs336_basics.text.pretokenize import get_pattern
from cs336_basics.vocab import NUM_BYTES

_SPECIAL = SPECIAL_TOKENS[0]


def ours(
    corpus: str, vocab_size: int, trainer: str, workers: int = 1, anonymous: bool = False
) -> dict[str, Any]:
    """Train with one of this project's trainers.

    Its memory is that of the process, or, if `anonymous`, what is not a file's: pages of files, the
    libraries' own among them, count as the process's too, though the system may take them away.
    """
    from cs336_basics.train import train_bpe

    with texts.tiny() as text:  # what is compiled or loaded once is not part of the time
        train_bpe(text, NUM_BYTES + 2, SPECIAL_TOKENS, trainer=trainer)
    with anonymous_peak() if anonymous else nullcontext() as peak:
        start = time.perf_counter()
        _, merges = train_bpe(corpus, vocab_size, SPECIAL_TOKENS, trainer=trainer, workers=workers)
        seconds = time.perf_counter() - start
    result = _result(seconds, len(merges), (left + right for left, right in merges))
    return {**result, "megabytes": peak.bytes / 1e6} if peak else result


def ladder(corpus: str, trainer: str, limit: int, budget: float | None = None) -> dict[str, Any]:
    """Merge for a while with one rung; reading and counting the text is not part of the time."""
    from cs336_basics.corpus import count_files
    from cs336_basics.measure.clock.timing import merge_times
    from cs336_basics.measure.peers import minbpe_style
    from cs336_basics.trainers import get_trainer

    rung = minbpe_style.iter_merges if trainer == "minbpe-style" else get_trainer(trainer)
    next(rung({b"ab": 1}))
    counts = count_files(corpus, SPECIAL_TOKENS)
    rows = merge_times(rung, counts, limit, budget_seconds=budget)
    return {"seconds": rows[-1].cumulative, "amount": len(rows)}


def hf_tokenizers(corpus: str, vocab_size: int) -> dict[str, Any]:
    """Train with Hugging Face's tokenizers, straight from the file."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    from cs336_basics.storage.byte_map import from_printable

    start = time.perf_counter()
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size,
        special_tokens=[_SPECIAL],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train([corpus], trainer)
    seconds = time.perf_counter() - start
    words = [word for word in tokenizer.get_vocab() if word != _SPECIAL]
    return _result(seconds, len(words) - NUM_BYTES, map(from_printable, words))


def rustbpe(corpus: str, vocab_size: int) -> dict[str, Any]:
    """Train with rustbpe on the documents between special tokens."""
    library = import_module("rustbpe")

    start = time.perf_counter()
    documents = Path(corpus).read_text(encoding="utf-8").split(_SPECIAL)
    tokenizer = library.Tokenizer()
    tokenizer.train_from_iterator(
        iter(documents), vocab_size - 1, pattern=get_pattern("gpt2").source
    )
    seconds = time.perf_counter() - start
    ranks = tokenizer.get_mergeable_ranks()
    return _result(seconds, len(ranks) - NUM_BYTES, (bytes(token) for token, _ in ranks))


def ffbpe(corpus: str, vocab_size: int) -> dict[str, Any]:
    """Train with ffbpe."""
    library = import_module("ffbpe")

    start = time.perf_counter()
    text = Path(corpus).read_text(encoding="utf-8")
    model = library.train_bpe(text, vocab_size=vocab_size, special_tokens=[_SPECIAL])
    tokens = [bytes(token) for token in model.vocab]
    seconds = time.perf_counter() - start
    return _result(seconds, len(tokens) - NUM_BYTES - 1, tokens)


def gigatoken(corpus: str, vocab_size: int) -> dict[str, Any]:
    """Train with gigatoken, straight from the file."""
    library = import_module("gigatoken")

    start = time.perf_counter()
    vocab, merges = library.train_bpe(
        Path(corpus), vocab_size, [_SPECIAL], separator=_SPECIAL.encode()
    )
    seconds = time.perf_counter() - start
    return _result(seconds, len(merges), vocab.values())


def _result(seconds: float, merges: int, tokens: Iterable[bytes]) -> dict[str, Any]:
    special = _SPECIAL.encode()
    learnt = sorted({token.hex() for token in tokens if len(token) > 1 and token != special})
    return {"seconds": seconds, "amount": merges, "tokens": learnt}
