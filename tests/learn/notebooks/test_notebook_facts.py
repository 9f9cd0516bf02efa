"""What the prose of the course says of its patterns and figures is what they do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
import regex

from cs336_basics import Tokenizer
from cs336_basics.datasets.corpora import find_corpora, sample_documents
from cs336_basics.kernels import FROM_SIZE
from cs336_basics.learn.mistakes import MISTAKES
from cs336_basics.learn.notebooks.cards import markdown, read_lesson
from cs336_basics.learn.notebooks.run import NOTEBOOKS
from cs336_basics.measure.experiments import bytes_per_token
from cs336_basics.pairs import count_pairs, merge_word, rank, split_bytes
from cs336_basics.repository import ROOT
from cs336_basics.text.pretokenize import PATTERNS, pretokenize

VERSION = "26.0.3 of 2026-04-07"
"""Of the assignment: what README and notebooks follow."""

SAFE = "05_parallel_pretokenization.ipynb"
MUSEUM = "10_museum_of_mistakes.ipynb"


def prose() -> Iterator[tuple[str, str]]:
    """All that is told: (where, text) of the notebooks, the catalogue and README."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                yield f"{path.name} {cell.id}", cell.source
    for mistake in MISTAKES.values():
        yield mistake.name, f"{mistake.title}. {mistake.why}"
    yield "README.md", (ROOT / "README.md").read_text(encoding="utf-8")


def sentences(text: str) -> list[str]:
    """A text cut behind full stops, colons and paragraphs."""
    flat = re.sub(r"(?<!\n)\n(?!\n)", " ", text)
    return re.split(r"(?<=[.:?!])\s+|\n\n", flat)


def cell_of(name: str, cell_id: str) -> str:
    """The source of one cell."""
    notebook = read_lesson(NOTEBOOKS / name).notebook
    source: str = next(cell.source for cell in notebook.cells if cell.id == cell_id)
    return source


def test_line_ends_are_one_pretoken_only_where_white_space_or_the_end_follows() -> None:
    """The fact that the sentences below are about."""
    assert ["one", "\n", "\n", "two"] == pretokenize("one\n\ntwo")
    assert ["one", "\n\n"] == pretokenize("one\n\n")
    assert ["one", "\n\n ", " two"] == pretokenize("one\n\n  two")


def test_nobody_says_that_line_ends_are_one_pretoken_without_saying_where() -> None:
    """Such a sentence must say that they are at the end, or that white space follows."""
    about = re.compile(r"(line ends?|empty line|\\n\\n|white space in a row).*\bone\b\W* pre-token")
    where = re.compile(r"at the end|white space follows|only\s+the last|cl100k|GPT-4", re.I)
    found = [
        (place, sentence)
        for place, text in prose()
        for sentence in sentences(text)
        if about.search(sentence) and not where.search(sentence)
    ]

    assert [] == found


@pytest.mark.parametrize(("left", "right"), [("\n", " "), ("\n", "  a")])
def test_the_counterexamples_of_05_are_some(left: str, right: str) -> None:
    """And the notebook names them."""
    answer = cell_of(SAFE, "predict-safe")

    assert pretokenize(left + right) != pretokenize(left) + pretokenize(right)
    assert "a space: at the end of a text" in answer
    assert r"`\n` and `  a`" in answer


@pytest.mark.parametrize(("left", "right"), [("\n", " a"), ("a\n", "\nb")])
def test_what_05_calls_harmless_is_harmless(left: str, right: str) -> None:
    """A single space goes with its word, and line ends between words are apart anyway."""
    assert pretokenize(left + right) == pretokenize(left) + pretokenize(right)


@pytest.mark.parametrize(
    "text", ["!\x1cb", "a\x1d b", "a\x1e\x1fb c", "a\x85b", "a\xa0b", "x\n\ny"]
)
def test_the_stretches_of_05_are_cut_where_the_pattern_cuts(text: str) -> None:
    """Both must mean the same by white space."""
    source = re.search(r'STRETCH = regex.compile\(r"(.+)"\)', cell_of(SAFE, "fewer-stretches"))
    assert source

    parts = [p for stretch in regex.findall(source[1], text) for p in pretokenize(stretch)]

    assert pretokenize(text) == parts


def test_the_pattern_has_as_many_alternatives_as_is_said() -> None:
    """In notebook 02 and at the door of room 3."""
    depth, alternatives = 0, 1
    for character in re.sub(r"\\\\.|\[[^]]*\]", "", PATTERNS["gpt2"].source):
        depth += {"(": 1, ")": -1}.get(character, 0)
        alternatives += character == "|" and not depth

    assert alternatives == 6
    assert "six alternatives" in cell_of("02_naive_bpe.ipynb", "gpt2-pattern")
    assert "six branches" in cell_of(MUSEUM, "room-3")


def test_room_5_counts_its_ties() -> None:
    """By counting every pair anew before each merge."""
    text = (ROOT / "data" / "stories.txt").read_bytes()[:1000].decode()
    words = [(split_bytes(each.encode()), 1) for each in pretokenize(text)]
    ties = 0
    for _ in range(40):
        counts = count_pairs(words)
        best, most = max(counts.items(), key=rank)
        ties += sum(count == most for count in counts.values()) > 1
        words = [(merge_word(word, best), n) for word, n in words]

    assert f"at {ties} of the first 40 merges" in cell_of(MUSEUM, "room-5")


TAUGHT = {
    "files-uint16-wraps": "uint16",
    "files-int16": "uint16",
    "files-width-forgotten": "reads it as `uint16`",
    "pretokens-gpt4": "GPT-4",
    "pretokens-digits-in-threes": r"digits, with one space|any digit",
    "pretokens-contractions-any-case": "contractions are lower case",
    "pretokens-no-contractions": "contraction",
    "ties-smallest-id": "token_number",
    "ties-by-id": "lexicographically",
    "ties-printable": "printable_form",
    "ties-length-first": "length_first",
    "merging-whole-run": "without overlap",
    "counts-32-bit": "64 bits",
    "counts-drift": r"the word \*as it was\*",
    "chunks-straddling": "straddle",
    "decoding-each-token": "decodes each alone",
    "reading-newlines-translated": r"turn `\\r\\n` into",
}
"""What a notebook must mention to be the one where a mistake is taught."""


@pytest.mark.parametrize("name", TAUGHT)
def test_a_mistake_is_taught_where_the_catalogue_says(name: str) -> None:
    """So that a reader who is sent there finds it."""
    (path,) = NOTEBOOKS.glob(f"{MISTAKES[name].notebook}_*.ipynb")
    lesson = read_lesson(path)
    code = "\n".join(cell.source for cell in lesson.notebook.cells)

    assert re.search(TAUGHT[name], f"{markdown(lesson.notebook)}\n{code}")


def test_budgets_are_told_by_the_code_that_sets_them() -> None:
    """Seconds that are typed in prose are wrong as soon as the code changes."""
    for name, cell_id in (("03_incremental_bpe.ipynb", "race"), ("04_heap_bpe.ipynb", "time")):
        assert not re.search(r"\b(a|one|two|three|\d+(\.\d+)?) seconds?\b", cell_of(name, cell_id))


@pytest.mark.parametrize("path", [ROOT / "README.md", *sorted(NOTEBOOKS.glob("*.ipynb"))])
def test_what_follows_the_assignment_names_its_version(path: Path) -> None:
    """Every notebook that works on one of its problems, and README."""
    text = (
        markdown(read_lesson(path).notebook)
        if path.suffix == ".ipynb"
        else path.read_text(encoding="utf-8")
    )
    row = re.search(r"^\| (?:\*\*)?Assignment(?:\*\*)? \| (.+) \|$", text, re.MULTILINE)

    if path.suffix == ".md" or (row and "beyond it" not in row[1]):
        assert VERSION in (row[1] if row else text)


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("0*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_names_its_sources(path: Path) -> None:
    """In a fold at its end, numbered."""
    sources = cell_of(path.name, "sources")

    assert sources.startswith("<details><summary>Sources</summary>\n\n1. ")
    assert sources.endswith("</details>")


@pytest.mark.parametrize(
    ("text", "as_branch"),
    [
        ("hi.<|endoftext|>", ["hi", ".<|", "endoftext", "|>"]),
        ("a\n\n<|endoftext|>", ["a", "\n", "\n", "<|", "endoftext", "|>"]),
    ],
)
def test_a_special_token_as_a_branch_is_eaten(text: str, as_branch: list[str]) -> None:
    """The two texts of 02 fall apart when the token stands behind the pattern's alternatives."""
    pattern = PATTERNS["gpt2"].source + "|" + regex.escape("<|endoftext|>")

    assert as_branch == regex.findall(pattern, text)
    assert repr(text)[1:-1] in cell_of("02_naive_bpe.ipynb", "specials-branch-run")


def test_word_pieces_are_told_apart_from_bpe() -> None:
    """The counts of 02's example: by WordPiece's rule q·u is ahead a hundredfold."""
    answer = cell_of("02_naive_bpe.ipynb", "other-algorithms")

    assert 100 == (100 / (100 * 1_000)) / (100 / (5_000 * 2_000))
    assert "by a factor of 100" in answer
    assert (b"t", b"h") == max([(b"q", b"u"), (b"t", b"h")])


@pytest.mark.parametrize(("column", "size"), [(1, 10_000), (2, 32_000)])
def test_the_merges_that_others_got_are_what_is_left_for_merges(column: int, size: int) -> None:
    """A vocabulary less the 256 bytes and one special token."""
    (row,) = re.findall(
        r"^\| merges \| ([\d,]+) \| ([\d,]+) \|$",
        cell_of("07_experiments.ipynb", "answers"),
        re.MULTILINE,
    )

    assert f"{size - 256 - 1:,}" == row[column - 1]


def test_a_limit_around_a_generator_function_is_gone_before_it_works() -> None:
    """Why the assignment's memory test measures nothing, as 06 says."""
    printed = read_lesson(NOTEBOOKS / "06_tokenizer.ipynb").notebook
    (cell,) = (each for each in printed.cells if each.id == "memory-test-run")

    assert "limit on\nlimit off\n  the work begins\n[1, 2, 3]\n" == "".join(
        "".join(output.text) for output in cell.outputs
    )


def test_the_recorded_ratios_are_what_the_corpora_give() -> None:
    """What 07 shows where a corpus is absent; to be looked at where one is there."""
    found = {each.name: each.path for each in find_corpora()}
    lines = (ROOT / "profiles" / "bytes_per_token.csv").read_text(encoding="utf-8").splitlines()
    recorded = {tuple(line.split(",")[:2]): float(line.split(",")[2]) for line in lines[1:]}
    if "TinyStories" not in found or found["TinyStories"].stat().st_size > 10_000_000:
        pytest.skip("the sample of TinyStories is not here")

    texts = sample_documents(found["TinyStories"], 10)
    tokenizer = Tokenizer.load(ROOT / "profiles" / "tinystories_10k.yaml")

    expected = recorded["TinyStories 10k", "TinyStories"]
    assert expected == pytest.approx(bytes_per_token(tokenizer, texts), abs=1e-4)


def test_small_texts_of_06_and_07_stay_below_the_kernels() -> None:
    """Both say from which size on kernels take over: a quarter of a megabyte."""
    assert 250_000 <= FROM_SIZE <= 270_000
    for name, cell_id in (
        ("06_tokenizer.ipynb", "time"),
        ("07_experiments.ipynb", "throughput-note"),
    ):
        assert "a quarter of a megabyte" in cell_of(name, cell_id).replace("\n", " ")
