"""The right pair is found, and a word is changed in the wrong way."""

from __future__ import annotations

from tests.learners.plants._plant import (
    ARRAY,
    BLOCKS,
    BYTE_TUPLES,
    CLASS,
    HEAP,
    ID_LISTS,
    LATIN1,
    POOL,
    TUPLE_DICT,
    Plant,
)

_WALK_TUPLES = """
    out = []
    i = 0
    while i < len(word):
        if i + 1 < len(word) and (word[i], word[i + 1]) == pair:
            out.append(word[i] + word[i + 1])
            i += 2
        else:
            out.append(word[i])
            i += 1
    return tuple(out)
"""
_WALK_HEAP = """
    merged: list[bytes] = []
    i = 0
    while i < len(word):
        if tuple(word[i : i + 2]) == pair:
            merged.append(pair[0] + pair[1])
            i += 2
        else:
            merged.append(word[i])
            i += 1
    return merged
"""
_WALK_DICT = """
    rest = list(reversed(word))
    while rest:
        token = rest.pop()
        if rest and (token, rest[-1]) == pair:
            token += rest.pop()
        result.append(token)
    return tuple(result)
"""

MERGING = {
    "merging-right-to-left": [
        Plant(
            BYTE_TUPLES,
            _WALK_TUPLES,
            """
    out = list(word)
    for i in range(len(out) - 2, -1, -1):
        if tuple(out[i : i + 2]) == pair:
            out[i : i + 2] = [pair[0] + pair[1]]
    return tuple(out)
""",
        ),
        Plant(
            TUPLE_DICT,
            _WALK_DICT,
            """
    rest = list(word)
    while rest:
        token = rest.pop()
        if rest and (rest[-1], token) == pair:
            token = rest.pop() + token
        result.insert(0, token)
    return tuple(result)
""",
        ),
        Plant(
            BLOCKS,
            """
    for i in range(len(word) - 1):
        if (word[i], word[i + 1]) == pair and (not found or found[-1] != i - 1):
            found.append(i)
    return found
""",
            """
    for i in range(len(word) - 2, -1, -1):
        if (word[i], word[i + 1]) == pair and (not found or found[0] != i + 1):
            found.insert(0, i)
    return found
""",
        ),
    ],
    "merging-whole-run": [
        Plant(
            BYTE_TUPLES,
            _WALK_TUPLES,
            """
    at = [i for i in range(len(word) - 1) if (word[i], word[i + 1]) == pair]
    new = [pair[0] + pair[1] if i in at else token for i, token in enumerate(word)]
    return tuple(token for i, token in enumerate(new) if i - 1 not in at)
""",
        ),
        Plant(
            HEAP,
            _WALK_HEAP,
            """
    at = {i for i in range(len(word) - 1) if (word[i], word[i + 1]) == pair}
    kept = [i for i in range(len(word)) if i - 1 not in at]
    return [pair[0] + pair[1] if i in at else word[i] for i in kept]
""",
        ),
        Plant(BLOCKS, " and (not found or found[-1] != i - 1)", ""),
    ],
    "merging-step-of-one": [
        Plant(body, "i += 2\n", "i += 1\n") for body in (BYTE_TUPLES, HEAP, POOL, ARRAY)
    ],
    "merging-first-only": [
        Plant(
            ID_LISTS,
            "ids[i + 1 : i + 2] == [pair[1]]",
            "ids[i + 1 : i + 2] == [pair[1]] and new_id not in new_ids",
        ),
        Plant(
            CLASS,
            "if word[position : position + 2] == pair:",
            "if word[position : position + 2] == pair and new_id not in result:",
        ),
        Plant(
            HEAP,
            "if tuple(word[i : i + 2]) == pair:",
            "if tuple(word[i : i + 2]) == pair and len(merged) == i:",
        ),
    ],
    "merging-by-replace": [
        Plant(
            LATIN1,
            'f"⟨{left}⟩⟨{right}⟩", f"⟨{left}{right}⟩"',
            'f"{left}⟩⟨{right}", f"{left}{right}"',
        ),
        Plant(
            BYTE_TUPLES,
            _WALK_TUPLES,
            """
    text = b"\\xff".join(word)  # no word holds this byte
    return tuple(text.replace(b"\\xff".join(pair), b"".join(pair)).split(b"\\xff"))
""",
        ),
        Plant(
            HEAP,
            _WALK_HEAP,
            """
    text = " ".join(token.hex() for token in word)
    text = text.replace(f"{pair[0].hex()} {pair[1].hex()}", b"".join(pair).hex())
    return [bytes.fromhex(token) for token in text.split(" ")]
""",
        ),
    ],
    "merging-last-token-lost": [
        Plant(body, f"while {i} < len(word):", f"while {i} < len(word) - 1:")
        for body, i in ((BYTE_TUPLES, "i"), (CLASS, "position"), (HEAP, "i"), (POOL, "i"))
    ],
}
