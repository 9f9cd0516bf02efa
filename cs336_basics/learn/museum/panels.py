"""What an exhibit shows: the input, and what a recipe makes of it, as rows of coloured tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import islice, pairwise
from typing import Any, NamedTuple

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.checker.cases import (
    Case,
    Counts,
    Cutting,
    Decoding,
    Encoding,
    Lazy,
    Saving,
    Streaming,
    TokenFile,
    Training,
)
from cs336_basics.learn.checker.outcome import NeverReturns
from cs336_basics.learn.checker.subjects.tokenizing import RecipeTokenizer, TokenizerSubject
from cs336_basics.learn.mistakes.recipe import Recipe
from cs336_basics.learn.show import Html
from cs336_basics.learn.show._tokens import marks
from cs336_basics.vocab import NUM_BYTES

_MERGES = 5  # shown of a list of merges
_PIECE = 60  # bytes of a piece that is shown whole
_VALUE = 40  # characters of what was read from a file
_BELOW = "\nvocab:"  # where the heading of our YAML ends


class Row(NamedTuple):
    """A line of an exhibit: what it is, and what is there."""

    label: str
    cell: Html


Parts = list[Html]
"""What stands in a line, one after the other."""


def question(case: Case, *, with_size: bool = True) -> list[Row]:
    """What goes in; `with_size` says whether the size asked for is of any interest."""
    match case:
        case Counts(counts):
            return [_row("words", _counted(counts))]
        case Training(content, vocab_size, specials):
            rows = [_row("a file", _pieces([content]))]
            rows += [_row("vocab_size", [text(str(vocab_size))])] if with_size else []
            return rows + _specials(specials or ())
        case Encoding(string, merges, specials, ids):
            given = (
                [Row("special tokens", text("None"))] if specials is None else _specials(specials)
            )
            rows = [_row("text", _pieces([string])), *_merges(merges), *given]
            return rows + ([_row("vocabulary", _numbered(ids))] if ids is not None else [])
        case Streaming(chunks, merges, specials):
            return [_row("chunks", _pieces(chunks)), *_merges(merges), *_specials(specials)]
        case Lazy(chunk, times, merges):
            return [_row(f"{times:,} chunks", _pieces([chunk])), *_merges(merges)]
        case Decoding(ids, merges, specials):
            shown = {each: case.vocab[each] for each in ids}
            return [_row("ids", _numbered(shown)), *_merges(merges), *_specials(specials)]
        case Saving(vocab, merges):
            rows = [_row("vocabulary", _numbered(vocab))] if vocab else []
            return rows + _merges(merges)
        case TokenFile(ids):
            return [_row("ids", _numbers(ids))]
        case Cutting(content, number, token):
            rows = [_row("a file", _pieces([content])), _row("chunks wanted", _numbers([number]))]
            return [*rows, _row("special token", _pieces([token]))]


def answer(case: Case, recipe: Recipe) -> list[Row]:
    """What comes out with a recipe; an error it raises is a row like any other."""
    rows = list[Row]()
    try:
        for row in _answer(case, recipe):
            rows.append(row)  # one by one: what came before an error stays
    except NeverReturns:
        rows.append(Row("then", text("it never comes back")))
    except Exception as error:
        kind = next(each.__name__ for each in type(error).__mro__ if each.__module__ == "builtins")
        reason = error.reason if isinstance(error, UnicodeDecodeError) else error.args[0]
        rows.append(Row("then", text(f"{kind}: {reason}")))
    return rows


def _answer(case: Case, recipe: Recipe) -> Iterable[Row]:
    match case:
        case Counts():
            return _each_merge(case, recipe)
        case Training():
            return _trained(case, recipe)
        case Encoding() | Streaming():
            return _encoded(case, recipe)
        case Lazy():
            return [Row("it gives", text(str(TokenizerSubject().by(recipe, case))))]
        case Decoding(ids, _, specials):
            return [_row("text", _pieces([recipe.decode([case.vocab[i] for i in ids], specials)]))]
        case Saving():
            return _saved(case, recipe)
        case TokenFile(ids):
            content = recipe.dump_ids(ids)
            come_back = _numbers(recipe.parse_ids(content))
            return [_row("in the file", [text(content.hex(" "))]), _row("come back", come_back)]
        case Cutting(content, number, token):
            places = recipe.boundaries(content, number, token)
            pieces = [content[start:end] for start, end in pairwise(places)]
            return [_row("boundaries", _numbers(places)), _row("chunks", _pieces(pieces))]


def _each_merge(case: Counts, recipe: Recipe) -> Iterator[Row]:
    words = [(recipe.split(word), n) for word, n in case.counts.items()]
    most, none = min(case.most, _MERGES), True
    for i, merge in enumerate(islice(recipe.iter_merges(case.counts), most), start=1):
        words = [(recipe.merge_word(word, merge.pair), n) for word, n in words]
        happens = [marks(merge.pair), text(f"× {merge.count:,}"), text("⟶")]
        yield _row(f"merge {i}", [*happens, *(marks(word) for word, _ in words)])
        none = False
    if none:
        yield Row("merge 1", text("none"))


def _trained(case: Training, recipe: Recipe) -> Iterator[Row]:
    specials = case.special_tokens or ()
    counts = recipe.count_pretokens(case.content, specials)
    yield _row("pre-tokens", _counted(counts))
    vocab, merges = recipe.train(case.content, case.vocab_size, specials)
    yield from _merges(merges[:_MERGES]) or [Row("merges", text("none"))]
    yield _row("vocabulary", _vocabulary(vocab))


def _encoded(case: Encoding | Streaming, recipe: Recipe) -> Iterator[Row]:
    tokenizer = RecipeTokenizer(recipe, case.vocab, case.merges, case.special_tokens)
    if isinstance(case, Encoding):
        ids = tokenizer.encode(case.text)
    else:
        ids = list(tokenizer.encode_iterable(case.chunks))
    yield _row("tokens", _pieces([tokenizer.vocab.get(i, b"?") for i in ids]))
    yield _row("ids", _numbers(ids))


def _saved(case: Saving, recipe: Recipe) -> Iterator[Row]:
    content = recipe.dump(case.vocab, case.merges)
    yield Row("in the file", _file(content.decode("utf-8", "backslashreplace")))
    vocab, merges = recipe.parse(content)
    yield Row("vocabulary", text(_repr(vocab)))
    yield Row("merges", text(_repr(merges)))


def text(string: str) -> Html:
    """Plain words."""
    return Html(escape(string), string)


def _row(label: str, parts: Parts, between: str = " ") -> Row:
    """A line of parts, which may break between any two."""
    shown = parts or [text("none")]
    html, plain = (between.join(getattr(part, form) for part in shown) for form in ("html", "text"))
    return Row(label, Html(html, plain))


def _file(content: str) -> Html:
    """What stands in a text file below our own heading, its odd characters as escapes."""
    below = content[content.find(_BELOW) + 1 :] if content.startswith("#") else content
    lines = below.strip("\n").split("\n")
    shown = "\n".join("".join(c if c.isprintable() else ascii(c)[1:-1] for c in x) for x in lines)
    return Html(f'<pre style="margin:0;color:inherit">{escape(shown)}</pre>', shown)


def _repr(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= _VALUE else f"{shown[:_VALUE]} … ({len(value)} in all)"


def _pieces(pieces: Iterable[bytes | str]) -> Parts:
    """Pieces as coloured boxes; what is long is shown by its beginning, and its length behind."""
    whole = list(pieces)
    if whole in ([""], [b""]):
        return [text("empty")]
    lengths = ", ".join(f"{len(piece):,}" for piece in whole if len(piece) > _PIECE)
    boxes = [marks(_shortened(piece) or "(empty)" for piece in whole)] if whole else []
    return boxes + ([text(f"({lengths} bytes)")] if lengths else [])


def _shortened(piece: bytes | str) -> bytes | str:
    if len(piece) <= _PIECE:
        return piece
    start = piece if isinstance(piece, str) else piece.decode("utf-8", "backslashreplace")
    return f"{start[: _PIECE // 5]}…"


def _counted(counts: Mapping[bytes, int]) -> Parts:
    """Words, and how often each occurs where that is more than once."""
    return [
        part
        for word, n in counts.items()
        for part in (marks([word]), *([text(f"× {n:,}")] if n != 1 else []))
    ]


def _numbers(numbers: Iterable[int]) -> Parts:
    shown = ", ".join(map(str, numbers))
    return [text(shown)] if shown else []


def _numbered(vocab: Mapping[int, bytes]) -> Parts:
    """Ids with their tokens."""
    return [part for i, token in vocab.items() for part in (text(f"{i}"), marks([token]))]


def _vocabulary(vocab: Vocab) -> Parts:
    """How many tokens, and those behind the bytes with their ids."""
    number, shown = len(vocab), dict(sorted(vocab.items()))
    if number > NUM_BYTES - 2:
        shown = {i: token for i, token in shown.items() if i > NUM_BYTES - 3}
    dots = [text("…")] if len(shown) < number else []
    head = text(f"{number} tokens" + ":" * bool(shown))
    return [head, *dots, *_numbered(dict(list(shown.items())[:8]))]


def _merges(merges: Merges) -> list[Row]:
    return [_row("merges", [marks(pair) for pair in merges], ", ")] if merges else []


def _specials(specials: Sequence[str]) -> list[Row]:
    return [_row("special tokens", _pieces(specials))] if specials else []
