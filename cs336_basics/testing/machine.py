"""A machine that trains, saves, loads, encodes, decodes and streams, in any order.

Hypothesis chooses the steps and makes a failing run short. Whatever happened before, the same text
has the same ids: in one piece, in a batch, as a stream cut anywhere, in a file, by the kernels and
without them, before a tokenizer was saved and after it was loaded.

    from cs336_basics.testing.machine import TokenizerMachine

    TestMine = TokenizerMachine.TestCase  # pytest and unittest run it
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from cs336_basics.datatypes import TokenizerData
from cs336_basics.errors import FileFormatError
from cs336_basics.testing import strategies
from cs336_basics.testing.reference import tokens_of
from cs336_basics.text.pretokenize import PATTERNS
from cs336_basics.tokenizer import Tokenizer
from cs336_basics.tokenizer.token_files import encode_file, open_token_file
from cs336_basics.train import train_bpe
from cs336_basics.trainers import TRAINERS
from cs336_basics.vocab import base_vocab

KEEP_ALL = ("t.yaml", "t.pkl")
"""Files that hold any tokenizer."""
MAY_REFUSE = ("t.json", "t.tiktoken", "folder")
"""Files in the forms of others, which cannot hold some tokenizers, and say so."""
OWN_PATTERN = r"\w+|[^\w\s]|\s+"
_LARGE = 1 << 30  # bytes of text: enough for the kernels to be started


class TokenizerMachine(RuleBasedStateMachine):
    """One trained tokenizer, its files, and the ids that texts have had so far."""

    def __init__(self) -> None:
        super().__init__()
        self._scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self._scratch.name)
        self.saved: dict[str, TokenizerData] = {}
        self.known: dict[str, list[int]] = {}

    def teardown(self) -> None:
        """Delete the files."""
        self._scratch.cleanup()

    @initialize(
        corpus=strategies.corpora(),
        merges=st.integers(0, 12),
        pattern=st.sampled_from([*PATTERNS, OWN_PATTERN]),
        trainer=st.sampled_from([*TRAINERS]),
    )
    def train(self, corpus: tuple[str, list[str]], merges: int, pattern: str, trainer: str) -> None:
        """Train with one trainer; `naive` gives the same."""
        text, specials = corpus
        path = self.folder / "corpus.txt"
        path.write_bytes(text.encode("utf-8"))
        size = len(base_vocab(specials)) + merges
        made = train_bpe(path, size, specials, trainer=trainer, pattern=pattern)
        assert made == train_bpe(path, size, specials, trainer="naive", pattern=pattern)
        self.tokenizer = Tokenizer(*made, specials, pattern=pattern)
        self._encode(text)

    @rule(name=st.sampled_from([*KEEP_ALL, *MAY_REFUSE]))
    def save(self, name: str) -> None:
        """Write a file; one that refuses leaves the old one as it was."""
        data = self.tokenizer.data
        try:
            self.tokenizer.save(self.folder / name)
        except FileFormatError:
            twice = len(set(data.vocab.values())) < len(data.vocab)
            own = data.pattern not in PATTERNS
            assert name in MAY_REFUSE
            assert data.special_tokens or twice or own
        else:
            self.saved[name] = data

    @precondition(lambda self: self.saved)
    @rule(choice=st.data())
    def load(self, choice: st.DataObject) -> None:
        """Go on with what a file holds: exactly what was saved."""
        name = choice.draw(st.sampled_from(sorted(self.saved)))
        self.tokenizer = Tokenizer.load(self.folder / name)
        assert self.tokenizer.data == self.saved[name]

    @rule(on=st.booleans())
    def switch_kernels(self, on: bool) -> None:
        """Use the compiled encoder from here on, where there is one for this pattern, or not."""
        data = self.tokenizer.data
        self.tokenizer = Tokenizer(
            data.vocab,
            data.merges,
            data.special_tokens,
            pattern=data.pattern,
            special_ids=data.special_ids,
        )
        if on:
            self.tokenizer.expect(_LARGE)

    @rule(text=strategies.tricky_text(), choice=st.data())
    def encode(self, text: str, choice: st.DataObject) -> None:
        """Encode a text, with special tokens in it, in one piece and as one of several."""
        specials = choice.draw(st.lists(st.sampled_from(["", *self.tokenizer.special_tokens])))
        text = text.join(["", *specials, ""])[:200]
        ids = self._encode(text)
        assert self.tokenizer.encode_batch([text, "", text]) == [ids, [], ids]
        assert self.tokenizer.encode_array(text.encode("utf-8")).tolist() == ids

    @rule(choice=st.data())
    def stream(self, choice: st.DataObject) -> None:
        """Encode a known text as a stream, cut anywhere, and decode the ids as a stream."""
        text = choice.draw(st.sampled_from(sorted(self.known)))
        cuts = choice.draw(st.lists(st.integers(0, len(text)), max_size=5).map(sorted))
        pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
        ids = list(self.tokenizer.encode_iterable(pieces))
        assert ids == self.known[text]
        assert "".join(self.tokenizer.decode_iterable(ids)) == text

    @rule(choice=st.data(), name=st.sampled_from(["ids.npy", "ids.bin"]))
    def write_ids(self, choice: st.DataObject, name: str) -> None:
        """Encode a known text from a file into a file."""
        text = choice.draw(st.sampled_from(sorted(self.known)))
        (self.folder / "text.txt").write_bytes(text.encode("utf-8"))
        count = encode_file(self.tokenizer, self.folder / "text.txt", self.folder / name)
        ids = open_token_file(self.folder / name, self.tokenizer).tolist()
        assert (ids, count) == (self.known[text], len(ids))

    def _encode(self, text: str) -> list[int]:
        """Encode a text, and compare it with the reference, or with what it was before."""
        ids = self.tokenizer.encode(text)
        if text not in self.known:
            vocab = self.tokenizer.vocab
            assert [vocab[i] for i in ids] == tokens_of(self.tokenizer.data, text)
            self.known[text] = ids
        assert ids == self.known[text]
        assert self.tokenizer.decode(ids) == text
        return ids
