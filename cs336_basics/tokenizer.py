"""A tokenizer: text -> ids and back, by merge rank.

Source: CS336 assignment 1, section 2.6 (BPE tokenizer: encoding and decoding).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from cs336_basics import storage
from cs336_basics.datatypes import Merges, Pair, TokenizerData, Vocab
from cs336_basics.errors import VocabularyError
from cs336_basics.pairs import merge_word, split_bytes
from cs336_basics.pretokenize import get_pattern, pretokenize
from cs336_basics.special_tokens import check_special_tokens, split_on_special
from cs336_basics.utf8 import join_surrogates, token_literal


class Tokenizer:
    """Encode text with a vocabulary and its merges, and decode ids.

    Args:
        vocab: id -> bytes; ids may have gaps. It is copied, never changed.
        merges: in rank order; of a repeated merge the first counts.
        special_tokens: text that becomes one id; a new one takes the next id after the greatest.
        pattern: the pre-tokenization pattern the merges were trained with.

    Raises:
        SpecialTokenError: special tokens that cannot be used.
        VocabularyError: a merge makes a token that the vocabulary lacks.

    >>> vocab = {0: b"a", 1: b"b", 2: b"ab"}
    >>> Tokenizer(vocab, [(b"a", b"b")], ["<s>"]).encode("ab<s>b")
    [2, 3, 1]
    """

    def __init__(
        self,
        vocab: Vocab,
        merges: Merges,
        special_tokens: Sequence[str] | None = None,
        *,
        pattern: str = "gpt2",
    ) -> None:
        get_pattern(pattern)
        self.vocab = dict(vocab)
        self.merges = list(merges)
        self.special_tokens = check_special_tokens(special_tokens)
        self.pattern = pattern
        self._ids: dict[bytes, int] = {}
        for token_id, token in sorted(self.vocab.items(), reverse=True):
            self._ids[token] = token_id  # of two ids for the same bytes the smaller one stays
        for special in self.special_tokens:
            token = special.encode("utf-8")
            if token not in self._ids:
                token_id = max(self.vocab, default=-1) + 1
                self.vocab[token_id], self._ids[token] = token, token_id
        self._ranks: dict[Pair, int] = {}
        for rank, pair in enumerate(self.merges):
            if b"".join(pair) not in self._ids:
                made = token_literal(b"".join(pair))
                raise VocabularyError(f"merge {rank} makes {made}, which the vocabulary lacks")
            self._ranks.setdefault(pair, rank)

    @classmethod
    def load(cls, path: str | Path) -> Tokenizer:
        """Read a tokenizer from a file; the suffix names the format."""
        data = storage.load(path)
        return cls(data.vocab, data.merges, data.special_tokens, pattern=data.pattern)

    def save(self, path: str | Path) -> None:
        """Write the tokenizer to a file; the suffix names the format."""
        storage.save(
            TokenizerData(self.vocab, self.merges, self.special_tokens, self.pattern), path
        )

    def encode(self, text: str) -> list[int]:
        """Turn text into ids.

        Raises:
            VocabularyError: the text holds a byte that no token holds.
        """
        ids: list[int] = []
        data = join_surrogates(text).encode("utf-8")
        for _, part, is_special in split_on_special(data, self.special_tokens):
            if is_special:
                ids.append(self._ids[part])
            else:
                for pretoken in pretokenize(part.decode("utf-8"), self.pattern):
                    ids += self._encode_pretoken(pretoken.encode("utf-8"))
        return ids

    def decode(self, ids: Iterable[int], errors: str = "replace") -> str:
        """Turn ids back into text; bytes that are no UTF-8 become U+FFFD.

        Raises:
            VocabularyError: an id that is not in the vocabulary.
        """
        return self.decode_bytes(ids).decode("utf-8", errors)

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """Turn ids back into the bytes they stand for; nothing is lost.

        Raises:
            VocabularyError: an id that is not in the vocabulary.
        """
        try:
            return b"".join([self.vocab[token_id] for token_id in ids])
        except KeyError as error:
            raise VocabularyError(f"id {error.args[0]!r} is not in the vocabulary") from None

    def _encode_pretoken(self, pretoken: bytes) -> list[int]:
        word = split_bytes(pretoken)
        while len(word) > 1:
            best = min(pairwise(word), key=lambda pair: self._ranks.get(pair, len(self.merges)))
            if best not in self._ranks:
                break
            word = merge_word(word, best)
        try:
            return [self._ids[token] for token in word]
        except KeyError as error:
            raise VocabularyError(
                f"the vocabulary has no token for {token_literal(error.args[0])}"
            ) from None
