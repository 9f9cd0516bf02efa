"""What an exhibit shows: the input, and what a recipe makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, pairwise

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
from cs336_basics.learn.museum.rows import (
    Row,
    counted,
    file_text,
    merge_row,
    numbered,
    numbers,
    pieces,
    row,
    short_repr,
    special_row,
    text,
    vocabulary,
)
from cs336_basics.learn.show._tokens import marks

_MERGES = 5  # shown of a list of merges


def question(case: Case, *, with_size: bool = True) -> list[Row]:
    """What goes in; `with_size` says whether the size asked for is of any interest."""
    match case:
        case Counts(counts):
            return [row("words", counted(counts))]
        case Training(content, vocab_size, specials):
            rows = [row("a file", pieces([content]))]
            rows += [row("vocab_size", [text(str(vocab_size))])] if with_size else []
            return rows + special_row(specials or ())
        case Encoding(string, merges, specials, ids):
            given = (
                [Row("special tokens", text("None"))] if specials is None else special_row(specials)
            )
            rows = [row("text", pieces([string])), *merge_row(merges), *given]
            return rows + ([row("vocabulary", numbered(ids))] if ids is not None else [])
        case Streaming(chunks, merges, specials):
            return [row("chunks", pieces(chunks)), *merge_row(merges), *special_row(specials)]
        case Lazy(chunk, times, merges):
            return [row(f"{times:,} chunks", pieces([chunk])), *merge_row(merges)]
        case Decoding(ids, merges, specials):
            shown = {each: case.vocab[each] for each in ids}
            return [row("ids", numbered(shown)), *merge_row(merges), *special_row(specials)]
        case Saving(vocab, merges):
            rows = [row("vocabulary", numbered(vocab))] if vocab else []
            return rows + merge_row(merges)
        case TokenFile(ids):
            return [row("ids", numbers(ids))]
        case Cutting(content, number, token):
            rows = [row("a file", pieces([content])), row("chunks wanted", numbers([number]))]
            return [*rows, row("special token", pieces([token]))]


def answer(case: Case, recipe: Recipe) -> list[Row]:
    """What comes out with a recipe; an error it raises is a row like any other."""
    rows = list[Row]()
    try:
        for each in _answer(case, recipe):
            rows.append(each)  # one by one: what came before an error stays
    except NeverReturns:
        rows.append(Row("then", text("it never comes back")))
    except Exception as error:
        kind = next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")
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
            return [row("text", pieces([recipe.decode([case.vocab[i] for i in ids], specials)]))]
        case Saving():
            return _saved(case, recipe)
        case TokenFile(ids):
            content = recipe.dump_ids(ids)
            come_back = numbers(recipe.parse_ids(content))
            return [row("in the file", [text(content.hex(" "))]), row("come back", come_back)]
        case Cutting(content, number, token):
            places = recipe.boundaries(content, number, token)
            chunks = [content[start:end] for start, end in pairwise(places)]
            return [row("boundaries", numbers(places)), row("chunks", pieces(chunks))]


def _each_merge(case: Counts, recipe: Recipe) -> Iterator[Row]:
    words = [(recipe.split(word), n) for word, n in case.counts.items()]
    most, none = min(case.most, _MERGES), True
    for i, merge in enumerate(islice(recipe.iter_merges(case.counts), most), start=1):
        words = [(recipe.merge_word(word, merge.pair), n) for word, n in words]
        happens = [marks(merge.pair), text(f"× {merge.count:,}"), text("⟶")]
        yield row(f"merge {i}", [*happens, *(marks(word) for word, _ in words)])
        none = False
    if none:
        yield Row("merge 1", text("none"))


def _trained(case: Training, recipe: Recipe) -> Iterator[Row]:
    specials = case.special_tokens or ()
    counts = recipe.count_pretokens(case.content, specials)
    yield row("pre-tokens", counted(counts))
    vocab, merges = recipe.train(case.content, case.vocab_size, specials)
    yield from merge_row(merges[:_MERGES]) or [Row("merges", text("none"))]
    yield row("vocabulary", vocabulary(vocab))


def _encoded(case: Encoding | Streaming, recipe: Recipe) -> Iterator[Row]:
    tokenizer = RecipeTokenizer(recipe, case.vocab, case.merges, case.special_tokens)
    if isinstance(case, Encoding):
        ids = tokenizer.encode(case.text)
    else:
        ids = list(tokenizer.encode_iterable(case.chunks))
    yield row("tokens", pieces([tokenizer.vocab.get(i, b"?") for i in ids]))
    yield row("ids", numbers(ids))


def _saved(case: Saving, recipe: Recipe) -> Iterator[Row]:
    content = recipe.dump(case.vocab, case.merges)
    yield Row("in the file", file_text(content.decode("utf-8", "backslashreplace")))
    vocab, merges = recipe.parse(content)
    yield Row("vocabulary", text(short_repr(vocab)))
    yield Row("merges", text(short_repr(merges)))
