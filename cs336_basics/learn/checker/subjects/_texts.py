"""Texts to encode, ids to decode and streams to encode, as a tokenizer is asked for them."""

from __future__ import annotations

import random

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.checker.cases import Decoding, Encoding, Lazy, Streaming
from cs336_basics.learn.checker.subjects import _draws as draws
from cs336_basics.learn.checker.subjects._material import LINES, stories
from cs336_basics.learn.checker.subjects._subject import Graded
from cs336_basics.trainers import naive
from cs336_basics.vocab import build_vocab

END = "<|endoftext|>"

_HANDOUT_VOCAB: Vocab = dict(
    enumerate([b" ", b"a", b"c", b"e", b"h", b"t", b"th", b" c", b" a", b"the", b" at"])
)
_HANDOUT_MERGES: Merges = [
    (b"t", b"h"), (b" ", b"c"), (b" ", b"a"), (b"th", b"e"), (b" a", b"t")
]  # fmt: skip


def encodings(seed: int) -> Graded:
    """Texts with all that tokenizers of the assignment are given."""
    draw = random.Random(seed)
    tiny, specials, scripts = [], [], []
    for _ in range(60):
        text = draws.draw_text(draw, ["a", "b", " "], 10)
        merges = draws.draw_merges(draw, text + draws.draw_text(draw, ["a", "b", " "], 12))
        ids = draws.shuffled(draw, merges, ()) if draw.random() < 0.4 else None
        tiny.append(Encoding(text, merges, (), ids))
    for _ in range(50):
        chosen = draws.draw_specials(draw, 3)
        text = draws.draw_text(draw, [*chosen, "a", "b", "e", "<", ">", "|", " "], 9)
        merges = draws.draw_merges(draw, text, specials=chosen)
        specials.append(Encoding(text, merges, chosen))
    for _ in range(60):
        text = draws.draw_text(draw, draws.LETTERS, 10)
        some_merges = draw.choice([draws.draw_merges, draws.draw_foreign_merges])
        scripts.append(Encoding(text, some_merges(draw, text)))
    scripts += [Encoding(line, draws.draw_merges(draw, line, 12)) for line in LINES]
    swapped = {0: b"a", 1: b"b", 2: b"c", 3: b"bc", 4: b"ab"}
    overlapping = ("<e>", "<e><e>"), ("<e><e>", "<e>"), ("<e>", "<e>a", "b<e>"), (END, END + END)
    for chosen in overlapping:
        specials += [Encoding(text, [], chosen) for text in ("<e><e>", "a<e>ab<e>", END * 3)]
    others = [Encoding("abc", [(b"a", b"b"), (b"b", b"c")], (), swapped)]
    others += [Encoding(f"'{letter}", [(b"'", letter.encode())]) for letter in "sS"]
    others += [Encoding("\u00a0!", [(b"\xa0", b"!")])]  # white space, but not to a pattern of bytes
    page = stories(1500, seed)
    trained = draws.draw_merges(draw, page, 60)
    return [
        ("worked example", [Encoding("the cat ate", _HANDOUT_MERGES, (), _HANDOUT_VOCAB)]),
        ("the smallest texts", _smallest()),
        ("ids in another order", others),
        ("tokens that no merge makes", _unreachable()),
        ("a vocabulary with gaps", _with_gaps(draw)),
        ("special tokens that are missing", _missing(draw)),
        ("None for special tokens", _without_list(draw)),
        ("tiny alphabets", tiny),
        ("special tokens", specials),
        ("other scripts", scripts),
        ("a page of a story", [Encoding(page, trained)] if page else []),
    ]


def decodings(seed: int) -> Graded:
    """Ids of whole characters, of halves, and of special tokens."""
    draw = random.Random(seed)
    fixed = [
        Decoding(()),
        Decoding((97,)),
        Decoding((32, 97, 10)),
        Decoding((97, 13, 10, 98)),
        Decoding((0x80,)),
        Decoding((0xC3, 0xA9)),
        Decoding((97, 0xC3)),
        Decoding((0xE7, 0x89)),
        Decoding((97, 0xE7, 0x89, 98)),
        Decoding((0xEF, 0xBB, 0xBF, 101, 0xCC, 0x81)),  # a byte order mark, an accent apart
        Decoding((97, 256, 98), special_tokens=("<e>",)),
    ]
    some = []
    for _ in range(30):
        text = draws.draw_text(draw, draws.LETTERS, 8)
        chosen = draws.draw_specials(draw, 2)
        merges = draws.draw_merges(draw, text, specials=chosen)
        there = [*text.encode("utf-8"), *build_vocab(merges, chosen)][-12:]
        some.append(Decoding(tuple(draw.choices(there, k=draw.randint(1, 6))), merges, chosen))
    return [("decoding", [*fixed, *some])]


def streams(seed: int) -> Graded:
    """Lines of files first, then chunks cut anywhere, and long ones."""
    draw = random.Random(seed)
    two_ends = [(b"\n", b"\n")]
    lines = [
        Streaming(("a\n", "\n"), two_ends),
        Streaming(("a\n", "\n", "\n", "b\n"), two_ends),
        Streaming(("a\n", "\n", END + "\n", "b\n"), two_ends, (END,)),
        Streaming(("  a\n", "\n", "  b\n"), [*two_ends, (b" ", b" ")]),
        Streaming(("a\n", "\n", " \n", "b c\n"), two_ends),
    ]
    for _ in range(15):
        text = draws.draw_text(draw, ["a", "b", " ", "\n", "\n\n", "\n\n\n", END], 12)
        merges = draws.draw_merges(draw, text, specials=(END,))
        lines.append(Streaming(tuple(text.splitlines(keepends=True)), merges, (END,)))
    fixed = [
        Streaming((), []),
        Streaming(("a",), []),
        Streaming(("ab c",), [(b"a", b"b")]),
        Streaming(("a", "b"), [(b"a", b"b")]),
        Streaming(("a", ""), []),
        Streaming((" ",), []),
        Streaming(("'l", "l"), [(b"'", b"l"), (b"'l", b"l")]),
        Streaming(("a<", "e>b"), [], ("<e>",)),
        Streaming(("a b",), [], ("a b",)),
        Streaming(("<e>", "<e>"), [], ("<e>", "<e><e>")),
    ]
    some = []
    for _ in range(90):
        chosen = draws.draw_specials(draw, 2)
        text = draws.draw_text(draw, [*chosen, *draws.LETTERS], 10)
        merges = draws.draw_merges(draw, text, specials=chosen)
        some.append(Streaming(draws.draw_chunks(draw, text), merges, chosen))
    line = "the cat, the hat and the bat\n"
    long = [Streaming((line,) * 2500, draws.draw_merges(draw, line, 12)), _long_words()]
    return [
        ("lines of a file", lines),
        ("chunks cut anywhere", [*fixed, *some]),
        ("a stream that does not end", [Lazy(" cat" * 100, 1000), Lazy(line, 10_000)]),
        ("a long stream", long),
    ]


def _long_words() -> Streaming:
    """Words that are one token each, in chunks of seven letters: wherever it is cut, it shows."""
    word = " whatsoevertheotherhasinthere"
    text = word * 2500
    merges = [merge.pair for merge in naive.iter_merges({word.encode(): 1})]
    return Streaming(tuple(text[i : i + 7] for i in range(0, len(text), 7)), merges)


def _smallest() -> list[Encoding]:
    return [Encoding(text, []) for text in ("", "a", "é", "a\r\nb")]


def _unreachable() -> list[Encoding]:
    return [
        Encoding("ab", [], ids={0: b"a", 1: b"b", 2: b"ab"}),
        Encoding("bab", [], (), {0: b"a", 1: b"b", 2: b"ab", 3: b"ba"}),
        Encoding("abc", [(b"b", b"c")], (), {0: b"a", 1: b"b", 2: b"c", 3: b"bc", 4: b"abc"}),
    ]


def _with_gaps(draw: random.Random) -> list[Encoding]:
    """The usual vocabulary with ids that jump."""
    cases = [Encoding("ab", [(b"a", b"b")], (), {3: b"a", 7: b"b", 12: b"ab"})]
    for _ in range(8):
        text = draws.draw_text(draw, ["a", "b", " ", "é"], 8)
        merges = draws.draw_merges(draw, text)
        step = draw.randint(2, 5)
        ids = {step * i + 1: token for i, token in build_vocab(merges, []).items()}
        cases.append(Encoding(text, merges, (), ids))
    return cases


def _missing(draw: random.Random) -> list[Encoding]:
    cases = [
        Encoding("a<e>", [], ("<e>",), {0: b"a", 1: b"<", 2: b"e", 3: b">"}),
        Encoding("a<e>a", [], ("<e>",), {0: b"a", 1: b"<", 2: b"e", 4: b">"}),  # 5, not 4
    ]
    for _ in range(12):
        chosen = (END, *draws.draw_specials(draw, 1))
        text = draws.draw_text(draw, [*chosen, "a", "b", " "], 7)
        merges = draws.draw_merges(draw, text, specials=chosen)
        there = chosen[: draw.randint(0, len(chosen) - 1)]
        cases.append(Encoding(text, merges, chosen, build_vocab(merges, there)))
    return cases


def _without_list(draw: random.Random) -> list[Encoding]:
    texts = [
        "a",
        "ab ab",
        "<|endoftext|>",
        *(draws.draw_text(draw, ["a", "b", " "], 6) for _ in "ab"),
    ]
    return [Encoding(text, draws.draw_merges(draw, text), None) for text in texts]
