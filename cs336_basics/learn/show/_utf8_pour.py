"""A character of the learner's choice pours into UTF-8, byte by byte."""

from __future__ import annotations

from cs336_basics.learn.show._frame import field, live
from cs336_basics.learn.show._html import Html
from cs336_basics.learn.show._tables import table
from cs336_basics.text.utf8 import FORMS, bits, encode_code_point


def utf8_pour(character: str) -> Html:
    """Show how the bits of a code point fill the free places of its bytes.

    Args:
        character: the one to begin with; of a longer text the first.

    Raises:
        VocabularyError: half of a surrogate pair, which UTF-8 cannot write.

    >>> utf8_pour("é")
    step                      bits                 what it is
    the code point            11101001             U+00E9
    the form, free places: x  110xxxxx 10xxxxxx    2 bytes
    filled from the right     110_00011 10_101001  c3 a9
    """
    code = ord(character[0])
    data = encode_code_point(code)
    form = next(form for form in FORMS if code < form.end)
    fixed = [form.tail + 2 if form.tail else 1, *[2] * form.tail]
    filled = [(byte[:n], byte[n:]) for byte, n in zip(bits(data).split(), fixed, strict=True)]
    free = " ".join(head + "x" * len(tail) for head, tail in filled)
    rows = [
        ("the code point", f"{code:b}", f"U+{code:04X}"),
        ("the form, free places: x", free, f"{len(data)} byte{'s' * (len(data) > 1)}"),
        ("filled from the right", " ".join(map("_".join, filled)), data.hex(" ")),
    ]
    return live(
        "A character becomes UTF-8",
        [field("character", "Your character", character[0], maxlength=8)],
        {"forms": [form._asdict() for form in FORMS]},
        ["token_text.js", "utf8.js"],
        table(rows, ["step", "bits", "what it is"]),
    )
