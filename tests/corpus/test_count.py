"""One count for a corpus, however it is read, cut and shared out."""

from __future__ import annotations

import gzip
import hashlib
import logging
import multiprocessing
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import regex
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cs336_basics import cli
from cs336_basics.corpus import chunks, count_bytes, count_files, find_chunk_boundaries, processes
from cs336_basics.corpus import count as corpus
from cs336_basics.datatypes import PretokenCounts
from cs336_basics.errors import BPEError, CorpusError, InvalidUtf8Error
from cs336_basics.measure.clock.isolated import call
from cs336_basics.testing import strategies
from cs336_basics.text import pretokenize
from cs336_basics.text.pretokenize import PATTERNS

END = "<|endoftext|>"
METHODS = multiprocessing.get_all_start_methods()


def _nothing() -> Iterator[Any]:
    yield from ()


class Here(Executor):
    """Runs everything in this process: chunks without the price of processes."""

    def __init__(self, then: Callable[[object], object] = lambda _: None) -> None:
        self.tasks, self.then = 0, then

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run the task at once."""
        self.tasks += 1
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        self.then(future)
        return future


def in_one_piece(
    data: bytes, specials: list[str], pattern: str, errors: str = "strict"
) -> PretokenCounts:
    """Count as the definitions say, with nothing of the package but the pattern."""
    longest_first = sorted((token.encode() for token in specials), key=len, reverse=True)
    parts = re.split(b"|".join(map(re.escape, longest_first)), data) if specials else [data]
    words = regex.compile(PATTERNS[pattern].source)
    found = (words.findall(part.decode("utf-8", errors)) for part in parts)
    return Counter(word.encode() for part in found for word in part)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for the one file of an example."""
    return tmp_path_factory.mktemp("corpus") / "corpus.txt"


def count_in_chunks(
    file: Path, data: bytes, specials: list[str], *, tasks: int, block: int, **options: Any
) -> PretokenCounts:
    """Count a file in so many chunks, with reads so small that everything straddles some."""
    file.write_bytes(data)
    with (
        patch.object(corpus, "_CLUSTER_TASKS", tasks),
        patch.object(corpus, "_WORKER_TASKS", tasks),
        patch.object(chunks, "BLOCK_SIZE", block),
        patch.object(chunks, "_SEARCH_SIZE", block),
    ):
        return count_files(file, specials, executor=Here(), **options)


@settings(max_examples=600)
@given(
    strategies.corpora(),
    st.sampled_from([*PATTERNS]),
    st.integers(1, 12),
    st.integers(1, 30),
)
def test_chunks_change_no_count(
    file: Path, text_and_specials: tuple[str, list[str]], pattern: str, tasks: int, block: int
) -> None:
    """Whatever the text, the special tokens, the chunks and the reads are."""
    text, specials = text_and_specials

    counts = count_in_chunks(
        file, text.encode(), specials, tasks=tasks, block=block, pattern=pattern
    )

    assert counts == in_one_piece(text.encode(), specials, pattern)


@settings(max_examples=300)
@given(
    st.lists(st.binary(max_size=3) | strategies.tricky_text(4).map(str.encode), max_size=20),
    strategies.special_tokens(),
    st.sampled_from([*PATTERNS]),
    st.integers(1, 8),
    st.integers(1, 20),
)
def test_chunks_change_no_replaced_byte(
    file: Path, pieces: list[bytes], specials: list[str], pattern: str, tasks: int, block: int
) -> None:
    """Bad bytes become as many U+FFFD as in one piece, for no cut falls between them."""
    data = b"".join(pieces)

    counts = count_in_chunks(
        file, data, specials, tasks=tasks, block=block, pattern=pattern, errors="replace"
    )

    assert counts == in_one_piece(data, specials, pattern, "replace")


@given(strategies.corpora(), st.sampled_from([*PATTERNS]), st.integers(1, 9))
def test_one_process_counts_the_same(
    file: Path, text_and_specials: tuple[str, list[str]], pattern: str, block: int
) -> None:
    """Without chunks there are still blocks."""
    text, specials = text_and_specials
    file.write_bytes(text.encode())

    with patch.object(chunks, "BLOCK_SIZE", block):
        counts = count_files(file, specials, pattern=pattern)

    assert counts == in_one_piece(text.encode(), specials, pattern)


@given(st.lists(strategies.tricky_text(), max_size=9), st.sampled_from([*PATTERNS]), st.data())
def test_keeping_stretches_changes_no_count(
    texts: list[str], pattern: str, draw: st.DataObject
) -> None:
    """Neither giving up because they do not repeat nor making room for new ones does."""
    bounds: dict[str, Any] = {
        name: draw.draw(st.integers(0, 20), label=name)
        for name in ("_MOST_STRETCHES", "_MOST_TEXT", "_ENOUGH_TO_TELL")
    }
    plain = Counter(word for text in texts for word in pretokenize.pretokenize(text, pattern))

    with patch.multiple(pretokenize, **bounds):
        assert pretokenize.count_pretokens(texts, pattern) == plain


def test_white_space_is_what_regex_takes_for_it() -> None:
    """`re` finds the stretches and takes more for white space, so they name it one by one."""
    every = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000)]))

    assert re.findall(f"[{pretokenize._WHITE}]", every) == regex.findall(r"\s", every)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("workers", [2, 3])
def test_real_processes_count_the_same(method: str, workers: int, languages: Path) -> None:
    """Many scripts, three start methods."""
    expected = in_one_piece(languages.read_bytes(), [END], "o200k")

    assert expected == count_files(
        languages, [END], pattern="o200k", workers=workers, start_method=method
    )


def test_one_worker_starts_no_process(languages: Path) -> None:
    """A profiler sees everything then."""
    with patch("multiprocessing.process.BaseProcess.start", side_effect=AssertionError("started")):
        count_files(languages, [END], workers=1)
        with pytest.raises(AssertionError, match="started"):  # so this would have been noticed
            count_files(languages, [END], workers=2)


def test_text_that_is_no_declared_special_token_is_text(tmp_path: Path) -> None:
    """If one cut at `<|endoftext|>` all the same, counts would depend on the workers (S30)."""
    path = tmp_path / "corpus.txt"
    path.write_bytes(b"x" * 80 + b" <|endoftext|> y" + b"z" * 20)
    expected = {b"x" * 80: 1, b" <|": 1, b"endoftext": 1, b"|>": 1, b" y" + b"z" * 20: 1}

    for workers in (1, 2):
        assert count_files(path, [], workers=workers) == expected


def test_one_task_for_each_document_gives_the_same_counts(stories: Path) -> None:
    """The published way: right, and slower than no processes at all (S23)."""
    documents = stories.read_bytes()[:200_000].split(END.encode())
    one_by_one: Counter[str] = Counter()
    for document in documents:
        one_by_one.update(count_bytes(document, []))

    assert one_by_one == count_bytes(END.encode().join(documents), [END])


def test_a_bad_byte_keeps_its_neighbours_apart(file: Path) -> None:
    """Dropping it would make a pair that is not in the file (S32)."""
    file.write_bytes(b"a\xffb a\xffb")

    assert count_files(file, [], errors="replace") == {
        b"a": 1, b" a": 1, "\ufffd".encode(): 2, b"b": 2
    }  # fmt: skip
    with pytest.raises(CorpusError, match="'ignore' would invent pairs"):
        count_files(file, [], errors="ignore")


@pytest.mark.parametrize("tasks", [1, 2, 3, 7, 64])
def test_the_earliest_bad_offset_is_reported(file: Path, tasks: int) -> None:
    """Three bad bytes in three chunks: always the first, whoever finds one first."""
    data = bytearray(b"word " * 200)
    for offset in (399, 401, 998):
        data[offset] = 0xFF

    with pytest.raises(InvalidUtf8Error) as caught:
        count_in_chunks(file, bytes(data), [], tasks=tasks, block=50)

    assert (caught.value.source, caught.value.offset) == (str(file), 399)


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_the_earliest_bad_offset_comes_home_from_processes(file: Path, workers: int) -> None:
    """The error crosses the process border with file and offset."""
    file.write_bytes(b"word " * 200 + b"\xff" + b" word" * 100 + b"\xfe" + b" word" * 100)

    with pytest.raises(InvalidUtf8Error) as caught:
        count_files(file, [], workers=workers)

    assert (caught.value.source, caught.value.offset) == (str(file), 1000)


def test_of_two_bad_files_the_first_is_reported(tmp_path: Path) -> None:
    """In the order given, not in the order of reading."""
    for name in ("b.txt", "a.txt"):
        (tmp_path / name).write_bytes(b"ok \xff")

    with pytest.raises(InvalidUtf8Error) as caught:
        count_files([tmp_path / "b.txt", tmp_path / "a.txt"], [], executor=Here())

    assert caught.value.source == str(tmp_path / "b.txt")


def test_an_error_of_a_worker_names_file_and_bytes(file: Path) -> None:
    """Whatever went wrong, one learns where."""
    file.write_bytes(b"one two")

    with (
        patch.object(corpus, "count_pretokens", side_effect=MemoryError("no room")),
        pytest.raises(CorpusError) as caught,
    ):
        count_files(file, [])

    assert str(caught.value) == f"{file} (bytes 0-7): MemoryError: no room"


@pytest.mark.parametrize("in_chunks", [False, True])
def test_a_file_that_shrinks_meanwhile_is_an_error(file: Path, in_chunks: bool) -> None:
    """What is missing is not left out in silence."""
    file.write_bytes(b"one two " * 1000)

    def shrink(_: object) -> None:
        file.write_bytes(b"one two ")

    executor = Here(then=shrink) if in_chunks else None
    with (
        patch.object(chunks, "BLOCK_SIZE", 100),
        patch.object(chunks, "CHUNK_SIZE", 1000),
        pytest.raises(CorpusError, match=r"corpus\.txt \(bytes .*the file changed meanwhile"),
    ):
        count_files(file, [], progress=shrink, executor=executor)


def test_an_empty_file_has_no_pre_tokens(file: Path) -> None:
    """Nor has it chunks."""
    file.write_bytes(b"")

    assert count_files(file, [END]) == count_files(file, [END], workers=2) == {}


def test_files_globs_and_gzip_are_one_corpus(tmp_path: Path) -> None:
    """Counts are added up; no pre-token crosses from one file into the next."""
    (tmp_path / "a.txt").write_bytes(b"to be")
    (tmp_path / "b.txt").write_bytes(b" or not")
    (tmp_path / "c.txt.gz").write_bytes(gzip.compress(b"to be"))
    paths: list[str | Path] = [str(tmp_path / "*.txt"), tmp_path / "c.txt.gz"]
    expected = {b"to": 2, b" be": 2, b" or": 1, b" not": 1}

    assert count_files(paths, []) == count_files(paths, [], workers=2) == expected


@pytest.mark.parametrize("workers", [1, 2])
def test_a_pipe_is_read_whatever_the_number_of_workers(workers: int, python: str) -> None:
    """Workers have no standard input: it is counted by the process that has."""
    expected = {b"to": 2, b" be": 1, b"\r\n": 1}
    code = (
        "from cs336_basics.corpus import count_files\n"
        f"print(count_files('-', ['<e>'], workers={workers}) == {expected})"
    )

    done = subprocess.run(
        [python, "-c", code], input=b"to be<e>to\r\n", capture_output=True, timeout=60
    )

    assert done.stdout == b"True\n"


def test_rare_pre_tokens_are_left_out_after_all_is_joined(file: Path) -> None:
    """`once` stands once in each of two chunks: leaving it out of each would lose it."""
    data = b" once" + b" x" * 50 + b" once" + b" y" * 50 + b" never"

    counts = count_in_chunks(file, data, [], tasks=10, block=7, min_count=2)

    assert counts == {b" once": 2, b" x": 50, b" y": 50}


def test_progress_adds_up_to_the_size(languages: Path) -> None:
    """With one process in steps, with several a chunk at a time."""
    for options in ({}, {"workers": 2}, {"executor": Here()}):
        done: list[int] = []

        count_files(languages, [END], progress=done.append, **options)

        assert sum(done) == languages.stat().st_size


@pytest.mark.parametrize("option", [{"workers": 0}, {"min_count": 0}, {"workers": -1}])
def test_numbers_below_one_are_refused(file: Path, option: dict[str, int]) -> None:
    """The message names the argument."""
    with pytest.raises(CorpusError, match=rf"{next(iter(option))} is -?\d; it must be at least 1"):
        count_files(file, [], **option)  # type: ignore[arg-type]


def test_a_pattern_of_ones_own_is_warned_about_once(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Its only safe cuts are special tokens, so memory may grow."""
    file.write_bytes(b"one two")

    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            assert count_files(file, [], pattern=r"\w+(?# own )") == {b"one": 1, b" ": 1, b"two": 1}

    assert ["only special tokens are safe" in record.message for record in caplog.records] == [True]


def test_a_cluster_gets_many_tasks_and_two_workers_a_few(file: Path) -> None:
    """An executor does not tell how many workers it has."""
    file.write_bytes(b"a b c d " * 1000)
    executor = Here()

    count_files(file, [], executor=executor, workers=2)
    with patch.object(processes, "run_tasks", return_value=_nothing()) as pool:
        count_files(file, [], workers=2)

    assert executor.tasks == 64
    assert len(pool.call_args.args[1]) == 8


def test_memory_does_not_grow_with_a_line_without_end(tmp_path: Path) -> None:
    """One line, no special token, ten times the size: about the same peak."""
    peaks = []
    for size in (2_000_000, 20_000_000):
        path = tmp_path / f"{size}.txt"
        path.write_bytes(b"the quick brown fox " * (size // 20))
        target = "cs336_basics.measure.peers.count_peers:ours"
        peaks.append(call(target, {"corpus": str(path)}, timeout=120).peak_memory)

    assert peaks[1] < peaks[0] + 40_000_000  # a list of all its words would take 200 MB


def test_the_file_of_a_tokenizer_says_what_it_was_trained_on(tmp_path: Path) -> None:
    """Names, sizes, checksums, trainer, pattern and min_count; not where the corpus lay."""
    text, packed = b"low low lower lowest", gzip.compress(b"low lower")
    (tmp_path / "a.txt").write_bytes(text)
    (tmp_path / "b.txt.gz").write_bytes(packed)
    out = tmp_path / "out.yaml"

    files = [str(tmp_path / "a.txt"), str(tmp_path / "b.txt.gz")]
    options = ["--vocab-size", "258", "--pattern", "cl100k", "--min-count", "2", "--workers", "2"]
    assert cli.main(["train", *files, *options, "-o", str(out)]) == 0

    document = yaml.safe_load(out.read_text(encoding="utf-8"))
    assert document["pattern"] == "cl100k"
    assert document["training"] == {
        "corpus": [
            {"name": name, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in (("a.txt", text), ("b.txt.gz", packed))
        ],
        "pattern": "cl100k",
        "trainer": "heap",
        "min_count": 2,
    }
    assert str(tmp_path) not in out.read_text(encoding="utf-8")


def test_boundaries_and_counts_work_together(stories: Path) -> None:
    """As the assignment does it by hand: cut, count each piece, add up."""
    total: Counter[str] = Counter()
    with stories.open("rb") as opened:
        cuts = find_chunk_boundaries(opened, 5, END.encode())
        for start, end in pairwise(cuts):
            opened.seek(start)
            total.update(count_bytes(opened.read(end - start), [END]))

    assert len(cuts) == 6
    assert {word.encode(): count for word, count in total.items()} == count_files(stories, [END])


@pytest.mark.parametrize("paths", [[], "absent.txt", "."])
def test_what_cannot_be_read_is_an_error_before_anything_is_counted(paths: Any) -> None:
    """No file, a missing one, a folder."""
    with pytest.raises((BPEError, OSError)):
        count_files(paths, [], workers=2)
