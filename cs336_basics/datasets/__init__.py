"""The corpora: bundled ones, generated ones of any size, and the real ones to download."""

from __future__ import annotations

from cs336_basics.datasets.bundled import languages_path, stories_path
from cs336_basics.datasets.sizes import parse_size
from cs336_basics.datasets.stories import generate_stories, write_stories

__all__ = ["generate_stories", "languages_path", "parse_size", "stories_path", "write_stories"]
