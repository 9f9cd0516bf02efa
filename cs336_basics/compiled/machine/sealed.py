"""Data with a seal in front: what is read back is what was written, for the same purpose.

    seal, 32 bytes                        length, 8 bytes    data
    sha256 of purpose, length and data

A disk that was full, a crash or a copied file may leave anything under a name. Machine code is run
and tables are read without bounds, so whatever does not match its seal counts as absent. The seal
is against accidents: it is not a signature.
"""

from __future__ import annotations

import hashlib

_SEAL, _LENGTH = 32, 8  # bytes


def seal(data: bytes, purpose: str) -> bytes:
    """Return the data with its seal.

    Args:
        data: any bytes.
        purpose: what the data is for; it opens for the same purpose only.

    >>> len(seal(b"data", "test"))
    44
    """
    length = len(data).to_bytes(_LENGTH, "little")
    return _digest(length, data, purpose) + length + data


def unseal(sealed: bytes, purpose: str) -> bytes | None:
    """Return the data without its seal; None if the seal does not match.

    >>> unseal(seal(b"data", "test"), "test")
    b'data'
    >>> unseal(seal(b"data", "test")[:-1], "test"), unseal(seal(b"data", "test"), "other")
    (None, None)
    """
    found, length = sealed[:_SEAL], sealed[_SEAL : _SEAL + _LENGTH]
    data = sealed[_SEAL + _LENGTH :]
    return data if found == _digest(length, data, purpose) else None


def _digest(length: bytes, data: bytes, purpose: str) -> bytes:
    name = purpose.encode()
    parts = len(name).to_bytes(_LENGTH, "little"), name, length
    digest = hashlib.sha256(b"".join(parts))
    digest.update(data)
    return digest.digest()
