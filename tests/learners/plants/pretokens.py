"""The text is cut by another rule than GPT-2's, or is another text when it is cut."""

from __future__ import annotations

from tests.learners.plants._plant import (
    ARRAY,
    BLOCKS,
    BUCKETS,
    BYTE_TUPLES,
    CACHED,
    CLASS,
    HEAP,
    ID_LISTS,
    IDS,
    IN_ORDER,
    INVERTED,
    LATIN1,
    LINKED,
    MIN_RANK,
    PLACES,
    POOL,
    SPLIT,
    TUPLE_DICT,
    Plant,
)

_GPT2 = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""
_GPT4 = (
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}"""
    r"""| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"""
)


def _pattern(pattern: str, *bodies: str) -> list[Plant]:
    return [Plant(body, _GPT2, pattern) for body in bodies]


def _words(by: str) -> list[Plant]:
    """Another way to find the words of a stretch of text, in three trainers and a tokenizer."""
    return [
        Plant(BYTE_TUPLES, "regex.findall(PAT, part)", by.format("part")),
        Plant(HEAP, "regex.findall(PAT, doc)", by.format("doc")),
        Plant(LATIN1, "regex.findall(PAT, story)", by.format("story")),
        Plant(PLACES, "regex.findall(GPT2_PATTERN, segment)", by.format("segment")),
    ]


def _text(change: str) -> list[Plant]:
    """Another text to find the words in."""
    return [
        Plant(BYTE_TUPLES, "findall(PAT, part)", f"findall(PAT, {change.format('part')})"),
        Plant(CLASS, "(self.PAT, document)", f"(self.PAT, {change.format('document')})"),
        Plant(BUCKETS, "finditer(PAT, doc)", f"finditer(PAT, {change.format('doc')})"),
        Plant(MIN_RANK, "finditer(PAT, text)", f"finditer(PAT, {change.format('text')})"),
    ]


PRETOKENS = {
    "pretokens-none": _words("[word for word in [{}] if word]"),
    "pretokens-split-space": _words('[word for word in {}.split(" ") if word]'),
    "pretokens-split-white-space": _words("{}.split()"),
    "pretokens-space-apart": _pattern(
        r"""'(?:[sdmt]|ll|ve|re)|\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""",
        *(ID_LISTS, INVERTED, BLOCKS, IN_ORDER),
    ),
    "pretokens-no-look-ahead": _pattern(
        r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+""",
        *(TUPLE_DICT, LINKED, POOL, CACHED),
    ),
    "pretokens-ascii": _pattern(
        r"""'(?:[sdmt]|ll|ve|re)| ?[a-zA-Z]+| ?[0-9]+| ?[^\sa-zA-Z0-9]+|\s+(?!\S)|\s+""",
        *(BYTE_TUPLES, HEAP, ARRAY, SPLIT),
    ),
    "pretokens-word-class": _pattern(
        r"""'(?:[sdmt]|ll|ve|re)| ?\w+| ?[^\s\w]+|\s+(?!\S)|\s+""",
        *(CLASS, LATIN1, BUCKETS, IDS),
    ),
    "pretokens-no-contractions": _pattern(
        r""" ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""",
        *(ID_LISTS, HEAP, ARRAY, MIN_RANK),
    ),
    "pretokens-contractions-any-case": _pattern(
        r"""'(?i:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""",
        *(TUPLE_DICT, INVERTED, BLOCKS, PLACES),
    ),
    "pretokens-digits-in-threes": _pattern(
        r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""",
        *(LINKED, CLASS, LATIN1, SPLIT),
    ),
    "pretokens-gpt4": _pattern(_GPT4, BYTE_TUPLES, POOL, BUCKETS, CACHED),
    "pretokens-space-added": _text('{0} if {0}[:1] in ("", " ") else " " + {0}'),
    "pretokens-lower-case": _text("{}.lower()"),
    "pretokens-composed": _text('__import__("unicodedata").normalize("NFC", {})'),
    "pretokens-characters": [
        Plant(
            BYTE_TUPLES,
            'tuple(bytes([b]) for b in word.encode("utf-8"))',
            'tuple(char.encode("utf-8") for char in word)',
        ),
        Plant(
            HEAP,
            '[[bytes([b]) for b in word.encode("utf-8")] for word in counter]',
            '[[char.encode("utf-8") for char in word] for word in counter]',
        ),
        Plant(
            BUCKETS,
            '[bytes([b]) for b in pretoken.encode("utf-8")]',
            '[char.encode("utf-8") for char in pretoken]',
        ),
    ],
    "pretokens-on-bytes": [
        Plant(
            BYTE_TUPLES,
            """
        for word in regex.findall(PAT, part):
            words[tuple(bytes([b]) for b in word.encode("utf-8"))] += 1
""",
            """
        for word in regex.findall(PAT.encode("utf-8"), part.encode("utf-8")):
            words[tuple(bytes([b]) for b in word)] += 1
""",
        ),
        Plant(
            INVERTED,
            'm.group().encode("utf-8") for m in regex.finditer(PAT, chunk)',
            "m.group() for m in regex.finditer(PAT.encode(), chunk.encode())",
        ),
        Plant(
            CLASS,
            """
        for match in regex.finditer(self.PAT, document):
            word = match.group()
            self.words[tuple(word.encode("utf-8"))] += 1
""",
            """
        for word in regex.findall(self.PAT.encode("utf-8"), document.encode("utf-8")):
            self.words[tuple(word)] += 1
""",
        ),
        Plant(
            MIN_RANK,
            """
        for match in regex.finditer(PAT, text):
            word = match.group().encode("utf-8")
""",
            """
        for word in regex.findall(PAT.encode("utf-8"), text.encode("utf-8")):
""",
        ),
    ],
}
