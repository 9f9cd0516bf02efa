"""The array that ids are written to: it grows by what the text so far leads to expect.

How many ids a text has is known when it is encoded. An array that is twice too long would cost
memory, one that is too short a copy; so it is made as long as the ratio of ids to bytes says.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cs336_basics.compiled.encode import state

FIRST_OUT = 1 << 16  # ids
BEYOND = state.INLINE + 1  # ids that a kernel may write behind the last one
_LARGE = 1 << 20  # bytes


class Output:
    """Ids of one or more texts, one behind the other.

    Args:
        size: bytes of all texts together, as far as that is known.

    Attributes:
        ids: room for ids; a kernel may write BEYOND more.
        written: how many ids are there.
        read: bytes of the texts whose ids they are.

    >>> output = Output(3)
    >>> output.room, output.taken().tolist()
    (3, [])
    """

    def __init__(self, size: int) -> None:
        self.ids = np.empty(min(size, FIRST_OUT) + BEYOND, np.uint32)
        self.written = self.read = 0
        self._size = size

    @property
    def room(self) -> int:
        """How many ids there is room for."""
        return len(self.ids) - BEYOND

    def grow(self, place: int, written: int, length: int) -> None:
        """Make room for more ids.

        Args:
            place: how much of the text at hand is encoded, in bytes.
            written: how many ids there are, those of this part included.
            length: how long the text at hand is, in bytes.
        """
        size = max(self._size, self.read + length)
        expected = written * size // max(self.read + place, 1) * 9 // 8
        # A byte is at most one id.
        most = written + size - self.read - place
        longer = np.empty(min(most, max(expected, 2 * len(self.ids))) + BEYOND, np.uint32)
        longer[:written] = self.ids[:written]
        self.ids = longer

    def taken(self) -> NDArray[np.uint32]:
        """Return the ids that are there."""
        # Of a large array only the pages that were written exist; a small one would waste its end.
        ids = self.ids[: self.written]
        return ids if self.ids.nbytes > _LARGE else ids.copy()
