"""Special tokens are not cut out of the text as they should be."""

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
    INVERTED,
    LINKED,
    MIN_RANK,
    PLACES,
    POOL,
    TUPLE_DICT,
    Plant,
)

_SPLIT_TUPLES = """
    if special_tokens:
        parts = re.split("|".join(re.escape(token) for token in special_tokens), text)
"""
_NOTHING_TO_SPLIT = """
    if not special_tokens:
        return [text]
"""
_SPLIT_OR_TEXT = """
        if not self.special_tokens:
            return [text]
"""
_ENCODE_PARTS = """
            if part in self.special_tokens:
                ids.append(self.token_to_id[part.encode("utf-8")])
            else:
                ids.extend(self._encode_text(part))
"""

SPECIALS = {
    "specials-as-text": [
        Plant(BYTE_TUPLES, _SPLIT_TUPLES, "\n"),
        Plant(INVERTED, _NOTHING_TO_SPLIT, "\n    return [text]\n"),
        Plant(
            LINKED,
            '"|".join(re.escape(each) for each in alternatives), corpus)',
            '"(?!)", corpus)',
        ),
        Plant(PLACES, _SPLIT_OR_TEXT, "\n        return [text]\n"),
    ],
    "specials-kept-as-words": [
        Plant(
            BYTE_TUPLES,
            'parts = re.split("|".join(re.escape(token) for token in special_tokens), text)',
            'parts = re.split(f"({'
            "'|'.join(re.escape(token) for token in special_tokens)"
            '})", text)',
        ),
        Plant(
            HEAP,
            're.split("|".join(map(re.escape, special_tokens)), content)',
            're.split("(" + "|".join(map(re.escape, special_tokens)) + ")", content)',
        ),
        Plant(
            CLASS,
            're.split("|".join(re.escape(token) for token in ordered), text)',
            're.split("(" + "|".join(re.escape(token) for token in ordered) + ")", text)',
        ),
        Plant(MIN_RANK, _ENCODE_PARTS, "\n            ids.extend(self._encode_text(part))\n"),
    ],
    "specials-removed": [
        Plant(
            BYTE_TUPLES,
            'parts = re.split("|".join(re.escape(token) for token in special_tokens), text)',
            'parts = [re.sub("|".join(re.escape(token) for token in special_tokens), "", text)]',
        ),
        Plant(
            TUPLE_DICT,
            "segments = re.split(delimiter, text)",
            'segments = [re.sub(delimiter, "", text)]',
        ),
        Plant(
            BUCKETS,
            'docs = re.split("|".join(map(re.escape, chosen)), text)',
            'docs = [re.sub("|".join(map(re.escape, chosen)), "", text)]',
        ),
    ],
    "specials-unescaped": [
        Plant(ID_LISTS, '"|".join(map(re.escape, order))', '"|".join(order)'),
        Plant(HEAP, '"|".join(map(re.escape, special_tokens))', '"|".join(special_tokens)'),
        Plant(CLASS, '"|".join(re.escape(token) for token in ordered)', '"|".join(ordered)'),
        Plant(IDS, "re.escape(t) for t in", "t for t in"),
    ],
    "specials-shortest-first": [
        Plant(
            MIN_RANK,
            "sorted(special_tokens or [], key=len, reverse=True)",
            "list(special_tokens or [])",
        ),
        Plant(PLACES, "sorted(self.special_tokens, key=len, reverse=True)", "self.special_tokens"),
        Plant(
            IDS,
            "sorted(self.special_tokens, key=len, reverse=True)",
            "sorted(self.special_tokens)",
        ),
    ],
    "specials-first-only": [
        Plant(
            BYTE_TUPLES,
            '"|".join(re.escape(token) for token in special_tokens)',
            "re.escape(special_tokens[0])",
        ),
        Plant(
            INVERTED,
            '"|".join(re.escape(t) for t in tokens)',
            "re.escape(special_tokens[0])",
        ),
        Plant(ARRAY, '"|".join(re.escape(t) for t in names)', "re.escape(special_tokens[0])"),
    ],
    "specials-hard-coded": [
        Plant(
            BYTE_TUPLES,
            _SPLIT_TUPLES,
            '\n    parts = re.split(re.escape("<|endoftext|>"), text)\n',
        ),
        Plant(
            ID_LISTS,
            're.split("|".join(map(re.escape, order)), text) if order else [text]',
            'text.split("<|endoftext|>")',
        ),
        Plant(
            POOL,
            """
    delimiter = "|".join(re.escape(token) for token in order)
    split_token = separator(special_tokens)
""",
            """
    delimiter = re.escape("<|endoftext|>")
    split_token = separator(["<|endoftext|>"])
""",
        ),
    ],
    "specials-empty-pattern": [
        Plant(
            BYTE_TUPLES,
            _SPLIT_TUPLES,
            _SPLIT_TUPLES.replace("    if special_tokens:\n    ", ""),
        ),
        Plant(ID_LISTS, " if order else [text]", ""),
        Plant(INVERTED, _NOTHING_TO_SPLIT, "\n"),
        Plant(
            MIN_RANK,
            """
        if not self.special_tokens:
            return self._encode_text(text)
""",
            "\n",
        ),
    ],
    "specials-branch": [
        Plant(
            BYTE_TUPLES,
            f"""
    parts = [text]{_SPLIT_TUPLES}    words: Counter[tuple[bytes, ...]] = Counter()
    for part in parts:
        for word in regex.findall(PAT, part):
""",
            """
    words: Counter[tuple[bytes, ...]] = Counter()
    pattern = "|".join([*map(re.escape, special_tokens), PAT])
    for word in regex.findall(pattern, text):
        if word not in special_tokens:
""",
        ),
        Plant(
            TUPLE_DICT,
            """
    segments = [text]
    if special_tokens:
        delimiter = "|".join(map(re.escape, special_tokens))
        segments = re.split(delimiter, text)
    table: dict[Word, int] = {}
    for segment in segments:
        for m in SPLIT.finditer(segment):
            raw""",
            """
    table: dict[Word, int] = {}
    specials = "|".join(map(re.escape, special_tokens)) or "(?!)"
    for m in rx.finditer(f"({specials})|{SPLIT.pattern}", text):
        if m.group(1) is None:
            raw""",
        ),
        Plant(
            BUCKETS,
            """
        docs = re.split("|".join(map(re.escape, chosen)), text)
    for doc in docs:
        for m in regex.finditer(PAT, doc):
            result[m.group(0)] += 1
""",
            """
        docs = [text]
    branches = "|".join([*(re.escape(t) for t in by_length), PAT]) if special_tokens else PAT
    for doc in docs:
        for m in regex.finditer(branches, doc):
            if m.group(0) not in special_tokens:
                result[m.group(0)] += 1
""",
        ),
        Plant(
            MIN_RANK,
            """
        delimiter = "(" + "|".join(re.escape(token) for token in self.special_tokens) + ")"
        for part in re.split(delimiter, text):
            if part in""",
            """
        branches = "|".join([*(re.escape(token) for token in self.special_tokens), PAT])
        for part in regex.findall(branches, text):
            if part in""",
        ),
    ],
    "specials-empty-refused": [
        Plant(
            BLOCKS, "longest = max(map(len, order), default=0)", "longest = max(map(len, order))"
        ),
        Plant(POOL, "split_token = separator(special_tokens)", "split_token = special_tokens[0]"),
        Plant(INVERTED, _NOTHING_TO_SPLIT, "\n    assert len(special_tokens) > 0\n"),
        Plant(CACHED, "len(ordered[0]) if ordered else 1", "len(ordered[0])"),
    ],
    "specials-none-refused": [
        Plant(MIN_RANK, "sorted(special_tokens or [], key", "sorted(special_tokens, key"),
        Plant(CACHED, "for special in special_tokens or []:", "for special in special_tokens:"),
        Plant(PLACES, "special_tokens[:] if special_tokens else []", "special_tokens[:]"),
    ],
}
