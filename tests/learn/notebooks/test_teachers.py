"""The page for teachers is what the cards and the catalogue say."""

from __future__ import annotations

import re

from cs336_basics.learn.mistakes import MISTAKES
from cs336_basics.learn.notebooks.cards import read_lessons
from cs336_basics.learn.notebooks.run import NOTEBOOKS
from cs336_basics.learn.notebooks.teachers import PAGE, teachers_page

LEAST = 40
"""Exercises of the whole course, from two minutes to an evening."""


def test_the_committed_page_is_up_to_date() -> None:
    """`python -m cs336_basics.learn.notebooks.teachers` writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == teachers_page(read_lessons(NOTEBOOKS))


def test_its_links_lead_somewhere() -> None:
    """To notebooks beside it."""
    links = re.findall(r"\]\((.+?)\)", PAGE.read_text(encoding="utf-8"))

    assert links
    assert [] == [link for link in links if not (PAGE.parent / link).exists()]


def test_every_mistake_is_expected_in_a_notebook() -> None:
    """Each under the notebook that teaches it, once."""
    page = teachers_page(read_lessons(NOTEBOOKS))
    numbers = {lesson.path.name[:2] for lesson in read_lessons(NOTEBOOKS)}
    taught = [name for name, mistake in MISTAKES.items() if mistake.notebook in numbers]

    assert [] == [name for name in taught if page.count(f"(`{name}`)") != 1]


def test_there_are_exercises_for_every_evening() -> None:
    """Enough of them, easy ones and hard ones, each with its minutes."""
    exercises = [each for lesson in read_lessons(NOTEBOOKS) for each in lesson.exercises]

    assert len(exercises) >= LEAST
    assert {each.difficulty for each in exercises} >= {1, 2, 3, 4}
    assert min(each.minutes for each in exercises) <= 3
    assert max(each.minutes for each in exercises) >= 30
