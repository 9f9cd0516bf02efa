"""A pair is believed to be more or less frequent than it is."""

from __future__ import annotations

from tests.learners.plants._plant import (
    ARRAY,
    BUCKETS,
    BYTE_TUPLES,
    CLASS,
    HEAP,
    ID_LISTS,
    INVERTED,
    LATIN1,
    LINKED,
    POOL,
    TUPLE_DICT,
    Plant,
)

_ADD_PAIR = """
        for pair in pairwise(word):
            counts[pair] += freq
"""
_WALK_INVERTED = """
            word, freq = words[idx], freqs[idx]
            i = 0
            while i < len(word) - 1:
                if word[i] == left and word[i + 1] == right:
                    if i > 0:
                        change((word[i - 1], left), -freq, idx)
                        change((word[i - 1], new), freq, idx)
                    if i + 2 < len(word):
                        change((right, word[i + 2]), -freq, idx)
                        change((new, word[i + 2]), freq, idx)
                    word[i : i + 2] = [new]
                i += 1
"""
_RECOUNT_HEAP = """
            for pair in pairwise(old):
                changed[pair] -= freqs[i]
            for pair in pairwise(words[i]):
                changed[pair] += freqs[i]
                holders.setdefault(pair, set()).add(i)
        for pair, by in changed.items():
            if by != 0:
"""
_RECOUNT_BUCKETS = """
            for pair in pairwise(old):
                buckets.add(pair, -freq[k])
            for pair in pairwise(new):
                buckets.add(pair, freq[k])
                occurs_in[pair].add(k)
"""
_RECOUNT_DICT = """
            for pair in pairwise(word):
                pair_counts[pair] -= n
            for pair in pairwise(new_word):
                pair_counts[pair] = pair_counts.get(pair, 0) + n
        pair_counts = {pair: n for pair, n in pair_counts.items() if n > 0}
"""
_PUSH = """
        changed[best] = -pair_freqs[best]
        for pair, by in changed.items():
            holders.setdefault(pair, set())
            if by != 0 and pair_freqs[pair] + by <= 0:
                pair_freqs[pair] = 0
            elif by != 0:
"""

COUNTS = {
    "counts-unweighted": [
        Plant(BYTE_TUPLES, "counts[pair] += freq\n", "counts[pair] += 1\n"),
        Plant(
            LATIN1,
            "pairs[symbols[i], symbols[i + 1]] += freq",
            "pairs[symbols[i], symbols[i + 1]] += 1",
        ),
        Plant(POOL, "pair_counts[pair] += count\n", "pair_counts[pair] += 1\n"),
        Plant(LINKED, "self.weight.append(freq)", "self.weight.append(1)"),
    ],
    "counts-once-a-word": [
        Plant(BYTE_TUPLES, "in pairwise(word):", "in set(pairwise(word)):"),
        Plant(POOL, "in pairwise(word):", "in set(pairwise(word)):"),
        Plant(
            ID_LISTS,
            """
        for i in range(len(ids) - 1):
            pair = (ids[i], ids[i + 1])
""",
            """
        for pair in {(ids[i], ids[i + 1]) for i in range(len(ids) - 1)}:
""",
        ),
    ],
    "counts-no-overlap": [
        Plant(
            BYTE_TUPLES,
            _ADD_PAIR,
            """
        ends: dict[tuple[bytes, bytes], int] = {}
        for i, pair in enumerate(pairwise(word)):
            if i >= ends.get(pair, 0):
                counts[pair] += freq
                ends[pair] = i + 2
""",
        ),
        Plant(
            ID_LISTS,
            """
            pair = (ids[i], ids[i + 1])
            stats[pair] = stats.get(pair, 0) + freq
""",
            """
            pair = (ids[i], ids[i + 1])
            run = i
            while run > 0 and ids[run - 1] == ids[i] == ids[i + 1]:
                run -= 1
            if (i - run) % 2 == 0:
                stats[pair] = stats.get(pair, 0) + freq
""",
        ),
        Plant(
            LATIN1,
            """
            for i in range(len(symbols) - 1):
                pairs[symbols[i], symbols[i + 1]] += freq
""",
            """
            for a, b in dict.fromkeys(zip(symbols, symbols[1:])):
                pairs[a, b] += freq * word.count(f"⟨{a}⟩⟨{b}⟩")
""",
        ),
    ],
    "counts-drift": [
        Plant(
            INVERTED,
            _WALK_INVERTED,
            """
            old, freq = words[idx], freqs[idx]
            merged, i = [], 0
            while i < len(old):
                if old[i : i + 2] != [left, right]:
                    merged.append(old[i])
                    i += 1
                    continue
                if i > 0:
                    change((old[i - 1], left), -freq, idx)
                    change((old[i - 1], new), freq, idx)
                if i + 2 < len(old):
                    change((right, old[i + 2]), -freq, idx)
                    change((new, old[i + 2]), freq, idx)
                merged.append(new)
                i += 2
            words[idx] = merged
""",
        ),
        Plant(
            HEAP,
            _RECOUNT_HEAP,
            """
            made, j = best[0] + best[1], 0
            while j < len(old) - 1:
                if (old[j], old[j + 1]) == best:
                    if j > 0:
                        changed[old[j - 1], best[0]] -= freqs[i]
                        changed[old[j - 1], made] += freqs[i]
                    if j + 2 < len(old):
                        changed[best[1], old[j + 2]] -= freqs[i]
                        changed[made, old[j + 2]] += freqs[i]
                    j += 1
                j += 1
            for pair in pairwise(words[i]):
                holders.setdefault(pair, set()).add(i)"""
            + _PUSH,
        ),
        Plant(
            BUCKETS,
            _RECOUNT_BUCKETS,
            """
            i = 0
            while i < len(old) - 1:
                if (old[i], old[i + 1]) == best:
                    if i > 0:
                        buckets.add((old[i - 1], best[0]), -freq[k])
                        buckets.add((old[i - 1], best[0] + best[1]), freq[k])
                        occurs_in[old[i - 1], best[0] + best[1]].add(k)
                    if i + 2 < len(old):
                        buckets.add((best[1], old[i + 2]), -freq[k])
                        buckets.add((best[0] + best[1], old[i + 2]), freq[k])
                        occurs_in[best[0] + best[1], old[i + 2]].add(k)
                    i += 1
                i += 1
            for pair in [*pairwise(old), *pairwise(new)]:
                occurs_in[pair].add(k)
        buckets.add(best, -buckets.count_of.get(best, 0))
""",
        ),
    ],
    "counts-doubled": [
        Plant(
            INVERTED,
            _WALK_INVERTED,
            """
            word, freq = words[idx], freqs[idx]
            i = 0
            while i < len(word) - 1:
                if word[i] == left and word[i + 1] == right:
                    word[i : i + 2] = [new]
                i += 1
            for i, token in enumerate(word):
                if token == new and i > 0:
                    change((right if word[i - 1] == new else word[i - 1], left), -freq, idx)
                    change((word[i - 1], new), freq, idx)
                if token == new and i + 1 < len(word):
                    change((right, left if word[i + 1] == new else word[i + 1]), -freq, idx)
                    change((new, word[i + 1]), freq, idx)
""",
        ),
        Plant(
            HEAP,
            _RECOUNT_HEAP,
            """
            made = best[0] + best[1]
            for pair in pairwise(old):
                changed[pair] -= freqs[i]
            for j, token in enumerate(words[i]):
                if token == made:  # both of its neighbours are new pairs
                    for pair in pairwise(words[i][max(j - 1, 0) : j + 2]):
                        changed[pair] += freqs[i]
                elif j > 0 and words[i][j - 1] != made:
                    changed[words[i][j - 1], token] += freqs[i]
            for pair in pairwise(words[i]):
                holders.setdefault(pair, set()).add(i)"""
            + _PUSH,
        ),
        Plant(
            BUCKETS,
            _RECOUNT_BUCKETS,
            """
            made = best[0] + best[1]
            for i, part in enumerate(new):
                if part != made:
                    continue
                if i > 0:
                    buckets.add((best[1] if new[i - 1] == made else new[i - 1], best[0]), -freq[k])
                    buckets.add((new[i - 1], made), freq[k])
                if i + 1 < len(new):
                    buckets.add((best[1], best[0] if new[i + 1] == made else new[i + 1]), -freq[k])
                    buckets.add((made, new[i + 1]), freq[k])
            for pair in [*pairwise(old), *pairwise(new)]:
                occurs_in[pair].add(k)
        buckets.add(best, -buckets.count_of.get(best, 0))
""",
        ),
    ],
    "counts-never-lowered": [
        Plant(
            INVERTED,
            """
        counts[pair] += by
        if by > 0:
""",
            """
        if by > 0:
            counts[pair] += by
""",
        ),
        Plant(
            TUPLE_DICT,
            _RECOUNT_DICT,
            """
            for pair in pairwise(new_word):
                if best[0] + best[1] in pair:
                    pair_counts[pair] = pair_counts.get(pair, 0) + n
        del pair_counts[best]
""",
        ),
        Plant(
            HEAP,
            _RECOUNT_HEAP,
            """
            for pair in pairwise(words[i]):
                if best[0] + best[1] in pair:
                    changed[pair] += freqs[i]
                    holders.setdefault(pair, set()).add(i)
        for pair, by in changed.items():
            if by != 0:
""",
        ),
    ],
    "counts-stale": [
        Plant(
            HEAP,
            "if pair_freqs[best] != -negative or negative == 0:",
            "if pair_freqs[best] == 0:",
        ),
    ],
    "counts-pushed-when-rising": [
        Plant(
            HEAP,
            """
            if by != 0:
                pair_freqs[pair] += by
                heapq""",
            """
            pair_freqs[pair] += by
            if by > 0:
                heapq""",
        ),
    ],
    "counts-no-new-pairs": [
        Plant(
            INVERTED,
            """
                        change((word[i - 1], left), -freq, idx)
                        change((word[i - 1], new), freq, idx)
                    if i + 2 < len(word):
                        change((right, word[i + 2]), -freq, idx)
                        change((new, word[i + 2]), freq, idx)
""",
            """
                        change((word[i - 1], left), -freq, idx)
                    if i + 2 < len(word):
                        change((right, word[i + 2]), -freq, idx)
""",
        ),
        Plant(
            TUPLE_DICT,
            _RECOUNT_DICT,
            """
            for pair in set(pairwise(word)) & pair_counts.keys():
                pair_counts[pair] -= n * list(pairwise(word)).count(pair)
                pair_counts[pair] += n * list(pairwise(new_word)).count(pair)
        pair_counts = {pair: n for pair, n in pair_counts.items() if n > 0}
""",
        ),
        Plant(
            HEAP, "            if by != 0:\n", "            if by != 0 and pair in pair_freqs:\n"
        ),
    ],
    "counts-zero-merged": [
        Plant(
            TUPLE_DICT,
            "        pair_counts = {pair: n for pair, n in pair_counts.items() if n > 0}\n",
            "",
        ),
        Plant(INVERTED, " or counts[best] <= 0", ""),
        Plant(CLASS, "        if top == 0:\n", "        if not self.pairs:\n"),
    ],
    "counts-never-updated": [
        Plant(
            BYTE_TUPLES,
            """
    while len(vocab) < vocab_size:
        counts = count_pairs(words)
        if not counts:
""",
            """
    counts = count_pairs(words)
    while len(vocab) < vocab_size:
        counts = Counter({pair: n for pair, n in counts.items() if pair not in merges})
        if not counts:
""",
        ),
        Plant(
            ID_LISTS,
            """
    for step in tqdm(range(num_merges), desc="merges"):
        stats = get_stats(ids_of_words, freqs)
""",
            """
    stats = get_stats(ids_of_words, freqs)
    for step in tqdm(range(num_merges), desc="merges"):
        stats = {p: n for p, n in stats.items() if (vocab[p[0]], vocab[p[1]]) not in merges}
""",
        ),
        Plant(
            ARRAY,
            """
    while len(vocab) < vocab_size:
        stats = pair_counts(flat, weights)
""",
            """
    stats = pair_counts(flat, weights)
    while len(vocab) < vocab_size:
        for left, right in [(a, b) for a, b in stats if (vocab[a], vocab[b]) in merges]:
            del stats[left, right]
""",
        ),
    ],
    "counts-min-two": [
        Plant(BYTE_TUPLES, "if not counts:", "if max(counts.values(), default=0) < 2:"),
        Plant(CLASS, "        if top == 0:\n", "        if top <= 1:\n"),
        Plant(
            HEAP,
            "            continue  # an old entry; a newer one is in the heap\n",
            """            continue  # an old entry; a newer one is in the heap
        if negative > -2:
            break
""",
        ),
    ],
    "counts-index-dropped": [
        Plant(
            INVERTED,
            """
            where[pair].add(idx)
""",
            """
            where[pair].add(idx)
        else:
            where[pair].discard(idx)
""",
        ),
        Plant(
            HEAP,
            """
                holders.setdefault(pair, set()).add(i)
        for pair, by in changed.items():
""",
            """
                holders.setdefault(pair, set()).add(i)
            for pair in (Counter(pairwise(old)) - Counter(pairwise(words[i]))).keys() - {best}:
                holders[pair].discard(i)
        for pair, by in changed.items():
""",
        ),
        Plant(
            BUCKETS,
            _RECOUNT_BUCKETS,
            """
            for pair in pairwise(new):
                buckets.add(pair, freq[k])
                occurs_in[pair].add(k)
            for pair in pairwise(old):
                buckets.add(pair, -freq[k])
                if list(pairwise(old)).count(pair) > list(pairwise(new)).count(pair):
                    occurs_in[pair].discard(k)
""",
        ),
    ],
}
