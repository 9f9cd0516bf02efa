"""What a call of the kernels needs beside a short text, made once: it takes longer than the call.

Numbers are read and written through views of the arrays, because numpy takes longer for one number.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.encode import state
from cs336_basics.compiled.encode.output import BEYOND
from cs336_basics.compiled.machine.jit import Kernel, address

SHORT = 1 << 11  # bytes


class ShortText:
    """Room for one short text and its ids.

    Args:
        now: the state of an encoder; its owner calls from one thread at a time.
        nothing: the addresses of special tokens and their ids, none of them.
    """

    def __init__(self, now: NDArray[np.int64], nothing: tuple[int, int]) -> None:
        self._ends, self._counts = np.zeros(1, np.int64), np.zeros(1, np.int64)
        self._out = np.zeros(SHORT + BEYOND, np.uint32)
        self._state: Any = now.data
        self._end: Any = self._ends.data
        self._before = address(self._ends), 1, address(self._out), address(self._counts)
        self._after = *nothing, address(now)

    def encode(self, kernel: Kernel, text: bytes) -> list[int] | None:
        """Return the ids of at most SHORT bytes; None if the kernel stopped before the end."""
        now = self._state
        now[state.DOCUMENT] = now[state.PLACE] = now[state.OUT] = 0
        now[state.OUT_ROOM] = self._end[0] = len(text)
        if kernel(text, *self._before, *self._after):
            return None
        ids: list[int] = self._out[: now[state.OUT]].tolist()
        return ids
