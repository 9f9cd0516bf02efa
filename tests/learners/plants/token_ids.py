"""The tokens are right, and get other ids, or none."""

from __future__ import annotations

from tests.learners.plants._plant import (
    CACHED,
    IDS,
    IN_ORDER,
    MIN_RANK,
    PLACES,
    SPLIT,
    Plant,
)

_WORD_CACHED = """
        symbols = [bytes([b]) for b in word.encode("utf-8")]
"""
_IDS_MIN = "ids.extend(self.token_to_id[token] for token in self._merge_word(word))"
_IDS_CACHED = "tuple(self.inverse[symbol] for symbol in symbols)"
_IDS_PLACES = '[self.bytes_to_id[t] for t in self._bpe(word.encode("utf-8"))]'

TOKEN_IDS = {
    "encoding-id-from-rank": [
        Plant(
            MIN_RANK,
            _IDS_MIN,
            "made = {left + right: 256 + i for (left, right), i in self.ranks.items()}\n"
            "            for token in self._merge_word(word):\n"
            "                ids.append(made.get(token, self.token_to_id[token]))",
        ),
        Plant(
            CACHED,
            _IDS_CACHED,
            'tuple({b"".join(p): 256 + i for p, i in self.ranks.items()}'
            ".get(symbol, self.inverse[symbol]) for symbol in symbols)",
        ),
        Plant(
            PLACES,
            _IDS_PLACES,
            '[{b"".join(p): i + 256 for p, i in self.rank.items()}.get(t, self.bytes_to_id[t])'
            ' for t in self._bpe(word.encode("utf-8"))]',
        ),
    ],
    "encoding-byte-is-id": [
        Plant(
            MIN_RANK,
            "ids.extend(self.token_to_id[token] for",
            "ids.extend(self.token_to_id[token] if len(token) > 1 else token[0] for",
        ),
        Plant(
            CACHED,
            _IDS_CACHED,
            "tuple(s[0] if len(s) == 1 else self.inverse[s] for s in symbols)",
        ),
        Plant(
            PLACES,
            _IDS_PLACES,
            "[ord(t) if len(t) == 1 else self.bytes_to_id[t]"
            ' for t in self._bpe(word.encode("utf-8"))]',
        ),
    ],
    "encoding-bytes-dropped": [
        Plant(
            MIN_RANK, "in self._merge_word(word))", "in self._merge_word(word) if len(token) > 1)"
        ),
        Plant(CACHED, _IDS_CACHED, "tuple(self.inverse[s] for s in symbols if len(s) > 1)"),
        Plant(
            IN_ORDER,
            "                    ids.append(self.token_to_id[token])\n",
            "                    if token in {a + b for a, b in self.merges}:\n"
            "                        ids.append(self.token_to_id[token])\n",
        ),
    ],
    "encoding-specials-dropped": [
        Plant(
            MIN_RANK,
            '                ids.append(self.token_to_id[part.encode("utf-8")])\n',
            "                pass\n",
        ),
        Plant(
            IN_ORDER, '                ids.append(self.token_to_id[stretch.encode("utf-8")])\n', ""
        ),
        Plant(SPLIT, '            ids.append(self.ids[match.group().encode("utf-8")])\n', ""),
    ],
    "encoding-byte-map-twice": [
        Plant(
            MIN_RANK,
            '            word = match.group().encode("utf-8")\n',
            '            printable = [BYTE_TO_CHAR[b] for b in match.group().encode("utf-8")]\n'
            '            word = "".join(printable).encode("utf-8")\n',
        ),
        Plant(
            CACHED,
            _WORD_CACHED,
            """
        symbols = [byte_encoder()[b].encode("utf-8") for b in word.encode("utf-8")]
""",
        ),
        Plant(
            IDS,
            '[self._number(bytes([byte])) for byte in word.encode("utf-8")]',
            '[self._number(char.encode("utf-8")) for byte in word.encode("utf-8")'
            " for char, b in FROM_GPT2.items() if b == byte]",
        ),
    ],
    "specials-not-appended": [
        Plant(
            MIN_RANK,
            """
        for token in special_tokens or []:
            if token.encode("utf-8") not in self.vocab.values():
                self.vocab[max(self.vocab, default=-1) + 1] = token.encode("utf-8")
""",
            "\n",
        ),
        Plant(
            CACHED,
            """
        if token not in self.inverse:
            new_id = max(self.vocab.keys(), default=-1) + 1
            self.vocab[new_id] = token
            self.inverse[token] = new_id
""",
            "\n",
        ),
        Plant(
            SPLIT,
            "list(dict.fromkeys(special_tokens)) if",
            '[s for s in special_tokens if s.encode("utf-8") in vocab.values()] if',
        ),
        Plant(IN_ORDER, "        self._add_missing()\n", ""),
    ],
    "specials-next-id-from-len": [
        Plant(MIN_RANK, "max(self.vocab, default=-1) + 1", "len(self.vocab)"),
        Plant(CACHED, "max(self.vocab.keys(), default=-1) + 1", "len(self.vocab)"),
        Plant(
            IN_ORDER,
            "max(self.id_to_token) + 1 if self.id_to_token else 0",
            "len(self.id_to_token)",
        ),
    ],
    "specials-second-id": [
        Plant(
            MIN_RANK,
            """
            if token.encode("utf-8") not in self.vocab.values():
                self.vocab[""",
            """
            if token:
                self.vocab[""",
        ),
        Plant(
            PLACES,
            'if special.encode("utf-8") not in self.vocab.values():',
            'if special.encode("utf-8") not in list(self.vocab.values())[-len(special_tokens) :]:',
        ),
        Plant(
            IDS,
            """
            if token.encode() not in self.vocab.values():
                self""",
            """
            if special_tokens:
                self""",
        ),
    ],
    "ids-without-gaps": [
        Plant(
            MIN_RANK,
            "self.vocab = dict(vocab)",
            "self.vocab = dict(enumerate([vocab[i] for i in range(len(vocab))]))",
        ),
        Plant(IDS, "self.vocab = dict(vocab)", "self.vocab = dict(enumerate(vocab.values()))"),
        Plant(
            SPLIT,
            "{token: i for i, token in self.tokens.items()}",
            "{self.tokens[i]: i for i in range(len(self.tokens))}",
        ),
    ],
}
