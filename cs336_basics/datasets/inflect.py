"""Plurals, verb forms and comparatives: just enough English for the lists of `words.toml`.

That file says how an entry is written. No library does this here because the bundled corpus must
keep its bytes: a new release of a library may inflect a word differently.
"""

from __future__ import annotations

VOWELS = frozenset("aeiou")
# Written with a vowel, spoken with a consonant, and the other way round.
_SPOKEN_CONSONANT = ("uni", "use", "uku", "eu", "one", "once", "ute")
_SPOKEN_VOWEL = ("hour", "honest", "heir")


def split_entry(entry: str) -> tuple[str, bool, str | None]:
    """Split a word-list entry into base form, "does it double?", and irregular form.

    >>> split_entry("run+:ran")
    ('run', True, 'ran')
    """
    base, _, irregular = entry.partition(":")
    return base.rstrip("+"), base.endswith("+"), irregular or None


def with_s(word: str) -> str:
    """Add the -s of a plural or of the third person: ``fox`` -> ``foxes``, ``cry`` -> ``cries``."""
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2] not in VOWELS:
        return word[:-1] + "ies"
    return word + "s"


def plural(entry: str) -> str:
    """Plural of a noun entry: ``mouse:mice`` -> ``mice``, ``berry`` -> ``berries``."""
    base, _, irregular = split_entry(entry)
    return irregular or with_s(base)


def third_person(entry: str) -> str:
    """Third person of a verb entry: ``run+:ran`` -> ``runs``."""
    return with_s(split_entry(entry)[0])


def past(entry: str) -> str:
    """Past of a verb entry: ``hop+`` -> ``hopped``, ``run+:ran`` -> ``ran``."""
    base, doubles, irregular = split_entry(entry)
    return irregular or _suffixed(base, doubles, "ed")


def present_participle(entry: str) -> str:
    """The -ing form of a verb entry: ``hop+`` -> ``hopping``, ``bake`` -> ``baking``."""
    base, doubles, _ = split_entry(entry)
    if base.endswith(("ee", "ye", "oe")):
        return base + "ing"
    if base.endswith("e"):
        return base[:-1] + "ing"
    return base + base[-1] * doubles + "ing"


def comparative(entry: str) -> str:
    """Comparative of a short adjective: ``big+`` -> ``bigger``, ``happy`` -> ``happier``."""
    base, doubles, _ = split_entry(entry)
    return _suffixed(base, doubles, "er")


def superlative(entry: str) -> str:
    """Superlative of a short adjective: ``big+`` -> ``biggest``, ``happy`` -> ``happiest``."""
    base, doubles, _ = split_entry(entry)
    return _suffixed(base, doubles, "est")


def adverb(adjective: str) -> str:
    """Adverb of an adjective: ``gentle`` -> ``gently``, ``happy`` -> ``happily``."""
    if adjective.endswith("le"):
        return adjective[:-1] + "y"
    if adjective.endswith("y"):
        return adjective[:-1] + "ily"
    return adjective + "ly"


def with_article(phrase: str) -> str:
    """Put the indefinite article first: ``otter`` -> ``an otter``, ``ukulele`` -> ``a ukulele``."""
    lower = phrase.lower()
    vowel = lower[0] in VOWELS and not lower.startswith(_SPOKEN_CONSONANT)
    return ("an " if vowel or lower.startswith(_SPOKEN_VOWEL) else "a ") + phrase


def capitalized(phrase: str) -> str:
    """Upper-case the first letter and leave the rest alone."""
    return phrase[:1].upper() + phrase[1:]


def _suffixed(base: str, doubles: bool, suffix: str) -> str:
    if base.endswith("e"):
        return base + suffix[1:]
    if base.endswith("y") and base[-2] not in VOWELS:
        return base[:-1] + "i" + suffix
    return base + base[-1] * doubles + suffix
