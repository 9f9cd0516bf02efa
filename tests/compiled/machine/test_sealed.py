"""What does not match its seal is absent."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from cs336_basics.compiled.machine.sealed import seal, unseal

DATA = bytes(range(256))


@given(data=st.binary(), purpose=st.text())
def test_what_is_sealed_opens_for_its_purpose(data: bytes, purpose: str) -> None:
    """Any bytes come back, none at all too."""
    assert data == unseal(seal(data, purpose), purpose)


@given(st.integers(0, len(seal(DATA, "test")) - 1), st.integers(1, 255))
def test_one_changed_byte_is_noticed(place: int, change: int) -> None:
    """Wherever it is: in the seal, in the length or in the data."""
    damaged = bytearray(seal(DATA, "test"))
    damaged[place] ^= change

    assert unseal(bytes(damaged), "test") is None


@given(st.integers(0, len(seal(DATA, "test")) - 1), st.binary(min_size=1))
def test_another_length_is_noticed(kept: int, more: bytes) -> None:
    """Data that is cut off, or goes on behind its end, does not open."""
    sealed = seal(DATA, "test")

    assert unseal(sealed[:kept], "test") is None
    assert unseal(sealed + more, "test") is None


def test_another_purpose_is_noticed() -> None:
    """A file that was copied under another name does not open."""
    assert unseal(seal(DATA, "a.o"), "b.o") is None


def test_the_data_alone_is_no_seal() -> None:
    """A plain hash of the data in front of it does not open: the seal says what the data is for."""
    plain = hashlib.sha256(DATA).digest() + len(DATA).to_bytes(8, "little") + DATA

    assert unseal(plain, "test") is None
