"""Progress bars, for the edges: `train_bpe`, `encode_file` and the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from tqdm import tqdm

from cs336_basics.streams import PatientStream

_DELAY = 0.1  # seconds before a bar is drawn


class _Bar(tqdm):  # type: ignore[type-arg]  # generic for type checkers alone
    monitor_interval = 0  # no watching thread: a process with threads cannot fork safely


@contextmanager
def progress_bar(
    what: str, total: int | None, unit: str, *, shown: bool = True
) -> Iterator[tqdm[NoReturn]]:
    """Draw a bar on stderr while the block runs; its `update(n)` says that `n` more are done.

    A mistake that shows at once, such as a bad byte in a small file, gets a line of its own: no bar
    is drawn before it, and one that was drawn is wiped away. Where the reader of stderr has gone,
    the work goes on without a bar.

    Args:
        what: the word in front of the bar.
        total: units in all; None or 0 where that is not known.
        unit: `B`, `id`, …
        shown: False draws nothing.

    >>> with progress_bar("counting", 2, "B", shown=False) as bar:
    ...     bar.update(2)
    """
    bar = _Bar(
        total=total or None,
        desc=what,
        unit=unit,
        unit_scale=unit == "B",  # 1.5M bytes say enough, but 1.00k of 1,000 merges do not
        disable=not shown,
        delay=_DELAY,
        file=PatientStream(sys.stderr) if sys.stderr else None,
    )
    try:
        yield bar
    except BaseException:
        bar.leave = False
        raise
    else:
        bar.delay, bar.total = 0, bar.n  # draw it once more, whole, however short the work was
    finally:
        bar.close()
