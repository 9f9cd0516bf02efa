"""A tokenizer: text -> ids and back, by merge rank.

Text -> special tokens cut out -> pre-tokens -> merges by rank -> ids.

Source: CS336 assignment 1, section 2.6 (BPE tokenizer: encoding and decoding).
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from cs336_basics import kernels, storage
from cs336_basics.datatypes import Merges, TokenizerData, Vocab
from cs336_basics.errors import SpecialTokenError, VocabularyError
from cs336_basics.pretoken_encoder import PretokenEncoder
from cs336_basics.safe_cuts import SafeCuts, split_stream
from cs336_basics.special_tokens import check_special_tokens, decode_part, split_on_special
from cs336_basics.storage import gpt2_files, tiktoken_file
from cs336_basics.utf8 import encode_chunks, join_surrogates

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from cs336_basics.compiled.encoder import Encoder

AllowedSpecial = str | Collection[str]
"""`all`, `none`, or a collection of the tokenizer's special tokens."""

_BLOCK = 32 * 1024  # bytes of a stream gathered before they are encoded: enough to pay, no more
_LONG_STREAM = 1 << 24  # bytes from which a stream may spend memory on the tables of the kernels


class Token(NamedTuple):
    """One token of a text, with its place in the UTF-8 bytes of the text."""

    id: int
    bytes: bytes
    start: int
    end: int


class Tokenizer:
    """Encode text with a vocabulary and its merges, and decode ids.

    Special tokens in a text become their ids, wherever the text came from. Text of strangers can
    so forge an end of a document: give `allowed_special="none"` for it.

    Args:
        vocab: id -> bytes; ids may have gaps. It is copied, never changed.
        merges: in rank order; of a repeated merge the first counts.
        special_tokens: text that becomes one id; a new one takes the next id after the greatest.
        pattern: the pre-tokenization pattern the merges were trained with.

    Raises:
        SpecialTokenError: special tokens that cannot be used.
        UnknownNameError: no such pattern.
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
        self.vocab = dict(vocab)
        self.merges = list(merges)
        self.special_tokens = check_special_tokens(special_tokens)
        self.pattern = pattern
        known = set(self.vocab.values())
        for special in self.special_tokens:
            if (token := special.encode("utf-8")) not in known:
                self.vocab[max(self.vocab, default=-1) + 1] = token
        self._encoder = PretokenEncoder(self.vocab, self.merges, pattern)
        self.compiled: Encoder | None = None

    @classmethod
    def load(cls, path: str | Path) -> Tokenizer:
        """Read a tokenizer from a file; the suffix names the format.

        Raises:
            FileFormatError: the file is damaged or foreign; it names the place.
        """
        return cls._of(storage.load(path))

    @classmethod
    def from_files(
        cls,
        vocab_path: str | Path,
        merges_path: str | Path,
        special_tokens: Sequence[str] | None = None,
        *,
        pattern: str = "gpt2",
    ) -> Tokenizer:
        """Read GPT-2's own vocab.json and merges.txt, or others of their form.

        Raises:
            FileFormatError: a file is damaged or foreign; it names the place.
        """
        specials = check_special_tokens(special_tokens)
        return cls._of(gpt2_files.load_pair(Path(vocab_path), Path(merges_path), specials, pattern))

    @classmethod
    def from_tiktoken(
        cls, path: str | Path, special_tokens: dict[str, int] | None = None, *, pattern: str
    ) -> Tokenizer:
        """Read a file of tiktoken ranks that has no sidecar, such as `cl100k_base.tiktoken`.

        Args:
            path: lines of base64 and rank.
            special_tokens: special token -> id; the file does not hold them.
            pattern: the pattern it was trained with.

        Raises:
            FileFormatError: the file is damaged; it names the line.
        """
        return cls._of(tiktoken_file.load_ranks(Path(path), special_tokens or {}, pattern))

    @classmethod
    def _of(cls, data: TokenizerData) -> Tokenizer:
        return cls(data.vocab, data.merges, data.special_tokens, pattern=data.pattern)

    def save(self, path: str | Path) -> None:
        """Write the tokenizer to a file, whole or not at all; the suffix names the format."""
        storage.save(self.data, path)

    def __reduce__(self) -> tuple[Callable[[TokenizerData], Tokenizer], tuple[TokenizerData]]:
        # Workers build their own: caches hold functions, which pickle cannot send.
        return Tokenizer._of, (self.data,)

    @property
    def data(self) -> TokenizerData:
        """The tokenizer as plain data."""
        return TokenizerData(self.vocab, self.merges, self.special_tokens, self.pattern)

    def encode(self, text: str, *, allowed_special: AllowedSpecial = "all") -> list[int]:
        """Turn text into ids.

        Args:
            text: any string; lone surrogates count as U+FFFD, pairs as their character.
            allowed_special: which special tokens count as such: `all` (the assignment's meaning),
                `none`, or some of them. One that is not allowed is plain text.

        Raises:
            SpecialTokenError: `allowed_special` names a token that is not a special token here.
            VocabularyError: the text holds a byte that no token holds.
        """
        data = join_surrogates(text).encode("utf-8")
        self.expect(len(data))
        return self._encode_bytes(data, self.allowed(allowed_special))

    def encode_array(
        self,
        text: str | bytes,
        *,
        allowed_special: AllowedSpecial = "all",
        errors: str = "strict",
        source: str = "text",
        offset: int = 0,
    ) -> npt.NDArray[np.uint32]:
        """Turn text, or its UTF-8 bytes, into an array of ids (shape: tokens; dtype uint32).

        Args:
            text: a string, or bytes; those must not start or end inside a character.
            allowed_special: as for `encode`.
            errors: `strict` or `replace`: what to do with bytes that are not UTF-8.
            source: where the bytes come from, for errors.
            offset: where they stand there.

        Raises:
            InvalidUtf8Error: bytes that are not UTF-8, unless `errors` is `replace`.
        """
        import numpy as np  # here, because worker processes start in half the time without it

        data = join_surrogates(text).encode("utf-8") if isinstance(text, str) else text
        allowed = self.allowed(allowed_special)
        self.expect(len(data))
        if self.compiled is not None and errors == "strict":
            tokens = [token.encode("utf-8") for token in allowed]
            return self.compiled.encode(data, tokens, source=source, offset=offset)
        return np.array(self._encode_bytes(data, allowed, errors, source, offset), np.uint32)

    def encode_batch(
        self, texts: Iterable[str], *, allowed_special: AllowedSpecial = "all"
    ) -> list[list[int]]:
        """Turn each of several texts into its ids."""
        return [self.encode(text, allowed_special=allowed_special) for text in texts]

    def encode_iterable(
        self, chunks: Iterable[str], *, allowed_special: AllowedSpecial = "all"
    ) -> Iterator[int]:
        """Turn a stream of text into ids, one by one, in bounded memory.

        For every way of cutting a text into chunks the ids are those of the whole text. Held back
        is what follows the last safe cut (see `safe_cuts`); for a pattern of your own that is
        everything since the last special token.

        Args:
            chunks: pieces of a text, cut anywhere: the lines of an open file, for example.
        """
        allowed = self.allowed(allowed_special)
        blocks = encode_chunks(chunks, _BLOCK)
        for offset, piece in split_stream(blocks, SafeCuts(self.pattern, allowed)):
            if offset > _LONG_STREAM:
                self.expect(offset)
            yield from self._encode_bytes(piece, allowed)

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

    def decode_iterable(self, ids: Iterable[int]) -> Iterator[str]:
        """Turn a stream of ids into pieces of text, never with half a character."""
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        for token_id in ids:
            if text := decoder.decode(self.decode_bytes([token_id])):
                yield text
        if text := decoder.decode(b"", final=True):
            yield text

    def tokens(self, text: str, *, allowed_special: AllowedSpecial = "all") -> list[Token]:
        """List the tokens of a text with their places, counted in UTF-8 bytes.

        >>> Tokenizer({0: b"a", 1: b"b"}, []).tokens("ab")[1]
        Token(id=1, bytes=b'b', start=1, end=2)
        """
        found: list[Token] = []
        end = 0
        for token_id in self.encode(text, allowed_special=allowed_special):
            token = self.vocab[token_id]
            found.append(Token(token_id, token, end, end + len(token)))
            end += len(token)
        return found

    def _encode_bytes(
        self,
        data: bytes,
        allowed: Sequence[str],
        errors: str = "strict",
        source: str = "text",
        offset: int = 0,
    ) -> list[int]:
        if self.compiled is not None and errors == "strict":
            tokens = [token.encode("utf-8") for token in allowed]
            array = self.compiled.encode(data, tokens, source=source, offset=offset)
            return cast("list[int]", array.tolist())
        ids: list[int] = []
        for start, part, is_special in split_on_special(data, allowed):
            if is_special:
                ids.append(self._encoder.ids[part])
            else:
                ids += self._encoder.encode(decode_part(part, errors, source, offset + start))
        return ids

    def expect(self, size: int) -> None:
        """Get ready for `size` bytes of text: make the compiled encoder, where it pays.

        Called for every text; call it yourself before many small ones. The ids are the same.
        """
        if self.compiled is None and self.pattern in kernels.PATTERNS and kernels.pay(size):
            from cs336_basics.compiled.encoder import Encoder

            self.compiled = Encoder(self._encoder.ids, self.merges, self.pattern)

    def allowed(self, allowed_special: AllowedSpecial) -> list[str]:
        """Return the special tokens that `allowed_special` allows.

        Raises:
            SpecialTokenError: it names a token that is not a special token here.

        >>> Tokenizer({}, [], ["<s>", "<e>"]).allowed({"<e>"})
        ['<e>']
        """
        if allowed_special == "all":
            return self.special_tokens
        if allowed_special == "none":
            return []
        if isinstance(allowed_special, str):
            raise SpecialTokenError(
                f"allowed_special={allowed_special!r}; use 'all', 'none' or a set of special tokens"
            )
        if unknown := set(allowed_special) - set(self.special_tokens):
            raise SpecialTokenError(f"not special tokens of this tokenizer: {sorted(unknown)}")
        return [token for token in self.special_tokens if token in allowed_special]
