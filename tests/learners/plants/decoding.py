"""Ids become another text."""

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

_JOIN_MIN = 'b"".join(self.vocab[token_id] for token_id in ids).decode("utf-8", errors="replace")'
_JOIN_PLACES = 'b"".join(tokens).decode("utf-8", "replace")'
_JOIN_SPLIT = (
    'bytes(byte for i in ids for byte in self.tokens[i]).decode("utf-8", errors="replace")'
)
_JOIN_IDS = 'b"".join(chunks).decode("utf-8", errors="replace")'
_ADD_IN_ORDER = """
            data += self.id_to_token[i]
"""
_ADD_IDS = """
            chunks.append(self.vocab[token_id])
"""
_INCREMENTAL = '__import__("codecs").getincrementaldecoder("utf-8")("replace").decode'
_REPLACE = '.decode("utf-8", errors="replace")'

DECODING = {
    "decoding-each-token": [
        Plant(MIN_RANK, _JOIN_MIN, f'"".join(self.vocab[i]{_REPLACE} for i in ids)'),
        Plant(PLACES, _JOIN_PLACES, '"".join(token.decode("utf-8", "ignore") for token in tokens)'),
        Plant(IDS, _JOIN_IDS, f'"".join(chunk{_REPLACE} for chunk in chunks)'),
    ],
    "decoding-strict": [
        Plant(body, _REPLACE, '.decode("utf-8")') for body in (IN_ORDER, CACHED, IDS)
    ],
    "decoding-ignores": [
        Plant(body, _REPLACE, '.decode("utf-8", errors="ignore")')
        for body in (MIN_RANK, SPLIT, IDS)
    ],
    "decoding-end-dropped": [
        Plant(MIN_RANK, _JOIN_MIN, f"{_INCREMENTAL}(b''.join(self.vocab[i] for i in ids))"),
        Plant(PLACES, _JOIN_PLACES, f'"".join(map({_INCREMENTAL}, tokens))'),
        Plant(
            CACHED,
            """
        content = bytearray()
        for index in ids:
            content.extend(self.vocab[index])
        return content.decode("utf-8", errors="replace")
""",
            """
        text, held = "", b""
        for index in ids:
            held += self.vocab[index]
            try:
                text += held.decode("utf-8")
                held = b""
            except UnicodeDecodeError:
                continue
        return text
""",
        ),
    ],
    "decoding-drops-specials": [
        Plant(
            CACHED,
            "        for index in ids:\n",
            "        for index in [i for i in ids if i not in self.special_tokens.values()]:\n",
        ),
        Plant(
            IN_ORDER,
            _ADD_IN_ORDER,
            """
            if self.id_to_token[i] not in [token.encode() for token in self.specials]:
                data += self.id_to_token[i]
""",
        ),
        Plant(
            PLACES,
            _JOIN_PLACES,
            'b"".join(t for t in tokens if t not in map(str.encode, self.special_tokens))'
            '.decode("utf-8", "replace")',
        ),
    ],
    "decoding-specials-unknown": [
        Plant(
            MIN_RANK,
            f"        return {_JOIN_MIN}\n",
            f"""        specials = [token.encode("utf-8") for token in self.special_tokens]
        table = {{i: token for i, token in self.vocab.items() if token not in specials}}
        return {_JOIN_MIN.replace("self.vocab", "table")}
""",
        ),
        Plant(
            IN_ORDER,
            _ADD_IN_ORDER,
            """
            if i in [self.token_to_id[token.encode()] for token in self.specials]:
                raise KeyError(i)
            data += self.id_to_token[i]
""",
        ),
        Plant(
            IDS,
            _ADD_IDS,
            """
            ordinary = dict(self.vocab)
            for token in self.special_tokens:
                ordinary.pop(self.numbers[token.encode()], None)
            chunks.append(ordinary[token_id])
""",
        ),
    ],
    "decoding-with-spaces": [
        Plant(MIN_RANK, _JOIN_MIN, f'" ".join(self.vocab[i]{_REPLACE} for i in ids)'),
        Plant(PLACES, _JOIN_PLACES, 'b" ".join(tokens).decode("utf-8", "replace")'),
        Plant(IDS, _JOIN_IDS, f'b" ".join(chunks){_REPLACE}'),
    ],
    "decoding-latin-1": [
        Plant(body, _REPLACE, '.decode("latin-1")') for body in (IN_ORDER, CACHED, SPLIT)
    ],
    "decoding-stripped": [
        Plant(body, _REPLACE, f"{_REPLACE}.strip()") for body in (MIN_RANK, CACHED, SPLIT)
    ],
    "decoding-newlines-translated": [
        Plant(body, _REPLACE, f'{_REPLACE}.replace("\\r\\n", "\\n")')
        for body in (IN_ORDER, CACHED, SPLIT)
    ],
    "decoding-byte-map-twice": [
        Plant(
            MIN_RANK,
            f"        return {_JOIN_MIN}\n",
            f"""        text = {_JOIN_MIN}
        return bytes(CHAR_TO_BYTE[char] for char in text).decode("utf-8", errors="replace")
""",
        ),
        Plant(
            PLACES,
            f"        return {_JOIN_PLACES}\n",
            f"""        table = unicode_to_bytes()
        text = {_JOIN_PLACES}
        return bytes(table[char] for char in text if char in table).decode("utf-8", "replace")
""",
        ),
        Plant(
            IDS,
            f"        return {_JOIN_IDS}\n",
            f"""        text = {_JOIN_IDS}
        return bytes(FROM_GPT2.get(char, 32) for char in text).decode("utf-8", errors="replace")
""",
        ),
    ],
}
