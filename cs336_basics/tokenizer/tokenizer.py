"""A tokenizer: text -> ids and back, and to files and back.

Source: CS336 assignment 1, section 2.6 (BPE tokenizer: encoding and decoding).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from cs336_basics import storage
from cs336_basics.arguments import as_path, wrong_type
from cs336_basics.collector import collector_off
from cs336_basics.datatypes import TokenizerData
from cs336_basics.errors import BPEError, FileFormatError
from cs336_basics.text.pretokenize import get_pattern
from cs336_basics.text.special_tokens import check_special_tokens
from cs336_basics.tokenizer.decoder import Decoder
from cs336_basics.tokenizer.text_encoder import TextEncoder


class Tokenizer(TextEncoder, Decoder):
    """Encode text with a vocabulary and its merges, and decode ids.

    How it encodes stands in `TextEncoder`, how it decodes in `Decoder`; here are its files.

    Special tokens in a text become their ids, wherever the text came from. Text of strangers can
    so forge an end of a document: give `allowed_special="none"` for it.

    Args:
        vocab: id -> bytes; ids may have gaps. It is copied, never changed.
        merges: in rank order; of a repeated merge the first counts.
        special_tokens: text that becomes one id; a new one takes the next id after the greatest.
        pattern: the pre-tokenization pattern the merges were trained with.
        special_ids: special token -> id, needed only where another token has the same bytes.
        cut_last: special tokens that are looked for only in what the others leave; by default all
            are looked for at once, and the leftmost and then the longest is taken.

    Raises:
        SpecialTokenError: special tokens that cannot be used.
        UnknownNameError: no such pattern.
        VocabularyError: an id that is no whole number from 0 on, a token or a merge that is not
            bytes, or a merge that makes a token which the vocabulary lacks.
        WrongTypeError: a vocabulary that is not a dict, merges that are not a list, ….

    >>> vocab = {0: b"a", 1: b"b", 2: b"ab"}
    >>> Tokenizer(vocab, [(b"a", b"b")], ["<s>"]).encode("ab<s>b")
    [2, 3, 1]
    """

    @classmethod
    def load(cls, path: str | Path) -> Tokenizer:
        """Read a tokenizer from a file; the suffix names the format.

        Args:
            path: `….yaml`, `….json` (of Hugging Face), `….tiktoken`, `….pkl`, or a folder with
                GPT-2's vocab.json and merges.txt.

        Raises:
            FileFormatError: the file is damaged or foreign; it names the place.
            OSError: it is missing or cannot be read.
        """
        with collector_off:  # it would look at each of thousands of merges, and find no circle
            return cls._read(storage.load(path), path)

    @classmethod
    def from_files(
        cls,
        vocab_path: str | Path,
        merges_path: str | Path,
        special_tokens: Iterable[str] | None = None,
        *,
        pattern: str = "gpt2",
    ) -> Tokenizer:
        """Read GPT-2's own vocab.json and merges.txt, or others of their form.

        Args:
            vocab_path: `{printable token: id}`.
            merges_path: two printable tokens a line.
            special_tokens: text that becomes one id; a new one takes the next id.
            pattern: the pattern it was trained with.

        Raises:
            FileFormatError: a file is damaged or foreign; it names the place.
            OSError: one is missing or cannot be read.
        """
        from cs336_basics.storage import gpt2_files  # here: other formats need other modules

        specials, name = check_special_tokens(special_tokens), get_pattern(pattern).name
        vocab_file, merges_file = (
            as_path("vocab_path", vocab_path),
            as_path("merges_path", merges_path),
        )
        with collector_off:
            data = gpt2_files.load_pair(vocab_file, merges_file, specials, name)
            return cls._read(data, vocab_path)

    @classmethod
    def from_tiktoken(
        cls, path: str | Path, special_tokens: Mapping[str, int] | None = None, *, pattern: str
    ) -> Tokenizer:
        """Read a file of tiktoken ranks that has no sidecar, such as `cl100k_base.tiktoken`.

        Args:
            path: lines of base64 and rank.
            special_tokens: special token -> id; the file does not hold them.
            pattern: the pattern it was trained with.

        Raises:
            FileFormatError: the file is damaged; it names the line.
            OSError: it is missing or cannot be read.
        """
        from cs336_basics.storage import tiktoken_file

        name = get_pattern(pattern).name
        if not isinstance(special_tokens, Mapping | None):
            raise wrong_type("special_tokens", special_tokens, "a dict from special token to id")
        ids = dict(special_tokens or {})
        with collector_off:
            return cls._read(tiktoken_file.load_ranks(as_path("path", path), ids, name), path)

    @classmethod
    def _read(cls, data: TokenizerData, path: str | Path) -> Tokenizer:
        """Build a tokenizer from what stood in a file; what it cannot use is the file's fault."""
        try:
            return cls._of(data)
        except BPEError as error:
            raise FileFormatError(f"{path}: {error}") from error

    @classmethod
    def _of(cls, data: TokenizerData) -> Tokenizer:
        return cls(
            data.vocab,
            data.merges,
            data.special_tokens,
            pattern=data.pattern,
            special_ids=data.special_ids,
            cut_last=data.cut_last,
        )

    def save(self, path: str | Path) -> None:
        """Write the tokenizer to a file, whole or not at all; the suffix names the format.

        Raises:
            FileFormatError: no format has this suffix, or the format cannot hold this tokenizer
                without a loss; it names the token.
            OSError: the file cannot be written.
        """
        storage.save(self.data, path)

    def __reduce__(self) -> tuple[Callable[[TokenizerData], Tokenizer], tuple[TokenizerData]]:
        # Workers build their own: caches hold functions, which pickle cannot send.
        return Tokenizer._of, (self.data,)

    @property
    def data(self) -> TokenizerData:
        """The tokenizer as plain data."""
        return TokenizerData(
            self.vocab,
            self.merges,
            self.special_tokens,
            self.pattern,
            special_ids=self.special_ids or None,
            cut_last=self.cut_last or None,
        )
