"""What several tests share: where files are, and how Hypothesis searches."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

from tests.browsers import CHROMIUM, OPTIONS

ROOT = Path(__file__).resolve().parents[1]
CS336_SHARED = Path(os.environ.get("CS336_SHARED", ROOT.parent / "shared"))

# The same examples on every machine and in every run: a red test is red for everybody. No deadline,
# because a shared machine may pause at any moment.
settings.register_profile(
    "course",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("course")


# What a shell starts in the background ignores Ctrl-C, and so do its children; tests that interrupt
# what they started need it heard.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root folder."""
    return ROOT


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One headless browser for all tests: playwright runs once in a process."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with real corpora and Stanford's fixtures, which the repository does not hold."""
    if not CS336_SHARED.is_dir():
        pytest.skip(f"no folder {CS336_SHARED}: set CS336_SHARED to the corpora and fixtures")
    return CS336_SHARED


@pytest.fixture(scope="session")
def stories(root: Path) -> Path:
    """The bundled corpus of short stories."""
    return root / "data" / "stories.txt"


@pytest.fixture(scope="session")
def languages(root: Path) -> Path:
    """The bundled page of many languages and scripts."""
    return root / "data" / "languages.txt"


@pytest.fixture(scope="session")
def python() -> str:
    """The interpreter that runs the tests, for those that start another process."""
    return sys.executable
