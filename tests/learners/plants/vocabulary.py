"""The merges are right, and the numbering, the size or the end is not."""

from __future__ import annotations

from tests.learners.plants._plant import (
    ARRAY,
    BLOCKS,
    BUCKETS,
    BYTE_TUPLES,
    HEAP,
    ID_LISTS,
    LATIN1,
    LINKED,
    POOL,
    TUPLE_DICT,
    Plant,
)

_NO_PAIR_TUPLES = """
        if not counts:
            break
"""
_NO_PAIR_ARRAY = """
        if not stats:
            break
"""
_NO_PAIR_LATIN1 = """
        if not pairs:
            break
"""
_ALL_BYTES = "vocab = {i: bytes([i]) for i in range(256)}"


def _while(condition: str) -> Plant:
    return Plant(BYTE_TUPLES, "while len(vocab) < vocab_size:", f"while {condition}:")


VOCABULARY = {
    "vocab-size-forgets-specials": [
        _while("len(merges) < vocab_size - 256"),
        Plant(ID_LISTS, "num_merges = vocab_size - len(vocab)", "num_merges = vocab_size - 256"),
        Plant(POOL, "range(vocab_size - len(vocab))", "range(vocab_size - 256)"),
    ],
    "vocab-one-merge-short": [
        _while("len(vocab) < vocab_size - 1"),
        Plant(LINKED, "next_id < vocab_size and", "next_id < vocab_size - 1 and"),
        Plant(BUCKETS, "range(len(vocab), vocab_size)", "range(len(vocab), vocab_size - 1)"),
    ],
    "vocab-one-merge-over": [
        _while("len(vocab) <= vocab_size"),
        Plant(HEAP, "len(vocab) < vocab_size and", "len(vocab) <= vocab_size and"),
        Plant(BUCKETS, "range(len(vocab), vocab_size)", "range(len(vocab), vocab_size + 1)"),
    ],
    "vocab-size-is-merges": [
        _while("len(merges) < vocab_size"),
        Plant(ID_LISTS, "num_merges = vocab_size - len(vocab)", "num_merges = vocab_size"),
        Plant(POOL, "range(vocab_size - len(vocab))", "range(vocab_size)"),
    ],
    "vocab-specials-forgotten": [
        Plant(
            BYTE_TUPLES,
            """
    for token in special_tokens:
        if token.encode("utf-8") not in vocab.values():
            vocab[len(vocab)] = token.encode("utf-8")
""",
            "\n",
        ),
        Plant(
            BLOCKS,
            """
    for special in special_tokens:
        if special.encode("utf-8") not in tokens:
            tokens.append(special.encode("utf-8"))
""",
            "\n",
        ),
        Plant(
            TUPLE_DICT,
            "dict(enumerate(known + [a + b for a, b in merges]))",
            "dict(enumerate(known[:256] + [a + b for a, b in merges]))",
        ),
    ],
    "vocab-byte-255-missing": [
        Plant(BYTE_TUPLES, _ALL_BYTES, "vocab = {i: bytes([i]) for i in range(255)}"),
        Plant(LATIN1, "for i in range(256):", "for i in range(255):"),
        Plant(BLOCKS, "[bytes([i]) for i in range(256)]", "[bytes([i]) for i in range(255)]"),
    ],
    "vocab-seen-bytes-only": [
        Plant(
            BYTE_TUPLES,
            _ALL_BYTES,
            "vocab = dict(enumerate(sorted({byte for word in words for byte in word})))",
        ),
        Plant(
            HEAP, _ALL_BYTES, "vocab = dict(enumerate(sorted({b for word in words for b in word})))"
        ),
        Plant(
            LATIN1,
            """
    for i in range(256):
        vocab[i] = bytes([i])
""",
            """
    for char in sorted({char for word in corpus for char in word if char not in "⟨⟩"}):
        vocab[len(vocab)] = to_bytes(char)
""",
        ),
    ],
    "vocab-ids-overlap": [
        Plant(ID_LISTS, "new_id = len(vocab)", "new_id = 256 + step"),
        Plant(
            POOL,
            'vocab[len(vocab)] = b"".join(best)',
            'vocab[256 + len(merges)] = b"".join(best)',
        ),
        Plant(
            TUPLE_DICT,
            "dict(enumerate(known + [a + b for a, b in merges]))",
            "{**dict(enumerate(known[:256] + [a + b for a, b in merges])),"
            " **dict(enumerate(known[256:], 256))}",
        ),
    ],
    "vocab-ids-from-one": [
        Plant(
            BYTE_TUPLES,
            "    return vocab, merges\n",
            "    return {i + 1: t for i, t in vocab.items()}, merges\n",
        ),
        Plant(
            TUPLE_DICT,
            "dict(enumerate(known + [a + b for a, b in merges]))",
            "dict(enumerate(known + [a + b for a, b in merges], start=1))",
        ),
        Plant(BLOCKS, "dict(enumerate(tokens))", "dict(zip(range(1, 1 + len(tokens)), tokens))"),
    ],
    "vocab-no-room-refused": [
        Plant(
            BYTE_TUPLES,
            "    words = pretokenize(text, special_tokens)\n",
            """    words = pretokenize(text, special_tokens)
    assert vocab_size > 256 + len(special_tokens)
""",
        ),
        Plant(
            ID_LISTS,
            "    num_merges = vocab_size - len(vocab)\n",
            """    num_merges = vocab_size - len(vocab)
    if num_merges < 1:
        raise ValueError("vocab_size is too small")
""",
        ),
        Plant(
            TUPLE_DICT,
            "    merges: list[Pair] = []\n",
            """    merges: list[Pair] = []
    if vocab_size <= len(known):
        raise ValueError(f"vocab_size must be above {len(known)}")
""",
        ),
    ],
    "stop-with-an-error": [
        Plant(BYTE_TUPLES, _NO_PAIR_TUPLES, "\n"),
        Plant(ARRAY, _NO_PAIR_ARRAY, "\n"),
        Plant(LATIN1, _NO_PAIR_LATIN1, "\n"),
        Plant(HEAP, "len(vocab) < vocab_size and heap:", "len(vocab) < vocab_size:"),
    ],
    "stop-never": [
        Plant(BYTE_TUPLES, _NO_PAIR_TUPLES, _NO_PAIR_TUPLES.replace("break", "continue")),
        Plant(ARRAY, _NO_PAIR_ARRAY, _NO_PAIR_ARRAY.replace("break", "continue")),
        Plant(LATIN1, _NO_PAIR_LATIN1, _NO_PAIR_LATIN1.replace("break", "continue")),
    ],
    "stop-empty-merges": [
        Plant(
            BYTE_TUPLES,
            _NO_PAIR_TUPLES + "        best = max(counts, key=lambda pair: (counts[pair], pair))\n",
            """
        best = max(counts, key=lambda pair: (counts[pair], pair), default=(b"", b""))
""",
        ),
        Plant(
            LATIN1,
            _NO_PAIR_LATIN1
            + "        left, right = max(pairs, key=lambda pair: (pairs[pair], pair))\n",
            """
        left, right = max(pairs, key=lambda pair: (pairs[pair], pair), default=("", ""))
""",
        ),
        Plant(
            LINKED,
            """
    while next_id < vocab_size and linked.count:
        best = max(linked.count.items(), key=lambda item: (item[1], item[0]))[0]
""",
            """
    while next_id < vocab_size:
        best, most = (b"", b""), 0
        for pair, count in linked.count.items():
            if (count, pair) > (most, best):
                best, most = pair, count
""",
        ),
    ],
}
