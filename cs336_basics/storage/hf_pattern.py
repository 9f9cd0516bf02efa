r"""The regular expressions of tokenizer.json, which are read by another engine: Oniguruma.

Most of the two dialects is one language. What is not is rewritten here, so that it means the same
on the other side, or refused: `{1,3}+` repeats there and keeps hold here, `$` ends a line there and
the text here. Only what is known to be alike passes.

    theirs              ours
    \p{N}{1,3}+         (?:\p{N}{1,3})+
    a$                  a(?!.)
    a(?i)b|c            a(?i:b|c)
"""

from __future__ import annotations

import re

from cs336_basics.storage.hf_atoms import (
    ESCAPE,
    OUR_WORDS,
    Different,
    check_caseless,
    translate_escape,
    translate_posix,
)

_QUANTIFIER = re.compile(r"[*+?][+?]?|\{(?P<size>\d+(?:,\d*)?|,\d+)\}")
_GROUP = re.compile(r"\((?:\?(?::|=|!|>|<=|<!))?(?!\?)|\(\?<[A-Za-z_]\w*>")
_NAMED = re.compile(r"\(\?<[A-Za-z_]")  # with names, groups have no numbers there
_FLAGS = re.compile(r"\(\?(?P<on>[a-zA-Z]*)(?P<off>-[a-zA-Z]+)?(?P<end>[:)])")
_POSIX = re.compile(r"\[:\^?[a-z]+:\]")
_CLASS = re.compile(r"\\[sSdDwWhHpPR]")
_LINE_BEGINS, _LINE_ENDS = r"(?:\A|(?<=\n)(?=[\s\S]))", "(?!.)"


def to_theirs(pattern: str) -> str:
    r"""Write one of our patterns in their dialect.

    Raises:
        Different: saying what they would read otherwise.

    >>> to_theirs(r"\w+|\pN+")
    '[\\w\\u200c\\u200d]+|\\p{N}+'
    """
    return _Translator(pattern, ours=True).whole()


def from_theirs(pattern: str) -> str:
    r"""Write one of their patterns in our dialect.

    Raises:
        Different: saying what could not be read here as it is there.

    >>> from_theirs(r"\p{N}{1,3}+|a$")
    '(?:\\p{N}{1,3})+|a(?!.)'
    """
    return _Translator(pattern, ours=False).whole()


class _Translator:
    """Walks through a pattern once and writes it anew; `ours` says whose dialect it is in."""

    def __init__(self, source: str, *, ours: bool) -> None:
        self._source, self._ours, self._place = source, ours, 0
        self._caseless = self._dot_is_all = self._in_not_behind = False
        self._letters = ""  # that follow one another where the case does not count

    def whole(self) -> str:
        try:
            written = self._branches()
        except RecursionError:
            raise Different("it is nested too deeply") from None
        except IndexError:
            raise Different("it ends too early") from None
        if self._place < len(self._source):
            raise Different("it closes a group that it does not open")
        return written

    def _branches(self) -> str:
        """Translate up to the end of the group, or of the pattern."""
        written: list[str] = []
        while self._place < len(self._source) and not self._is_at(")"):
            if self._takes("|"):
                self._letters = ""
                written.append("|")
            else:
                written.append(self._repeated(self._atom(is_first=not written)))
        return "".join(written)

    def _repeated(self, atom: str) -> str:
        """Translate the quantifiers behind an atom. Only ours keeps hold with `{1,3}+`."""
        is_look = atom.startswith(("(?=", "(?!", "(?<=", "(?<!", r"\A", r"\z", r"\K"))
        if is_look and self._ours and _QUANTIFIER.match(self._source, self._place):
            raise Different("what matches no character cannot be repeated there")
        while found := self._match(_QUANTIFIER):
            quantifier, size = found[0], found["size"]
            if size and self._is_at("?") and "," in size:
                quantifier += self._source[self._place]
                self._place += 1
            elif size and self._ours and (self._is_at("+") or self._is_at("?")):
                more = self._source[self._place]
                does = "keeps hold of what it matched" if more == "+" else "matches as little"
                raise Different(
                    f"{quantifier}{more} {does}; this format's readers take it for a repetition. "
                    f"Write it without the last {more}"
                )
            atom += quantifier
            if _QUANTIFIER.match(self._source, self._place):
                atom = f"(?:{atom})"
        return atom

    def _atom(self, *, is_first: bool) -> str:
        character = self._source[self._place]
        if character == "(":
            return self._group(is_first=is_first)
        if character not in "[\\.^$*+?{":
            self._place += 1
            return self._letter(character)
        if character == "\\":
            return self._escape(in_set=False)
        self._letters = ""
        if character == "[":
            return self._set()
        self._place += 1
        if character == ".":
            return r"[\s\S]" if self._dot_is_all else "."
        written = {"^": _LINE_BEGINS, "$": _LINE_ENDS, "{": r"\{"}.get(character)
        if written is None or self._ours:
            raise Different(f"{character} means something else there")
        return written

    def _letter(self, character: str) -> str:
        if self._caseless:
            self._letters += character
            check_caseless(self._letters)
        return character

    def _group(self, *, is_first: bool) -> str:
        if found := self._match(_GROUP):
            before = self._in_not_behind
            if self._ours and before and found[0] == "(":
                raise Different("a group that is kept cannot be in (?<!…) there")
            self._in_not_behind = before or found[0] == "(?<!"
            written = self._closed(found[0])
            self._in_not_behind = before
            return written
        if not (found := self._match(_FLAGS)):
            odd = self._source[self._place : self._place + 4]
            raise Different(f"{odd} is not known {'there' if self._ours else 'here'}")
        if found["end"] == ")" and self._ours and not is_first:
            raise Different(f"{found[0]} in the middle holds for other parts there")
        flags = self._caseless, self._dot_is_all
        opening = self._flags(found["on"], found["off"] or "")
        # Theirs holds for all that follows in the group, bars included.
        written = f"{opening}{self._branches()})" if found["end"] == ")" else self._closed(opening)
        self._caseless, self._dot_is_all = flags
        return written

    def _flags(self, on: str, off: str) -> str:
        """Note the flags; their `m`, by which a dot is any character, is written out."""
        if odd := set(on + off) - set("i-" if self._ours else "im-"):
            raise Different(f"the flag {min(odd)} means something else there")
        self._caseless = ("i" in on or self._caseless) and "i" not in off
        self._dot_is_all = ("m" in on or self._dot_is_all) and "m" not in off
        return f"(?{'i' * ('i' in on)}{'-i' * ('i' in off)}:"

    def _closed(self, opening: str) -> str:
        written = self._branches()
        if not self._takes(")"):
            raise Different("a group is not closed")
        return f"{opening}{written})"

    def _set(self) -> str:
        """Translate a set, with the sets in it."""
        opening = "[^" if self._source.startswith("[^", self._place) else "["
        self._place += len(opening)
        members: list[str] = []
        while not self._is_at("]") or not members:
            if self._place >= len(self._source):
                raise Different("a set is not closed")
            members.append("&&" if self._takes("&&") else self._member(members[-1:]))
        self._place += 1
        written = f"{opening}{''.join(members)}]"
        return {r"[\w]": r"\w", r"[^\w]": r"\W"}.get(written, written)

    def _member(self, before: list[str]) -> str:
        """Translate a class, a set, a character or a range; `before` is the member before it."""
        if found := self._match(_POSIX):
            return translate_posix(found[0], ours=self._ours)
        if self._is_at("["):
            return self._set()
        if not self._ours and self._takes(OUR_WORDS):
            return r"\w"  # as it was before it was saved
        for operator in ("--", "~~") if self._ours else ():
            if self._is_at(operator):
                raise Different(f"{operator} in a set is an operator here alone")
        is_class = _CLASS.match(self._source, self._place) is not None
        low = self._single(before)
        if is_class or not self._is_at("-") or self._is_at("-]"):
            return low
        if self._ours and self._is_at("--"):
            raise Different("-- in a set is an operator here alone")
        self._place += 1
        if self._is_at("[") or _CLASS.match(self._source, self._place):
            return low + r"\-"
        high = self._single(["-"])
        if self._caseless and len(low + high) > 2:
            raise Different(f"with (?i), {low}-{high} may hold other letters there")
        if self._caseless:
            check_caseless("\0".join(map(chr, range(ord(low), ord(high) + 1))))
        return (r"\-" if low == "-" else low) + f"-{high}"

    def _single(self, before: list[str]) -> str:
        """Translate one character of a set; what might be read as an operator is escaped."""
        if self._is_at("\\"):
            return self._escape(in_set=True)
        character = self._source[self._place]
        self._place += 1
        if self._caseless:
            check_caseless(character)
        is_doubled = before == [character] and character in "-~|&"
        is_inside = character == "-" and bool(before) and not self._is_at("]")
        return f"\\{character}" if character == "]" or is_doubled or is_inside else character

    def _escape(self, *, in_set: bool) -> str:
        found = self._match(ESCAPE)
        if found is None:
            raise Different("it ends in a backslash")
        if re.fullmatch(r"\\[1-9]", found[0]) and not in_set and not _NAMED.search(self._source):
            return found[0]  # what a group matched
        self._letters = ""
        return translate_escape(found[0], ours=self._ours, in_set=in_set, caseless=self._caseless)

    def _is_at(self, text: str) -> bool:
        return self._source.startswith(text, self._place)

    def _takes(self, text: str) -> bool:
        found = self._is_at(text)
        self._place += len(text) if found else 0
        return found

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._source, self._place)
        self._place = found.end() if found else self._place
        return found
