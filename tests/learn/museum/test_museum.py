"""The museum is the catalogue: every mistake is there once, and goes wrong in its frame."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import nbformat
import pytest

from cs336_basics import pairs
from cs336_basics.datatypes import Merge, PretokenCounts
from cs336_basics.learn import checks, museum
from cs336_basics.learn.checker.cases import Counts
from cs336_basics.learn.checks import nb10_museum
from cs336_basics.learn.mistakes import FAMILIES, MISTAKES
from cs336_basics.learn.museum.exhibits import opening
from cs336_basics.learn.museum.page_of_stories import on_the_page
from cs336_basics.learn.museum.rooms import mistake_at
from cs336_basics.learn.notebooks.run import NOTEBOOKS
from cs336_basics.learn.show._source import find_solution
from cs336_basics.pairs import rank
from cs336_basics.trainers import naive
from cs336_basics.trainers.incremental import State, rescan

every_mistake = pytest.mark.parametrize("name", MISTAKES)
every_room = pytest.mark.parametrize("number", [room.number for room in museum.ROOMS])
NAME = "10_museum_of_mistakes.ipynb"
KINDS = ("room", "exhibits")
"""What the two cells of a room are called: its door, and what is inside."""
LARGEST = 500_000
"""Bytes of the committed notebook: more is slow to open."""


def solution(name: str) -> object:
    """A solution of notebook 10, as a function."""
    path, _ = find_solution(name)
    names: dict[str, object] = {"__name__": path.stem}
    exec(compile(path.read_text(encoding="utf-8"), path.name, "exec"), names)
    return names[name]


def rarest_first(counts: PretokenCounts) -> Iterator[Merge]:
    """A trainer that is wrong in its own way."""
    words = [(pairs.split_bytes(word), n) for word, n in counts.items()]
    while found := pairs.count_pairs(words):
        pair, count = min(found.items(), key=pairs.rank)
        yield Merge(pair, count)
        words = [(pairs.merge_word(word, pair), n) for word, n in words]


def test_the_committed_notebook_goes_through_every_room() -> None:
    """In order, each under its heading and a question."""
    cells = {cell.id: cell.source for cell in nbformat.read(NOTEBOOKS / NAME, as_version=4).cells}
    found = [cell for cell in cells if cell.startswith(("room-", "exhibits-"))]

    assert found == [f"{kind}-{each.number}" for each in museum.ROOMS for kind in KINDS]
    for each in museum.ROOMS:
        door = cells[f"room-{each.number}"]
        assert door.startswith(f"## Room {each.number} · {each.name}\n\n")
        assert "?" in door
        assert cells[f"exhibits-{each.number}"] == f"museum.room({each.number})"


@every_room
def test_the_committed_notebook_shows_what_the_catalogue_gives(number: int) -> None:
    """`make notebooks NAME=10` after any change of the catalogue."""
    notebook = nbformat.read(NOTEBOOKS / NAME, as_version=4)
    (cell,) = (cell for cell in notebook.cells if cell.id == f"exhibits-{number}")

    assert cell.outputs[0].data["text/html"] == museum.room(number).html


def test_the_committed_notebook_is_small_enough() -> None:
    """A hundred exhibits, and it still opens at once."""
    assert (NOTEBOOKS / NAME).stat().st_size < LARGEST


def test_every_mistake_is_in_one_place() -> None:
    """The rooms are the families of the catalogue, in its order."""
    found = [mistake.name for room in museum.ROOMS for mistake in room.exhibits]

    assert list(FAMILIES) == [room.name for room in museum.ROOMS]
    assert list(MISTAKES) == found
    assert found == [mistake_at(museum.number_of(name)).name for name in found]


def test_a_number_without_an_exhibit_is_said() -> None:
    """The message tells how exhibits are numbered."""
    with pytest.raises(LookupError, match=r"no exhibit '99\.1'"):
        museum.exhibit("99.1")


@every_mistake
def test_an_exhibit_shows_a_difference(name: str) -> None:
    """What comes out here is not all the same as what is right."""
    text = museum.exhibit(name).text
    compared = [line for line in text.splitlines() if " / " in line]

    assert [] != [line for line in compared if not line.endswith(" / the same")]


@every_mistake
def test_an_exhibit_does_not_give_its_name_away(name: str) -> None:
    """The name is in the folded answer."""
    assert name not in museum.exhibit(name).html


def test_an_exhibit_escapes_what_it_shows() -> None:
    """Special tokens look like tags."""
    html = museum.exhibit("specials-as-text").html

    assert "<|e|>" not in html
    assert "&lt;|e|&gt;" in html


def test_first_seen_is_shown_on_two_words() -> None:
    """Worked by hand: of `ab` and `cd`, both once, the greater is merged first."""
    text = museum.exhibit("ties-first-seen").text

    assert "merge 1: c|d × 1 ⟶ a|b cd / a|b × 1 ⟶ ab c|d\n" in text


@every_room
def test_a_room_opens_with_what_is_right(number: int) -> None:
    """A picture without an error."""
    assert "Error" not in opening(museum.ROOMS[number - 1]).text


@every_room
def test_a_room_shows_three_exhibits_and_folds_the_others(number: int) -> None:
    """All are there, each with its folded answer; nobody reads a hundred frames in a row."""
    names = [mistake.name for mistake in museum.ROOMS[number - 1].exhibits]
    shown, _, folded = museum.room(number).html.partition(f"<summary>{len(names) - 3} more: ")

    assert [f"<code>{name}</code>.</p>" in shown for name in names[:3]] == [True] * 3
    assert [f"<code>{name}</code>.</p>" in folded for name in names[3:]] == [True] * len(names[3:])


@every_mistake
def test_what_the_assignment_leaves_open_is_said_beside_the_exhibit(name: str) -> None:
    """There ours is a choice, and not what is right."""
    shown = museum.exhibit(name).html

    assert ("The assignment leaves this open." in shown) == bool(MISTAKES[name].open)
    assert (">right</td>" in shown) != bool(MISTAKES[name].open)


def test_the_index_leads_to_every_exhibit() -> None:
    """From the name that the checker gives to room and place."""
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", museum.index().html)

    assert [(name, museum.number_of(name)) for name in sorted(MISTAKES)] == list(
        zip(cells[::3], cells[1::3], strict=True)
    )


def test_english_shows_a_mistake_that_everybody_makes_and_hides_another() -> None:
    """Without pre-tokens every page differs; broken bytes never tie in English."""
    assert on_the_page("pretokens-none")
    assert not on_the_page("ties-as-text")


def test_the_suspects_can_be_told_from_all_other_mistakes() -> None:
    """Only one mistake of the catalogue gives what each of them gave."""
    scene = nb10_museum.SCENE
    made: dict[str, list[str]] = {}
    for name, mistake in MISTAKES.items():
        if "iter_merges" in mistake.seen_by:
            made.setdefault(repr(nb10_museum.made_by(mistake, scene)), []).append(name)

    assert [[name] for name in nb10_museum.SUSPECTS] == [
        next(names for names in made.values() if name in names) for name in nb10_museum.SUSPECTS
    ]


@pytest.mark.parametrize("name", ["culprits", "apart", "one_test", "new_mistake"])
def test_the_solutions_pass(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As pasted into the notebook."""
    getattr(checks, name)(solution(f"my_{name}"))

    assert capsys.readouterr().out == f"my_{name}: check passed\n"


@pytest.mark.parametrize(
    ("name", "answer", "wanted"),
    [
        ("culprits", ["ties-first-seen"] * 3, "another name for A"),
        ("culprits", ["no such name"] * 3, "names of the catalogue"),
        ("culprits", "ties", "a list of 3 names"),
        ("apart", {b"ab": 1}, "counts on which ties-by-id and ties-length-first differ"),
        ("apart", {b"a" * 13: 1}, "at most 12 bytes"),
        ("apart", {"ab": 1}, "bytes -> a number from 1 on"),
        ("one_test", {b"ab": 1, b"cd": 1}, "counts that show these too: ties-last-seen"),
        ("one_test", {}, "a dict of pre-tokens"),
    ],
)
def test_a_wrong_answer_is_told_what_is_wanted(name: str, answer: object, wanted: str) -> None:
    """With the mistakes that are not shown yet, or what another name would have given."""
    with pytest.raises(checks.CheckFailed) as failed:
        getattr(checks, name)(lambda: answer)

    assert wanted in failed.value.expected


def test_a_mistake_that_is_here_already_is_no_new_one() -> None:
    """The check says which it is."""
    known = MISTAKES["ties-smallest"].recipes[0].iter_merges

    with pytest.raises(checks.CheckFailed, match="ties-smallest, which is here already"):
        checks.new_mistake(known)


def test_what_is_right_is_no_mistake() -> None:
    """There is no mistake to show."""
    with pytest.raises(checks.CheckFailed, match="right in all"):
        checks.new_mistake(naive.iter_merges)


def raises_an_error(counts: PretokenCounts) -> Iterator[Merge]:
    """Trains nothing."""
    raise ValueError(f"{len(counts)} words are too many")


def raises_an_error_in_the_middle(counts: PretokenCounts) -> Iterator[Merge]:
    """Begins well."""
    yield from islice(naive.iter_merges(counts), 1)
    raise RuntimeError("no more")


def draws_lots(counts: PretokenCounts) -> Iterator[Merge]:
    """Merges any pair."""
    state = State.start(counts)
    while state.pair_counts:
        pair = random.choice(list(state.pair_counts))
        yield Merge(pair, state.pair_counts[pair])
        rescan(state, pair)


def draws_lots_for_ties(counts: PretokenCounts) -> Iterator[Merge]:
    """Merges any of the most frequent pairs."""
    state = State.start(counts)
    while state.pair_counts:
        pair, n = max(state.pair_counts.items(), key=lambda item: (item[1], random.random()))
        yield Merge(pair, n)
        rescan(state, pair)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (raises_an_error, "ValueError: 1 words are too many"),
        (raises_an_error_in_the_middle, "RuntimeError: no more"),
        (draws_lots, "two calls with the same counts gave different merges"),
        (draws_lots_for_ties, "two calls with the same counts gave different merges"),
    ],
)
def test_errors_and_random_merges_are_no_mistakes_to_show(answer: Any, why: str) -> None:
    """What has a place in the museum gives wrong merges, and always the same ones."""
    with pytest.raises(checks.CheckFailed) as failed:
        checks.new_mistake(answer)

    assert why in failed.value.got


def second_best(counts: PretokenCounts) -> Iterator[Merge]:
    """A new mistake: the second pair goes first; a lone pair goes as it is."""
    state = State.start(counts)
    while state.pair_counts:
        pair, n = sorted(state.pair_counts.items(), key=rank)[-2:][0]
        yield Merge(pair, n)
        rescan(state, pair)


def wrong_or_an_error(counts: PretokenCounts) -> Iterator[Merge]:
    """A new mistake that also raises an error, where there is nothing to merge."""
    if max(map(len, counts), default=0) < 2:
        raise IndexError("nothing is left")
    yield from second_best(counts)


@pytest.mark.parametrize("answer", [second_best, wrong_or_an_error])
def test_a_steady_mistake_of_ones_own_passes(
    answer: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also one that now and then ends in an error."""
    checks.new_mistake(answer)

    assert capsys.readouterr().out == f"{answer.__name__}: check passed\n"


def test_a_visitors_own_mistake_is_framed() -> None:
    """On the smallest word that shows it: in `aab`, (a, b) and (a, a) tie."""
    text = museum.own_exhibit(rarest_first).text

    assert text.startswith("My own\nwords: aab\n")
    assert "By a visitor." in text


def test_an_empty_frame_waits() -> None:
    """The cell after the stub runs on a fresh clone too."""

    def stub(counts: PretokenCounts) -> Iterator[Merge]:
        raise NotImplementedError

    assert "This frame is still empty" in museum.own_exhibit(stub).text


def test_a_right_trainer_has_no_mistake_to_show() -> None:
    """A trainer that is right on every short word."""
    assert "no mistake to show" in museum.own_exhibit(naive.iter_merges).text


def test_the_lineup_names_nobody() -> None:
    """Suspects are letters, in the order of the list."""
    case = Counts({b"ab": 1, b"cd": 1})
    shown = museum.lineup(["ties-first-seen"], case)

    assert "suspect A" in shown.text
    assert "ties-first-seen" not in shown.html
    assert [(b"c", b"d")] == [merge.pair for merge in islice(naive.iter_merges(case.counts), 1)]
