"""Every notebook has the shape of the course, and its exercises can be done.

That a committed notebook shows one run from top to bottom, without times and machine paths, is
tested in `learn/test_notebook_form.py`.
"""

from __future__ import annotations

import ast
import re
import socket
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

from cs336_basics.learn import checks
from cs336_basics.learn.notebooks.cards import has_tag, markdown
from cs336_basics.learn.notebooks.run import NOTEBOOKS
from cs336_basics.learn.show._source import SOLUTIONS, find_solution
from cs336_basics.repository import ROOT

PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
CARD = re.compile(
    r"\*\*Exercise (?P<notebook>\d+)\.(?P<number>\d+) · `(?P<name>my_\w+)`\*\*"
    r" · difficulty (?P<dots>●{1,5}○{0,4}) · \d+ minutes\n"
)
LINK = re.compile(r"\]\((?!https?://|#)([^)#\s]+)")
HREF = re.compile(r"(?:href|src)=\"(?!https?://|data:|#)([^\"#]+)")
ATTEMPT = re.compile(r"(naive|wrong|published)_|(Naive|Wrong|Published)[A-Z]")
"""Names of code that is shown as what it is: slow, wrong, or somebody's published version."""
LONGEST_ATTEMPT = 15
LONGEST_DISPLAY = 5

LAST = NOTEBOOKS / "10_museum_of_mistakes.ipynb"
"""Nothing hurts after this one."""

every_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def read(path: Path) -> NotebookNode:
    """A notebook as it is committed."""
    return nbformat.read(path, as_version=4)


def tagged(notebook: NotebookNode, tag: str) -> list[NotebookNode]:
    """The cells that carry a tag."""
    return [cell for cell in notebook.cells if has_tag(cell, tag)]


def functions(source: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every `def` in a cell with the name it goes by: its own, or that of its class."""
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a cell of magics
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from (
                (node.name, item) for item in node.body if isinstance(item, ast.FunctionDef)
            )
        elif isinstance(node, ast.Module):
            yield from (
                (item.name, item) for item in node.body if isinstance(item, ast.FunctionDef)
            )


def stub_of(cell: NotebookNode) -> ast.FunctionDef | ast.ClassDef:
    """The one function of a stub cell, or the one class."""
    (stub,) = ast.parse(cell.source).body
    assert isinstance(stub, ast.FunctionDef | ast.ClassDef)
    return stub


def methods(node: ast.stmt) -> dict[str, ast.FunctionDef]:
    """A function by its name; of a class, the methods that are for everybody."""
    body = node.body if isinstance(node, ast.ClassDef) else [node]
    found = {each.name: each for each in body if isinstance(each, ast.FunctionDef)}
    return {name: each for name, each in found.items() if not re.match("_[^_]", name)}


def names_in(check: NotebookNode) -> list[str]:
    """The learner's functions that a check cell checks: `checks.count_pairs(my_count_pairs)`."""
    call = re.fullmatch(r"checks\.(\w+)\((my_\w+(?:, my_\w+)*)\)", check.source)
    assert call, check.source
    names = call[2].split(", ")
    assert len(names) > 1 or names[0].lower() == f"my_{call[1]}"  # checks.tokenizer(my_Tokenizer)
    return names


def html_of(notebook: NotebookNode) -> Iterator[str]:
    """All HTML in its outputs."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "text/html" in output.get("data", {}):
                yield output["data"]["text/html"]


def test_there_are_notebooks() -> None:
    """The tests below must have something to look at."""
    assert [path.stem for path in PATHS][:1] == ["01_unicode_utf8"]


@every_notebook
def test_it_opens_with_its_number_and_question(path: Path) -> None:
    """One top heading, in the first cell, with the number of the file; under it the question."""
    notebook = read(path)
    first = notebook.cells[0].source

    assert len(re.findall(r"^# .+$", markdown(notebook), re.MULTILINE)) == 1
    assert re.match(rf"# {path.stem[:2]} · .+\n\n\*\*.+\?\*\*\n", first)


@every_notebook
def test_it_lets_the_reader_predict_and_ends_with_what_hurts_next(path: Path) -> None:
    """Predictions with folded answers, takeaways, and a way on."""
    text = markdown(read(path))
    endings = ["## Takeaways", "## What hurts next"][: 1 if path == LAST else 2]

    assert "**Predict" in text
    assert text.count("<details>") == text.count("</details>") > 0
    assert endings == [line for line in text.splitlines() if line in endings]


@every_notebook
def test_its_links_lead_somewhere(path: Path) -> None:
    """Relative links alone, and each names a file of this repository."""
    notebook = read(path)
    links = {*LINK.findall(markdown(notebook)), *HREF.findall("".join(html_of(notebook)))}

    assert [] == sorted(link for link in links if not (path.parent / link).resolve().exists())


@every_notebook
def test_its_cells_have_names(path: Path) -> None:
    """A report can say which cell: the ids are words, not random digits."""
    ids = [cell.id for cell in read(path).cells]

    assert [] == [name for name in ids if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name)]
    assert [] == [name for name in ids if re.fullmatch(r"[0-9a-f]{8}", name)]


@every_notebook
def test_each_exercise_has_card_stub_check_and_solution(path: Path) -> None:
    """In this order, and numbered through. Two functions may share an exercise (save and load)."""
    notebook = read(path)
    numbers = []
    for check in tagged(notebook, "check"):
        names = names_in(check)
        where = notebook.cells.index(check)
        stubs = notebook.cells[where - len(names) : where]
        before = [cell for cell in notebook.cells[:where] if cell.cell_type == "markdown"][-1]
        solutions = notebook.cells[where + 1 : where + 1 + len(names)]
        card = CARD.match(before.source)

        assert card, f"no card before {names[0]}"
        assert (names[0], 5) == (card["name"], len(card["dots"]))
        assert "<summary>Hint</summary>" in before.source
        assert names == [stub_of(stub).name for stub in stubs]
        assert [f"show.solution({name})" for name in names] == [cell.source for cell in solutions]
        numbers.append(f"{card['notebook']}.{card['number']}")

    assert numbers == [f"{int(path.stem[:2])}.{n + 1}" for n in range(len(numbers))]
    names = [name for check in tagged(notebook, "check") for name in names_in(check)]
    assert len(names) == len(tagged(notebook, "stub")) == len(tagged(notebook, "solution"))


@every_notebook
def test_each_stub_is_a_signature_and_nothing_else(path: Path) -> None:
    """One line of what, then NotImplementedError; the arguments are those of our solution."""
    for cell in tagged(read(path), "stub"):
        stub = stub_of(cell)
        module, code = find_solution(stub.name)
        (solution,) = ast.parse(code).body
        ours = methods(solution)

        assert module.stem == path.stem
        assert ast.get_docstring(stub)
        assert methods(stub).keys() == ours.keys()
        for name, method in methods(stub).items():
            assert ast.get_docstring(method)
            assert [ast.unparse(line) for line in method.body[1:]] == ["raise NotImplementedError"]
            assert ast.unparse(method.args) == ast.unparse(ours[name].args)


@every_notebook
def test_an_unfilled_check_says_so(path: Path) -> None:
    """What is committed is the fresh state: nothing attempted."""
    for cell in tagged(read(path), "check"):
        expected = f"{' and '.join(names_in(cell))}: not attempted yet\n"

        assert [expected] == [output.text for output in cell.outputs]


@every_notebook
def test_it_holds_no_second_copy_of_the_package(path: Path) -> None:
    """A `def` is the learner's, a mistake shown as one, or a few lines of display."""
    notebook = read(path)
    stubs = tagged(notebook, "stub")
    too_long = []
    for cell in notebook.cells:
        if cell.cell_type != "code" or cell in stubs:
            continue
        for name, function in functions(cell.source):
            body = function.body[ast.get_docstring(function) is not None :]
            lines = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            if lines > (LONGEST_ATTEMPT if ATTEMPT.match(name) else LONGEST_DISPLAY):
                too_long.append((name, function.name, lines))

    assert too_long == []


@every_notebook
def test_it_installs_and_fetches_nothing(path: Path) -> None:
    """It runs offline, in the environment as it is."""
    code = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "code")

    assert not re.search(r"^\s*[!%]\s*(pip|conda|apt|cd)\b", code, re.MULTILINE)
    assert not re.search(r"sys\.path|urlopen|requests\.get|subprocess", code)


@every_notebook
def test_a_fresh_clone_shows_everything(path: Path) -> None:
    """JupyterLab drops style sheets, SVG, frames and widgets there; scripts may only add."""
    notebook = read(path)
    kinds = {
        kind
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        for kind in output.get("data", {})
    }
    pages = list(html_of(notebook))

    assert kinds <= {"text/plain", "text/html", "text/markdown", "text/latex", "image/png"}
    assert [] == [page[:80] for page in pages if re.search(r"<(style|svg|iframe|link)\b", page)]
    assert [] == [page[:80] for page in pages if "<script" in page and "<details" not in page]


@every_notebook
def test_it_does_not_name_the_machine(path: Path) -> None:
    """Nobody needs to know where it ran."""
    host = socket.gethostname()
    if len(host) < 4:
        pytest.skip(f"the host's name, {host!r}, is too short to search for")

    assert host not in path.read_text(encoding="utf-8")


def test_names_of_exercises_are_unique() -> None:
    """`show.solution` finds a solution by its name alone."""
    modules = sorted(SOLUTIONS.glob("*.py"))
    names = Counter(
        node.name
        for path in modules
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("my_")
    )

    assert [] == [name for name, number in names.items() if number > 1]


def test_every_check_is_used() -> None:
    """A check that no notebook calls would rot unseen."""
    calls = {
        cell.source.partition("(")[0] for path in PATHS for cell in tagged(read(path), "check")
    }

    assert {f"checks.{name}" for name in checks.__all__ if name.islower()} == calls


@pytest.mark.slow
@every_notebook
def test_with_the_solutions_pasted_in_every_check_passes(path: Path) -> None:
    """The whole notebook, as it is when a learner has done all of it."""
    notebook = read(path)
    for cell in tagged(notebook, "stub"):
        cell.source = find_solution(stub_of(cell).name)[1]

    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": path.parent}}).execute()

    for cell in tagged(notebook, "check"):
        printed = "".join(output.text for output in cell.outputs)

        passed = r"(right by the assignment; )?(all \d+ checks|check) passed\n(  .*\n)*"
        assert re.fullmatch(rf"my_\w+( and my_\w+)*: {passed}", printed)


@pytest.mark.slow
def test_run_all_reaches_the_last_cell_whatever_is_wrong() -> None:
    """A wrong answer, an error, a cell that cannot be parsed, and what is never defined."""
    path = NOTEBOOKS / "01_unicode_utf8.ipynb"
    notebook = read(path)
    answers = {
        "my_from_hex": "def my_from_hex(digits):\n    return (",
        "my_label": "def my_label(character):\n    return 'U+0041 Lu'",
        "my_visible": "def my_visible(text):\n    return unknown",
        "my_sizes": "1 / 0",
        "my_undecodable": "def my_undecodable():\n    raise SystemExit",
    }
    for cell in tagged(notebook, "stub"):
        cell.source = answers.get(stub_of(cell).name, cell.source)

    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": path.parent}}).execute()

    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    failed = [cell for cell in codes if any(o.output_type == "error" for o in cell.outputs)]
    assert codes[-1].execution_count == len(codes)
    assert {"check-from-hex", "check-label", "check-visible", "check-sizes"} <= {
        cell.id for cell in failed
    }
    assert all(has_tag(cell, "raises-exception") for cell in failed)


def test_notebooks_stand_in_their_folder() -> None:
    """Nowhere else, but for the learner's own scratch folder and a teacher's handout."""
    inside = {NOTEBOOKS, NOTEBOOKS / "scratch", SOLUTIONS, ROOT / "handout"}
    found = [path for path in ROOT.rglob("*.ipynb") if not {".venv", ".git"} & set(path.parts)]

    assert [] == [
        p for p in found if p.parent not in inside and ".ipynb_checkpoints" not in p.parts
    ]
