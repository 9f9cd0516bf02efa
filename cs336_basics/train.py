"""Train a tokenizer: corpus -> pre-token counts -> merges -> vocabulary.

Source: CS336 assignment 1, section 2.4, problem train_bpe.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from itertools import islice

from cs336_basics import kernels
from cs336_basics.arguments import expect_text
from cs336_basics.bars import progress_bar
from cs336_basics.corpus import count_files
from cs336_basics.corpus.sources import Paths, Source, describe_source, find_sources
from cs336_basics.corpus.table_counts import count_table
from cs336_basics.datatypes import Merge, Merges, PretokenCounts, Vocab
from cs336_basics.text.pretokenize import get_pattern
from cs336_basics.text.special_tokens import check_special_tokens
from cs336_basics.text.utf8 import check_errors
from cs336_basics.trainers import get_trainer
from cs336_basics.vocab import build_vocab, num_merges

AUTO = "auto"


def train_bpe(
    input_path: Paths,
    vocab_size: int,
    special_tokens: Iterable[str] | None,
    *,
    trainer: str = AUTO,
    pattern: str = "gpt2",
    errors: str = "strict",
    workers: int = 1,
    executor: Executor | None = None,
    min_count: int = 1,
    progress: bool = False,
) -> tuple[Vocab, Merges]:
    """Train a byte-level BPE tokenizer on text files.

    Args:
        input_path: a text file, or any iterable of several; UTF-8, read as bytes. Globs, `.gz` and
            `-` too, and what `find_sources` returns.
        vocab_size: tokens in all: 256 bytes + special tokens + merges. Fewer come back when the
            text runs out of pairs.
        special_tokens: in the order in which they get their ids.
        trainer: a name in `trainers.TRAINERS`; all give the same result. `auto` is `heap` for small
            corpora and `compiled` from the size where that pays (see `kernels`).
        pattern: `gpt2`, `cl100k`, `o200k`, or a `regex` pattern of your own.
        errors: `strict` or `replace`: what to do with bytes that are not UTF-8.
        workers: processes (with the kernels: threads) to count with; 1 starts none.
        executor: any `concurrent.futures.Executor` to count with instead.
        min_count: leave out pre-tokens that occur less often in the whole corpus.
        progress: draw one bar for counting and one for merges.

    Returns:
        The vocabulary (id -> bytes) and the merges in the order they were made.

    Raises:
        BPEError: an argument or the text is wrong; the message says what to do.
        OSError: a file is missing or cannot be read.

    Example, on a file that holds `low low low`:

        >>> vocab, merges = train_bpe("low.txt", 259, [])  # doctest: +SKIP
        >>> merges  # doctest: +SKIP
        [(b'o', b'w'), (b'l', b'ow'), (b' ', b'low')]
    """
    specials = check_special_tokens(special_tokens)
    limit = num_merges(vocab_size, specials)
    pick_trainer(trainer, 0)
    pattern = get_pattern(pattern).name
    check_errors(errors)
    sources = find_sources(input_path)
    size = sum(source.size for source in sources)
    trainer = pick_trainer(trainer, sum(source.expected for source in sources))
    total = size if all(source.can_seek for source in sources) else None
    with progress_bar("counting", total, "B", shown=progress) as bar:
        # The word table goes to the merge loop as it is, unless something asks for a dict.
        direct = trainer == "compiled" and executor is None and min_count == 1
        if direct and kernels.can_count(pattern, errors) and kernels.start("train"):
            from cs336_basics.trainers.compiled import iter_merges_of_table

            table = count_table(sources, specials, pattern, workers, bar.update)
            found = iter_merges_of_table(table)
        else:
            counts = count_files(
                sources,
                specials,
                pattern=pattern,
                workers=workers,
                executor=executor,
                errors=errors,
                min_count=min_count,
                progress=bar.update,
                compiled=trainer == "compiled",
            )
            found = get_trainer(trainer)(counts)
    return _take(found, limit, specials, progress)


def train_on_counts(
    counts: PretokenCounts,
    vocab_size: int,
    special_tokens: Iterable[str] | None,
    *,
    trainer: str = AUTO,
    progress: bool = False,
) -> tuple[Vocab, Merges]:
    """Train a tokenizer on pre-tokens that are counted already.

    Args:
        counts: pre-token -> how often it occurs, from `corpus.count_files`.
        vocab_size: as for `train_bpe`.
        special_tokens: as for `train_bpe`; none of them is in a pre-token.
        trainer: as for `train_bpe`; here the bytes of the pre-tokens are the size of the corpus.
        progress: draw a bar.

    Returns:
        The vocabulary and the merges, as `train_bpe` does.

    Raises:
        BPEError: an argument is wrong; the message says what to do.

    >>> train_on_counts({b"low": 3}, 258, [])[1]
    [(b'o', b'w'), (b'l', b'ow')]
    """
    specials = check_special_tokens(special_tokens)
    limit = num_merges(vocab_size, specials)
    found = get_trainer(pick_trainer(trainer, sum(map(len, counts))))(counts)
    return _take(found, limit, specials, progress)


def _take(
    found: Iterable[Merge], limit: int, special_tokens: Sequence[str], progress: bool
) -> tuple[Vocab, Merges]:
    """Take as many merges as there is room for, and number all tokens."""
    merges: Merges = []
    with progress_bar("merging", limit, "merge", shown=progress) as bar:
        for merge in islice(found, limit):
            merges.append(merge.pair)
            bar.update()
    return build_vocab(merges, special_tokens), merges


def describe_training(
    sources: Sequence[Source], *, pattern: str, trainer: str, min_count: int = 1
) -> dict[str, object]:
    """Say what a vocabulary was trained on and how, for the `training:` block of its file.

    >>> describe_training(find_sources("-"), pattern="gpt2", trainer="heap")["corpus"]
    [{'name': '-'}]
    """
    return {
        "corpus": [describe_source(source) for source in sources],
        "pattern": pattern,
        "trainer": trainer,
        "min_count": min_count,
    }


def pick_trainer(name: str, size: int) -> str:
    """Return the trainer that `name` means for a corpus of `size` bytes.

    Raises:
        WrongTypeError: not a string.
        UnknownNameError: neither `auto` nor a trainer that exists here.

    >>> pick_trainer("auto", 1000), pick_trainer("naive", 1000)
    ('heap', 'naive')
    """
    expect_text("trainer", name)
    if name == AUTO:
        return "compiled" if kernels.pay(size, "train") else "heap"
    get_trainer(name)
    return name
