"""The small JSON file beside a format that has no place for pattern and special tokens.

It is written last, so its presence says that the files it belongs to are complete.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cs336_basics.errors import BPEError, FileFormatError
from cs336_basics.files import write_whole
from cs336_basics.text.pretokenize import get_pattern
from cs336_basics.text.special_tokens import check_special_tokens, choose_allowed


def write_json(value: Any, path: Path) -> None:
    """Write a value as JSON in UTF-8, whole or not at all."""
    with write_whole(path) as file:
        file.write(json_bytes(value))


def json_bytes(value: Any) -> bytes:
    """Return a value as JSON in UTF-8, as it stands in our files."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def read_json(path: Path) -> Any:
    """Read JSON in UTF-8.

    Raises:
        FileFormatError: it is not JSON; the message names line and column. Or a key is there twice.
    """
    try:
        return json.loads(path.read_bytes(), object_pairs_hook=_each_key_once)
    except (ValueError, RecursionError) as error:
        raise FileFormatError(f"{path}: not valid JSON: {error}") from error


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build a dict of which nothing is lost; by itself, JSON takes the last of two."""
    content: dict[str, Any] = {}
    for key, value in pairs:
        if key in content:
            raise ValueError(f"{key!r} is there twice")
        content[key] = value
    return content


def read_sidecar(path: Path, advice: str) -> tuple[str, dict[str, int | None]]:
    """Return pattern and special tokens (with ids, where the file has them).

    Raises:
        FileFormatError: the sidecar is missing or damaged; `advice` says what to do without one.
    """
    if not path.is_file():
        raise FileFormatError(f"{path}: missing, so the pattern is not known; {advice}")
    content = read_json(path)
    if not isinstance(content, dict) or not {"pattern", "special_tokens"} <= content.keys():
        raise FileFormatError(f"{path}: expected `pattern` and `special_tokens`")
    pattern, special = content["pattern"], content["special_tokens"]
    try:
        tokens = check_special_tokens(list(special) if isinstance(special, dict) else special)
        name = get_pattern(pattern).name
    except BPEError as error:
        raise FileFormatError(f"{path}: {error}") from error
    if not isinstance(special, dict):
        return name, dict.fromkeys(tokens)
    if not all(type(token_id) is int for token_id in special.values()):
        raise FileFormatError(f"{path}: the id of a special token is not a number")
    return name, special


def read_cut_last(path: Path, special_tokens: Sequence[str]) -> list[str] | None:
    """Return the special tokens that are looked for last; most sidecars name none.

    Raises:
        FileFormatError: they are not special tokens.
    """
    try:
        cut_last = check_special_tokens(read_json(path).get("cut_last"))
        return choose_allowed(special_tokens, cut_last) or None
    except BPEError as error:
        raise FileFormatError(f"{path}: cut_last: {error}") from error
