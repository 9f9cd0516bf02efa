"""A word becomes other tokens than merging by rank gives."""

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

_WORD_MIN = """
        parts = [bytes([b]) for b in word]
        while len(parts) > 1:
            pairs = [(parts[i], parts[i + 1]) for i in range(len(parts) - 1)]
            best = min(pairs, key=lambda pair: self.ranks.get(pair, float("inf")))
            if best not in self.ranks:
                break
            merged = []
            i = 0
            while i < len(parts):
                if parts[i] == best[0] and i + 1 < len(parts) and parts[i + 1] == best[1]:
                    merged.append(parts[i] + parts[i + 1])
                    i += 2
                else:
                    merged.append(parts[i])
                    i += 1
            parts = merged
        return parts
"""
_WORD_SPLIT = """
        tokens = [part[i : i + 1] for i in range(len(part))]
        while True:
            best, at = len(self.order), -1
            for i in range(len(tokens) - 1):
                rank = self.order.get((tokens[i], tokens[i + 1]), len(self.order) * 2 + 1)
                if rank < best or (at < 0 and rank == best):
                    best, at = rank, i
            if at < 0:
                return tokens
            tokens[at : at + 2] = [tokens[at] + tokens[at + 1]]
"""
_WORD_CACHED = """
        symbols = [bytes([b]) for b in word.encode("utf-8")]
"""
_WORD_IN_ORDER = """
        word = [bytes([byte]) for byte in pretoken.encode("utf-8")]
        for left, right in self.merges:
            if left not in word or right not in word:
                continue
"""
_WALK_IN_ORDER = """
            i = 0
            while i < len(word) - 1:
                if word[i] == left and word[i + 1] == right:
                    word[i] = left + right
                    del word[i + 1]
                i += 1
"""
_WALK_IDS = """
        while len(ids) >= 2:
            known = {
                pair: self.merge_table[pair] for pair in pairwise(ids) if pair in self.merge_table
            }
            if not known:
                break
            best = min(known, key=lambda pair: known[pair][0])
            ids = self._replace(ids, best, known[best][1])
"""
_BEST_MIN = 'min(pairs, key=lambda pair: self.ranks.get(pair, float("inf")))'
_BEST_CACHED = "_, (first, second) = min(ranked)"
_RANKED = "[(self.ranks[p], p) for p in pairwise(symbols) if p in self.ranks]"


ENCODING = {
    "encoding-smallest-id": [
        Plant(
            MIN_RANK,
            _BEST_MIN,
            "min(pairs, key=lambda pair: (pair not in self.ranks,"
            ' self.token_to_id.get(b"".join(pair), -1)))',
        ),
        Plant(CACHED, "[(self.ranks[p], p)", "[(self.inverse[p[0] + p[1]], p)"),
        Plant(IDS, "known[pair][0]", "known[pair][1]"),
    ],
    "encoding-longest-match": [
        Plant(
            MIN_RANK,
            _WORD_MIN,
            """
        parts = []
        while word:
            end = next((n for n in range(len(word), 1, -1) if word[:n] in self.token_to_id), 1)
            parts.append(word[:end])
            word = word[end:]
        return parts
""",
        ),
        Plant(
            CACHED,
            _WORD_CACHED,
            """
        rest = word.encode("utf-8")
        symbols = []
        while rest:
            end = len(rest)
            while end > 1 and rest[:end] not in self.inverse:
                end -= 1
            symbols.append(rest[:end])
            rest = rest[end:]
        return tuple(self.inverse[token] for token in symbols)
""",
        ),
        Plant(
            PLACES,
            """
                    result += [self.bytes_to_id[t] for t in self._bpe(word.encode("utf-8"))]
""",
            """
                    tokens = sorted(self.bytes_to_id, key=len, reverse=True)
                    known = "|".join(regex.escape(t.decode("latin-1")) for t in tokens)
                    for found in regex.findall(known, word.encode("utf-8").decode("latin-1")):
                        result.append(self.bytes_to_id[found.encode("latin-1")])
""",
        ),
    ],
    "encoding-leftmost": [
        Plant(
            MIN_RANK,
            _BEST_MIN,
            "next((pair for pair in pairs if pair in self.ranks), pairs[0])",
        ),
        Plant(CACHED, _BEST_CACHED, "_, (first, second) = ranked[0]"),
        Plant(
            SPLIT,
            """
                if rank < best or (at < 0 and rank == best):
                    best, at = rank, i
""",
            """
                if rank < best:
                    at = i
                    break
""",
        ),
    ],
    "encoding-last-merge-first": [
        Plant(MIN_RANK, _BEST_MIN, "max(pairs, key=lambda pair: self.ranks.get(pair, -1))"),
        Plant(CACHED, _BEST_CACHED, "_, (first, second) = max(ranked)"),
        Plant(IN_ORDER, "in self.merges:\n", "in reversed(self.merges):\n"),
        Plant(IDS, "min(known, key=", "max(known, key="),
    ],
    "encoding-one-pass": [
        Plant(
            MIN_RANK,
            _WORD_MIN,
            """
        parts = [bytes([b]) for b in word]
        i = 0
        while i < len(parts) - 1:
            if (parts[i], parts[i + 1]) in self.ranks:
                parts[i : i + 2] = [parts[i] + parts[i + 1]]
            i += 1
        return parts
""",
        ),
        Plant(
            IDS,
            _WALK_IDS,
            """
        for i in range(len(ids)):
            if tuple(ids[i : i + 2]) in self.merge_table:
                ids[i : i + 2] = [self.merge_table[ids[i], ids[i + 1]][1]]
""",
        ),
        Plant(
            SPLIT,
            _WORD_SPLIT,
            """
        tokens = []
        i = 0
        while i < len(part):
            step = 2 if (part[i : i + 1], part[i + 1 : i + 2]) in self.order else 1
            tokens.append(part[i : i + step])
            i += step
        return tokens
""",
        ),
    ],
    "encoding-new-pairs-missed": [
        Plant(
            IN_ORDER,
            """
        for left, right in self.merges:
            if left not in word or right not in word:
                continue
            i = 0
""",
            """
        known = {(word[i], word[i + 1]) for i in range(len(word) - 1)}
        for left, right in self.merges:
            if (left, right) not in known:
                continue
            before = list(word)
            done = 0
            for j in range(len(before) - 1):
                if (before[j], before[j + 1]) == (left, right) and j >= done:
                    known.update((before[k], left + right) for k in [j - 1] if k >= 0)
                    known.update((left + right, before[k]) for k in [j + 2] if k < len(before))
                    done = j + 2
            i = 0
""",
        ),
        Plant(
            MIN_RANK,
            _WORD_MIN,
            """
        parts = [bytes([b]) for b in word]
        index = {pair for pair in zip(parts, parts[1:])}
        for pair in self.ranks:
            if pair not in index:
                continue
            old, parts, i = parts, [], 0
            while i < len(old):
                if tuple(old[i : i + 2]) == pair:
                    parts.append(pair[0] + pair[1])
                    if i:
                        index.add((old[i - 1], pair[0] + pair[1]))
                    i += 2
                    if i < len(old):
                        index.add((pair[0] + pair[1], old[i]))
                else:
                    parts.append(old[i])
                    i += 1
        return parts
""",
        ),
        Plant(
            SPLIT,
            _WORD_SPLIT,
            """
        tokens = [part[i : i + 1] for i in range(len(part))]
        seen = set(zip(tokens, tokens[1:]))
        for one, two in sorted(self.order, key=self.order.get):
            if (one, two) not in seen:
                continue
            old, tokens, at = tokens, [], 0
            while at < len(old):
                if old[at : at + 2] == [one, two]:
                    seen |= {(before, one + two) for before in old[at - 1 : at]}
                    seen |= {(one + two, after) for after in old[at + 2 : at + 3]}
                    tokens.append(one + two)
                    at += 2
                else:
                    tokens.append(old[at])
                    at += 1
        return tokens
""",
        ),
    ],
    "encoding-one-place-each": [
        Plant(
            IN_ORDER,
            "                    del word[i + 1]\n",
            "                    del word[i + 1]\n                    break\n",
        ),
        Plant(
            MIN_RANK,
            _WORD_MIN,
            """
        parts = [bytes([b]) for b in word]
        for left, right in self.ranks:
            for i in range(len(parts) - 1):
                if parts[i] == left and parts[i + 1] == right:
                    parts[i : i + 2] = [left + right]
                    break
        return parts
""",
        ),
        Plant(
            SPLIT,
            _WORD_SPLIT,
            """
        tokens = [part[i : i + 1] for i in range(len(part))]
        for pair in sorted(self.order, key=lambda pair: self.order[pair]):
            at = next((i for i in range(len(tokens) - 1) if (*tokens[i : i + 2],) == pair), -1)
            if at >= 0:
                tokens[at : at + 2] = [pair[0] + pair[1]]
        return tokens
""",
        ),
    ],
    "encoding-runs-from-the-right": [
        Plant(
            IN_ORDER,
            _WALK_IN_ORDER,
            """
            for i in range(len(word) - 2, -1, -1):
                if word[i : i + 2] == [left, right]:
                    word[i : i + 2] = [left + right]
""",
        ),
        Plant(SPLIT, "if rank < best or (at < 0 and rank == best):", "if rank <= best:"),
        Plant(
            IDS,
            """
        result, i = [], 0
        while i < len(ids):
            if tuple(ids[i : i + 2]) == pair:
                result.append(new_id)
                i += 2
            else:
                result.append(ids[i])
                i += 1
        return result
""",
            """
        result, i = [], len(ids) - 1
        while i >= 0:
            if i > 0 and (ids[i - 1], ids[i]) == pair:
                result.append(new_id)
                i -= 2
            else:
                result.append(ids[i])
                i -= 1
        return result[::-1]
""",
        ),
    ],
    "encoding-unreachable": [
        Plant(
            MIN_RANK,
            _WORD_MIN,
            "\n        if word in self.token_to_id:\n            return [word]" + _WORD_MIN,
        ),
        Plant(
            CACHED,
            _WORD_CACHED,
            """
        if word.encode("utf-8") in self.inverse:
            return (self.inverse[word.encode("utf-8")],)"""
            + _WORD_CACHED,
        ),
        Plant(
            IN_ORDER,
            _WORD_IN_ORDER,
            """
        if pretoken.encode("utf-8") in self.token_to_id:
            return [pretoken.encode("utf-8")]"""
            + _WORD_IN_ORDER,
        ),
    ],
    "encoding-by-vocabulary": [
        Plant(
            MIN_RANK,
            f"""
            best = {_BEST_MIN}
            if best not in self.ranks:
""",
            """
            best = min(pairs, key=lambda p: self.token_to_id.get(p[0] + p[1], float("inf")))
            if best[0] + best[1] not in self.token_to_id:
""",
        ),
        Plant(
            CACHED,
            _RANKED,
            "[(self.inverse[a + b], (a, b)) for a, b in pairwise(symbols)"
            " if a + b in self.inverse]",
        ),
        Plant(
            PLACES,
            """
            if left is not None and right is not None and (left, right) in self.rank:
                heapq.heappush(heap, (self.rank[left, right], place, left, right))
""",
            """
            if left is not None and right is not None and left + right in self.bytes_to_id:
                heapq.heappush(heap, (self.bytes_to_id[left + right], place, left, right))
""",
        ),
    ],
    "encoding-original-word": [
        Plant(
            IN_ORDER,
            _WORD_IN_ORDER,
            """
        word = original = [bytes([byte]) for byte in pretoken.encode("utf-8")]
        for left, right in self.merges:
            if (left, right) not in zip(original, original[1:]):
                continue
            word = list(original)
""",
        ),
        Plant(
            MIN_RANK,
            _WORD_MIN,
            """
        parts = original = [bytes([b]) for b in word]
        for left, right in self.ranks:
            merged = []
            for token in original:
                if merged and merged[-1] == left and token == right:
                    merged[-1] = left + right
                else:
                    merged.append(token)
            if merged != original:
                parts = merged
        return parts
""",
        ),
        Plant(
            SPLIT,
            _WORD_SPLIT,
            """
        tokens = result = [part[i : i + 1] for i in range(len(part))]
        for left, right in sorted(self.order, key=lambda pair: self.order[pair]):
            places = [i for i in range(len(tokens) - 1) if tokens[i : i + 2] == [left, right]]
            if places:
                result = tokens[: places[0]] + [left + right] + tokens[places[0] + 2 :]
        return result
""",
        ),
    ],
    "encoding-whole-word": [
        Plant(
            MIN_RANK,
            _WORD_MIN,
            """
        if word in self.token_to_id:
            return [word]
        return [bytes([b]) for b in word]
""",
        ),
        Plant(CACHED, _WORD_CACHED, '\n        return (self.inverse[word.encode("utf-8")],)\n'),
        Plant(
            PLACES,
            """
                    result += [self.bytes_to_id[t] for t in self._bpe(word.encode("utf-8"))]
""",
            """
                    if word.encode("utf-8") in self.bytes_to_id:
                        result.append(self.bytes_to_id[word.encode("utf-8")])
""",
        ),
    ],
    "encoding-newlines-translated": [
        Plant(MIN_RANK, "finditer(PAT, text)", r'finditer(PAT, text.replace("\r\n", "\n"))'),
        Plant(
            PLACES,
            "findall(GPT2_PATTERN, segment)",
            r'findall(GPT2_PATTERN, segment.replace("\r\n", "\n"))',
        ),
        Plant(IDS, "findall(PAT, part)", r'findall(PAT, part.replace("\r\n", "\n"))'),
    ],
}
