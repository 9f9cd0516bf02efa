"""The museum of mistakes: the catalogue as rooms to walk through, and the notebook made of it.

A room is a family of the catalogue, an exhibit is a mistake at work on its smallest input, beside
what is right. `python -m cs336_basics.learn.museum` writes notebook 10 from the catalogue, so the
two cannot differ.
"""

from __future__ import annotations

from cs336_basics.learn.museum.exhibits import exhibit, hang, lineup, opening
from cs336_basics.learn.museum.page_of_stories import quiet_ones
from cs336_basics.learn.museum.plan import floor_plan
from cs336_basics.learn.museum.rooms import ROOMS, number_of

__all__ = [
    "ROOMS",
    "exhibit",
    "floor_plan",
    "hang",
    "lineup",
    "number_of",
    "opening",
    "quiet_ones",
]
