"""The story generator: the same bytes everywhere, any size, a long tail, and no broken English."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from cs336_basics import datasets
from cs336_basics.corpus import count_files
from cs336_basics.datasets.bundled import STORIES_SEED, STORIES_SIZE
from cs336_basics.datasets.grammar import Shape, rules, shapes
from cs336_basics.datasets.inflect import past, plural, present_participle, with_article
from cs336_basics.datasets.lexicon import word_lists
from cs336_basics.datasets.stories import BLOCK_BYTES
from cs336_basics.datasets.storyteller import Storyteller
from cs336_basics.errors import CorpusError
from cs336_basics.trainers import TRAINERS

TEMPLATES = [
    wording
    for wordings in [
        *rules().values(),
        *(shape.titles for shape in shapes()),
        *(paragraph for shape in shapes() for paragraph in shape.paragraphs),
    ]
    for wording in wordings
]
SLOT = re.compile(r"\{(?:a |A )?(\w+)!?\}|\[(?:a |A )?(\w+)\]")
END = b"\n<|endoftext|>\n"
MERGES_OF_10K = 10_000 - 256 - 1  # a vocabulary of 10,000 less the bytes and <|endoftext|>


def stories(size: int, seed: int = 0) -> bytes:
    """Generate stories in one piece."""
    return b"".join(datasets.generate_stories(size, seed))


def words_of(text: str) -> set[str]:
    """Split into lower-case words of letters only."""
    return set(re.findall(r"[a-z]+", text.lower()))


def test_the_bundled_stories_are_generated_again_byte_for_byte() -> None:
    """`data/stories.txt` is what the generator gives for the stated size and seed."""
    assert datasets.stories_path().read_bytes() == stories(STORIES_SIZE, STORIES_SEED)


def test_the_same_seed_tells_the_same_stories_in_another_process() -> None:
    """Neither the process nor its string hashing changes a byte."""
    code = (
        "import sys; from cs336_basics import datasets; "
        "sys.stdout.buffer.write(b''.join(datasets.generate_stories(20_000, 7)))"
    )
    for hash_seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": hash_seed}
        run = subprocess.run(
            [sys.executable, "-c", code], env=env, capture_output=True, check=True, timeout=60
        )
        assert stories(20_000, 7) == run.stdout


def test_another_seed_tells_other_stories() -> None:
    """Seeds differ from the first story on."""
    assert stories(1, 1) != stories(1, 2)


@pytest.mark.parametrize("size", [0, 1, 5_000, BLOCK_BYTES, BLOCK_BYTES + 1, 2_500_000])
def test_the_last_story_is_the_first_to_reach_the_size(size: int) -> None:
    """The total is at least `size`, by less than one story, and ends where a story ends."""
    text = stories(size)

    assert len(text) >= size
    if size:
        assert text.endswith(END)
        all_but_the_last = text[: text.removesuffix(END).rfind(END) + len(END)]
        assert len(all_but_the_last) < size or text.count(END) == 1


def test_a_longer_run_begins_with_all_stories_of_a_shorter_one() -> None:
    """Sizes that end in different blocks agree on the stories they share."""
    long = stories(2_300_000)

    for size in (900, BLOCK_BYTES - 10, BLOCK_BYTES + 500_000):
        assert long.startswith(stories(size))


def test_blocks_stay_small_however_much_is_asked_for() -> None:
    """Three blocks of an endless corpus come at once, each about a megabyte."""
    for block in islice(datasets.generate_stories(10**15), 3):
        assert BLOCK_BYTES <= len(block) < BLOCK_BYTES + 10_000
        assert block.endswith(END)


@pytest.mark.parametrize(("size", "seed"), [(-1, 0), (10, -1)])
def test_a_negative_size_or_seed_is_refused_at_once(size: int, seed: int) -> None:
    """The error comes from the call, not from the first block, and names both numbers."""
    with pytest.raises(CorpusError, match=f"size={size} and seed={seed}"):
        datasets.generate_stories(size, seed)


def test_write_stories_writes_the_generated_bytes_and_reports_all_of_them(tmp_path: Path) -> None:
    """The progress numbers add up to the file's size."""
    path = tmp_path / "s.txt"
    done: list[int] = []
    datasets.write_stories(path, 1_200_000, 5, progress=done.append)

    assert path.read_bytes() == stories(1_200_000, 5)
    assert sum(done) == path.stat().st_size
    assert len(done) == 2


def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    """Ctrl-C in the middle loses no byte of what stood there before."""
    path = tmp_path / "s.txt"
    path.write_text("old")

    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        datasets.write_stories(path, 3_000_000, progress=interrupt)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_grammar_reaches_far_more_than_6000_words() -> None:
    """5,000 words of everyday English, and far more with the names put together from parts."""
    assembled = {"village", "far", "gadget", "creature", "creatures", "bake", "bakes", "brew"}
    slots = {slot[0].lower() + slot[1:] for t in TEMPLATES for slot, _ in SLOT.findall(t) if slot}
    lists = word_lists()
    reached = words_of(" ".join(SLOT.sub(" ", template) for template in TEMPLATES))
    for slot in slots & lists.keys() - assembled:
        reached |= words_of(" ".join(lists[slot]))

    everyday = len(reached)
    for slot in slots & assembled:
        reached |= words_of(" ".join(lists[slot]))

    assert everyday >= 5_000
    assert len(reached) >= 20_000


def test_the_bundled_stories_hold_many_words_most_of_them_rare() -> None:
    """6,000 distinct words and more, and at least a fifth of them occur only once."""
    counts = Counter(re.findall(r"[a-z]+", datasets.stories_path().read_text("ascii").lower()))

    assert len(counts) >= 6_000
    assert sum(count == 1 for count in counts.values()) >= len(counts) / 5


def test_the_bundled_stories_are_enough_for_a_10k_vocabulary() -> None:
    """All 9,743 merges are there to be learned: the words do not run out before."""
    counts = count_files([datasets.stories_path()], ["<|endoftext|>"])
    merges = list(islice(TRAINERS["heap"](counts), MERGES_OF_10K))

    assert len(merges) == MERGES_OF_10K


@pytest.mark.slow
def test_200_mb_of_stories_are_enough_for_a_10k_vocabulary(tmp_path: Path) -> None:
    """The full 9,743 merges, each of a pair that comes up many times."""
    path = tmp_path / "200mb.txt"
    datasets.write_stories(path, 200_000_000)
    counts = count_files([path], ["<|endoftext|>"])
    merges = list(islice(TRAINERS["heap"](counts), MERGES_OF_10K))

    assert len(merges) == MERGES_OF_10K
    assert merges[-1].count > 50


@pytest.mark.parametrize(
    ("fault", "allowed"),
    [
        (r"[\[\]{}%]", r"$^"),  # a slot that nothing filled
        (r"  | \n|\n | [.,!?]", r"$^"),  # a slot that was filled with nothing
        (r"\b[Aa] [aeiouAEIOU]\w+", r"(?i)a (uku|eu|uni|use|one)"),
        (r"\b[Aa]n [^aeiouAEIOU]\w+", r"(?i)an (hour|honest)"),
        (r"\n[a-z]", r"$^"),  # a paragraph that starts small
        (r"\b([a-z]+) \1\b", r"one one"),  # "one one-of-a-kind kite"
    ],
)
def test_the_stories_are_clean_english(fault: str, allowed: str) -> None:
    """No hole, no wrong article, no doubled word in half a megabyte."""
    text = stories(500_000, 11).decode("ascii").replace("<|endoftext|>", "")
    found = [m.group() for m in re.finditer(fault, text) if not re.match(allowed, m.group())]

    assert found == []


@pytest.mark.parametrize("shape", shapes(), ids=lambda shape: shape.titles[0])
def test_every_shape_is_told_in_the_bundled_stories(shape: Shape) -> None:
    """The longest literal piece of each second paragraph is in the file."""
    text = datasets.stories_path().read_text("ascii")

    for wording in shape.paragraphs[1]:
        pieces = re.split(r"[\[{].*?[\]}]", wording)
        assert max(pieces, key=len) in text


def test_every_recalled_name_was_remembered_before() -> None:
    """Three thousand stories, every wording met often: a [name] nothing set would be a KeyError."""
    tell = Storyteller(3).tell

    assert all(tell().endswith(END.decode()) for _ in range(3000))


def test_stories_hold_dialogue_contractions_numbers_and_names() -> None:
    """What the pre-token pattern has rules for is there to be seen."""
    text = datasets.stories_path().read_text("ascii")

    for piece in ("n't", "'ll ", "'ve ", "'re ", "'m ", "'s ", '," said', '?"', '!"', "..."):
        assert text.count(piece) > 20, piece
    assert len(set(re.findall(r"\b\d+\b", text))) > 800


@pytest.mark.parametrize(
    ("inflected", "expected"),
    [
        (past("hop+"), "hopped"),
        (past("run+:ran"), "ran"),
        (past("carry"), "carried"),
        (past("play"), "played"),
        (present_participle("run+:ran"), "running"),
        (present_participle("bake"), "baking"),
        (present_participle("hoe"), "hoeing"),
        (present_participle("cry"), "crying"),
        (plural("mouse:mice"), "mice"),
        (plural("berry"), "berries"),
        (plural("key"), "keys"),
        (plural("fox"), "foxes"),
        (with_article("otter"), "an otter"),
        (with_article("unicycle"), "a unicycle"),
        (with_article("hourglass"), "an hourglass"),
        (with_article("Owl"), "an Owl"),
    ],
)
def test_words_are_inflected_as_english_does(inflected: str, expected: str) -> None:
    """Irregular forms, doubled letters, silent e, y and the article."""
    assert expected == inflected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", 0),
        ("300", 300),
        ("300B", 300),
        ("1.5 MB", 1_500_000),
        ("500KB", 500_000),
        ("500kB", 500_000),
        ("2GB", 2_000_000_000),
        ("1.1GB", 1_100_000_000),  # exact, where a float would give 1100000000.0000001
        ("1MiB", 1_048_576),
        (" 2 gib ", 2_147_483_648),
    ],
)
def test_sizes_are_read_as_people_write_them(text: str, expected: int) -> None:
    """Thousands for kB, MB, GB; 1024s for KiB, MiB, GiB."""
    assert expected == datasets.parse_size(text)


@pytest.mark.parametrize("text", ["", "GB", "-1", "2XB", "1e9", "1,5GB", "two", "1.MB", "٣"])
def test_a_wrong_size_is_an_error_that_shows_a_right_one(text: str) -> None:
    """The message quotes what was written and gives an example."""
    with pytest.raises(CorpusError, match=r"is not a size; write .* 2GB") as error:
        datasets.parse_size(text)
    assert repr(text) in str(error.value)
