"""What was converted on the way: short sentences, each noted once."""

from __future__ import annotations


class Notes:
    """A list of sentences without repeats.

    >>> notes = Notes()
    >>> notes.add("ids were turned round")
    >>> notes.add("ids were turned round")
    >>> notes.all
    ('ids were turned round',)
    """

    def __init__(self) -> None:
        self._sentences: dict[str, None] = {}

    def add(self, sentence: str) -> None:
        """Note a sentence, once."""
        self._sentences[sentence] = None

    @property
    def all(self) -> tuple[str, ...]:
        """The sentences in the order in which they were first noted."""
        return tuple(self._sentences)
