"""Downloads, against a server on loopback that fails in every way a network does."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from cs336_basics.cli import main
from cs336_basics.datasets import fetch
from cs336_basics.datasets.bundled import DATA_DIR
from cs336_basics.datasets.downloads import HUB, SOURCES, download, folder
from cs336_basics.errors import ChecksumError, DownloadError, UnknownNameError

TEXT = b"".join(b"Story %d.\n<|endoftext|>\n" % n for n in range(20_000))
TINY, OWT = "tinystories-valid", "owt-valid"
TINY_FILE, OWT_FILE = SOURCES[TINY].file, SOURCES[OWT].file


class Hub(ThreadingHTTPServer):
    """A small hub. Each list says how the next requests fail; empty means that they succeed."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = {
            "/" + SOURCES[TINY].path: TEXT,
            "/" + SOURCES[OWT].path: gzip.compress(TEXT, mtime=0),
        }
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.etag = '"v1"'
        self.cuts: list[int] = []  # close the connection after so many bytes of the body
        self.stalls: list[int] = []  # go silent after so many bytes of the body
        self.statuses: list[int] = []
        self.extra_length = 0  # state a longer body than the one sent
        self.ignores_range = self.ignores_if_range = False
        self.sends_length = True
        self.pause = 0.0  # seconds between pieces of the body
        self.redirect: dict[str, str] | None = None  # headers of a redirect to /store/…
        self.seen: list[dict[str, str]] = []  # the headers of each request for a body
        self.closing = threading.Event()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep quiet when a client hangs up."""


class Handler(BaseHTTPRequestHandler):
    """Answers one request as the hub's lists say."""

    server: Hub

    def do_GET(self) -> None:
        """Send a file, or part of it, or an error."""
        hub, path = self.server, self.path.removeprefix("/store")
        if hub.statuses and (status := hub.statuses.pop(0)) != 200:
            self.send_error(status)
            return
        if path not in hub.files:
            self.send_error(404)
            return
        if hub.redirect is not None and path == self.path:
            self.send_response(302)
            for name, value in {"Location": "/store" + path, **hub.redirect}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        hub.seen.append(dict(self.headers))
        body, start = hub.files[path], 0
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        same = self.headers.get("If-Range", hub.etag) == hub.etag or hub.ignores_if_range
        if asked and same and not hub.ignores_range:
            start = int(asked[1])
            if start >= len(body):
                self.send_error(416)
                return
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
        else:
            self.send_response(200)
        self.send_header("ETag", hub.etag)
        if hub.sends_length:
            self.send_header("Content-Length", str(len(body) - start + hub.extra_length))
        self.end_headers()
        self._send(body[start:])

    def _send(self, body: bytes) -> None:
        hub = self.server
        self.close_connection = True
        if hub.stalls:
            self.wfile.write(body[: hub.stalls.pop(0)])
            hub.closing.wait(10)
            return
        if hub.cuts:
            body = body[: hub.cuts.pop(0)]
        step = len(body) // 8 + 1 if hub.pause else len(body) or 1
        for i in range(0, len(body), step):
            self.wfile.write(body[i : i + step])
            time.sleep(hub.pause)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """Serve on loopback, with short waits, time-outs and chunks on the client's side."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(fetch, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(fetch, "TIMEOUT", (2.0, 0.3))
    monkeypatch.setattr(fetch, "CHUNK", 100)  # so that a cut after 1,000 bytes loses none
    server = Hub()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.closing.set()
    server.shutdown()
    server.server_close()
    thread.join(5)


def names(folder: Path) -> set[str]:
    """List what a folder holds, hidden files included."""
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("name", "url"),
    [
        (
            "tinystories-train",
            "https://huggingface.co/datasets/roneneldan/TinyStories/resolve/main/"
            "TinyStoriesV2-GPT4-train.txt",
        ),
        (
            "tinystories-valid",
            "https://huggingface.co/datasets/roneneldan/TinyStories/resolve/main/"
            "TinyStoriesV2-GPT4-valid.txt",
        ),
        (
            "owt-train",
            "https://huggingface.co/datasets/stanford-cs336/owt-sample/resolve/main/"
            "owt_train.txt.gz",
        ),
        (
            "owt-valid",
            "https://huggingface.co/datasets/stanford-cs336/owt-sample/resolve/main/"
            "owt_valid.txt.gz",
        ),
    ],
)
def test_the_corpora_are_where_the_assignment_says(name: str, url: str) -> None:
    """The four addresses, written out."""
    assert url == f"{HUB}/{SOURCES[name].path}"


@pytest.mark.parametrize(("name", "file"), [(TINY, TINY_FILE), (OWT, OWT_FILE)])
def test_a_download_is_unpacked_and_recorded(
    hub: Hub, tmp_path: Path, name: str, file: str
) -> None:
    """The text, plain or from gzip, and beside it address, size and sha256; nothing else."""
    path = download(name, tmp_path / "new", base_url=hub.url + "/")

    assert path == tmp_path / "new" / file
    assert path.read_bytes() == TEXT
    assert names(path.parent) == {file, file + ".json"}
    assert json.loads(path.with_name(file + ".json").read_bytes()) == {
        "url": f"{hub.url}/{SOURCES[name].path}",
        "bytes": len(TEXT),
        "sha256": hashlib.sha256(TEXT).hexdigest(),
    }


def test_what_is_there_is_checked_and_not_fetched_again(hub: Hub, tmp_path: Path) -> None:
    """The second call asks the server nothing."""
    first = download(TINY, tmp_path, base_url=hub.url)

    assert first == download(TINY, tmp_path, base_url=hub.url)
    assert len(hub.seen) == 1


@pytest.mark.parametrize("name", [TINY, OWT])
def test_a_cut_connection_is_continued_where_it_was_cut(
    hub: Hub, tmp_path: Path, name: str
) -> None:
    """The next request asks for the rest, of the same version, and no byte is sent twice."""
    hub.cuts = [1000, 500]

    assert download(name, tmp_path, base_url=hub.url).read_bytes() == TEXT
    assert [headers.get("Range") for headers in hub.seen] == [None, "bytes=1000-", "bytes=1500-"]
    assert [headers.get("If-Range") for headers in hub.seen] == [None, '"v1"', '"v1"']


def test_a_call_that_failed_is_continued_by_the_next(hub: Hub, tmp_path: Path) -> None:
    """After too many cuts the bytes stay, the error says so, and the file itself is absent."""
    hub.cuts = [1000] + [0] * fetch.RETRIES

    with pytest.raises(DownloadError, match=r"\(1,000 bytes are kept in .*\.part\); run the same"):
        download(TINY, tmp_path, base_url=hub.url)
    assert names(tmp_path) == {TINY_FILE + ".part", TINY_FILE + ".part.json"}

    hub.seen.clear()
    assert download(TINY, tmp_path, base_url=hub.url).read_bytes() == TEXT
    assert [headers["Range"] for headers in hub.seen] == ["bytes=1000-"]


def test_many_cuts_are_no_failure_as_long_as_bytes_arrive(hub: Hub, tmp_path: Path) -> None:
    """Only failures in a row count."""
    hub.cuts = [1000] * (3 * fetch.RETRIES)

    assert download(TINY, tmp_path, base_url=hub.url).read_bytes() == TEXT


def test_a_server_that_ignores_range_is_fetched_from_the_start(hub: Hub, tmp_path: Path) -> None:
    """It answers 200, so what was there is dropped, never doubled."""
    hub.ignores_range = True
    hub.cuts = [1000, 700]

    assert download(TINY, tmp_path, base_url=hub.url).read_bytes() == TEXT


@pytest.mark.parametrize("ignores_if_range", [False, True])
def test_bytes_of_two_versions_are_never_mixed(
    hub: Hub, tmp_path: Path, ignores_if_range: bool
) -> None:
    """A file replaced between two tries is fetched anew, even where If-Range is not honoured."""
    hub.cuts = [1000] + [0] * fetch.RETRIES
    with pytest.raises(DownloadError):
        download(TINY, tmp_path, base_url=hub.url)
    hub.files["/" + SOURCES[TINY].path] = new = TEXT.upper()
    hub.etag, hub.ignores_if_range = '"v2"', ignores_if_range

    assert download(TINY, tmp_path, base_url=hub.url).read_bytes() == new


def test_a_file_that_shrank_is_fetched_anew(hub: Hub, tmp_path: Path) -> None:
    """The server answers 416 to a range past the end."""
    hub.cuts = [1000] + [0] * fetch.RETRIES
    with pytest.raises(DownloadError):
        download(TINY, tmp_path, base_url=hub.url)
    hub.files["/" + SOURCES[TINY].path] = b"short\n"
    hub.ignores_if_range = True

    assert download(TINY, tmp_path, base_url=hub.url).read_bytes() == b"short\n"


def test_a_body_shorter_than_stated_is_no_download(hub: Hub, tmp_path: Path) -> None:
    """A wrong length never becomes a finished file."""
    hub.extra_length = 100

    with pytest.raises(DownloadError, match="same command again"):
        download(TINY, tmp_path, base_url=hub.url)
    assert TINY_FILE not in names(tmp_path)


def test_a_body_without_a_stated_length_is_taken_to_its_end(hub: Hub, tmp_path: Path) -> None:
    """HTTP allows it; then the end of the connection is the end of the file."""
    hub.sends_length = False

    assert download(TINY, tmp_path, base_url=hub.url).read_bytes() == TEXT


def test_a_redirect_is_followed_with_the_range(hub: Hub, tmp_path: Path) -> None:
    """The hub sends us to a store; a cut there is continued there."""
    hub.redirect = {
        "X-Linked-Size": str(len(TEXT)),
        "X-Linked-ETag": f'"{hashlib.sha256(TEXT).hexdigest()}"',
    }
    hub.cuts = [1000]

    assert download(TINY, tmp_path, base_url=hub.url).read_bytes() == TEXT
    assert hub.seen[1]["Range"] == "bytes=1000-"


def test_bytes_that_break_the_hubs_promise_are_thrown_away(hub: Hub, tmp_path: Path) -> None:
    """The redirect names the sha256; other bytes are an error that names both."""
    hub.redirect = {"X-Linked-ETag": f'"{"0" * 64}"'}

    with pytest.raises(DownloadError, match=f"damaged .*promised {'0' * 64}"):
        download(TINY, tmp_path, base_url=hub.url)
    assert names(tmp_path) == set()


def test_a_store_with_another_size_than_the_hub_states_is_refused(hub: Hub, tmp_path: Path) -> None:
    """Both sizes are in the message, and nothing is left."""
    hub.redirect = {"X-Linked-Size": "12345"}

    with pytest.raises(DownloadError, match=f"12,345 bytes, but the server offers {len(TEXT):,}"):
        download(TINY, tmp_path, base_url=hub.url)
    assert names(tmp_path) == set()


def test_404_is_an_error_at_once(hub: Hub, tmp_path: Path) -> None:
    """No retry helps; the message names status and address, and nothing is left."""
    hub.files.clear()

    with pytest.raises(DownloadError, match=f"{TINY_FILE} answered HTTP 404"):
        download(TINY, tmp_path, base_url=hub.url)
    assert names(tmp_path) == set()


def test_a_busy_server_is_asked_again(hub: Hub, tmp_path: Path) -> None:
    """503 and 429 pass."""
    hub.statuses = [503, 429]

    assert download(TINY, tmp_path, base_url=hub.url).read_bytes() == TEXT


def test_a_slow_body_is_waited_for(hub: Hub, tmp_path: Path) -> None:
    """Slower in all than the time-out, which counts only the silence between two pieces."""
    hub.pause = 0.06

    assert download(TINY, tmp_path, base_url=hub.url).read_bytes() == TEXT
    assert len(hub.seen) == 1


def test_a_silent_body_is_given_up_and_continued(hub: Hub, tmp_path: Path) -> None:
    """After the time-out the rest is asked for."""
    hub.stalls = [1000]

    assert download(TINY, tmp_path, base_url=hub.url).read_bytes() == TEXT
    assert hub.seen[1]["Range"] == "bytes=1000-"


def test_without_a_network_the_error_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where to bring the file by hand, unpacked, and how to go on without it."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(fetch, "FIRST_WAIT", 60.0)  # it is said at once, without a retry
    with socket.socket() as free:  # bound and not listening: every connection is refused
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(DownloadError) as error:
            download(OWT, tmp_path, base_url=url)

    message = str(error.value)
    assert "cannot reach" in message
    assert f"unpack it and put it at {tmp_path / OWT_FILE}" in message
    assert "cs336-bpe generate" in message
    assert names(tmp_path) == set()


def test_a_gzip_file_that_ends_early_is_no_download(hub: Hub, tmp_path: Path) -> None:
    """Its stated length is right, yet the gzip checksum is missing: nothing is left."""
    path = "/" + SOURCES[OWT].path
    hub.files[path] = hub.files[path][:-20]

    with pytest.raises(DownloadError, match="not a whole gzip file"):
        download(OWT, tmp_path, base_url=hub.url)
    assert names(tmp_path) == set()


def test_a_gzip_file_of_several_members_is_unpacked_whole(hub: Hub, tmp_path: Path) -> None:
    """Gzip files may be joined end to end."""
    hub.files["/" + SOURCES[OWT].path] = gzip.compress(TEXT[:999]) + gzip.compress(TEXT[999:])

    assert download(OWT, tmp_path, base_url=hub.url).read_bytes() == TEXT


def test_a_changed_file_is_an_error(hub: Hub, tmp_path: Path) -> None:
    """One byte more, and the sha256 of the record no longer fits; the file is left alone."""
    path = download(TINY, tmp_path, base_url=hub.url)
    path.write_bytes(TEXT + b"!")

    with pytest.raises(ChecksumError, match="is not what was downloaded"):
        download(TINY, tmp_path, base_url=hub.url)
    assert path.read_bytes() == TEXT + b"!"


@pytest.mark.parametrize("record", [b"", b"[]", b'{"url": ""}', b"\xff"])
def test_a_damaged_record_is_an_error(tmp_path: Path, record: bytes) -> None:
    """The message says which files to delete."""
    (tmp_path / TINY_FILE).write_bytes(TEXT)
    (tmp_path / f"{TINY_FILE}.json").write_bytes(record)

    with pytest.raises(ChecksumError, match="is damaged; delete it"):
        download(TINY, tmp_path)


def test_a_file_brought_by_hand_is_recorded_as_it_is(tmp_path: Path) -> None:
    """No network is asked; from then on the file is checked like a downloaded one."""
    path = tmp_path / OWT_FILE
    path.write_bytes(TEXT)

    assert path == download(OWT, tmp_path, base_url="http://nowhere.invalid")
    path.write_bytes(TEXT[1:])
    with pytest.raises(ChecksumError):
        download(OWT, tmp_path, base_url="http://nowhere.invalid")


@pytest.mark.parametrize("note", [b"", b"[1]", b'{"url": "http://elsewhere", "total": 5}'])
def test_a_part_file_of_unknown_origin_is_not_continued(
    hub: Hub, tmp_path: Path, note: bytes
) -> None:
    """Without a note about this address its bytes could be anything."""
    (tmp_path / f"{TINY_FILE}.part").write_bytes(b"anything")
    (tmp_path / f"{TINY_FILE}.part.json").write_bytes(note)

    assert download(TINY, tmp_path, base_url=hub.url).read_bytes() == TEXT
    assert "Range" not in hub.seen[0]


@pytest.mark.parametrize(
    ("name", "stages"),
    [(TINY, ["downloading"] * 2 + ["checking"]), (OWT, ["downloading"] * 2 + ["unpacking"])],
)
def test_progress_adds_up_in_every_stage(
    hub: Hub, tmp_path: Path, name: str, stages: list[str]
) -> None:
    """Each stage states its bytes and reports them; after a cut it counts what is there."""
    hub.cuts = [1000]
    seen: list[tuple[str, int | None]] = []
    done: list[int] = []

    def on_stage(stage: str, total: int | None) -> None:
        seen.append((stage, total))
        done.append(0)

    def progress(count: int) -> None:
        done[-1] += count

    download(name, tmp_path, base_url=hub.url, progress=progress, on_stage=on_stage)

    size = len(hub.files["/" + SOURCES[name].path])
    assert [(stage, size) for stage in stages] == seen
    assert done == [1000, size, size]


def test_the_folder_is_the_argument_or_cs336_data_or_the_repositorys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In this order; an empty variable counts as none."""
    monkeypatch.setenv("CS336_DATA", "/from/env")
    assert folder("given") == Path("given")
    assert folder() == Path("/from/env")
    monkeypatch.setenv("CS336_DATA", "")
    assert folder() == DATA_DIR / "downloads"


def test_cs336_data_is_where_a_download_goes(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without `to`, the variable decides."""
    monkeypatch.setenv("CS336_DATA", str(tmp_path))

    assert download(TINY, base_url=hub.url) == tmp_path / TINY_FILE


def test_an_unknown_corpus_is_an_error_that_lists_the_known(tmp_path: Path) -> None:
    """All four names are in the message."""
    with pytest.raises(UnknownNameError, match=r"'tiny'.*tinystories-train.*owt-valid"):
        download("tiny", tmp_path)


def test_the_command_prints_where_the_corpus_is(
    hub: Hub,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`cs336-bpe download` draws a bar on stderr; `HF_ENDPOINT` names a mirror of the hub."""
    monkeypatch.setenv("HF_ENDPOINT", hub.url)
    hub.cuts = [1000]

    assert main(["download", OWT, "--to", str(tmp_path)]) == 0
    shown = capsys.readouterr()
    assert shown.out == f"{tmp_path / OWT_FILE}\n"
    assert "unpacking: 100%" in shown.err
    assert (tmp_path / OWT_FILE).read_bytes() == TEXT


def test_the_command_says_in_one_line_what_went_wrong(
    hub: Hub,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit code 2, the last line is the message, and there is no traceback."""
    monkeypatch.setenv("HF_ENDPOINT", hub.url)
    hub.files.clear()

    assert main(["download", TINY, "--to", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.splitlines()[-1].startswith("cs336-bpe: ")
    assert "HTTP 404" in error.splitlines()[-1]
    assert "Traceback" not in error
