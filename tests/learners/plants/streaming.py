"""`encode_iterable` gives other ids than `encode`."""

from __future__ import annotations

from tests.learners.plants._plant import (
    CACHED,
    IDS,
    IN_ORDER,
    MIN_RANK,
    PLACES,
    SPLIT,
    Plant,
)

_CHUNK_MIN = """
            buffer += chunk
            cut = self._safe_cut(buffer)
            yield from self.encode(buffer[:cut])
            buffer = buffer[cut:]
"""
_CHUNK_SPLIT = """
            waiting += chunk
            ready = self.ready(waiting)
            yield from self.encode(waiting[:ready])
            waiting = waiting[ready:]
"""

STREAMING = {
    "streaming-each-chunk": [
        Plant(MIN_RANK, _CHUNK_MIN, "\n            yield from self.encode(chunk)\n"),
        Plant(SPLIT, _CHUNK_SPLIT, "\n            yield from self.encode(chunk)\n"),
        Plant(
            PLACES,
            """
            while safe and self._torn(rest, safe[-1]):
                safe.pop()
            if safe:
                yield from self.encode(rest[: safe[-1]])
                rest = rest[safe[-1] :]
""",
            """
            yield from self.encode(rest)
            rest = ""
""",
        ),
    ],
    "streaming-stripped": [
        Plant(MIN_RANK, _CHUNK_MIN, "\n            yield from self.encode(chunk.strip())\n"),
        Plant(CACHED, "pending = pending + piece\n", "pending = pending + piece.strip()\n"),
        Plant(SPLIT, "waiting += chunk\n", "waiting += chunk.strip()\n"),
    ],
    "streaming-last-space": [
        Plant(MIN_RANK, "cut = self._safe_cut(buffer)", 'cut = max(buffer.rfind(" "), 0)'),
        Plant(SPLIT, "ready = self.ready(waiting)", 'ready = max(waiting.rfind(" "), 0)'),
        Plant(
            IDS,
            "cut = max([cut, *(place for place in spaces if place <= limit)])",
            "cut = max([0, *spaces])",
        ),
    ],
    "streaming-last-pretoken": [
        Plant(IN_ORDER, "ends[:-2]", "ends[:-1]"),
        Plant(
            MIN_RANK,
            "cut = self._safe_cut(buffer)",
            "cut = max((match.start() for match in regex.finditer(PAT, buffer)), default=0)",
        ),
        Plant(
            SPLIT,
            "ready = self.ready(waiting)",
            "ready = max([match.start() for match in WORD.finditer(waiting)], default=0)",
        ),
    ],
    "streaming-newline-added": [
        Plant(MIN_RANK, "buffer += chunk\n", 'buffer += chunk + "\\n"\n'),
        Plant(CACHED, "pending = pending + piece\n", 'pending = pending + piece + "\\n"\n'),
        Plant(PLACES, "rest += chunk\n", 'rest += chunk + "\\n"\n'),
    ],
    "streaming-not-flushed": [
        Plant(MIN_RANK, "\n        yield from self.encode(buffer)\n", "\n"),
        Plant(IN_ORDER, "\n        if held:\n            yield from self.encode(held)\n", "\n"),
        Plant(CACHED, "\n        yield from self._encode_all(pending)\n", "\n"),
    ],
    "streaming-buffer": [
        Plant(
            CACHED,
            "end = self._end_of_settled(pending)\n",
            "end = len(pending) if len(pending) >= 8192 else 0\n",
        ),
        Plant(
            MIN_RANK,
            "cut = self._safe_cut(buffer)\n",
            "cut = len(buffer) // 1000 * 1000\n",
        ),
        Plant(
            SPLIT,
            "ready = self.ready(waiting)\n",
            "ready = len(waiting) if len(waiting) > 100 else 0\n",
        ),
    ],
    "streaming-joined-first": [
        Plant(
            MIN_RANK,
            "        for chunk in iterable:\n" + _CHUNK_MIN[1:],
            '        buffer = "".join(iterable)\n',
        ),
        Plant(SPLIT, "for chunk in iterable:", 'for chunk in ["".join(iterable)]:'),
        Plant(PLACES, "for chunk in iterable:", "for chunk in list(iterable):"),
    ],
    "streaming-line-ends": [
        Plant(MIN_RANK, "buffer += chunk\n", 'buffer += chunk.rstrip("\\n")\n'),
        Plant(
            CACHED,
            "pending = pending + piece\n",
            'pending = pending + "".join(piece.splitlines())\n',
        ),
        Plant(
            SPLIT,
            _CHUNK_SPLIT,
            """
            for line in chunk.split("\\n"):
                yield from self.encode(line)
""",
        ),
    ],
}
