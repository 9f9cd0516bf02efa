"""A folder with GPT-2's vocab.json and merges.txt, and a sidecar for pattern and special tokens.

vocab.json       {"!": 0, …, "Ġt": 257, "<|endoftext|>": 256}
merges.txt       #version: 0.2
                 Ġ t
cs336_bpe.json   {"pattern": "gpt2", "special_tokens": ["<|endoftext|>"]}
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from pathlib import Path

from cs336_basics.datatypes import Merges, TokenizerData
from cs336_basics.errors import FileFormatError
from cs336_basics.files import write_together
from cs336_basics.storage.printable import (
    merge_lines,
    merges_of_lines,
    pairs_of,
    read_vocab_keys,
    tokens_of_keys,
    vocab_keys,
)
from cs336_basics.storage.sidecar import json_bytes, read_cut_last, read_json, read_sidecar
from cs336_basics.vocab import own_special_ids

VOCAB, MERGES, SIDECAR = "vocab.json", "merges.txt", "cs336_bpe.json"
_HEADER = "#version: 0.2"
_INSIDE = bytes(set(range(256)) - set(b" \n"))  # bytes inside tokens


def save(data: TokenizerData, path: Path) -> None:
    """Write the three files into a folder, which is made if need be: all or none.

    Raises:
        FileFormatError: two tokens would be written alike, so one would be lost.
        OSError: they cannot be written.
    """
    keys = vocab_keys(data, str(path / VOCAB))
    path.mkdir(parents=True, exist_ok=True)
    lines = [_HEADER, *(" ".join(parts) for parts in merge_lines(data.merges))]
    sidecar: dict[str, object] = {"pattern": data.pattern, "special_tokens": data.special_tokens}
    if data.cut_last:
        sidecar["cut_last"] = data.cut_last
    with write_together(path / VOCAB, path / MERGES, path / SIDECAR) as files:
        files[0].write(json_bytes(keys))
        files[1].write(("\n".join(lines) + "\n").encode("utf-8"))
        files[2].write(json_bytes(sidecar))


def load(path: Path) -> TokenizerData:
    """Read the three files of a folder.

    Raises:
        FileFormatError: one is damaged, or the sidecar is missing.
        OSError: one is missing or cannot be read.
    """
    advice = "read files of others with Tokenizer.from_files(vocab_path, merges_path, …)"
    pattern, special = read_sidecar(path / SIDECAR, advice)
    data = load_pair(path / VOCAB, path / MERGES, list(special), pattern)
    return data._replace(cut_last=read_cut_last(path / SIDECAR, data.special_tokens))


def load_pair(
    vocab_path: Path, merges_path: Path, special_tokens: Sequence[str], pattern: str
) -> TokenizerData:
    """Read vocab.json and merges.txt, wherever they are and whichever program wrote them.

    Args:
        vocab_path: `{printable token: id}`.
        merges_path: two printable tokens a line.
        special_tokens: which keys of the vocabulary are plain text.
        pattern: the pattern the merges were trained with.

    Raises:
        FileFormatError: one is damaged.
        OSError: one is missing or cannot be read.
    """
    keys = read_json(vocab_path)
    tokens = tokens_of_keys(keys, special_tokens)
    merges = read_merges(merges_path, tokens)
    vocab = read_vocab_keys(keys, merges, special_tokens, str(vocab_path), tokens)
    given = {
        token: keys[token]
        for token in special_tokens
        if token in keys and vocab[keys[token]] == token.encode("utf-8")
    }
    own = own_special_ids(vocab, special_tokens, given) or None
    return TokenizerData(vocab, merges, list(special_tokens), pattern, special_ids=own)


def read_merges(path: Path, tokens: Mapping[str, bytes] | None = None) -> Merges:
    """Read merges.txt: two printable tokens a line, one space between.

    Only a first line that starts with `#version` is a header: GPT-2 has eight merges that start
    with `#`. Lines end at `\\n` alone, because tokens may hold other line ends.

    Args:
        path: of the file.
        tokens: printable token -> bytes, of as many as are known: it saves time.

    Raises:
        FileFormatError: a line is not two tokens; it names the line.
    """
    content = path.read_bytes()
    data = content.removeprefix(codecs.BOM_UTF8)  # some editors add a mark
    header, rest = (1, data.partition(b"\n")[2]) if data.startswith(b"#version") else (0, data)
    try:
        text = rest.decode("utf-8")
    except UnicodeDecodeError as error:
        place = len(content) - len(rest) + error.start
        raise FileFormatError(f"{path}: not UTF-8 at byte {place}") from error
    if rest.translate(None, _INSIDE) == b" \n" * rest.count(b"\n"):
        # Each line is two tokens, so all lines may be split at once.
        merges = pairs_of(text.replace("\n", " ").split(" ")[:-1], tokens or {})
        if merges is not None:
            return merges
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    lines = [line.rstrip("\r") for line in lines]
    return merges_of_lines(lines, tokens or {}, lambda i: f"{path}: line {header + i + 1}")
