"""The same call on a cluster: a real scheduler and two worker processes, over TCP on loopback."""

from __future__ import annotations

import gzip
import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from cs336_basics.corpus import count as corpus
from cs336_basics.corpus import count_files
from cs336_basics.datatypes import PretokenCounts
from cs336_basics.errors import CorpusError, InvalidUtf8Error

distributed = pytest.importorskip("distributed", reason="needs the extra `distributed`")
pytest.importorskip("aiohttp", reason="needs the extra `distributed`")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default"),  # those of dask and of what it stands on are not ours
]

END = "<|endoftext|>"


class Quiet(SimpleHTTPRequestHandler):
    """Serves whole files, whatever range it is asked for."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


class Ranges(Quiet):
    """Serves files and parts of them, as an object store does."""

    seen: list[tuple[int, int]]

    def do_GET(self) -> None:
        """Send the bytes that are asked for."""
        data = Path(self.translate_path(self.path)).read_bytes()
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        start, end = 0, len(data)
        if asked:
            start, end = int(asked[1]), min(len(data), int(asked[2] or len(data)) + 1)
            self.seen.append((start, end))
        self.send_response(206 if asked else 200)
        if asked:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(data)}")
        self.send_header("Content-Length", str(end - start))
        self.end_headers()
        self.wfile.write(data[start:end])

    def end_headers(self) -> None:
        """Say that ranges are served."""
        self.send_header("Accept-Ranges", "bytes")
        super().end_headers()


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory, stories: Path, languages: Path) -> Path:
    """Stories and many languages, 6 MB."""
    path = tmp_path_factory.mktemp("cluster") / "corpus.txt"
    path.write_bytes((stories.read_bytes() + languages.read_bytes()) * 4)
    return path


@pytest.fixture(scope="module")
def expected(text: Path) -> PretokenCounts:
    """What one process counts."""
    return count_files(text, [END])


@contextmanager
def serving(folder: Path, handler: type[SimpleHTTPRequestHandler]) -> Iterator[str]:
    """The address of a folder on a web server on loopback."""
    web = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    thread = threading.Thread(target=web.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{web.server_address[1]}"
    web.shutdown()
    web.server_close()
    thread.join()


@pytest.fixture
def server(text: Path) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """The address of the text on a web server, and the ranges it was asked for."""
    seen: list[tuple[int, int]] = []
    handler = type("Handler", (Ranges,), {"seen": seen})
    with serving(text.parent, handler) as address:
        yield f"{address}/{text.name}", seen


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """A client of a cluster whose workers are processes, one thread each."""
    with (
        distributed.LocalCluster(
            n_workers=2, processes=True, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert client.scheduler.address.startswith("tcp://127.0.0.1:")
        yield client


def test_a_cluster_counts_a_file_as_one_process_does(
    client: Any, text: Path, expected: PretokenCounts
) -> None:
    """Both workers take part."""
    assert count_files(text, [END], executor=client.get_executor()) == expected
    pids = client.run(os.getpid)
    assert len(set(pids.values())) == 2
    assert os.getpid() not in pids.values()


def test_a_cluster_reads_ranges_from_a_web_server(
    client: Any, server: tuple[str, list[tuple[int, int]]], text: Path, expected: PretokenCounts
) -> None:
    """No task reads the whole, and together they read little more than the file."""
    url, seen = server

    assert count_files(url, [END], executor=client.get_executor(pure=False), workers=2) == expected
    size = text.stat().st_size
    assert max(end - start for start, end in seen) < size / 4
    assert size <= sum(end - start for start, end in seen) < 1.5 * size


def test_one_process_reads_from_a_web_server(
    server: tuple[str, list[tuple[int, int]]], expected: PretokenCounts
) -> None:
    """An address is a source like any other, with and without workers."""
    url, _ = server

    assert count_files(url, [END]) == expected
    assert count_files(url, [END], workers=2) == expected


def test_a_server_without_ranges_is_read_as_a_stream(tmp_path: Path) -> None:
    """One task for the whole file, also for a packed one."""
    (tmp_path / "a.txt").write_bytes(b"to be")
    (tmp_path / "b.txt.gz").write_bytes(gzip.compress(b"or not to be"))

    with serving(tmp_path, Quiet) as address:
        files = [f"{address}/{name}" for name in ("a.txt", "b.txt.gz")]
        for workers in (1, 2):
            assert count_files(files, [], workers=workers) == {
                b"to": 1, b" to": 1, b" be": 2, b"or": 1, b" not": 1
            }  # fmt: skip
        with pytest.raises(FileNotFoundError) as caught:
            count_files(f"{address}/absent.txt", [])
    assert caught.value.filename == f"{address}/absent.txt"


def test_an_address_that_nothing_can_open_is_one_error() -> None:
    """With what is known about it."""
    with pytest.raises(CorpusError, match=r"^gopher://example\.org/x: Protocol not known: gopher"):
        count_files("gopher://example.org/x", [])


def test_a_worker_that_is_killed_changes_nothing(
    client: Any, text: Path, expected: PretokenCounts
) -> None:
    """The scheduler gives its tasks to another; nothing is counted twice."""
    victim = next(iter(client.run(os.getpid).values()))
    done: list[int] = []

    def kill_once(size: int) -> None:
        done.append(size)
        if len(done) == 3:
            os.kill(victim, 9)

    executor = client.get_executor(pure=False, retries=3)
    counts = count_files(text, [END], executor=executor, progress=kill_once)

    assert counts == expected
    assert sum(done) == text.stat().st_size
    deadline = time.monotonic() + 30
    while victim in client.run(os.getpid).values() and time.monotonic() < deadline:
        time.sleep(0.1)
    assert victim not in client.run(os.getpid).values()


def test_a_bad_byte_comes_home_from_a_cluster(client: Any, tmp_path: Path) -> None:
    """The first of two, with file and offset."""
    path = tmp_path / "bad.txt"
    path.write_bytes(b"word " * 1000 + b"\xff" + b" word" * 1000 + b"\xfe")

    with pytest.raises(InvalidUtf8Error) as caught:
        count_files(path, [], executor=client.get_executor(pure=False))

    assert (caught.value.source, caught.value.offset) == (str(path), 5000)


def test_a_task_that_cannot_be_done_names_file_and_bytes(client: Any, text: Path) -> None:
    """A scheduler gives up on a task that kills every worker it meets."""

    def die(*_: object, **__: object) -> None:
        os._exit(1)

    client.cluster.scheduler.allowed_failures = 0
    with (
        patch.object(corpus, "count_range", die),
        pytest.raises(CorpusError, match=r"corpus\.txt \(bytes \d+-\d+\): KilledWorker: "),
    ):
        count_files(text, [END], executor=client.get_executor(pure=False))
