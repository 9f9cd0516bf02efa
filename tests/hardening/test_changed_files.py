"""A file that changes while it is read ends in a sentence, and not the process."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from cs336_basics import Tokenizer, cli


@pytest.mark.parametrize("name", ["ids.npy", "ids.bin"])
def test_ids_that_become_fewer_while_they_are_decoded(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mapped file would end the process without a word."""
    ids, tokenizer = tmp_path / name, Tokenizer({0: b"a"}, [])
    tokenizer.save(tmp_path / "t.yaml")
    if name == "ids.npy":
        np.save(ids, np.zeros(3 << 20, np.uint16))
    else:
        ids.write_bytes(bytes(6 << 20))
        (tmp_path / "ids.bin.json").write_text('{"dtype": "<u2", "count": 3145728}')
    decode = Tokenizer.decode_bytes

    def cut(self: Tokenizer, numbers: list[int]) -> bytes:
        os.truncate(ids, 1000)
        return decode(self, numbers)

    monkeypatch.setattr(Tokenizer, "decode_bytes", cut)

    assert cli.main(["decode", *(str(tmp_path / each) for each in ("t.yaml", name)), "-o",
                     str(tmp_path / "out")]) == 2  # fmt: skip
    assert "became shorter" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
