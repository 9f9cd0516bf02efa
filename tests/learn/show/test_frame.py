"""The frame of what goes step by step, driven in a browser by mouse and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from cs336_basics.learn import show
from tests.learn.show.browser import opened

FRAMES: list[tuple[str, show.Html | str]] = [("one", "a"), ("two <b>", "b & c"), ("three", "d")]
EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"

pytestmark = pytest.mark.slow


def test_buttons_and_slider_go_through_the_steps(browser: Browser) -> None:
    """Each shows one step, its sentence and where it is."""
    with opened(browser, show.steps(FRAMES)) as page:
        said, stage = page.get_by_role("status"), page.get_by_label("picture of this step")
        page.get_by_role("button", name="next").click()
        expect(said).to_have_text("two <b>")
        expect(stage).to_have_text("b & c")
        page.get_by_role("button", name="last").click()
        expect(page.get_by_text("2 of 2")).to_be_visible()
        page.get_by_role("slider").fill("0")
        expect(said).to_have_text("one")
        page.get_by_role("button", name="back").click(force=True)  # does no harm here
        expect(stage).to_have_text("a")


def test_arrow_keys_go_through_the_steps_and_no_further(browser: Browser) -> None:
    """A notebook around it hears none of them: there an arrow means another cell."""
    with opened(browser, show.steps(FRAMES)) as page:
        page.evaluate("document.addEventListener('keydown', (event) => { heard = event.key; })")
        said = page.get_by_role("status")
        page.get_by_role("button", name="next").focus()
        for key, expected in [
            ("ArrowRight", "two <b>"),
            ("End", "three"),
            ("ArrowRight", "three"),
            ("ArrowLeft", "two <b>"),
            ("Home", "one"),
        ]:
            page.keyboard.press(key)
            expect(said).to_have_text(expected)
        page.get_by_role("slider").press("ArrowRight")
        expect(said).to_have_text("two <b>")

        assert page.evaluate("typeof heard") == "undefined"


def test_it_plays_by_itself_until_the_end(browser: Browser) -> None:
    """Then the button says `play` again."""
    with opened(browser, show.steps(FRAMES)) as page:
        page.get_by_role("button", name="play").click()
        expect(page.get_by_role("button", name="pause")).to_be_visible()
        expect(page.get_by_role("status")).to_have_text("three")
        expect(page.get_by_role("button", name="play")).to_be_visible()


@pytest.mark.parametrize("trusted", [True, False])
def test_text_is_never_taken_for_html(browser: Browser, trusted: bool) -> None:
    """In titles, pictures, fields and data alike."""
    evil = EVIL.encode()
    every = [
        show.steps([(EVIL, EVIL), (EVIL, EVIL)]),
        show.merge_stepper(EVIL),
        show.utf8_pour("<"),
        show.join_stepper(evil, (b"<", b"/")),
        show.heap_stepper({evil: 1}),
        show.row_stepper({evil: 1}, (b"<", b"/")),
        show.probe_stepper([evil], len),
        show.stream_stepper([EVIL, EVIL]),
        show.cut_stepper(EVIL, 3),
    ]
    for shown in every:
        with opened(browser, shown, trusted=trusted) as page:
            assert page.locator("img").count() == 0


def test_an_untrusted_clone_shows_every_step(browser: Browser) -> None:
    """Without the script there is a list, or a table."""
    with opened(browser, show.steps(FRAMES), trusted=False) as page:
        expect(page.get_by_text("a", exact=True)).to_be_visible()
        expect(page.get_by_text("d", exact=True)).to_be_visible()
    with opened(browser, show.merge_stepper("low low"), trusted=False) as page:
        expect(page.get_by_role("cell", name="o + w")).to_be_visible()


def test_two_of_the_same_are_two(browser: Browser) -> None:
    """The ids are equal, as they come from the content; each still has its own buttons."""
    one = show.steps(FRAMES)
    with opened(browser, show.Html(one.html * 2, "")) as page:
        page.get_by_role("button", name="next").last.click()
        expect(page.get_by_role("status").first).to_have_text("one")
        expect(page.get_by_role("status").last).to_have_text("two <b>")
