"""Debian's chromium, as the tests start it."""

from __future__ import annotations

import shutil

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
