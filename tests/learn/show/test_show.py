"""What notebooks show: it draws without styles or scripts, and nothing in it is taken for HTML."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cs336_basics import pairs
from cs336_basics.learn import show
from cs336_basics.learn.show._source import find_solution

EVIL = "<script>alert(1)</script>"
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000a49444154789c63000100000500010d0a2db40000000049454e44ae426082"
)


@pytest.fixture
def solutions(tmp_path: Path) -> Path:
    """A folder with one module of solutions."""
    (tmp_path / "01_toy.py").write_text(
        '"""Toy."""\n\nLIMIT = 1\n\n\ndef my_sum(a: int, b: int) -> int:\n'
        '    """Add <two> numbers."""\n    return a + b\n\n\ndef my_other() -> None:\n    pass\n'
    )
    return tmp_path


@pytest.fixture
def profiles(tmp_path: Path) -> Path:
    """A folder with one profile."""
    place = tmp_path / "toy"
    place.mkdir()
    (place / "cprofile.txt").write_text("1 0.5 <listcomp>\n")
    (place / "icicle.png").write_bytes(PIXEL)
    return tmp_path


def test_source_is_the_package_s_own() -> None:
    """The text of the function as it is installed, under the file it stands in."""
    shown = show.source(pairs.split_bytes)
    first, second, *_ = shown.text.splitlines()

    assert first == "# cs336_basics/pairs.py"
    assert second == "def split_bytes(pretoken: bytes) -> list[bytes]:"
    assert "split_bytes" in shown.html
    assert 'class="' not in shown.html  # a class would need a style sheet


def test_a_solution_is_that_one_function_folded(solutions: Path) -> None:
    """Nobody sees it before asking, and its neighbours do not show."""
    shown = show.solution("my_sum", solutions)

    assert shown.html.startswith("<details><summary>Solution: my_sum</summary>")
    assert "&lt;two&gt;" in shown.html
    assert "my_other" not in shown.html
    assert shown.text == "Solution: my_sum in notebooks/solutions/01_toy.py"


def test_a_solution_is_found_by_the_learner_s_function(solutions: Path) -> None:
    """`show.solution(my_sum)` in the notebook, where `my_sum` is a stub."""

    def my_sum(a: int, b: int) -> int:
        raise NotImplementedError

    assert show.solution("my_sum", solutions) == show.solution(my_sum, solutions)


def test_a_missing_solution_says_so(solutions: Path) -> None:
    """A misspelt name does not show an empty box."""
    with pytest.raises(LookupError, match="no solution named 'my_summ'"):
        find_solution("my_summ", solutions)


def test_a_table_reads_the_same_in_text() -> None:
    """Columns as wide as their widest cell; thousands with a comma."""
    shown = show.table([("low", 5), ("lower", 12345)], ["word", "count"])

    assert str(shown).splitlines() == ["word   count", "low    5", "lower  12,345"]
    assert shown.html.count("<tr>") == 3


def test_a_table_draws_tokens_in_its_cells() -> None:
    """A cell may itself be a picture."""
    tokens = show.tokens([b"lo", b"w"])

    assert tokens.html in show.table([("low", tokens)]).html


def test_tokens_show_what_cannot_be_seen() -> None:
    """A space, a line end, half a character, a control character."""
    assert str(show.tokens([b" low", b"\n", "é".encode()[:1], b"\x00"])) == r"·low|↵|\xc3|\x00"


def test_neighbouring_tokens_differ_in_colour() -> None:
    """Equal tokens side by side are still two boxes."""
    first, second = re.findall(r"background:(#\w+)", show.tokens([b"a", b"a"]).html)

    assert first != second


def test_steps_can_be_read_without_the_script() -> None:
    """A fresh clone drops the script; every step is there, and open."""
    shown = show.steps([("start", "l o w"), ("one merge", show.tokens([b"lo", b"w"]))])
    without = re.sub(r"<script>.*</script>", "", shown.html, flags=re.DOTALL)

    assert without.count("<details open>") == 2
    assert "<script" not in without
    assert str(shown).splitlines() == ["start", "l o w", "one merge", "lo|w"]


def test_steps_are_the_same_in_every_run() -> None:
    """Ids come from the content, so a committed output does not change by itself."""
    frames: list[tuple[str, show.Html | str]] = [("a", "1"), ("b", "2")]

    assert show.steps(frames).html == show.steps(frames).html


def test_a_report_shows_picture_rows_and_link(profiles: Path) -> None:
    """The link to the full report stands there once that report does."""
    before = show.report("toy", profiles).html
    (profiles / "toy" / "scalene.html").write_text("<html></html>")
    after = show.report("toy", profiles).html

    assert "data:image/png;base64,iVBORw0KGgo" in before
    assert "&lt;listcomp&gt;" in before
    assert "scalene.html" not in before
    assert 'href="../profiles/toy/scalene.html"' in after


def test_an_unknown_report_names_those_that_exist(profiles: Path) -> None:
    """Help for a misspelt name."""
    with pytest.raises(FileNotFoundError, match="there are: toy"):
        show.report("tot", profiles)


@pytest.mark.parametrize(
    "shown",
    [
        show.table([(EVIL,)], [EVIL]),
        show.tokens([EVIL.encode()]),
        show.steps([(EVIL, EVIL)]),
    ],
    ids=["table", "tokens", "steps"],
)
def test_text_is_never_taken_for_html(shown: show.Html) -> None:
    """A corpus may hold anything, tags among it."""
    assert EVIL not in shown.html
    assert "&lt;script&gt;" in shown.html


@pytest.mark.parametrize(
    "shown",
    [
        show.source(pairs.merge_word),
        show.table([("a", 1)], ["x", "y"]),
        show.tokens([b"a"]),
        show.steps([("a", "1"), ("b", "2")]),
    ],
    ids=["source", "table", "tokens", "steps"],
)
def test_no_style_sheet_and_no_svg(shown: show.Html) -> None:
    """JupyterLab drops both in a notebook it does not trust."""
    assert not re.search(r"<(style|svg|iframe|link)\b", shown.html)
