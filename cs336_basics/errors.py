"""The errors of this package: each says what is wrong, where, and what to do about it.

Every class is also the built-in kind a caller would expect (`ValueError`, `UnicodeDecodeError`, …),
so `except ValueError` works, and the command line catches `BPEError` and `OSError` alone.
"""

from __future__ import annotations

from pathlib import Path

_LONGEST = 1000  # characters of a message that are shown from its beginning, and from its end


class BPEError(Exception):
    """The root of every error this package raises on purpose.

    What a message quotes from a file may be megabytes long, so the middle of a long one is left
    out; `args` has it whole.

    >>> len(str(BPEError("a" * 5_000_000)))
    2003
    """

    def __str__(self) -> str:
        message = super().__str__()
        if len(message) <= 2 * _LONGEST:
            return message
        return f"{message[:_LONGEST]} … {message[-_LONGEST:]}"


class WrongTypeError(BPEError, TypeError):
    """An argument of another type than the one asked for: bytes for text, None for a path, …"""


class VocabSizeError(BPEError, ValueError, TypeError):
    """A vocab_size that is not an int, or leaves no room for the bytes and the special tokens.

    A ValueError and a TypeError at once, because both mistakes land here.
    """


class SpecialTokenError(BPEError, ValueError, TypeError):
    """A list of special tokens that cannot be used: a plain string, a set, an empty token, …"""


class UnknownNameError(BPEError, ValueError):
    """A trainer or pattern name that does not exist; the message lists those that do."""


class CorpusError(BPEError, ValueError):
    """A corpus that cannot be read as asked: no files, a bad size, a file that changed."""


class InvalidUtf8Error(BPEError, UnicodeDecodeError):
    """Bytes that are not UTF-8, with the file and the offset of the first bad byte in it.

    Args:
        source: the file's name, or another word for where the bytes came from.
        offset: position of the first bad byte, counted in bytes from the start of `source`.
        bad: the offending bytes, at least one.
        reason: what the decoder said.
        looks_like: the encoding of the text, where its beginning tells.
    """

    def __init__(
        self, source: str | Path, offset: int, bad: bytes, reason: str, looks_like: str = ""
    ) -> None:
        super().__init__("utf-8", bad, 0, len(bad), reason)
        self.source = str(source)
        self.offset = offset
        self.looks_like = looks_like

    def __str__(self) -> str:
        if self.looks_like:
            return (
                f"{self.source}: this looks like {self.looks_like}, not UTF-8 (invalid at byte "
                f"{self.offset}); convert it, for example with: "
                f"iconv -f {self.looks_like} -t UTF-8 OLD > NEW"
            )
        bad = " ".join(f"0x{byte:02x}" for byte in self.object[:4])
        return (
            f"{self.source}: invalid UTF-8 at byte {self.offset} ({bad}: {self.reason}); "
            "fix the file, or pass errors='replace' to read bad bytes as U+FFFD"
        )

    def __reduce__(self) -> tuple[type[InvalidUtf8Error], tuple[str, int, bytes, str, str]]:
        # Worker processes send this error home; the default pickling would lose file and offset.
        return type(self), (self.source, self.offset, self.object, self.reason, self.looks_like)


class FileFormatError(BPEError, ValueError):
    """A tokenizer file that is damaged or foreign; the message names the place in the file."""


class VocabularyError(BPEError, ValueError):
    """A vocabulary that cannot do what was asked: a byte it has no token for, an unknown id."""


class MissingDataError(BPEError, FileNotFoundError):
    """A bundled corpus that is not where the repository keeps it."""


class DownloadError(BPEError, OSError):
    """A download that failed: no network, a refusal, too many cuts, damaged bytes."""


class ChecksumError(BPEError, ValueError):
    """A downloaded corpus that is not, or no longer, what its record says."""


class KernelError(BPEError, RuntimeError):
    """A compiled kernel that raised an error inside: a fault of this package."""
