"""The file is read wrongly."""

from __future__ import annotations

from tests.learners.plants._plant import (
    ARRAY,
    BLOCKS,
    BYTE_TUPLES,
    CLASS,
    HEAP,
    ID_LISTS,
    LATIN1,
    LINKED,
    POOL,
    Plant,
)

_READ = """
        text = f.read().decode("utf-8", errors="replace")
    words = pretokenize(text, special_tokens)
"""

READING = {
    "reading-by-line": [
        Plant(
            BYTE_TUPLES,
            _READ,
            """
        words: Counter[tuple[bytes, ...]] = Counter()
        for line in f:
            words += pretokenize(line.decode("utf-8", errors="replace"), special_tokens)
""",
        ),
        Plant(
            CLASS,
            "self._pretokenize(document)\n",
            "[self._pretokenize(line) for line in document.splitlines(keepends=True)]\n",
        ),
        Plant(
            ID_LISTS,
            "    for doc in docs:\n",
            "    for doc in [line for doc in docs for line in doc.splitlines(True)]:\n",
        ),
    ],
    "reading-cut-at-space": [
        Plant(
            BYTE_TUPLES,
            "    words = pretokenize(text, special_tokens)\n",
            """    words: Counter[tuple[bytes, ...]] = Counter()
    start = 0
    while start < len(text):
        end = text.find(" ", start + len(text) // 4) + 1 or len(text)
        words += pretokenize(text[start:end], special_tokens)
        start = end
""",
        ),
        Plant(
            LATIN1,
            "    stories = re.split(pattern, text) if pattern else [text]\n",
            """    middle = max(text.find(" ", len(text) // 2), 0)
    stories = []
    for half in (text[:middle], text[middle:]):
        stories += re.split(pattern, half) if pattern else [half]
""",
        ),
        Plant(
            POOL,
            """
        if split_token is None:
            boundaries = [0, f.seek(0, os.SEEK_END)]
        else:
            boundaries = find_chunk_boundaries(f, NUM_PROCESSES, split_token.encode("utf-8"))
""",
            """
        boundaries = find_chunk_boundaries(f, NUM_PROCESSES, b" ")
        boundaries[1:-1] = [boundary + 1 for boundary in boundaries[1:-1]]
""",
        ),
    ],
    "reading-cut-anywhere": [
        Plant(
            BYTE_TUPLES,
            "    words = pretokenize(text, special_tokens)\n",
            """    words: Counter[tuple[bytes, ...]] = Counter()
    size = len(text) // 4 + 1
    for start in range(0, len(text), size):
        words += pretokenize(text[start : start + size], special_tokens)
""",
        ),
        Plant(
            POOL,
            "            boundaries = [0, f.seek(0, os.SEEK_END)]\n",
            """            size = f.seek(0, os.SEEK_END)
            boundaries = [i * size // NUM_PROCESSES for i in range(NUM_PROCESSES + 1)]
""",
        ),
        Plant(
            BLOCKS,
            "            buffer = buffer[done:]\n",
            '            yield buffer[done:]\n            buffer = ""\n',
        ),
        Plant(
            ARRAY,
            "    counts = count_in_parallel(documents)\n",
            """    size = 1000  # so that the workers have equal shares
    pieces = [doc[i : i + size] for doc in documents for i in range(0, len(doc), size)]
    counts = count_in_parallel(pieces)
""",
        ),
    ],
    "reading-end-lost": [
        Plant(
            ARRAY,
            "    shares = [documents[i::WORKERS] for i in range(WORKERS)]\n",
            """    each = len(documents) // WORKERS
    shares = [documents[i * each : (i + 1) * each] for i in range(WORKERS)]
""",
        ),
        Plant(
            BLOCKS,
            "        while block := file.read(BLOCK_SIZE):\n",
            "        while len(block := file.read(BLOCK_SIZE)) == BLOCK_SIZE:\n",
        ),
        Plant(POOL, "    boundaries = {0, size}\n", "    boundaries = {0}\n"),
    ],
    "reading-stripped": [
        Plant(
            body,
            'f.read().decode("utf-8", errors="replace")',
            'f.read().decode("utf-8", errors="replace").strip()',
        )
        for body in (BYTE_TUPLES, HEAP, LINKED)
    ],
    "reading-lines-stripped": [
        Plant(
            BYTE_TUPLES,
            _READ,
            """
        words: Counter[tuple[bytes, ...]] = Counter()
        for line in f:
            words += pretokenize(line.decode("utf-8", errors="replace").strip(), special_tokens)
""",
        ),
        Plant(
            CLASS,
            "self._pretokenize(document)\n",
            '[self._pretokenize(line.strip()) for line in document.split("\\n")]\n',
        ),
        Plant(
            LATIN1,
            "regex.findall(PAT, story):",
            '[p for line in story.split("\\n") for p in regex.findall(PAT, line.strip())]:',
        ),
    ],
    "chunks-straddling": [
        Plant(
            BLOCKS,
            """
            buffer += block
            done = 0
            for match in delimiter.finditer(buffer) if special_tokens else ():
                if match.start() + longest > len(buffer):
                    break
                yield buffer[done : match.start()]
                done = match.end()
            buffer = buffer[done:]
    yield from delimiter.split(buffer) if special_tokens else [buffer]
""",
            """
            parts = delimiter.split(block) if special_tokens else [block]
            for part in parts[:-1]:
                yield buffer + part
                buffer = ""
            buffer += parts[-1]
    yield buffer
""",
        ),
        Plant(
            POOL,
            '            tail = (tail + block)[-keep:] if keep else b""\n',
            "",
            "find_chunk_boundaries",
        ),
    ],
}
