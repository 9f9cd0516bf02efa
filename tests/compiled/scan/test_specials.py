"""The longest special token at a place is found, however many there are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cs336_basics.compiled.encode.encoder import Encoder
from cs336_basics.compiled.scan.specials import pack_specials, which_special

tokens = st.sets(st.text("ab<é\0\x7f", min_size=1, max_size=6).map(str.encode), max_size=12)


@given(tokens=tokens, text=st.text("ab<é\0\x7f", max_size=20).map(str.encode), end=st.integers(0))
def test_the_longest_token_at_a_place_is_found(tokens: set[bytes], text: bytes, end: int) -> None:
    """As Python's `startswith` finds it; none that goes on behind the end."""
    packed, order = pack_specials(tokens)
    table, end = packed.tolist(), end % (len(text) + 1)

    for place in range(end):
        fits = [token for token in tokens if text[:end].startswith(token, place)]
        found = which_special(bytearray(text), place, end, table)

        assert max(fits, key=len, default=b"") == (order[found & 0xFFFFFFFF] if found else b"")
        assert max(map(len, fits), default=0) == found >> 32


@pytest.mark.parametrize("kernel", ["plain", "masks"])
def test_thousands_of_tokens_are_told_apart(kernel: str) -> None:
    """Every one of 5,000 that begin alike gets its own id, also where a shorter one fits too."""
    specials = [b"<|token_%d|>" % i for i in range(4000)] + [b"<|token_%d" % i for i in range(1000)]
    ids = {bytes([byte]): byte for byte in range(256)}
    ids |= {token: 1000 + i for i, token in enumerate(specials)}
    encoder = Encoder(ids, [], kernel=kernel)

    actual = encoder.encode(b"".join(specials) + b"<|token_", specials).tolist()

    assert [*range(1000, 6000), *b"<|token_"] == actual
