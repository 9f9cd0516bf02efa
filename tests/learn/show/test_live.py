"""Tokens of a sentence and a character's bytes, driven in a browser: as the package has them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from cs336_basics import Tokenizer
from cs336_basics.learn import show
from cs336_basics.merge_ranks import merge_by_rank
from cs336_basics.vocab import build_vocab
from tests.learn.show.browser import opened
from tests.learn.show.test_merge_stepper import texts

SPECIAL = ["<|endoftext|>", "<|end|>", "<|end|><|end|>"]
CHARACTERS = "a\x00\x7f\x80é߿ࠀ€你\uffff𐀀🙂\U0010ffff"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tokenizers(root_profiles: Tokenizer) -> dict[str, Tokenizer]:
    """One that is bundled, one with specials that overlap, one for another pattern."""
    merges = [(b"a", b"b"), (b" ", b"a"), (b"ab", b"ab"), (b"b", b"a"), (b"<", b"|")]
    return {
        "bundled": root_profiles,
        "toy": Tokenizer(build_vocab(merges, SPECIAL), merges, SPECIAL),
        "not gpt2": Tokenizer(build_vocab(merges, []), merges, pattern="cl100k"),
    }


@pytest.fixture(scope="module")
def root_profiles(request: pytest.FixtureRequest) -> Tokenizer:
    """The tokenizer of a thousand tokens that the repository holds."""
    return Tokenizer.load(request.config.rootpath / "profiles" / "stories_1k.yaml")


def test_ids_are_those_of_the_tokenizers(
    browser: Browser, tokenizers: dict[str, Tokenizer]
) -> None:
    """For texts in many scripts, and special tokens that overlap."""
    with opened(browser, show.token_boxes("The start.", tokenizers)) as page:
        for text in [*texts(60), "ab<|end|><|end|>ab<|endoftext|>", "<|end|<|end|>"]:
            page.get_by_label("Your sentence").fill(text)
            shown = page.eval_on_selector_all(
                ".bpe-ids",
                "rows => rows.map(row => [...row.children].map(one => +one.dataset.id))",
            )

            assert [tokenizers[name].encode(text) for name in ("bundled", "toy")] == shown


def test_a_word_is_merged_by_rank(browser: Browser, tokenizers: dict[str, Tokenizer]) -> None:
    """The last step is what `merge_by_rank` gives, the first is one token a byte."""
    bundled = tokenizers["bundled"]
    ranks = {pair: rank for rank, pair in enumerate(bundled.merges)}
    with opened(browser, show.token_boxes("x", {"bundled": bundled})) as page:
        for word in ("whispered", "unwhisperable", "naïve", "the"):
            page.get_by_label("One word").fill(word)
            page.get_by_label("picture of this step").press("End")
            blocks = page.locator("table").last.locator("tbody .bpe-token").all_inner_texts()

            assert "|".join(blocks) == str(show.tokens(merge_by_rank(word.encode(), ranks)))


def test_another_pattern_is_shown_and_not_typed_over(
    browser: Browser, tokenizers: dict[str, Tokenizer]
) -> None:
    """JavaScript lacks parts of cl100k's; its row is the package's, until the text changes."""
    with opened(browser, show.token_boxes("The start.", tokenizers)) as page:
        row = page.locator("table").first.locator("tbody tr").last
        expect(row).to_contain_text("10 tokens")
        page.get_by_label("Your sentence").fill("Another.")
        expect(row).to_contain_text("run the cell with this text")


def test_half_a_character_is_marked(browser: Browser, tokenizers: dict[str, Tokenizer]) -> None:
    """`é` is two tokens here, and neither is a character."""
    with opened(browser, show.token_boxes("é", {"bundled": tokenizers["bundled"]})) as page:
        assert page.locator(".bpe-torn").count() == len(tokenizers["bundled"].encode("é")) == 2


def test_bytes_of_characters_are_those_of_python(browser: Browser) -> None:
    """The first and the last of every length, and some between."""
    with opened(browser, show.utf8_pour("a")) as page:
        for character in CHARACTERS:
            page.get_by_label("Your character").fill(character)
            page.get_by_label("picture of this step").press("End")
            shown = page.eval_on_selector_all(
                "[data-byte]", "all => all.map(one => one.dataset.byte)"
            )

            assert character.encode().hex(" ") == " ".join(shown)


def test_bits_pour_from_the_right(browser: Browser) -> None:
    """After two steps the last byte of € is full, and the others are not."""
    with opened(browser, show.utf8_pour("€")) as page:
        for _ in range(2):
            page.get_by_role("button", name="next").click()
        expect(page.get_by_role("status")).to_have_text("The last 6 bits pour into byte 3 of 3.")
        assert page.locator("[data-byte]").all_inner_texts() == ["10101100\nac"]
