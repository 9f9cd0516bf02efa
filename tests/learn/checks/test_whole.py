"""Checks of something whole: code from anywhere, all that is right and some that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pytest

from cs336_basics import train
from cs336_basics.corpus.chunks import find_chunk_boundaries
from cs336_basics.datatypes import Merges, Pair, PretokenCounts, TokenizerData, Vocab
from cs336_basics.learn import checks
from cs336_basics.learn.checker.examine import examine
from cs336_basics.learn.checker.subjects import SUBJECTS
from cs336_basics.learn.checks import CheckFailed
from cs336_basics.learn.mistakes import MISTAKES
from cs336_basics.pairs import count_pairs, merge_word, split_bytes
from cs336_basics.storage import yaml_file
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.trainers import TRAINERS
from tests.learn.checks.other_tokenizers import TOKENIZERS, LowestRank
from tests.learn.checks.other_trainings import TRAININGS, iter_merges_by_sorting

Function = Callable[..., Any]


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What a check printed."""
    return capsys.readouterr().out.splitlines()


def passes(printed: list[str], *notes: str) -> bool:
    """Whether a check found nothing, and said these things beside it."""
    return "passed" in printed[0] and [f"  note: {note}" for note in notes] == printed[1:]


@pytest.mark.parametrize("name", TRAINERS)
def test_each_of_our_trainers_passes(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The slow ones too, without a word."""
    checks.iter_merges(TRAINERS[name])

    assert passes(lines(capsys))


def test_a_trainer_of_other_make_passes() -> None:
    """`cs336-bpe check` takes a list without counts, and says so."""
    report = examine(SUBJECTS["iter_merges"], iter_merges_by_sorting, "by sorting")

    assert report.failing is None
    assert ("the merges come without counts, so the counts were not compared",) == report.notes


@pytest.mark.slow
@pytest.mark.parametrize("name", TRAINERS)
def test_train_bpe_passes_with_each_trainer(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever does the merging."""

    def train_bpe(input_path: Path, vocab_size: int, special_tokens: list[str]) -> Any:
        return train.train_bpe(input_path, vocab_size, special_tokens, trainer=name)

    checks.train_bpe(train_bpe)

    assert passes(lines(capsys))


@pytest.mark.parametrize("training", TRAININGS)
def test_a_training_of_other_make_passes(
    training: Function, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ids, tuples or a heap; merges of ids or of bytes; specials first or last; an object."""
    checks.train_bpe(training)

    assert "passed" in lines(capsys)[0]


@pytest.mark.parametrize("tokenizer", [Tokenizer, *TOKENIZERS])
def test_a_tokenizer_of_any_make_passes(
    tokenizer: Function, capsys: pytest.CaptureFixture[str]
) -> None:
    """Merge by merge, by the lowest rank, one place at a time; streams gathered or not."""
    checks.tokenizer(tokenizer)

    printed = lines(capsys)
    assert printed[0].startswith(f"{tokenizer.__name__}: right by the assignment; all ")
    assert not [line for line in printed if line.startswith("  note: ")]


def test_encode_iterable_takes_the_stream_and_the_tokenizer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A function of four arguments."""

    def right(chunks: Any, vocab: Vocab, merges: Merges, specials: list[str]) -> Iterator[int]:
        return LowestRank(vocab, merges, specials).encode_iterable(chunks)

    def each_chunk(chunks: Any, vocab: Vocab, merges: Merges, specials: list[str]) -> Iterator[int]:
        tokenizer = LowestRank(vocab, merges, specials)
        for chunk in chunks:
            yield from tokenizer.encode(chunk)

    checks.encode_iterable(right)
    assert passes(lines(capsys))

    with pytest.raises(CheckFailed, match="catalogue: streaming-each-chunk"):
        checks.encode_iterable(each_chunk)

    def joined(chunks: Any, vocab: Vocab, merges: Merges, specials: list[str]) -> list[int]:
        return LowestRank(vocab, merges, specials).encode("".join(chunks))

    with pytest.raises(CheckFailed, match="no id before the whole stream was read"):
        checks.encode_iterable(joined)


def test_token_file_takes_two_functions(capsys: pytest.CaptureFixture[str]) -> None:
    """One saves, the other loads; a memory map is as good as a list."""

    def save(path: Path, ids: list[int]) -> None:
        np.array(ids, np.uint32).tofile(path)

    def load(path: Path) -> Any:
        return np.fromfile(path, np.uint32)

    def narrow(path: Path, ids: list[int]) -> None:
        np.array(ids, np.uint32).astype(np.uint16).tofile(path)

    def load_narrow(path: Path) -> Any:
        return np.fromfile(path, np.uint16)

    checks.token_file(save, load)
    assert passes(lines(capsys), "a file of small ids took more than two bytes for each")

    with pytest.raises(CheckFailed, match="catalogue: files-uint16-wraps") as failed:
        checks.token_file(narrow, load_narrow)
    assert failed.value.call == "narrow and load_narrow: saved [65536]"


def test_save_load_takes_two_functions(capsys: pytest.CaptureFixture[str]) -> None:
    """The package's own YAML passes; text with replacements does not."""

    def save(path: Path, vocab: Vocab, merges: Merges) -> None:
        path.write_text(yaml_file.dumps(TokenizerData(vocab, merges, [])), encoding="utf-8")

    def load(path: Path) -> tuple[Vocab, Merges]:
        data = yaml_file.loads(path.read_bytes())
        return data.vocab, data.merges

    checks.save_load(save, load)
    assert passes(lines(capsys))


def test_find_chunk_boundaries_takes_any_safe_cuts(capsys: pytest.CaptureFixture[str]) -> None:
    """The package's own, and the handout's, which cuts at special tokens alone."""
    checks.find_chunk_boundaries(find_chunk_boundaries)

    assert passes(lines(capsys))


def test_decode_names_what_went_wrong() -> None:
    """Token by token, a character is torn."""

    def decode(ids: list[int], vocab: Vocab) -> str:
        return "".join(vocab[each].decode("utf-8", "replace") for each in ids)

    with pytest.raises(CheckFailed, match="catalogue: decoding-each-token"):
        checks.decode(decode)


def test_a_report_reads_well() -> None:
    """The call, both answers, what is seen there, the reason and where to read on."""

    def iter_merges(counts: PretokenCounts) -> Iterator[tuple[Pair, int]]:
        words = [(split_bytes(word), n) for word, n in counts.items()]
        while found := count_pairs(words):
            best = max(found, key=found.__getitem__)
            yield best, found[best]
            words = [(merge_word(word, best), n) for word, n in words]

    with pytest.raises(CheckFailed) as failed:
        checks.iter_merges(iter_merges)

    text = str(failed.value)
    assert [
        "iter_merges is not right yet.",
        "  call      iter_merges({b'aab': 1})",
        "  expected  [((b'a', b'b'), 1), ((b'a', b'ab'), 1)]",
        "  got       [((b'a', b'a'), 1), ((b'aa', b'b'), 1)]",
        "  seen      the first difference is merge 0: right is (b'a', b'b'), yours is (b'a', b'a')",
        "            at that moment both occur once",
    ] == text.splitlines()[:6]
    assert "it looks as if ties go to the pair that was counted first" in text
    assert "read on in notebook 02; catalogue: ties-first-seen" in text


def test_a_failing_input_of_a_check_shows_what_is_to_be_seen_there() -> None:
    """The check's own input, the state at the first difference, and the reason."""

    first_seen = SUBJECTS["train_bpe"].code(MISTAKES["ties-first-seen"].recipes[0])
    with pytest.raises(CheckFailed) as failed:
        checks.train_bpe(first_seen)

    call = "train(<a file that holds b'abb'>, vocab_size=258, ['<|endoftext|>'])"
    assert call == failed.value.call
    assert failed.value.expected == "merges [(b'b', b'b')]; 258 tokens, ids 0–257"
    assert failed.value.got == "merges [(b'a', b'b')]; 258 tokens, ids 0–257"
    assert [
        "the first difference is merge 0: right is (b'b', b'b'), yours is (b'a', b'b')",
        "at that moment both occur once",
    ] == failed.value.seen[:2]
    assert "it looks as if ties go to the pair that was counted first" == failed.value.why[0]


def test_the_handouts_boundaries_pass() -> None:
    """It reads ahead in blocks and so misses some places to cut: fewer chunks, and none wrong."""

    def in_blocks(file: BinaryIO, number: int, token: bytes) -> list[int]:
        size = file.seek(0, 2)
        found = {0, size}
        for guess in range(size // number, size // number * number, max(1, size // number)):
            file.seek(guess)
            place = guess
            while block := file.read(4096):
                if (ahead := block.find(token)) >= 0:
                    found.add(place + ahead)
                    break
                place += len(block)
        return sorted(found)

    report = examine(SUBJECTS["find_chunk_boundaries"], in_blocks, "in_blocks")

    assert report.failing is None
    assert report.passed == report.cases


def test_a_stub_is_not_attempted_yet(capsys: pytest.CaptureFixture[str]) -> None:
    """For each of them."""

    def stub(*_: Any) -> Any:
        raise NotImplementedError

    checks.iter_merges(stub)
    checks.encode_iterable(stub)
    checks.tokenizer(stub)
    checks.token_file(stub, stub)
    checks.save_load(stub, stub)

    assert ["not attempted yet"] * 5 == [line.partition(": ")[2] for line in lines(capsys)]
