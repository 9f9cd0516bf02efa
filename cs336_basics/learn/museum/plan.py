"""The floor plan: every room with its number, its name and how many exhibits hang there."""

from __future__ import annotations

from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from cs336_basics.learn.museum.rooms import ROOMS, Room
from cs336_basics.measure.plots import Picture

_COLUMNS = 4
_WALL, _FLOOR, _PATH, _INK = "#555555", "#F7F3EA", "#D55E00", "#222222"
_AISLE = 0.36  # how far below the middle of a room one walks
_DOOR = 0.1  # half of its width

Spot = tuple[float, float]


def floor_plan() -> Figure:
    """Draw the rooms in the order of a visit, from the entrance to the way out."""
    lines = -(-len(ROOMS) // _COLUMNS)
    figure = Picture(figsize=(7.5, 1.2 * lines), layout="constrained")
    axes = figure.add_subplot()
    axes.set(xlim=(-0.35, _COLUMNS + 0.35), ylim=(lines + 0.05, -0.05))
    axes.axis("off")
    for room in ROOMS:
        _room(axes, room)
    path = _path()
    for spot in _crossed(path):
        axes.plot(*zip(*spot, strict=True), color=_FLOOR, linewidth=4, solid_capstyle="butt")
    axes.plot(*zip(*path, strict=True), color=_PATH, linestyle=":", linewidth=2, zorder=3)
    for word, (x, y) in (("in", path[0]), ("out", path[-1])):
        axes.text(x, y - 0.12, word, ha="center", va="bottom", fontsize=9, color=_PATH)
    return figure


def _middle(number: int) -> Spot:
    """The middle of a room; every other line of rooms is walked from right to left."""
    line, place = divmod(number - 1, _COLUMNS)
    return (place if line % 2 == 0 else _COLUMNS - 1 - place) + 0.5, line + 0.5


def _path() -> list[Spot]:
    """The corners of the way: along each line of rooms, and down at its end."""
    lines = -(-len(ROOMS) // _COLUMNS)
    path: list[Spot] = [(-0.25, 0.5 + _AISLE)]
    for line in range(lines - 1):
        x = _COLUMNS - 0.15 if line % 2 == 0 else 0.15
        path += [(x, line + 0.5 + _AISLE), (x, line + 1.5 + _AISLE)]
    forward = (lines - 1) % 2 == 0
    return [*path, (_middle(len(ROOMS))[0] + (0.75 if forward else -0.75), lines - 0.5 + _AISLE)]


def _crossed(path: list[Spot]) -> list[list[Spot]]:
    """The pieces of wall that a path goes through: its doors."""
    doors: list[list[Spot]] = []
    for (x, y), (other_x, other_y) in pairwise(path):
        for wall in range(_COLUMNS + 1):
            if y == other_y and min(x, other_x) < wall < max(x, other_x):
                doors.append([(wall, y - _DOOR), (wall, y + _DOOR)])
        for wall in range(1, len(ROOMS)):
            if x == other_x and y < wall < other_y:
                doors.append([(x - _DOOR / 1.5, wall), (x + _DOOR / 1.5, wall)])
    return doors


def _room(axes: Axes, room: Room) -> None:
    x, y = _middle(room.number)
    corner = (x - 0.5, y - 0.5)
    axes.add_patch(Rectangle(corner, 1, 1, facecolor=_FLOOR, edgecolor=_WALL, linewidth=2))
    for text, above, size in (
        (str(room.number), 0.25, 14),
        (room.name, 0.02, 9),
        (f"{len(room.exhibits)} exhibits", -0.17, 7.5),
    ):
        axes.text(x, y - above, text, ha="center", va="center", fontsize=size, color=_INK)
