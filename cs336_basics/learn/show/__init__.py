"""What a notebook shows beside its own code: our source, solutions, tables, tokens, vocabularies, …

Everything here also draws in a fresh clone, which JupyterLab does not trust: HTML with inline
styles and `<details>`, no style sheet, no SVG, and nothing that needs a script to be seen.
"""

from __future__ import annotations

from cs336_basics.learn.show._frame import steps
from cs336_basics.learn.show._heap_stepper import heap_stepper
from cs336_basics.learn.show._html import Html
from cs336_basics.learn.show._join_stepper import join_stepper
from cs336_basics.learn.show._merge_stepper import merge_stepper
from cs336_basics.learn.show._probe_stepper import probe_stepper
from cs336_basics.learn.show._report import report
from cs336_basics.learn.show._row_stepper import row_stepper
from cs336_basics.learn.show._source import solution, source
from cs336_basics.learn.show._tables import table
from cs336_basics.learn.show._text_steppers import cut_stepper, stream_stepper
from cs336_basics.learn.show._token_boxes import token_boxes
from cs336_basics.learn.show._tokens import tokens
from cs336_basics.learn.show._utf8_pour import utf8_pour
from cs336_basics.learn.show._vocabulary import vocabulary

__all__ = [
    "Html",
    "cut_stepper",
    "heap_stepper",
    "join_stepper",
    "merge_stepper",
    "probe_stepper",
    "report",
    "row_stepper",
    "solution",
    "source",
    "steps",
    "stream_stepper",
    "table",
    "token_boxes",
    "tokens",
    "utf8_pour",
    "vocabulary",
]
