"""The bundled corpora: what they hold, and that their README tells the truth about them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import regex

from cs336_basics import datasets
from cs336_basics.datasets import bundled
from cs336_basics.errors import MissingDataError

SCRIPTS = """
Latin Han Hiragana Katakana Hangul Arabic Hebrew Devanagari Thai Cyrillic Greek Tamil Georgian
Ethiopic Bengali
"""
# A language by the name it gives itself in its heading, and a word of its page.
PAGES = {
    "English": "lantern",
    "中文": "狐狸",
    "日本語": "きつね",
    "한국어": "여우",
    "العربية": "فانوس",
    "עברית": "פנס",
    "हिन्दी": "लोमड़ी",
    "ไทย": "จิ้งจอก",
    "Русский": "лиса",
    "Ελληνικά": "αλεπού",
    "Deutsch": "Füchsin",
    "Türkçe": "tilki",
    "Tiếng Việt": "cáo",
    "Français": "renarde",
    "Español": "zorra",
    "Polski": "lisica",
    "Kiswahili": "mbweha",
    "தமிழ்": "நரி",
    "ქართული": "მელია",
    "አማርኛ": "ቀበሮ",
    "فارسی": "روباه",
    "বাংলা": "শেয়াল",
}


@pytest.fixture(scope="module")
def languages() -> str:
    """Give the text of `data/languages.txt`."""
    return datasets.languages_path().read_bytes().decode("utf-8")


@pytest.fixture(scope="module")
def pages(languages: str) -> dict[str, str]:
    """Give each page by its heading."""
    texts = languages.removesuffix("\n<|endoftext|>\n").split("\n<|endoftext|>\n")
    return {text.partition("\n")[0]: text for text in texts}


@pytest.mark.parametrize("name", ["stories.txt", "languages.txt"])
def test_the_readme_states_size_and_sha256(root: Path, name: str) -> None:
    """The row of the table is the file's own."""
    content = (root / "data" / name).read_bytes()
    row = f"| `{name}` | {len(content)} | `{hashlib.sha256(content).hexdigest()}` |"

    assert row in (root / "data" / "README.md").read_text("utf-8").splitlines()


@pytest.mark.parametrize("path", [datasets.stories_path(), datasets.languages_path()])
def test_the_files_are_plain_utf8(path: Path) -> None:
    """Line feeds only, no byte order mark, and a document end at the end."""
    content = path.read_bytes()

    assert not content.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in content
    assert content.endswith(b"\n<|endoftext|>\n")


def test_the_stories_are_between_one_and_two_megabytes() -> None:
    """Small enough to clone, large enough to train on."""
    assert 1_000_000 <= datasets.stories_path().stat().st_size <= 2_000_000


def test_the_readme_repeats_the_size_and_seed_of_the_stories(root: Path) -> None:
    """The command in the README writes the bundled file."""
    command = f"generate --size {bundled.STORIES_SIZE} --seed {bundled.STORIES_SEED} stories.txt"

    assert command in (root / "data" / "README.md").read_text("utf-8")


@pytest.mark.parametrize("script", SCRIPTS.split())
def test_each_script_has_a_page_worth_of_letters(languages: str, script: str) -> None:
    """At least a hundred letters of each script; Katakana is met in loan words."""
    letters = regex.findall(rf"\p{{Script={script}}}", languages)

    assert len(letters) >= (10 if script == "Katakana" else 100)


@pytest.mark.parametrize("language", PAGES)
def test_each_language_has_a_page_that_names_it(pages: dict[str, str], language: str) -> None:
    """A heading in the language itself, and a few hundred characters that mention the fox."""
    page = pages[language]

    assert 300 <= len(page) <= 1500
    assert PAGES[language].lower() in page.lower()


def test_no_page_is_a_copy_of_another(pages: dict[str, str]) -> None:
    """One page a language, one of signs, and all of them different."""
    assert len(pages) == len(PAGES) + 1
    assert len({page.partition("\n")[2] for page in pages.values()}) == len(pages)


@pytest.mark.parametrize(
    ("what", "pattern", "at_least"),
    [
        ("combining marks on Latin letters", r"\p{Script=Latin}\p{Mn}", 5),
        ("vowel signs and points of other scripts", r"[\p{Mc}\p{Mn}]", 500),
        ("emoji joined by ZWJ", r"\p{Emoji}[\x{1F3FB}-\x{1F3FF}]?\x{FE0F}?\x{200D}\p{Emoji}", 8),
        ("skin tones", r"\p{Emoji_Modifier_Base}\p{Emoji_Modifier}", 7),
        ("flags of two letters", r"\p{Regional_Indicator}{2}", 6),
        ("a flag of tags", r"\x{1F3F4}[\x{E0061}-\x{E007A}]+\x{E007F}", 1),
        ("keycaps", r"[0-9#]\x{FE0F}\x{20E3}", 3),
        ("mathematics", r"\p{Sm}", 20),
        ("characters beyond the BMP", r"[\x{10000}-\x{10FFFF}]", 40),
        ("digits of other scripts", r"(?![0-9])\p{Nd}", 20),
        ("conjoining Hangul", r"[\x{1100}-\x{11FF}]", 3),
    ],
)
def test_the_page_of_signs_holds(languages: str, what: str, pattern: str, at_least: int) -> None:
    """Marks, ZWJ, skin tones, flags and mathematics, each as often as stated."""
    pattern = re.sub(r"\\x\{([0-9A-F]+)\}", lambda m: chr(int(m[1], 16)), pattern)

    assert len(regex.findall(pattern, languages)) >= at_least, what


def test_what_the_page_of_signs_says_about_itself_is_true(languages: str) -> None:
    """`café` in 4 and 5 code points, and the family of 7 code points and 25 bytes."""
    assert len("caf\u00e9") == 4
    assert "caf\u00e9 is 4 code points" in languages
    assert len("cafe\u0301") == 5
    assert "cafe\u0301 is 5" in languages
    family = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}\u200d\N{BOY}"
    assert (len(family), len(family.encode())) == (7, 25)
    assert f"{family} is 7 code points and 25 bytes" in languages


@pytest.mark.parametrize("locate", [datasets.stories_path, datasets.languages_path])
def test_without_the_repository_the_error_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, locate: Callable[[], Path]
) -> None:
    """An installed package without its clone names the missing file and the way out."""
    monkeypatch.setattr(bundled, "DATA_DIR", tmp_path)

    with pytest.raises(MissingDataError, match="clone the repository"):
        locate()
