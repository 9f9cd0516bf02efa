"""The book: every notebook a page, every link a place, nothing from the network."""

from __future__ import annotations

import importlib.util
import subprocess
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook
from playwright.sync_api import Browser, Page, expect

from cs336_basics.learn.notebooks import book
from cs336_basics.learn.notebooks.run import NOTEBOOKS

NAMES = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))

with_sphinx = pytest.mark.skipif(
    importlib.util.find_spec("myst_nb") is None or importlib.util.find_spec("sphinx") is None,
    reason="the extra `book` is not installed: `make book` brings it",
)


def repository(folder: Path, *texts: str) -> Path:
    """A small repository: a module, and a notebook for each text."""
    (folder / "notebooks").mkdir(parents=True)
    (folder / "code.py").write_text('"""Some code."""\n')
    for number, text in enumerate(texts, start=1):
        cells = [new_markdown_cell(f"# Notebook {number}\n\n{text}")]
        nbformat.write(new_notebook(cells=cells), folder / "notebooks" / f"{number:02}_one.ipynb")
    return folder


def test_a_link_to_code_leads_to_a_page_that_shows_it(tmp_path: Path) -> None:
    """A link to a folder becomes plain words, one out of the repository stays."""
    text = "[code](../code.py) [all](../notebooks) [there](https://example.org/a.py)"
    root = repository(tmp_path / "from", text)
    layout = book.Layout(tmp_path / "to", root)
    layout.add(root / "notebooks" / "01_one.ipynb")

    made = nbformat.read(tmp_path / "to" / "notebooks" / "01_one.ipynb", as_version=4)
    assert "[code](../code.py.md) [all] [there](https://example.org/a.py)" in made.cells[0].source
    assert "literalinclude} code.py" in (tmp_path / "to" / "code.py.md").read_text()
    assert (tmp_path / "to" / "code.py").read_text() == '"""Some code."""\n'


@with_sphinx
@pytest.mark.slow
@pytest.mark.parametrize("link", ["[no](../absent.md)", "[no](02_one.ipynb#absent)"])
def test_a_link_that_leads_nowhere_is_an_error(tmp_path: Path, link: str) -> None:
    """To a file or to a heading; with a right one the same book is made."""
    right = repository(tmp_path / "right", "[yes](02_one.ipynb#a-place)", "## A place")
    wrong = repository(tmp_path / "wrong", link, "## A place")
    book.make_book(tmp_path / "html", right)

    with pytest.raises(subprocess.CalledProcessError):
        book.make_book(tmp_path / "broken", wrong)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book of the committed notebooks."""
    folder = tmp_path_factory.mktemp("book")
    book.make_book(folder)
    return folder


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A dark page without a network, which fails the test on an error or a request to outside."""
    faults: list[str] = []
    context = browser.new_context(offline=True, color_scheme="dark")
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    page.on("request", lambda request: faults.append(request.url))
    yield page
    context.close()
    assert [] == [fault for fault in faults if not fault.startswith(("file:", "data:"))]


@with_sphinx
@pytest.mark.slow
def test_the_book_can_be_clicked_through(pages: Path, page: Page) -> None:
    """From the first page on, always next; each notebook is there, dark, in order."""
    page.goto((pages / "index.html").as_uri())
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    for name in NAMES:
        page.locator("a.right-next").click()
        page.wait_for_url(f"**/notebooks/{name}.html")
        expect(page.locator("article h1").first).to_be_visible()

    expect(page.locator("a.right-next")).to_have_count(0)


@with_sphinx
@pytest.mark.slow
def test_answers_are_folded_and_pictures_have_words(pages: Path, page: Page) -> None:
    """A click opens an answer; no picture is without a text for who cannot see it."""
    page.goto((pages / "notebooks" / "04_heap_bpe.html").as_uri())
    answer = page.locator("details", has=page.locator("summary", has_text="Answer")).first
    expect(answer.locator("p").first).to_be_hidden()
    answer.locator("summary").click()
    expect(answer.locator("p").first).to_be_visible()

    words = page.eval_on_selector_all("img", "all => all.map(one => one.alt)")
    assert len(words) > 5
    assert [] == [each for each in words if len(each) < 10]


@with_sphinx
@pytest.mark.slow
def test_the_search_finds_a_notebook(pages: Path, page: Page) -> None:
    """In the pages themselves, without a server."""
    page.goto((pages / "index.html").as_uri())
    page.get_by_role("searchbox").first.fill("surrogate")
    page.keyboard.press("Enter")

    expect(page.locator("#search-results a").first).to_contain_text("01 · Unicode and UTF-8")
