"""The notebooks as a book of static pages, for readers without Jupyter.

    python -m cs336_basics.learn.notebooks.book            # into book/html/
    python -m cs336_basics.learn.notebooks.book FOLDER

Nothing is run: the pages show the committed outputs. Sphinx makes them, from a copy of the
notebooks and of every file that they lead to, laid out as in the repository. A link that leads
nowhere is an error.
"""

from __future__ import annotations

import argparse
import ast
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from cs336_basics.learn.notebooks.run import find
from cs336_basics.repository import ROOT

BOOK = ROOT / "book"
LINK = re.compile(r"\]\((?P<path>[^():\s#]+)(?P<anchor>#[^()\s]*)?\)")
"""A relative link of Markdown; one with a colon leads out of the repository."""
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


class Layout:
    """The pages of the book in a folder, as Sphinx reads them.

    Args:
        folder: where they are written; each file at the path it has in the repository.
        root: the repository.
    """

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.folder, self.root = folder, root
        self.done: set[Path] = set()

    def add(self, path: Path) -> None:
        """Lay out a file of the repository and every file that it leads to."""
        if path in self.done:
            return
        self.done.add(path)
        place = self.folder / self.name(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".ipynb":
            notebook = nbformat.read(path, as_version=4)
            nbformat.write(self._with_links(notebook, path), place)
        elif path.suffix == ".md":
            place.write_text(self._links(path.read_text(encoding="utf-8"), path), encoding="utf-8")
        else:
            shutil.copy(path, place)
        if path.suffix == ".py":
            page = f"# {self.name(path)}\n\n```{{literalinclude}} {path.name}\n"
            place.with_name(f"{path.name}.md").write_text(f"{page}:language: python\n```\n")

    def name(self, path: Path) -> str:
        """Where a file is in the repository."""
        return path.relative_to(self.root).as_posix()

    def _with_links(self, notebook: NotebookNode, path: Path) -> NotebookNode:
        heading = ""
        for cell in notebook.cells:
            if cell.cell_type == "markdown":
                cell.source = self._links(cell.source, path)
                heading = (_HEADING.findall(cell.source) or [heading])[-1].replace("`", "")
            elif cell.cell_type == "code":
                cell.metadata.setdefault("mystnb", {"image": {"alt": alt(cell.source, heading)}})
        return notebook

    def _links(self, text: str, path: Path) -> str:
        """Lay out what a text leads to, and name the page where code is shown."""

        def leads_to(match: re.Match[str]) -> str:
            target = (path.parent / match["path"]).resolve()
            if target.is_dir() or not target.is_relative_to(self.root):
                return "]"  # a folder has no page: the words stay, the link goes
            if target.is_file():
                self.add(target)
            code = ".md" if target.suffix == ".py" else ""
            return f"]({match['path']}{code}{match['anchor'] or ''})"

        return LINK.sub(leads_to, text)


def alt(source: str, heading: str) -> str:
    """What a picture shows, for who cannot see it: the words of its cell, under their heading.

    >>> alt("plots.bars(seconds, xlabel='seconds', title='243 merges')", "7 · Time")
    '7 · Time: plots.bars, seconds, 243 merges'
    """
    try:
        last = ast.parse(source).body[-1]
    except (SyntaxError, IndexError):
        return heading
    calls = [node for node in ast.walk(last) if isinstance(node, ast.Call)]
    named = [ast.unparse(calls[0].func)] if calls else []
    words = [
        node.value
        for node in ast.walk(last)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) > 3
    ]
    return f"{heading}: {', '.join([*named, *words])}" if named or words else heading


def make_book(folder: Path, root: Path = ROOT) -> None:
    """Write the book; one that was made there before is made anew.

    Args:
        folder: where its pages go.
        root: the repository, whose `notebooks/` are its chapters.

    Raises:
        subprocess.CalledProcessError: Sphinx found a fault, such as a link that leads nowhere.
    """
    paths = find(folder=root / "notebooks")
    with tempfile.TemporaryDirectory() as place:
        layout = Layout(Path(place), root)
        for path in paths:
            layout.add(path)
        shutil.copytree(BOOK / "_static", Path(place) / "_static")
        shutil.copy(BOOK / "conf.py", place)
        contents = "\n".join(layout.name(path.with_suffix("")) for path in paths)
        index = (BOOK / "index.md").read_text(encoding="utf-8")
        toctree = f"\n```{{toctree}}\n:maxdepth: 2\n\n{contents}\n```\n"
        (Path(place) / "index.md").write_text(index + toctree, encoding="utf-8")
        command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-E"]
        doctrees = str(Path(place) / ".doctrees")
        subprocess.run([*command, "-d", doctrees, place, str(folder)], check=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the book in the folder named on the command line."""
    parser = argparse.ArgumentParser(prog="book", description="The notebooks as static pages.")
    parser.add_argument("folder", nargs="?", type=Path, default=BOOK / "html")
    options = parser.parse_args(arguments)
    try:
        make_book(options.folder)
    except subprocess.CalledProcessError as error:
        print("The book is not whole: see above.", file=sys.stderr)
        return error.returncode
    print(f"The book begins at {options.folder / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
