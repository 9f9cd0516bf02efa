"""BPE as one pipeline of replaceable parts: a mistake replaces a part and leaves the rest alone.

Every part is at first the package's own function, so the recipe as it stands is right. With
`dataclasses.replace` one part is exchanged, or two:

    text ── read ── cut ── pretokenize ── split ──▶ words
    words ── count_pairs ── best ── merge_word ── recount ──▶ merges ── base, room, number ──▶ vocab
    vocab ── known, append ──▶ token -> id
    text ── cut ── pretokenize ── apply ── to_ids ──▶ ids ── decode ──▶ text
    chunks ── stream ──▶ ids
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import Any

import numpy as np

from cs336_basics import pairs
from cs336_basics.corpus.chunks import find_chunk_boundaries
from cs336_basics.datatypes import Merge, Merges, Pair, PretokenCounts, TokenizerData, Vocab
from cs336_basics.merge_ranks import merge_by_rank
from cs336_basics.storage import yaml_file
from cs336_basics.text import pretokenize, safe_cuts, special_tokens
from cs336_basics.vocab import base_vocab, extend_vocab

Words = list[tuple[list[bytes], int]]
"""(word, frequency): a pre-token on its way through training, and how often it occurs."""

Ids = dict[bytes, int]
"""Token -> id: the vocabulary the other way round."""

Encode = Callable[[str], list[int]]

Appended = tuple[Vocab, Sequence[str]]
"""The vocabulary with its special tokens, and those that are cut out of a text."""


_BYTE_IDS = {token: token_id for token_id, token in base_vocab([]).items()}


def _read(content: bytes) -> Iterable[str]:
    return [content.decode("utf-8")]


def _cut(text: str, specials: Sequence[str]) -> list[tuple[str, bool]]:
    parts = special_tokens.split_on_special(text.encode("utf-8"), list(dict.fromkeys(specials)))
    return [(part.decode("utf-8"), is_special) for _, part, is_special in parts]


def _uncut(text: str) -> list[tuple[str, bool]]:
    return [(text, False)] if text else []


def _best(pair_counts: dict[Pair, int], ids: Ids) -> Pair | None:
    return max(pair_counts.items(), key=pairs.rank)[0]


def _no_pair_left(ids: Ids) -> Pair | None:
    return None


def _recount(
    recipe: Recipe, old: dict[Pair, int], before: Words, after: Words, pair: Pair
) -> dict[Pair, int]:
    return recipe.count_pairs(after)


def _loop(recipe: Recipe, counts: PretokenCounts) -> Iterator[Merge]:
    """As `naive` does it."""
    words = [(recipe.split(pretoken), frequency) for pretoken, frequency in counts.items()]
    pair_counts = recipe.count_pairs(words)
    ids = dict(_BYTE_IDS)
    while (pair := recipe.next_pair(pair_counts, ids)) is not None:
        yield Merge(pair, pair_counts.get(pair, 0))
        ids.setdefault(b"".join(pair), len(ids))
        before, words = words, [(recipe.merge_word(word, pair), n) for word, n in words]
        pair_counts = recipe.recount(recipe, pair_counts, before, words, pair)


def _base(counts: PretokenCounts, specials: Sequence[str]) -> list[bytes]:
    return list(base_vocab(specials).values())


def _room(vocab_size: int, base: Sequence[bytes], specials: Sequence[str]) -> int:
    return vocab_size - len(base)


def _number(base: Sequence[bytes], merges: Merges, specials: Sequence[str]) -> Vocab:
    return dict(enumerate([*base, *(left + right for left, right in merges)]))


def _apply(pretoken: bytes, ranks: dict[Pair, int], ids: Ids) -> list[bytes]:
    return merge_by_rank(pretoken, ranks)


def _to_ids(tokens: Sequence[bytes], ids: Ids, ranks: dict[Pair, int]) -> list[int]:
    return [ids[token] for token in tokens]


def _special_ids(token: bytes, ids: Ids) -> list[int]:
    return [ids[token]]


def _known(vocab: Vocab) -> Vocab:
    return vocab


def _append(vocab: Vocab, specials: Sequence[str]) -> Appended:
    held = vocab.values()
    if all(special.encode("utf-8") in held for special in specials):
        return vocab, specials  # nearly always, and it saves a copy
    return extend_vocab(vocab, list(specials)), specials


def _stream(encode: Encode, chunks: Iterable[str], specials: Sequence[str]) -> Iterator[int]:
    blocks = (chunk.encode("utf-8") for chunk in chunks)
    for _, piece in safe_cuts.split_stream(blocks, safe_cuts.SafeCuts("gpt2", specials)):
        yield from encode(piece.decode("utf-8"))


def _decode(tokens: Sequence[bytes], specials: Sequence[str]) -> str:
    return b"".join(tokens).decode("utf-8", "replace")


def _dump(vocab: Vocab, merges: Merges) -> bytes:
    return yaml_file.dumps(TokenizerData(vocab, merges, [])).encode("utf-8")


def _parse(content: bytes) -> tuple[Any, Any]:
    data = yaml_file.loads(content)
    return data.vocab, data.merges


def _dump_ids(ids: Sequence[int]) -> bytes:
    return np.array(ids, np.uint32).tobytes()


def _parse_ids(content: bytes) -> list[int]:
    return [int(each) for each in np.frombuffer(content, np.uint32)]


def _boundaries(content: bytes, number: int, token: bytes) -> list[int]:
    return find_chunk_boundaries(BytesIO(content), number, token)


@dataclass(frozen=True)
class Recipe:
    """The parts of BPE; as it stands, each is right.

    Attributes:
        read: the bytes of a file -> its text, in one piece or several.
        cut: text, special tokens -> (part, is it a special token).
        uncut: text -> the same, where there are no special tokens.
        pretokenize: text without special tokens -> pre-tokens.
        split: a pre-token -> the tokens that training starts from.
        count_pairs: words -> pair -> count.
        best: pair counts (not empty) and token -> id so far -> the pair to merge, None to stop.
        no_pair_left: token -> id so far -> what is merged when no pair is left; None to stop.
        merge_word: a word and a pair -> the word after the merge.
        loop: recipe, pre-token counts -> merges, made of the parts around it.
        recount: recipe, old counts, words before and after, the pair -> new counts.
        base: pre-token counts, special tokens -> the tokens before the first merge.
        room: vocab_size, base, special tokens -> number of merges.
        number: base, merges, special tokens -> vocabulary.
        apply: pre-token, pair -> rank, token -> id -> its tokens.
        to_ids: tokens of a pre-token -> ids.
        special_ids: a special token -> ids.
        known: the vocabulary that is given -> the vocabulary that is used.
        append: vocabulary, special tokens -> the vocabulary with them, and those to cut out.
        omitted: the special tokens of a tokenizer that is given None.
        stream: encode, chunks of text, special tokens -> ids.
        decode: tokens, special tokens -> text.
        dump, parse: vocabulary and merges -> a file's content, and back.
        dump_ids, parse_ids: ids -> a file's content, and back.
        boundaries: content, number of chunks, special token -> offsets.

    >>> list(Recipe().iter_merges({b"abab": 1}))
    [Merge(pair=(b'a', b'b'), count=2), Merge(pair=(b'ab', b'ab'), count=1)]
    """

    read: Callable[[bytes], Iterable[str]] = _read
    cut: Callable[[str, Sequence[str]], list[tuple[str, bool]]] = _cut
    uncut: Callable[[str], list[tuple[str, bool]]] = _uncut
    pretokenize: Callable[[str], list[str]] = pretokenize.pretokenize
    split: Callable[[bytes], list[bytes]] = pairs.split_bytes
    count_pairs: Callable[[Words], dict[Pair, int]] = pairs.count_pairs
    best: Callable[[dict[Pair, int], Ids], Pair | None] = _best
    no_pair_left: Callable[[Ids], Pair | None] = _no_pair_left
    merge_word: Callable[[list[bytes], Pair], list[bytes]] = pairs.merge_word
    recount: Callable[[Recipe, dict[Pair, int], Words, Words, Pair], dict[Pair, int]] = _recount
    loop: Callable[[Recipe, PretokenCounts], Iterator[Merge]] = _loop
    base: Callable[[PretokenCounts, Sequence[str]], list[bytes]] = _base
    room: Callable[[int, Sequence[bytes], Sequence[str]], int] = _room
    number: Callable[[Sequence[bytes], Merges, Sequence[str]], Vocab] = _number
    apply: Callable[[bytes, dict[Pair, int], Ids], list[bytes]] = _apply
    to_ids: Callable[[Sequence[bytes], Ids, dict[Pair, int]], list[int]] = _to_ids
    special_ids: Callable[[bytes, Ids], list[int]] = _special_ids
    known: Callable[[Vocab], Vocab] = _known
    append: Callable[[Vocab, Sequence[str]], Appended] = _append
    omitted: Callable[[], Sequence[str]] = tuple
    stream: Callable[[Encode, Iterable[str], Sequence[str]], Iterator[int]] = _stream
    decode: Callable[[Sequence[bytes], Sequence[str]], str] = _decode
    dump: Callable[[Vocab, Merges], bytes] = _dump
    parse: Callable[[bytes], tuple[Any, Any]] = _parse
    dump_ids: Callable[[Sequence[int]], bytes] = _dump_ids
    parse_ids: Callable[[bytes], list[int]] = _parse_ids
    boundaries: Callable[[bytes, int, bytes], list[int]] = _boundaries

    def iter_merges(self, counts: PretokenCounts) -> Iterator[Merge]:
        """Merge with the parts of this recipe."""
        return self.loop(self, counts)

    def next_pair(self, pair_counts: dict[Pair, int], ids: Ids) -> Pair | None:
        """The pair to merge next, None to stop."""
        return self.best(pair_counts, ids) if pair_counts else self.no_pair_left(ids)

    def cut_out(self, text: str, specials: Sequence[str]) -> list[tuple[str, bool]]:
        """Cut a text at its special tokens: (part, is it a special token)."""
        return self.cut(text, specials) if specials else self.uncut(text)

    def count_pretokens(self, content: bytes, specials: Sequence[str]) -> PretokenCounts:
        """The pre-token counts of a file."""
        counts: Counter[bytes] = Counter()
        for text in self.read(content):
            for part, is_special in self.cut_out(text, specials):
                if not is_special:
                    counts.update(each.encode("utf-8") for each in self.pretokenize(part) if each)
        return counts

    def train(
        self, content: bytes, vocab_size: int, specials: Sequence[str]
    ) -> tuple[Vocab, Merges]:
        """Train on the content of a file."""
        counts = self.count_pretokens(content, specials)
        base = self.base(counts, specials)
        room = max(0, self.room(vocab_size, base, specials))
        merges = [merge.pair for merge in islice(self.iter_merges(counts), room)]
        return self.number(base, merges, specials), merges

    def encode(self, text: str, vocab: Vocab, merges: Merges, specials: Sequence[str]) -> list[int]:
        """Turn text into ids."""
        ids = {token: token_id for token_id, token in vocab.items()}
        ranks = {pair: rank for rank, pair in enumerate(merges)}
        found: list[int] = []
        for part, is_special in self.cut_out(text, specials):
            if is_special:
                found += self.special_ids(part.encode("utf-8"), ids)
                continue
            for pretoken in filter(None, self.pretokenize(part)):
                found += self.to_ids(self.apply(pretoken.encode("utf-8"), ranks, ids), ids, ranks)
        return found


REFERENCE = Recipe()
"""The recipe in which every part is right."""
