"""In JupyterLab, where an arrow means another cell, a widget keeps its keys."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, expect

CELLS = ["from cs336_basics.learn import show\nshow.merge_stepper('low low lowest', 4)", "1 + 1"]

pytestmark = pytest.mark.slow


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a notebook that another machine ran, in a JupyterLab that has not seen it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    cells = [new_code_cell(cell) for cell in CELLS]
    notebook = new_notebook(cells=cells, metadata={"kernelspec": kernel})
    quiet = ["--IPKernelApp.log_level=40"]
    NotebookClient(notebook, kernel_name="python3", extra_arguments=quiet).execute()
    nbformat.write(notebook, tmp_path / "play.ipynb")
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0"]
    command += ["--ip=127.0.0.1", f"--ServerApp.root_dir={tmp_path}", "--LabApp.news_url=None"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        found = (re.search(r"(http://\S+)/lab\?token=(\S+)", line) for line in server.stderr)
        match = next(match for match in found if match)
        yield f"{match[1]}/lab/tree/play.ipynb?token={match[2]}"
        server.terminate()


def test_a_clone_is_read_and_a_run_is_played(browser: Browser, lab: str) -> None:
    """First the static table; once run, buttons and keys, and the same cell stays chosen."""
    page = browser.new_page()
    page.goto(lab)
    expect(page.get_by_role("cell", name="o + w")).to_be_visible(timeout=60_000)
    expect(page.locator(".bpe-frame")).to_have_count(0)

    expect(page.get_by_text(re.compile(r"\| Idle"))).to_be_visible(timeout=60_000)  # the kernel
    page.locator(".jp-Cell .jp-InputArea-editor").first.click()
    page.keyboard.press("Control+Enter")
    frame = page.locator(".bpe-frame")
    expect(frame).to_be_visible(timeout=60_000)
    frame.get_by_role("button", name="next").click()
    for key, place in [("ArrowRight", "2 of 4"), ("End", "4 of 4"), ("ArrowLeft", "3 of 4")]:
        page.keyboard.press(key)
        expect(frame.get_by_text(place, exact=True)).to_be_visible()
    frame.get_by_label("Your text").fill("ab")
    page.keyboard.type("dd")  # outside a field JupyterLab would delete the cell
    expect(frame.get_by_label("Your text")).to_have_value("abdd")

    expect(page.locator(".jp-Cell.jp-mod-active .bpe-frame")).to_have_count(1)
    expect(page.locator(".jp-CodeCell")).to_have_count(2)
    page.close()
