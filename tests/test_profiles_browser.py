"""The committed reports draw in a real browser, without a network."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browsers import CHROMIUM

PROFILES = Path(__file__).resolve().parents[1] / "profiles"
PAGES = sorted(PROFILES.glob("*/scalene.html"))
PROFS = sorted(PROFILES.glob("*/cprofile.prof"))
# What the pages ask for in vain, and draw without: scalene looks for a local model server, and
# snakeviz's worker for a library that it has a substitute for.
ALLOWED = "http://localhost:11434/", "https://cdnjs.cloudflare.com/ajax/libs/immutable/"

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.slow,
]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page that remembers what it asked for and what went wrong."""
    context = browser.new_context(viewport={"width": 1400, "height": 1000})
    yield context.new_page()
    context.close()


def watch(page: Page) -> tuple[list[str], list[str]]:
    """Collect the addresses a page asks for, and its errors."""
    asked: list[str] = []
    errors: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    return asked, errors


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_scalene_page_draws_offline(page: Page, path: Path) -> None:
    """Bars and source lines appear with the network off, and nothing outside is asked for."""
    asked, errors = watch(page)
    page.context.set_offline(True)
    page.goto(path.as_uri())
    page.wait_for_selector("svg, canvas", timeout=30_000)
    page.wait_for_function("document.body.innerText.includes('def ')", timeout=30_000)

    assert [] == errors
    assert [] == [
        address for address in asked if not address.startswith(("file://", "data:", *ALLOWED))
    ]
    bars = page.evaluate(
        """() => [...document.querySelectorAll('svg, canvas')]
                 .filter(each => each.getBoundingClientRect().width > 0).length"""
    )
    assert bars >= 5
    report = json.loads(path.with_suffix(".json").read_text("utf-8"))
    body = page.inner_text("body")
    assert [] == [file for file in report["files"] if file not in body]


def server_of(address: str) -> str:
    """The part of an address that names the server: `http://127.0.0.1:1234`."""
    return "/".join(address.split("/")[:3])


@pytest.fixture(params=PROFS, ids=lambda path: path.parent.name)
def served(request: pytest.FixtureRequest) -> Iterator[str]:
    """Serve one .prof with snakeviz, as `make snakeviz` does; yield the address of its page."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "snakeviz", "--server", "--hostname", "127.0.0.1"]
    server = subprocess.Popen(
        [*command, "--port", str(port), str(request.param)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}/snakeviz/{urllib.request.pathname2url(str(request.param))}"
    try:
        for _ in range(150):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1).close()
                break
            except urllib.error.HTTPError as error:
                error.close()
                break
            except OSError:
                time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=10)


def test_snakeviz_draws(page: Page, served: str) -> None:
    """The icicle's boxes and the table of functions appear without a network."""
    asked, errors = watch(page)
    page.route(lambda address: server_of(address) != server_of(served), lambda route: route.abort())
    page.goto(served)
    page.wait_for_selector("#chart svg rect, #chart rect", timeout=30_000)

    assert [] == errors
    own = server_of(served), f"blob:{server_of(served)}"
    assert [] == [address for address in asked if not address.startswith((*own, *ALLOWED))]
    assert page.locator("#chart rect").count() >= 3
    assert page.locator("#pstats-table tbody tr").count() >= 3
