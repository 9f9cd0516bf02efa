"""What the museum's notebook says between its exhibits, and its exercises."""

from __future__ import annotations

from typing import NamedTuple

from cs336_basics.learn.museum.rooms import ROOMS

_ROOMS, _EXHIBITS = len(ROOMS), sum(len(room.exhibits) for room in ROOMS)


class Work(NamedTuple):
    """An exercise as it stands in the notebook.

    Attributes:
        name: as in the ids of its cells.
        function: the learner's.
        check: in `learn.checks`.
        card: its Markdown.
        stub: the cell to fill in.
        before, after: (id, source) of code cells around it.
    """

    name: str
    function: str
    check: str
    card: str
    stub: str
    before: tuple[tuple[str, str], ...] = ()
    after: tuple[tuple[str, str], ...] = ()


GOAL = f"""\
# 10 · The museum of mistakes

**How does BPE go wrong, and would you notice?**

Welcome. Everybody who writes BPE takes the same wrong turns, and loses an evening on each. Here
they hang, {_EXHIBITS} of them in {_ROOMS} rooms, each at work on the smallest input that shows
it. Stroll; you need not see everything. After a visit you can

* tell from a wrong result which line of the code made it;
* say which mistakes an ordinary test never shows, and write one that does;
* look up what the checker means when it says `specials-unescaped`.

{{table}}"""

_GOAL_TABLE = {
    "Time": "30 minutes for a stroll, two hours with every exhibit and the exercises",
    "You need": "[notebook 02](02_naive_bpe.ipynb) for rooms 1–7,"
    " [05](05_parallel_pretokenization.ipynb) and [06](06_tokenizer.ipynb) for the others",
    "Data": "a page of [`data/stories.txt`](../data/stories.txt)",
    "Code": "[`learn/mistakes/`](../cs336_basics/learn/mistakes),"
    " the catalogue from which this notebook is made",
}
GOAL = GOAL.format(
    table="\n".join(["| | |", "|---|---|", *(f"| **{k}** | {v} |" for k, v in _GOAL_TABLE.items())])
)

SETUP = """\
from collections.abc import Iterator

from cs336_basics import pairs  # noqa: F401  (for exercise 10.4)
from cs336_basics.datatypes import Merge, PretokenCounts
from cs336_basics.learn import checks, museum, show

print(f"{len(museum.ROOMS)} rooms, {sum(len(room.exhibits) for room in museum.ROOMS)} exhibits")"""

PLAN = """\
## Floor plan

The rooms lie in the order in which text goes through BPE, from the file to the words, from the
words to a vocabulary, and on to its use. Follow the dots, or go straight to the room where your
own code hurts."""

HOW_TO = """\
### How to look at an exhibit

A frame shows what goes in, what is *right*, and what comes out *here*. Where a line is the same,
the mistake came later. `·` is a space, `↵` a line end, `⟶` what the words are after a merge. The
last line says whether a page of the stories would have told you.

**Predict.** Before you open the answer below a frame, guess: which line of code makes this? You
wrote it yourself, or you nearly did.

<details><summary>Answer</summary>

Each answer names the mistake, says why people make it, and where in the course it is taught. The
name is the one that `cs336-bpe check` uses.

</details>"""

QUIET = """\
## The quiet ones

Under each frame stood what a page of the stories makes of it. Here they are together: ■ shows on
that page, □ does not.

**Predict.** Many tests are like that page: some English, a few merges, look whether it is equal.
How many of the mistakes would pass?

<details><summary>Answer</summary>

More than you would like, and not from one room alone. English has no `\\r`, few accents, hardly a
run of three equal letters, and its most frequent pairs are seldom tied. What is rare in the test
is never tested.

</details>"""

QUIET_SO = """\
So do not test with text that is like the text you thought of. Take tiny alphabets, where ties and
runs are everywhere; take every byte; take what is empty, what stands at a border, and what is too
large. That is what the graded cases of the checker are."""

EXERCISES = """\
## Exercises

Four tasks for a guide in training. The last one lets you hang something of your own."""

INDEX = f"""\
## Index

The {_EXHIBITS} mistakes by name, as the checker gives it."""

TAKEAWAYS = """\
## Takeaways

* A wrong BPE runs, trains, encodes, and looks fine. Only a comparison with what is right shows
  it.
* The smallest input that goes wrong names the cause. The page of a book on which it was found
  does not.
* Two letters and short words find most mistakes of training: ties and runs are everywhere in
  them.
* What ordinary text never shows (bad bytes, `\\r`, large ids, a special token across a border)
  needs a test of its own.
* If yours differs from ours and you do not see why: `cs336-bpe check my_module:train_bpe`.

This was the last room. Back to the beginning: [01 · Unicode and UTF-8](01_unicode_utf8.ipynb),
which now looks quite different."""

WORK = (
    Work(
        "culprits",
        "my_culprits",
        "culprits",
        """\
**Exercise 10.1 · `my_culprits`** · difficulty ●●○○○ · 8 minutes

Three trainers were caught with the same two words. Which mistake did each of them make? Give
their names as they stand in the index, in the order A, B, C. They hang in rooms 4, 5 and 6, one
from each, but not in this order.

<details><summary>Hint</summary>

Look at the first merge that differs. Is the count wrong, the choice, or the words after it? If
the words are wrong, it is merging. If the counts of the same pair differ, it is counting.

</details>""",
        '''\
def my_culprits() -> list[str]:
    """Name the mistakes of the suspects A, B and C, such as "pretokens-none"."""
    raise NotImplementedError''',
        before=(("lineup", "museum.lineup(checks.museum.SUSPECTS, checks.museum.SCENE)"),),
    ),
    Work(
        "apart",
        "my_apart",
        "apart",
        """\
**Exercise 10.2 · `my_apart`** · difficulty ●●●○○ · 12 minutes

`ties-by-id` and `ties-length-first` look alike on many inputs: a token made by a merge wins in
both. Find pre-token counts on which the two give *different* merges. Small ones, please: 12
letters at most.

<details><summary>Hint</summary>

Both prefer what a merge made to a single byte. So let two tokens that *were made* stand in the
tie: the shorter one made later. Or let the computer try: `itertools.product("ab", repeat=n)`
makes all words, and `MISTAKES["ties-by-id"].recipes[0].iter_merges(counts)` does the merges.

</details>""",
        '''\
def my_apart() -> PretokenCounts:
    """Give counts on which ties-by-id and ties-length-first merge differently."""
    raise NotImplementedError''',
    ),
    Work(
        "one-test",
        "my_one_test",
        "one_test",
        """\
**Exercise 10.3 · `my_one_test`** · difficulty ●●●●○ · 20 minutes

Write *one* test that no mistake of room 5 survives: pre-token counts on which every one of them
gives other merges than what is right. At most 24 bytes in all words together. (A page of the
stories lets some through.)

<details><summary>Hint</summary>

The check says which mistakes still pass. Go through them one by one: each exhibit is a smallest
input, and several of them fit into one test as separate words. Do not forget a space, and a
character of two bytes.

</details>""",
        '''\
def my_one_test() -> PretokenCounts:
    """Give counts on which every mistake of the room "Ties" shows."""
    raise NotImplementedError''',
    ),
    Work(
        "new-mistake",
        "my_new_mistake",
        "new_mistake",
        """\
**Exercise 10.4 · `my_new_mistake`** · difficulty ●●●○○ · 20 minutes

Hang your own. Write a trainer that is wrong in a way that is *not* in the catalogue. The best
ones could happen to anybody. If yours hangs here already, the check tells you where.

<details><summary>Hint</summary>

Begin with what is right:

    words = [(pairs.split_bytes(word), n) for word, n in counts.items()]
    while found := pairs.count_pairs(words):
        pair, count = max(found.items(), key=pairs.rank)
        yield Merge(pair, count)
        words = [(pairs.merge_word(word, pair), n) for word, n in words]

Then do one thing to it.

</details>""",
        '''\
def my_new_mistake(counts: PretokenCounts) -> Iterator[Merge]:
    """Train, and go wrong in a way that nobody has seen before."""
    raise NotImplementedError''',
        after=(("hang", 'museum.hang(my_new_mistake, "My own")'),),
    ),
)
