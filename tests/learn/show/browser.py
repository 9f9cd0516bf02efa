"""A page with one widget in it, in a real browser without a network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from cs336_basics.learn.show import Html

Opener = Callable[..., Page]


@contextmanager
def opened(browser: Browser, shown: Html, *, trusted: bool = True) -> Iterator[Page]:
    """Show a widget in a page that fails the test if it raises an error or asks for anything.

    Args:
        browser: the browser.
        shown: what a function of `show` returned.
        trusted: False drops the script, as JupyterLab does in a fresh clone.
    """
    page = browser.new_page(java_script_enabled=trusted)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url))
    page.on("console", lambda message: faults.append(message.text))
    page.set_content(f"<!doctype html><html lang='en'><title>t</title>{shown.html}</html>")
    yield page
    page.close()
    assert [] == faults
