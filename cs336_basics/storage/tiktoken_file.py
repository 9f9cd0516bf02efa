"""A `.tiktoken` file: one token and its rank a line, base64 and a number.

    dGg= 257

It holds no merges. tiktoken joins any two neighbours whose bytes together are a token, lowest
rank first. That gives the ids of the merge list exactly when

  * ids grow in the order of the merges, and no token is there twice;
  * every token, cut with the merges before it, falls into the two halves of its own merge.

Why that is enough: when tiktoken is about to make a token, nothing has crossed the edges of its
bytes yet, so inside them everything happened as it would happen to these bytes alone. And those,
by the second condition, are in the two halves the merge list joins. Both conditions are checked
before a file is written. They hold for every vocabulary that is trained; one put together by hand
may fail.

Pattern and special tokens go into a sidecar, `NAME.tiktoken.json`.
"""

from __future__ import annotations

import base64
import binascii
import codecs
from array import array
from pathlib import Path

from cs336_basics.datatypes import Merges, Pair, TokenizerData, Vocab
from cs336_basics.errors import FileFormatError
from cs336_basics.files import write_together
from cs336_basics.merge_ranks import merge_by_rank
from cs336_basics.storage.kept_cuts import keep_cuts, read_cuts
from cs336_basics.storage.sidecar import json_bytes, read_sidecar
from cs336_basics.text.utf8 import token_literal
from cs336_basics.vocab import own_special_ids

_INSIDE = bytes(set(range(256)) - set(b" \n"))  # bytes inside tokens and ranks
_MANY = 1 << 10  # merges: to find so many takes longer than to keep them


def save(data: TokenizerData, path: Path) -> None:
    """Write ranks and sidecar, both or neither.

    Raises:
        FileFormatError: tiktoken would merge differently; it names the token.
    """
    if data.cut_last:
        raise FileFormatError(
            f"{path}: {data.cut_last[0]!r} is looked for only in what other special tokens leave; "
            "tiktoken looks for all at once"
        )
    ids, own = _checked_ids(data, path), data.special_ids or {}
    special = {t: own[t] if t in own else ids[t.encode("utf-8")] for t in data.special_tokens}
    made = {left + right for left, right in data.merges}
    ordinary = {token for token in ids if len(token) == 1 or token in made}
    lines = [
        base64.b64encode(token) + b" " + str(token_id).encode()
        for token_id, token in sorted(data.vocab.items())
        if token in ordinary and token_id not in own.values()
    ]
    with write_together(path, sidecar_path(path)) as [ranks, sidecar]:
        ranks.write(b"\n".join(lines) + b"\n")
        sidecar.write(json_bytes({"pattern": data.pattern, "special_tokens": special}))


def load(path: Path) -> TokenizerData:
    """Read ranks and sidecar.

    Raises:
        FileFormatError: one is damaged, or the sidecar is missing.
    """
    advice = "read files of others with Tokenizer.from_tiktoken(path, special_tokens, pattern=…)"
    pattern, special = read_sidecar(sidecar_path(path), advice)
    ids = {token: token_id for token, token_id in special.items() if token_id is not None}
    if missing := special.keys() - ids.keys():
        raise FileFormatError(f"{sidecar_path(path)}: {sorted(missing)} have no id")
    return load_ranks(path, ids, pattern)


def load_ranks(path: Path, special_tokens: dict[str, int], pattern: str) -> TokenizerData:
    """Read a file of ranks, whichever program wrote it, and find the merges behind them.

    Args:
        path: lines of base64 and rank.
        special_tokens: special token -> id.
        pattern: the pattern it was trained with.

    Raises:
        FileFormatError: a damaged line, a token that lower ranks do not cut into two, or an id of a
            special token that another token has.
        OSError: it is missing or cannot be read.
    """
    content = path.read_bytes().removeprefix(codecs.BOM_UTF8)  # some editors add it
    vocab = _read_at_once(content) or _read_lines(content, path)
    merges = _kept_merges(content, vocab)
    if merges is None:
        merges = _merges_of(vocab, path)
        if len(merges) >= _MANY:
            keep_cuts(content, array("I", [len(left) for left, _ in merges]).tobytes())
    for text, token_id in special_tokens.items():
        if vocab.setdefault(token_id, text.encode("utf-8")) != text.encode("utf-8"):
            raise FileFormatError(
                f"{path}: id {token_id} is {token_literal(vocab[token_id])}, and the special token "
                f"{text!r} too"
            )
    own = own_special_ids(vocab, special_tokens, special_tokens) or None
    return TokenizerData(vocab, merges, list(special_tokens), pattern, special_ids=own)


def sidecar_path(path: Path) -> Path:
    """Return where the sidecar of a `.tiktoken` file is."""
    return path.with_name(f"{path.name}.json")


def _read_at_once(content: bytes) -> Vocab | None:
    """Read a file in which every line is a token and a rank; None if there is any doubt."""
    if content.translate(None, _INSIDE) != b" \n" * content.count(b"\n"):
        return None
    parts = content.replace(b"\n", b" ").split(b" ")[:-1]
    try:
        tokens = [binascii.a2b_base64(part, strict_mode=True) for part in parts[::2]]
        vocab = dict(zip(map(int, parts[1::2]), tokens, strict=True))
    except ValueError:
        return None
    return vocab if len(vocab) == len(tokens) and min(vocab, default=0) >= 0 else None


def _read_lines(content: bytes, path: Path) -> Vocab:
    vocab: Vocab = {}
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            token, rank = line.split(b" ")
            token_id = int(rank)
            vocab.setdefault(token_id, base64.b64decode(token, validate=True))
        except (ValueError, binascii.Error):
            raise FileFormatError(f"{path}: line {number}: expected base64 and a number") from None
        if token_id < 0 or len(vocab) < number:
            raise FileFormatError(f"{path}: line {number}: rank {token_id} is below 0, or twice")
    return vocab


def _kept_merges(content: bytes, vocab: Vocab) -> Merges | None:
    """Return the merges that an earlier reading of the same file has found."""
    kept = read_cuts(content) if len(vocab) >= _MANY else None
    if kept is None:
        return None
    tokens = [token for _, token in sorted(vocab.items()) if len(token) > 1]
    cuts = array("I", kept)
    if len(cuts) != len(tokens):
        return None
    return [(token[:cut], token[cut:]) for token, cut in zip(tokens, cuts, strict=True)]


def _merges_of(vocab: Vocab, path: Path) -> Merges:
    """Cut each token, in rank order, with the merges found so far: two parts are left, a merge."""
    ranks: dict[Pair, int] = {}
    for token_id, token in sorted(vocab.items()):
        if len(token) > 1:
            parts = merge_by_rank(token, ranks)
            if len(parts) != 2:
                raise FileFormatError(
                    f"{path}: id {token_id} ({token_literal(token)}) is not made of two tokens of "
                    f"lower rank but of {len(parts)}"
                )
            ranks[parts[0], parts[1]] = len(ranks)
    return list(ranks)


def _checked_ids(data: TokenizerData, path: Path) -> dict[bytes, int]:
    ids: dict[bytes, int] = {}
    apart = set((data.special_ids or {}).values())
    for token_id, token in sorted(data.vocab.items()):
        if token_id in apart:
            continue  # it is not a rank, and the sidecar holds its id
        if token in ids:
            raise FileFormatError(
                f"{path}: token {token_literal(token)} has the ids {ids[token]} and {token_id}; "
                "tiktoken allows one"
            )
        ids[token] = token_id
    special = {token.encode("utf-8") for token in data.special_tokens}
    made = {left + right for left, right in data.merges}
    for token, token_id in ids.items():
        if len(token) > 1 and token not in made and token not in special:
            raise FileFormatError(
                f"{path}: token {token_literal(token)} (id {token_id}) is made by no merge; "
                "tiktoken would use it all the same"
            )
    ranks: dict[Pair, int] = {}
    last = -1
    for left, right in data.merges:
        token_id = ids[left + right]
        if token_id <= last or merge_by_rank(left + right, ranks) != [left, right]:
            raise FileFormatError(
                f"{path}: token {token_literal(left + right)} (id {token_id}): tiktoken would "
                "merge in another order than the merge list"
            )
        ranks[left, right] = len(ranks)
        last = token_id
    return ids
