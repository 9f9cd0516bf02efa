"""Text -> ids: special tokens cut out, then pre-tokens, then merges by rank.

The same ids come from a text at once, from a stream cut anywhere, and from UTF-8 bytes.

Source: CS336 assignment 1, section 2.6.1 (encoding text).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, cast

from cs336_basics import kernels
from cs336_basics.arguments import at_least_one, expect_text, wrong_type
from cs336_basics.datatypes import Pair, Token
from cs336_basics.errors import VocabularyError
from cs336_basics.text.encodings import refuse_marks
from cs336_basics.text.pretokenize import get_pattern
from cs336_basics.text.safe_cuts import SafeCuts, split_stream
from cs336_basics.text.special_finder import SpecialFinder, finder_of
from cs336_basics.text.special_tokens import (
    AllowedSpecial,
    check_special_tokens,
    choose_allowed,
    decode_part,
    split_on_special,
    split_with,
)
from cs336_basics.text.utf8 import check_errors, encode_chunks, to_utf8
from cs336_basics.tokenizer.pretoken_encoder import PretokenEncoder
from cs336_basics.vocab import check_merges, extend_vocab, own_special_ids

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from cs336_basics.compiled.encode.encoder import Encoder

_BLOCK = 32 * 1024  # bytes of a stream gathered before they are encoded: enough to pay, no more
_TINY = 1 << 6  # characters of a text that Python looks up faster than it calls a kernel
_FEW_MARKS = 4  # to look for one after the other takes less time than a regular expression
_LARGE = 1 << 16  # characters of ASCII from which it pays to leave them where they are


class TextEncoder:
    """Turn text into ids, by vocabulary, merges, special tokens and pattern.

    Arguments and errors are those of `Tokenizer`, which is this and a `Decoder`.

    >>> TextEncoder({0: b"a", 1: b"b", 2: b"ab"}, [(b"a", b"b")], ["<s>"]).encode("ab<s>b")
    [2, 3, 1]
    """

    def __init__(
        self,
        vocab: Mapping[int, bytes],
        merges: Iterable[Pair],
        special_tokens: Iterable[str] | None = None,
        *,
        pattern: str = "gpt2",
        special_ids: Mapping[str, int] | None = None,
        cut_last: Iterable[str] | None = None,
    ) -> None:
        self.special_tokens = check_special_tokens(special_tokens)
        self.vocab = extend_vocab(vocab, self.special_tokens)
        self.merges = check_merges(merges)
        self.pattern = get_pattern(pattern).name
        self.compiled: Encoder | None = None
        self._finder: SpecialFinder | None = None
        self.special_ids = own_special_ids(self.vocab, self.special_tokens, special_ids)
        self.cut_last = choose_allowed(self.special_tokens, check_special_tokens(cut_last))
        # The kernels know one round of special tokens, and only some patterns.
        self._fits_kernels = self.pattern in kernels.PATTERNS and not self.cut_last
        self._marks = _marks_of(self.special_tokens)
        apart = self.special_ids.values()
        self._encoder = PretokenEncoder(self.vocab, self.merges, self.pattern, apart)
        self._own_ids = {token.encode("utf-8"): i for token, i in self.special_ids.items()}
        self._special_ids = (
            self._encoder.ids | self._own_ids if self._own_ids else self._encoder.ids
        )

    def encode(self, text: str, *, allowed_special: AllowedSpecial = "all") -> list[int]:
        """Turn text into ids.

        Args:
            text: any string; lone surrogates count as U+FFFD, pairs as their character.
            allowed_special: which special tokens count as such: `all` (the assignment's meaning),
                `none`, or some of them. One that is not allowed is plain text.

        Raises:
            SpecialTokenError: `allowed_special` names a token that is not a special token here.
            VocabularyError: the text holds a byte that no token holds.
            WrongTypeError: not a string.

        >>> TextEncoder({0: b"a", 1: b"<a>"}, [], ["<a>"]).encode("a<a>")
        [0, 1]
        """
        if isinstance(text, str) and len(text) < _LARGE:
            marks = self._marks
            if allowed_special != "all" and not self.allowed(allowed_special):
                marks = []
            for mark in marks:
                if mark in text:
                    break
            else:  # as in most short texts, there is no special token
                with_kernels = self.compiled if len(text) >= _TINY else None
                try:
                    if with_kernels is None:
                        return self._encoder.encode(text)
                    if (ids := with_kernels.encode_short(text.encode("utf-8"))) is not None:
                        return ids
                except UnicodeEncodeError:
                    pass  # surrogates
        expect_text("text", text, "bytes go to encode_array, several texts to encode_batch")
        allowed = self.allowed(allowed_special)
        return _as_list(self._encode_bytes(self._ready(text), allowed))

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
            CorpusError: `errors` is neither.
            SpecialTokenError, VocabularyError: as for `encode`.
            WrongTypeError: neither a string nor bytes.

        >>> TextEncoder({7: b"a"}, []).encode_array(b"aa").tolist()
        [7, 7]
        """
        import numpy as np  # here, because worker processes start in half the time without it

        if not isinstance(text, str | bytes):
            raise wrong_type("text", text, "a string or bytes")
        allowed = self.allowed(allowed_special)
        if check_errors(errors) == "strict" and offset == 0 and isinstance(text, bytes):
            refuse_marks(text, source)
        data = self._ready(text)
        ids = self._encode_bytes(data, allowed, errors, source, offset)
        return np.asarray(ids, np.uint32)

    def encode_batch(
        self, texts: Iterable[str], *, allowed_special: AllowedSpecial = "all", workers: int = 1
    ) -> list[list[int]]:
        """Turn each of several texts into its ids; each is a text of its own.

        Args:
            texts: strings of any size.
            allowed_special: as for `encode`.
            workers: threads for the compiled encoder; pure Python has use for one alone.

        Raises:
            SpecialTokenError, VocabularyError: as for `encode`.
            WrongTypeError: a single string, or what holds something else than strings.

        >>> TextEncoder({7: b"a"}, []).encode_batch(["a", ""])
        [[7], []]
        """
        several, allowed = self._ready_batch(texts, workers), self.allowed(allowed_special)
        if self.compiled is None:
            return [self.encode(text, allowed_special=allowed_special) for text in several]
        from cs336_basics.tokenizer.documents import encode_documents

        ids, offsets = encode_documents(self.compiled, several, _as_bytes(allowed), workers)
        return [ids[start:end].tolist() for start, end in pairwise(offsets.tolist())]

    def encode_arrays(
        self, texts: Iterable[str], *, allowed_special: AllowedSpecial = "all", workers: int = 1
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """Turn each of several texts into its ids, as `encode_batch` does, all in one array.

        Arguments and errors are those of `encode_batch`.

        Returns:
            the ids of all texts (shape: tokens; dtype uint32), and where those of each begin, and
            the last end (shape: texts + 1; dtype int64).

        >>> ids, offsets = TextEncoder({7: b"a"}, []).encode_arrays(["aa", "", "a"])
        >>> ids[offsets[2] : offsets[3]].tolist(), offsets.tolist()
        ([7], [0, 2, 2, 3])
        """
        import numpy as np  # here, because a new process encodes a sentence sooner without it

        several, allowed = self._ready_batch(texts, workers), self.allowed(allowed_special)
        if self.compiled is not None:
            from cs336_basics.tokenizer.documents import encode_documents

            return encode_documents(self.compiled, several, _as_bytes(allowed), workers)
        lists = [self.encode(text, allowed_special=allowed_special) for text in several]
        offsets = np.cumsum([0, *map(len, lists)], dtype=np.int64)
        ids = chain.from_iterable(lists)
        return np.fromiter(ids, np.uint32, int(offsets[-1])), offsets

    def _ready_batch(self, texts: Iterable[str], workers: int) -> list[str]:
        """Return the texts as a list, with the kernels ready if all of them are long enough."""
        if isinstance(texts, str | bytes) or not isinstance(texts, Iterable):
            raise wrong_type("texts", texts, "a list of strings", "one string goes to encode")
        at_least_one("workers", workers)
        several = list(texts)
        for text in several if set(map(type, several)) - {str} else ():
            expect_text("a text", text, "bytes go to encode_array")
        self.expect(sum(map(len, several)))
        return several

    def encode_iterable(
        self, chunks: Iterable[str], *, allowed_special: AllowedSpecial = "all"
    ) -> Iterator[int]:
        """Turn a stream of text into ids, one by one, in bounded memory.

        For every way of cutting a text into chunks the ids are those of the whole text. Held back
        is what follows the last safe cut (see `safe_cuts`); for a pattern of your own that is
        everything since the last special token.

        A stream does not load the compiled encoder, which takes more memory than all else here; it
        uses one that is there (see `expect`).

        Args:
            chunks: pieces of a text, cut anywhere: the lines of an open file, for example.
            allowed_special: as for `encode`.

        Raises:
            SpecialTokenError: as for `encode`, at once and not at the first id.
            VocabularyError: as for `encode`, when the text gets there.
            WrongTypeError: what cannot be walked, at once; a chunk that is not a string, such as a
                line of a file open in binary mode, when it comes.

        >>> list(TextEncoder({0: b"a", 1: b"aa"}, [(b"a", b"a")]).encode_iterable(["a", "a"]))
        [1]
        """
        if isinstance(chunks, (bytes, bytearray)) or not isinstance(chunks, Iterable):  # type: ignore[unreachable]
            raise wrong_type("chunks", chunks, "an iterable of strings, such as an open text file")
        return self._encode_stream(chunks, self.allowed(allowed_special))

    def _encode_stream(self, chunks: Iterable[str], allowed: Sequence[str]) -> Iterator[int]:
        blocks = encode_chunks(chunks, _BLOCK)
        for _, piece in split_stream(blocks, self.safe_cuts(allowed)):
            yield from _as_list(self._encode_bytes(piece, allowed))

    def tokens(self, text: str, *, allowed_special: AllowedSpecial = "all") -> list[Token]:
        """List the tokens of a text with their places, counted in UTF-8 bytes.

        Raises:
            SpecialTokenError, VocabularyError: as for `encode`.

        >>> TextEncoder({0: b"a", 1: b"b"}, []).tokens("ab")[1]
        Token(id=1, bytes=b'b', start=1, end=2)
        """
        found: list[Token] = []
        end = 0
        for token_id in self.encode(text, allowed_special=allowed_special):
            token = self.vocab[token_id]
            found.append(Token(token_id, token, end, end + len(token)))
            end += len(token)
        return found

    def _ready(self, text: str | bytes) -> bytes | memoryview:
        """Return the text as UTF-8, with the kernels ready if it is long enough for them."""
        if isinstance(text, str):
            if len(text) >= _LARGE and text.isascii():
                self.expect(len(text))
                if self.compiled is not None:
                    from cs336_basics.compiled.encode.ascii_view import ascii_view

                    return ascii_view(text)
            text = to_utf8(text)
        self.expect(len(text))
        return text

    def _encode_bytes(
        self,
        data: bytes | memoryview,
        allowed: Sequence[str],
        errors: str = "strict",
        source: str = "text",
        offset: int = 0,
    ) -> list[int] | npt.NDArray[np.uint32]:
        """Return a list, or what the kernels give where they are used: an array."""
        if self.compiled is not None and errors == "strict":
            return self.compiled.encode(data, _as_bytes(allowed), source=source, offset=offset)
        ids: list[int] = []
        for start, part, is_special in self._cut(bytes(data), allowed):
            if is_special:
                ids.append(self._special_ids[part])
            else:
                ids += self._encoder.encode(decode_part(part, errors, source, offset + start))
        return ids

    def _cut(self, data: bytes, allowed: Sequence[str]) -> Iterator[tuple[int, bytes, bool]]:
        """Cut out the special tokens; where all are allowed, their finder is at hand."""
        if allowed is self.special_tokens and not self.cut_last:
            self._finder = self._finder or finder_of(tuple(allowed))
            return split_with(data, self._finder)
        return split_on_special(data, allowed, self.cut_last)

    def expect(self, size: int) -> None:
        """Get ready for `size` bytes of text: make the compiled encoder, where it pays.

        Called for every text; call it yourself before many small ones, or before a long stream. The
        ids are the same.

        Args:
            size: how much text there will be.
        """
        if self.compiled is None and self._fits_kernels and kernels.pay(size, "encode"):
            from cs336_basics.compiled.encode.encoder import Encoder

            try:
                self.compiled = Encoder(
                    self._encoder.ids, self.merges, self.pattern, special_ids=self._own_ids
                )
            except VocabularyError:  # their tables cannot hold it
                self._fits_kernels = False

    def safe_cuts(self, allowed: Sequence[str]) -> SafeCuts:
        """Return what finds the places where a text may be cut without changing an id.

        >>> TextEncoder({}, [], ["<s>"]).safe_cuts(["<s>"]).first(b"a<s>")
        1
        """
        return SafeCuts(self.pattern, allowed, self.cut_last)

    def allowed(self, allowed_special: AllowedSpecial) -> list[str]:
        """Return the special tokens that `allowed_special` allows.

        Raises:
            SpecialTokenError: it names a token that is not a special token here.

        >>> TextEncoder({}, [], ["<s>", "<e>"]).allowed({"<e>"})
        ['<e>']
        """
        if allowed_special == "all":
            return self.special_tokens  # not a copy: there may be thousands, and texts may be short
        return choose_allowed(self.special_tokens, allowed_special)


def _marks_of(special_tokens: list[str]) -> list[str]:
    """Return a few strings of which one is in every text that holds a special token."""
    marks = special_tokens
    while len(marks) > _FEW_MARKS:
        longest = max(map(len, marks))
        marks = list({mark[: longest // 2] for mark in marks})
    return marks


def _as_bytes(tokens: Sequence[str]) -> list[bytes]:
    return [token.encode("utf-8") for token in tokens]


def _as_list(ids: list[int] | npt.NDArray[np.uint32]) -> list[int]:
    return ids if isinstance(ids, list) else cast("list[int]", ids.tolist())
