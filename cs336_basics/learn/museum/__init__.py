"""The museum of mistakes: every mistake of the catalogue at work on a small input.

A room is a family of the catalogue, and an exhibit is a mistake beside what is right. Notebook 10
shows them: after adding a mistake, run it again.
"""

from __future__ import annotations

from cs336_basics.learn.museum.exhibits import exhibit, lineup, own_exhibit
from cs336_basics.learn.museum.page_of_stories import quiet_ones
from cs336_basics.learn.museum.rooms import ROOMS, number_of
from cs336_basics.learn.museum.walk import index, room

__all__ = ["ROOMS", "exhibit", "index", "lineup", "number_of", "own_exhibit", "quiet_ones", "room"]
