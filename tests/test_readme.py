"""What the README promises is there: its example, commands, links and table of problems."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from cs336_basics.learn import law

PROBLEMS = {
    "unicode1",
    "unicode2",
    "bpe_example",
    "train_bpe",
    "train_bpe_tinystories",
    "train_bpe_expts_owt",
    "tokenizer",
    "tokenizer_experiments",
}
"""The named problems (and the worked example) of the assignment's chapter 2."""

ROW = re.compile(
    r"^\| `(?P<problem>\w+)` \| \[[^]]+\]\((?P<path>[^)]+)\) \| (?P<cells>.+) \|$", re.M
)
LINK = re.compile(r"\]\((?!https?://)([^)#]+)")


@pytest.fixture(scope="module")
def readme(root: Path) -> str:
    """The text of the README."""
    return (root / "README.md").read_text(encoding="utf-8")


def headings(notebook: Path) -> list[str]:
    """The headings of a notebook's Markdown cells, without their marks."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    texts = ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return [h.strip() for text in texts for h in re.findall(r"^#+ (.+)$", text, re.MULTILINE)]


def test_the_example_prints_what_it_says(
    root: Path, readme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comment lines under a print are its output, character for character."""
    (example,) = re.findall(r"^```python\n(.+?)^```", readme, re.MULTILINE | re.DOTALL)
    expected = [line[2:] for line in example.splitlines() if line.startswith("# ")]
    monkeypatch.chdir(root)

    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(example, "README.md", "exec"), {})

    assert expected == printed.getvalue().splitlines()
    assert expected


def test_the_example_is_six_lines(readme: str) -> None:
    """A reader takes it in at one glance."""
    (example,) = re.findall(r"^```python\n(.+?)^```", readme, re.MULTILINE | re.DOTALL)
    code = [line for line in example.splitlines() if line and not line.startswith("#")]

    assert len(code) == 6


@pytest.mark.parametrize("rules", [law.OPEN, law.UNSEEN], ids=["open", "unseen"])
def test_the_law_is_the_one_that_code_is_judged_by(readme: str, rules: law.Rules) -> None:
    """Each list stands there as the checker has it."""
    assert f"\n\n{rules.markdown()}\n</details>" in readme


def test_the_version_of_the_assignment_is_named(readme: str) -> None:
    """So that a later one can be compared."""
    assert f"version {law.VERSION}" in " ".join(readme.split())


def test_every_row_names_cells_that_exist(root: Path, readme: str) -> None:
    """Problem -> notebook -> the headings over its cells, which name the problem too."""
    rows = [match.groupdict() for match in ROW.finditer(readme)]
    missing = [
        (row["path"], cell)
        for row in rows
        for cell in row["cells"].split("<br>")
        if cell not in headings(root / row["path"]) or not re.search(rf"\b{row['problem']}\b", cell)
    ]

    assert missing == []
    assert {row["problem"] for row in rows} <= PROBLEMS


def test_every_problem_in_a_notebook_has_its_row(root: Path, readme: str) -> None:
    """A notebook that works a problem is found from the README."""
    rows = {(match["problem"], match["path"]) for match in ROW.finditer(readme)}
    worked = {
        (problem, notebook.relative_to(root).as_posix())
        for notebook in (root / "notebooks").glob("*.ipynb")
        for heading in headings(notebook)
        for problem in re.findall(r"^Problem `?(\w+)`?", heading)
        if problem in PROBLEMS
    }

    assert worked <= rows


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_every_relative_link_leads_somewhere(root: Path, page: str) -> None:
    """Files and folders named in a link exist."""
    links = LINK.findall((root / page).read_text(encoding="utf-8"))

    assert [link for link in links if not (root / link).exists()] == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_every_make_command_is_a_target(root: Path, page: str) -> None:
    """Who types what is written gets what is written."""
    text = (root / page).read_text(encoding="utf-8")
    commands = set(re.findall(r"(?:^ *|`)make ([a-z-]+)", text, re.MULTILINE))
    targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(), re.MULTILINE))

    assert commands
    assert commands - targets == set()


def test_the_command_line_of_the_readme_works(
    root: Path, readme: str, tmp_path: Path, python: str
) -> None:
    """The two `cs336-bpe` lines, typed as they stand."""
    train, inspect = re.findall(r"`(?:\.venv/bin/)?cs336-bpe ([^`]+)`", readme)
    output = tmp_path / "out.yaml"

    for line in (train, inspect):
        arguments = [str(output) if word == "out.yaml" else word for word in shlex.split(line)]
        done = subprocess.run(
            [str(Path(python).with_name("cs336-bpe")), *arguments],
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (0, line) == (done.returncode, line), done.stderr

    assert output.exists()
