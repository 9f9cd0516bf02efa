"""What goes into a file and must come out again: a tokenizer, or ids."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cs336_basics.datatypes import Merges, Vocab
from cs336_basics.learn.checker.answers import brief, to_ids
from cs336_basics.learn.checker.cases import Saving, TokenFile
from cs336_basics.learn.checker.notes import Notes
from cs336_basics.learn.checker.outcome import ArgumentsChanged, ShapeError
from cs336_basics.learn.checker.subjects import _draws as draws
from cs336_basics.learn.checker.subjects._scratch import scratch_path
from cs336_basics.learn.checker.subjects._shorter import shorter
from cs336_basics.learn.checker.subjects._subject import Code, Graded, Subject
from cs336_basics.learn.checker.vocab_text import training_text, vocab_text
from cs336_basics.learn.mistakes.recipe import Recipe
from cs336_basics.pairs import split_bytes
from cs336_basics.vocab import NUM_BYTES, build_vocab

AWKWARD = [
    *split_bytes(b"a \n\r\t#\x00\x80\x85\xa0\xff"),
    "é".encode(),
    "牛".encode()[:2],  # half a character
    b"no",  # not False
    b"1e3",  # not 1000
    b"~",  # not None
    b" # ",
    b"'\"\\",
    b"\\x80",  # text that looks like an escape
    b"[128]",  # text that looks like a list of bytes
    "\u2028\ufeff\ufffd".encode(),
]
"""Tokens that files lose: no text, half a character, line ends, what YAML takes for something."""

_MANY = 1000  # small ids: what a file needs besides them does not matter any more


class SaveAndLoad(Subject):
    """`save(path, vocab, merges)` and `load(path)`, given as a pair of functions."""

    name = "save_load"
    case_types = (Saving,)

    def ask(self, code: Code, case: Saving, notes: Notes) -> tuple[Any, Any]:
        """Save, load, and return what was loaded, exactly as it is."""
        save, load = code
        vocab, merges = dict(case.vocab), list(case.merges)
        with scratch_path(".yaml") as path:
            save(path, vocab, merges)
            loaded = load(path)
        if (vocab, merges) != case:
            raise ArgumentsChanged("vocab or merges")
        if not isinstance(loaded, tuple | list) or len(loaded) != 2:
            raise ShapeError(f"expected (vocab, merges), got {brief(loaded)}")
        return loaded[0], loaded[1]

    def expected(self, case: Saving) -> tuple[Vocab, Merges]:
        """What went in."""
        return case.vocab, case.merges

    def by(self, recipe: Recipe, case: Saving) -> tuple[Any, Any]:
        """Through the recipe's file."""
        return recipe.parse(recipe.dump(case.vocab, case.merges))

    def code(self, recipe: Recipe) -> Code:
        """Two functions of a path."""

        def save(path: Path, vocab: Vocab, merges: Merges) -> None:
            path.write_bytes(recipe.dump(vocab, merges))

        def load(path: Path) -> tuple[Any, Any]:
            return recipe.parse(path.read_bytes())

        return save, load

    def graded(self, seed: int) -> Graded:
        """One awkward token at a time, then merges of them, then whole tokenizers."""
        draw = random.Random(seed)
        merges = [Saving({}, [(left, right)]) for left in AWKWARD[:8] for right in AWKWARD[:12]]
        whole = []
        for _ in range(10):
            text = draws.draw_text(draw, draws.LETTERS, 20)
            learned, specials = draws.draw_merges(draw, text), draws.draw_specials(draw)
            whole.append(Saving(build_vocab(learned, specials), learned))
        whole.append(Saving(build_vocab([(b"#", b"#"), (b" ", b"t")], ["<e>"]), [(b"#", b"#")]))
        return [
            ("one token", [Saving({0: token}, []) for token in AWKWARD]),
            ("ids of any kind", [Saving({7: b"a", 3: b"b"}, []), Saving({70000: b"a"}, [])]),
            ("one merge", [Saving({}, [(b"a", b"b")]), *draw.sample(merges, k=60)]),
            ("whole tokenizers", whole),
        ]

    def simpler(self, case: Saving) -> Iterator[Saving]:
        """Fewer tokens and fewer merges, of the same."""
        for some in shorter(list(case.vocab.items())):
            yield Saving(dict(some), case.merges)
        for few in shorter(case.merges):
            yield Saving(case.vocab, few)
        for token_id, token in case.vocab.items():
            for other in shorter(split_bytes(token)):
                yield Saving({**case.vocab, token_id: b"".join(other)}, case.merges)

    def size(self, case: Saving) -> int:
        """Bytes of tokens."""
        merges = sum(len(left) + len(right) + 1 for left, right in case.merges)
        return sum(len(token) + 1 for token in case.vocab.values()) + merges

    def call(self, name: str, case: Saving) -> str:
        """Both calls in one line."""
        return f"{name}: saved vocab {vocab_text(case.vocab)}, merges {brief(case.merges, 300)}"

    def show(self, case: Saving, answer: Any) -> str:
        """What came back."""
        return training_text(answer)


class TokenFileSubject(Subject):
    """`save(path, ids)` and `load(path)` of token ids, given as a pair of functions."""

    name = "token_file"
    case_types = (TokenFile,)

    def ask(self, code: Code, case: TokenFile, notes: Notes) -> list[int]:
        """Save, load, and return the ids."""
        save, load = code
        with scratch_path(".bin") as path:
            save(path, list(case.ids))
            if len(case.ids) == _MANY and path.stat().st_size > 3 * _MANY:
                notes.add("a file of small ids took more than two bytes for each")
            loaded = load(path)
            ids = to_ids(loaded, Notes())  # a list or an array, both are welcome
            del loaded  # a memory map keeps the file open
        return ids

    def expected(self, case: TokenFile) -> list[int]:
        """What went in."""
        return list(case.ids)

    def by(self, recipe: Recipe, case: TokenFile) -> list[int]:
        """Through the recipe's file."""
        return recipe.parse_ids(recipe.dump_ids(case.ids))

    def code(self, recipe: Recipe) -> Code:
        """Two functions of a path."""

        def save(path: Path, ids: Sequence[int]) -> None:
            path.write_bytes(recipe.dump_ids(ids))

        def load(path: Path) -> list[int]:
            return recipe.parse_ids(path.read_bytes())

        return save, load

    def graded(self, seed: int) -> Graded:
        """Ids around every border of a width."""
        draw = random.Random(seed)
        borders = [0, 255, NUM_BYTES, 32767, 32768, 50256, 65535, 65536, 70000, 199_999]
        some = [TokenFile(tuple(draw.choices(borders, k=draw.randint(2, 5)))) for _ in range(20)]
        single = [TokenFile((each,)) for each in borders]
        many = TokenFile(tuple(range(_MANY)))
        return [("ids", [TokenFile(()), *single, *sorted(some, key=self.size), many])]

    def simpler(self, case: TokenFile) -> Iterator[TokenFile]:
        """Fewer and smaller ids."""
        for some in shorter(case.ids):
            yield TokenFile(tuple(some))
        for i, each in enumerate(case.ids):
            for less in (0, each // 2, each - 1):
                if 0 <= less < each:
                    yield TokenFile((*case.ids[:i], less, *case.ids[i + 1 :]))

    def size(self, case: TokenFile) -> int:
        """How many ids, and how great."""
        return sum(each.bit_length() + 1 for each in case.ids)

    def call(self, name: str, case: TokenFile) -> str:
        """Both calls in one line."""
        return f"{name}: saved {list(case.ids)}"
