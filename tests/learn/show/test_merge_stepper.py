"""The merge stepper, driven in a browser: its merges are those of `naive`."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest
from playwright.sync_api import Browser, Page

from cs336_basics.learn import show
from cs336_basics.text.pretokenize import pretokenize
from cs336_basics.trainers import naive
from tests.learn.show.browser import opened

ALPHABETS = [
    "ab",
    "ab ",
    "a \n",
    "abc'sdmtlrve ",
    "aB1!. \n\t",
    "éèßñ ü",
    "你好世界，。",
    "日本語カナかな ー",
    "привет мир",
    "שלום עולם",
    "नमस्ते दुनिया",
    "안녕하세요 ",
    "🙂🙃👍🏽🇩🇪 ",
    "²½Ⅷ①42٣ ",
    "\x85\xa0\u2003\u3000\ufeff\u200b ax",
    "\x00\x1c\x1f\x7f a\\|<>&\"'",
]
EVIL = "<img src=x onerror=alert(1)></script><script>alert(1)</script>"

pytestmark = pytest.mark.slow


def texts(number: int) -> list[str]:
    """Random texts: tiny alphabets for ties, scripts alone and mixed, stock phrases."""
    draw = random.Random(336)
    found = ["", " ", "\n\n", "I'll we've don't 'tis '' 's", "one\n\ntwo \n three  ", EVIL]
    while len(found) < number:
        letters = "".join(draw.sample(ALPHABETS, draw.choice([1, 1, 1, 2, 3])))
        found.append("".join(draw.choices(letters, k=draw.choice([3, 10, 40, 150]))))
    return found


def merges_of(text: str, number: int) -> list[str]:
    """What `naive` merges, as the page writes it: two halves in hex, and the count."""
    counts = Counter(word.encode() for word in pretokenize(text))
    found = islice(naive.iter_merges(dict(counts)), number)
    return [f"{left.hex(' ')}|{right.hex(' ')}|{count}" for (left, right), count in found]


def shown_merges(page: Page) -> list[str]:
    """What stands in the vocabulary at the last step."""
    page.get_by_label("picture of this step").press("End")
    found: list[str] = page.eval_on_selector_all(
        "[data-merge]", "all => all.map(one => one.dataset.merge)"
    )
    return found


def test_200_random_texts_give_the_merges_of_the_specification(browser: Browser) -> None:
    """Typed into the field: GPT-2's pattern, the counts and the tie rule are the package's."""
    with opened(browser, show.merge_stepper("low", 25)) as page:
        wrong = []
        for text in texts(200):
            page.get_by_label("Your text").fill(text)
            if merges_of(text, 25) != shown_merges(page):
                wrong.append(text)

    assert [] == wrong


def test_the_number_of_merges_can_be_chosen(browser: Browser) -> None:
    """Three of them, whatever there is to merge; nonsense counts as none."""
    with opened(browser, show.merge_stepper("the theme there")) as page:
        page.get_by_label("How many merges?").fill("3")
        three = shown_merges(page)
        page.get_by_label("How many merges?").fill("")
        none = shown_merges(page)

    assert merges_of("the theme there", 3) == three
    assert [] == none


def test_a_step_shows_words_counts_and_ties(browser: Browser) -> None:
    """By hand: `ow` and `lo` stand three times in `low low low`, and o is the greater byte."""
    with opened(browser, show.merge_stepper("low low low", 5)) as page:
        page.get_by_role("button", name="next").click()
        said = page.get_by_role("status").inner_text()
        rows = page.locator("tbody tr").all_inner_texts()

    assert said.startswith("Merge 1: o + w → ow, counted 3 times. Another pair is as frequent")
    assert [row.split("\t") for row in rows] == [
        ["ow", "3", "merged"],
        ["lo", "3", "tie"],
        ["·l", "2", ""],
    ]
