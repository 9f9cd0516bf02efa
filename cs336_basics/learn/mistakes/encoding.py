"""Encoding: the vocabulary is right, and a text becomes other ids."""

from __future__ import annotations

from itertools import pairwise

from cs336_basics.datatypes import Pair
from cs336_basics.learn.checker.cases import Encoding
from cs336_basics.learn.mistakes._mistake import ENCODING, Mistake
from cs336_basics.learn.mistakes.recipe import Ids
from cs336_basics.merge_ranks import merge_by_rank
from cs336_basics.pairs import merge_word, split_bytes

Ranks = dict[Pair, int]


def _smallest_id(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    return merge_by_rank(pretoken, {pair: ids[pair[0] + pair[1]] for pair in ranks})


def _longest_match(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    tokens, start = list[bytes](), 0
    while start < len(pretoken):
        ends = range(len(pretoken), start, -1)
        end = next((end for end in ends if pretoken[start:end] in ids), start + 1)
        tokens.append(pretoken[start:end])
        start = end
    return tokens


def _leftmost(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    word = split_bytes(pretoken)
    i = 0
    while i < len(word) - 1:
        if (word[i], word[i + 1]) in ranks:
            word[i : i + 2] = [word[i] + word[i + 1]]
            i = 0
        else:
            i += 1
    return word


def _greatest_rank(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    return merge_by_rank(pretoken, {pair: -rank for pair, rank in ranks.items()})


def _each_merge_backwards(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    word = split_bytes(pretoken)
    for pair in reversed(ranks):
        word = merge_word(word, pair)
    return word


def _one_pass(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    """Merge each neighbouring pair that is a merge, once, from left to right."""
    word, merged, i = split_bytes(pretoken), list[bytes](), 0
    while i < len(word):
        if tuple(word[i : i + 2]) in ranks:
            merged.append(word[i] + word[i + 1])
            i += 2
        else:
            merged.append(word[i])
            i += 1
    return merged


def _one_place_each(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    word = split_bytes(pretoken)
    for pair in ranks:
        places = [i for i in range(len(word) - 1) if (word[i], word[i + 1]) == pair]
        for i in places[:1]:
            word[i : i + 2] = [b"".join(pair)]
    return word


def _new_pairs_missed(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    """New pairs are noted with the neighbours as they were before the merge."""
    word = split_bytes(pretoken)
    known = set(pairwise(word))
    for pair in ranks:
        if pair in known:
            joined, start = b"".join(pair), 0
            for token in merge_word(word, pair):
                merged = token == joined and word[start] != joined
                after = start + 1 + merged
                if merged:
                    known |= {(left, joined) for left in word[max(start - 1, 0) : start]}
                    known |= {(joined, right) for right in word[after : after + 1]}
                start = after
            word = merge_word(word, pair)
    return word


def _runs_from_the_right(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    word = split_bytes(pretoken)
    for pair in ranks:
        is_run = pair[0] == pair[1]
        word = merge_word(word[::-1], pair)[::-1] if is_run else merge_word(word, pair)
    return word


def _whole_if_known(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    return [pretoken] if pretoken in ids else merge_by_rank(pretoken, ranks)


def _by_vocabulary(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    """Merge the neighbours whose joined bytes have the smallest id, whether or not they merge."""
    word = split_bytes(pretoken)
    while joined := {pair: ids[b"".join(pair)] for pair in pairwise(word) if b"".join(pair) in ids}:
        word = merge_word(word, min(joined, key=joined.__getitem__))
    return word


def _last_merge_alone(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    word = split_bytes(pretoken)
    merged = word
    for pair in ranks:
        merged = merge_word(word, pair)
    return merged


def _last_change_alone(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    word = split_bytes(pretoken)
    changed = [merged for pair in ranks if (merged := merge_word(word, pair)) != word]
    return changed[-1] if changed else word


def _whole_or_bytes(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    return [pretoken] if pretoken in ids else split_bytes(pretoken)


def _whole(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    return [pretoken]


def _whole_or_nothing(pretoken: bytes, ranks: Ranks, ids: Ids) -> list[bytes]:
    return [pretoken] if pretoken in ids else []


_AB_BC = [(b"a", b"b"), (b"b", b"c")]

ENCODINGS = [
    Mistake(
        name="encoding-smallest-id",
        seen_by=ENCODING,
        example=Encoding("abc", _AB_BC, ids={0: b"a", 1: b"b", 2: b"c", 3: b"bc", 4: b"ab"}),
        parts={"apply": _smallest_id},
    ),
    Mistake(
        name="encoding-longest-match",
        seen_by=ENCODING,
        example=Encoding("abc", [(b"b", b"c"), (b"a", b"b")]),
        parts={"apply": _longest_match},
    ),
    Mistake(
        name="encoding-leftmost",
        seen_by=ENCODING,
        example=Encoding("abc", [(b"b", b"c"), (b"a", b"b"), (b"a", b"bc")]),
        parts={"apply": _leftmost},
    ),
    Mistake(
        name="encoding-last-merge-first",
        seen_by=ENCODING,
        example=Encoding("abc", _AB_BC),
        parts={"apply": _greatest_rank},
        variants=({"apply": _each_merge_backwards},),
    ),
    Mistake(
        name="encoding-one-pass",
        seen_by=ENCODING,
        example=Encoding("abc", [(b"a", b"b"), (b"ab", b"c")]),
        parts={"apply": _one_pass},
    ),
    Mistake(
        name="encoding-original-word",
        seen_by=ENCODING,
        example=Encoding("ab", _AB_BC),
        parts={"apply": _last_merge_alone},
        variants=({"apply": _last_change_alone},),
    ),
    Mistake(
        name="encoding-one-place-each",
        seen_by=ENCODING,
        example=Encoding("abab", [(b"a", b"b")]),
        parts={"apply": _one_place_each},
    ),
    Mistake(
        name="encoding-new-pairs-missed",
        seen_by=ENCODING,
        example=Encoding("aaaa", [(b"a", b"a"), (b"aa", b"aa")]),
        parts={"apply": _new_pairs_missed},
    ),
    Mistake(
        name="encoding-runs-from-the-right",
        seen_by=ENCODING,
        example=Encoding("aaa", [(b"a", b"a")]),
        parts={"apply": _runs_from_the_right},
    ),
    Mistake(
        name="encoding-unreachable",
        seen_by=ENCODING,
        example=Encoding("ab", [], ids={0: b"a", 1: b"b", 2: b"ab"}),
        parts={"apply": _whole_if_known},
    ),
    Mistake(
        name="encoding-whole-word",
        seen_by=ENCODING,
        example=Encoding("abc", [(b"a", b"b")]),
        parts={"apply": _whole_or_bytes},
        variants=({"apply": _whole}, {"apply": _whole_or_nothing}),
    ),
    Mistake(
        name="encoding-by-vocabulary",
        seen_by=ENCODING,
        example=Encoding("bab", [], ids={0: b"a", 1: b"b", 2: b"ab", 3: b"ba"}),
        parts={"apply": _by_vocabulary},
    ),
]
