"""Masks as rows of bits: which bit stands where, and that text meets HTML escaped."""

from __future__ import annotations

from cs336_basics.learn.pictures.masks import bit_rows


def test_bit_0_stands_under_the_first_byte() -> None:
    """A row has a column for each byte, and bits behind the text are not drawn."""
    drawn = bit_rows(b"ab c", {"L letters": 0b11011, "S": 1 << 2})

    assert drawn.text.splitlines() == ["           ab·c", "L letters  11.1", "S          ..1."]


def test_a_negative_mask_is_drawn_as_its_bits() -> None:
    """`~` makes negative numbers; inside the text they are as good as others."""
    assert bit_rows(b"ab", {"x": ~0b01}).text.splitlines()[1].endswith(".1")


def test_a_character_of_several_bytes_takes_as_many_columns() -> None:
    """The first column shows it, the others a filler."""
    assert bit_rows("é中!".encode(), {}).text.strip() == "é‥中‥‥!"


def test_equal_bits_are_one_bar_and_text_is_escaped() -> None:
    """What is drawn is small, and `<` stays text."""
    drawn = bit_rows(b"<<a", {"O": 0b011}, starts=0b001)

    assert ">11</span>" in drawn.html
    assert "<<" not in drawn.html
    assert drawn.html.count("&lt;") == 2
    assert "<script" not in drawn.html
    assert "<style" not in drawn.html
