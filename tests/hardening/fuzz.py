"""Valid files, damaged at random, and what a reader may do with them.

A case is a reader and a number, from which all chance is drawn: what fails once fails again. To try
many, in a process of its own with bounded memory:

    python -m tests.hardening.fuzz t.yaml 100000
"""

from __future__ import annotations

import gzip
import random
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from cs336_basics import Tokenizer, train_bpe
from cs336_basics.errors import BPEError, VocabularyError
from cs336_basics.storage.yaml_file import dumps, loads
from cs336_basics.tokenizer.token_files import encode_file, open_token_file

SECONDS = 5  # that reading a small file may take at most
MEMORY = 3 << 30  # bytes of addresses that a process may have
TEXT = "low lower\n'll é<|e|>1234 \u00a0!"

Files = dict[str, bytes]

# What parsers meet seldom, and attackers write.
WORDS = [
    *(b"9" * 5000, b"0x" + b"f" * 9000, b"1:1:1:1:1:1:1:1", b"-1", b"1e999", b"4294967296"),
    b".nan",
    *(b"[" * 3000, b'{"a":' * 3000, b"(" * 3000, b"- " * 500, b"? " * 50, b"&a [*a, *a]", b"*a"),
    *(b"<<: *a", b"!!python/object/apply:os.system", b"!!timestamp x", b"!!binary x", b"!!set"),
    *(b"null", b"true", b'"\\ud800"', b'"\\0"', b"\xff\xfe", b"\xef\xbb\xbf", b"\x00"),
    *(b"\r", b"\xc2\x85"),
    *(b"(?r)a", b"(?au)a", b"(?R)", b"[[a]", b"(a|b", b"\\p{Foo}", b"{}", b"[]", b'""', b"'", b"%"),
    *(b"\x80\x05", b"\x85" * 500, b"\x8a\xff", b"\x8b\xff\xff\xff\x7f"),
    *(b"r\xff\xff\xff\x7f", b"cos\nsystem\n"),
    *(b"'descr': (", b"(1, 2)", b"'|O'", b"'shape': (99999999999,)", b"True", b"\xff\xff"),
]  # fmt: skip


@cache
def valid_files() -> Mapping[str, Files]:
    """Reader -> the files that it reads, by their names; the first one is the one to open."""
    vocab = {byte: bytes([byte]) for byte in range(256)}
    vocab |= {256: b"<|e|>", 257: b"lo", 258: b"low", 259: b" low", 260: b"\xc3\xa9"}
    merges = [(b"l", b"o"), (b"lo", b"w"), (b" ", b"low"), (b"\xc3", b"\xa9")]
    tokenizer = Tokenizer(vocab, merges, ["<|e|>"], pattern=r"\w+|\s+|[^\w\s]+")
    files: dict[str, Files] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for place in ("t.yaml", "t.json", "t.tiktoken", "t.pkl", "gpt2"):
            tokenizer.save(folder / place)
            files[place] = _read(folder, place)
        (folder / "text").write_text(TEXT, encoding="utf-8")
        for place in ("ids.npy", "ids.bin"):
            encode_file(tokenizer, folder / "text", folder / place)
            files[place] = _read(folder, place)
    files["text.gz"] = {"text.gz": gzip.compress(TEXT.encode("utf-8") * 20)}
    return files


def _read(folder: Path, name: str) -> Files:
    paths = sorted(folder.glob(f"{name}*")) + sorted((folder / name).glob("*"))
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in paths if path.is_file()
    }


def damaged(reader: str, number: int) -> Files:
    """Return the files of a reader with up to five things wrong in one of them."""
    draw = random.Random(f"{reader} {number}")
    files = dict(valid_files()[reader])
    chosen = draw.choice(sorted(files))
    data = files[chosen]
    for _ in range(draw.randint(1, 5)):
        data = draw.choice(_DAMAGES)(draw, data)
    return files | {chosen: data}


def _flip(draw: random.Random, data: bytes) -> bytes:
    place = draw.randrange(len(data) + 1)
    return data[:place] + bytes([draw.randrange(256)]) + data[place + 1 :]


def _cut(draw: random.Random, data: bytes) -> bytes:
    return data[: draw.randrange(len(data) + 1)]


def _remove(draw: random.Random, data: bytes) -> bytes:
    place = draw.randrange(len(data) + 1)
    return data[:place] + data[place + draw.choice([1, 2, 5, 50]) :]


def _repeat(draw: random.Random, data: bytes) -> bytes:
    place, size = draw.randrange(len(data) + 1), draw.choice([1, 2, 20, 200])
    return data[:place] + data[place : place + size] * draw.choice([2, 2, 100]) + data[place:]


def _insert(draw: random.Random, data: bytes) -> bytes:
    place = draw.randrange(len(data) + 1)
    return data[:place] + draw.choice(WORDS) + data[place + draw.choice([0, 0, 1, 4]) :]


def _swap_parts(draw: random.Random, data: bytes) -> bytes:
    mark = draw.choice([b"\n", b",", b" ", b":", b'"'])
    parts = data.split(mark)
    i, j = draw.randrange(len(parts)), draw.randrange(len(parts))
    parts[i], parts[j] = parts[j], parts[i]
    return mark.join(parts)


def _replace_part(draw: random.Random, data: bytes) -> bytes:
    mark = draw.choice([b"\n", b",", b" ", b'"'])
    parts = data.split(mark)
    parts[draw.randrange(len(parts))] = draw.choice(WORDS)
    return mark.join(parts)


Damage = Callable[[random.Random, bytes], bytes]
_DAMAGES: list[Damage] = [
    *(_flip, _cut, _remove, _repeat, _insert, _insert, _swap_parts, _replace_part, _replace_part)
]


def check(reader: str, files: Files, folder: Path) -> str:
    """Read the files; return `error` for a named error, `right` for a result that holds together.

    Raises:
        Exception: anything else is a fault, running out of time or memory included.
    """
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    try:
        with _in_time():
            _use(folder / reader)
    except (BPEError, OSError) as error:
        if len(str(error)) > 3000:
            raise AssertionError(f"an error of {len(str(error))} characters") from error
        return "error"
    return "right"


def _use(path: Path) -> None:
    if path.suffix == ".gz":
        train_bpe(path, 260, [])
    elif path.suffix in (".npy", ".bin"):
        assert len(open_token_file(path).tolist()) >= 0
    else:
        tokenizer = Tokenizer.load(path)
        assert loads(dumps(tokenizer.data)) == tokenizer.data
        with suppress(VocabularyError):  # a byte that no token holds
            assert tokenizer.decode(tokenizer.encode(TEXT)) == TEXT


@contextmanager
def _in_time() -> Iterator[None]:
    def late(number: int, frame: object) -> None:
        raise AssertionError(f"it takes over {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def main() -> None:
    """Try many cases of one reader; tell each kind of fault once."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    reader, count, start = sys.argv[1], int(sys.argv[2]), int([*sys.argv, "0"][3])
    found: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(start, start + count):
            try:
                verdict = check(reader, damaged(reader, number), Path(folder))
            except Exception as error:
                verdict = f"FAULT {type(error).__name__}: {str(error)[:150]}"
                if verdict not in found:
                    print(f"{reader} {number}: {verdict}", flush=True)
            found[verdict] = found.get(verdict, 0) + 1
    faults = sum(times for verdict, times in found.items() if verdict.startswith("FAULT"))
    print(
        f"{reader}: {found.get('right', 0)} right, {found.get('error', 0)} named, {faults} faults"
    )
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
