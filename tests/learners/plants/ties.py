"""Of pairs that are equally frequent another one is taken."""

from __future__ import annotations

from tests.learners.plants._plant import (
    ARRAY,
    BLOCKS,
    BUCKETS,
    BYTE_TUPLES,
    CLASS,
    HEAP,
    ID_LISTS,
    INVERTED,
    LATIN1,
    LINKED,
    TUPLE_DICT,
    Plant,
)

_PRINTABLE = "[[b if 33 <= b <= 126 or 161 <= b != 173 else 256 + b for b in t] for t in {}]"
_FLIPPED = "[bytes(255 - b for b in t) for t in {}]"


def _tuples(key: str) -> Plant:
    return Plant(BYTE_TUPLES, "(counts[pair], pair)", key)


def _inverted(key: str) -> Plant:
    return Plant(INVERTED, "(counts[p], p)", key)


def _latin1(key: str) -> Plant:
    return Plant(LATIN1, "(pairs[pair], pair)", key)


def _linked(key: str) -> Plant:
    return Plant(LINKED, "(item[1], item[0])", key)


def _sorted(*arguments: str) -> Plant:
    old = "ties.sort(key=lambda pair: (vocab[pair[0]], vocab[pair[1]]))"
    return Plant(ARRAY, old, f"ties.sort({', '.join(arguments)})")


def _heap(less: str) -> Plant:
    return Plant(HEAP, "self.pair > other.pair", less)


TIES = {
    "ties-first-seen": [
        _tuples("counts[pair]"),
        _latin1("pairs[pair]"),
        _linked("item[1]"),
    ],
    "ties-last-seen": [
        Plant(
            BLOCKS,
            "count > best_count or (count == best_count and pair > best)",
            "count >= best_count",
        ),
        Plant(
            ID_LISTS,
            "max(stats, key=lambda p: (stats[p], vocab[p[0]], vocab[p[1]]))",
            "sorted(stats, key=lambda p: stats[p])[-1]",
        ),
        Plant(
            TUPLE_DICT,
            "max(pair for pair, n in pair_counts.items() if n == most)",
            "[pair for pair, n in pair_counts.items() if n == most][-1]",
        ),
    ],
    "ties-smallest": [
        _heap("self.pair < other.pair"),
        Plant(TUPLE_DICT, "max(pair for pair,", "min(pair for pair,"),
        Plant(ARRAY, "left, right = ties[-1]", "left, right = ties[0]"),
        Plant(
            BUCKETS,
            "return max(self.pairs_with[max(self.pairs_with)])",
            "return min(self.pairs_with[max(self.pairs_with)])",
        ),
    ],
    "ties-by-id": [
        Plant(ID_LISTS, "(stats[p], vocab[p[0]], vocab[p[1]])", "(stats[p], p)"),
        Plant(CLASS, "max(candidates, key=self._tie_key)", "max(candidates)"),
        _sorted(),
    ],
    "ties-smallest-id": [
        Plant(ID_LISTS, "(stats[p], vocab[p[0]], vocab[p[1]])", "(stats[p], -p[0], -p[1])"),
        Plant(CLASS, "max(candidates, key=self._tie_key)", "min(candidates)"),
        _sorted("reverse=True"),
    ],
    "ties-length-first": [
        _tuples("(counts[pair], [(len(token), token) for token in pair])"),
        _heap("[(len(t), t) for t in self.pair] > [(len(t), t) for t in other.pair]"),
        _inverted("(counts[p], len(p[0]), p[0], len(p[1]), p[1])"),
    ],
    "ties-printable": [
        _tuples(f"(counts[pair], {_PRINTABLE.format('pair')})"),
        _linked(f"(item[1], {_PRINTABLE.format('item[0]')})"),
        _heap(f"{_PRINTABLE.format('self.pair')} > {_PRINTABLE.format('other.pair')}"),
    ],
    "ties-flipped": [
        _heap(f"{_FLIPPED.format('self.pair')} < {_FLIPPED.format('other.pair')}"),
        Plant(
            BYTE_TUPLES,
            "max(counts, key=lambda pair: (counts[pair], pair))",
            f"min(counts, key=lambda pair: (-counts[pair], {_FLIPPED.format('pair')}))",
        ),
        Plant(
            INVERTED,
            "max(counts, key=lambda p: (counts[p], p), default=None)",
            f"min(counts, key=lambda p: (-counts[p], {_FLIPPED.format('p')}), default=None)",
        ),
    ],
    "ties-joined": [
        _tuples("(counts[pair], pair[0] + pair[1])"),
        _inverted('(counts[p], b"".join(p))'),
        _sorted("key=lambda pair: vocab[pair[0]] + vocab[pair[1]]"),
    ],
    "ties-left-half": [
        _tuples("(counts[pair], pair[0])"),
        _latin1("(pairs[pair], pair[0])"),
        _linked("(item[1], item[0][0])"),
    ],
    "ties-right-first": [
        _tuples("(counts[pair], pair[::-1])"),
        _inverted("(counts[p], p[1], p[0])"),
        _sorted("key=lambda pair: (vocab[pair[1]], vocab[pair[0]])"),
    ],
    "ties-longest-result": [
        _tuples("(counts[pair], len(pair[0] + pair[1]), pair)"),
        _linked("(item[1], len(item[0][0]) + len(item[0][1]), item[0])"),
        Plant(
            CLASS,
            "max(candidates, key=self._tie_key)",
            'max(candidates, key=lambda p: (len(b"".join(self._tie_key(p))), self._tie_key(p)))',
        ),
    ],
    "ties-as-text": [
        _tuples('(counts[pair], [t.decode("utf-8", errors="replace") for t in pair])'),
        _linked('(item[1], [t.decode("utf-8", errors="ignore") for t in item[0]])'),
        _latin1('(pairs[pair], [to_bytes(t).decode("utf-8", "replace") for t in pair])'),
    ],
}
