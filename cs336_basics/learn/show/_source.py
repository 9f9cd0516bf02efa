"""Show code: the package's own, from the installed source, and the solutions of exercises."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from cs336_basics.learn.show._html import MONOSPACE, Html, details
from cs336_basics.repository import ROOT

SOLUTIONS = ROOT / "notebooks" / "solutions"
# Paper and ink of its own, so that the colours can be read on a dark page too.
_BLOCK = "background:#fcfcfc;border:1px solid #8884;border-radius:4px;padding:6px 10px;margin:4px 0"
# JupyterLab lets <pre> inherit its font, so it is named here.
_CODE = f"{MONOSPACE};color:#111;background:transparent;margin:0;overflow-x:auto;line-height:1.3"


def source(obj: Any) -> Html:
    """Show the source of a function, class or module as it is installed, and where it stands.

    >>> from cs336_basics import pairs
    >>> print(source(pairs.split_bytes).text.splitlines()[1])
    def split_bytes(pretoken: bytes) -> list[bytes]:
    """
    code = inspect.getsource(obj).rstrip()
    file = Path(inspect.getsourcefile(obj) or "")
    place = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
    return Html(f"<div><code>{place}</code>{_coloured(code)}</div>", f"# {place}\n{code}")


def solution(fn: Callable[..., Any] | str, folder: Path = SOLUTIONS) -> Html:
    """Show how we solved an exercise, folded: the function of that name in notebooks/solutions/.

    Args:
        fn: the learner's function, or its name.
        folder: where the solution modules are.

    Raises:
        LookupError: no module there defines it.
    """
    name = fn if isinstance(fn, str) else fn.__name__
    path, code = find_solution(name, folder)
    place = f"notebooks/solutions/{path.name}"
    return Html(details(f"Solution: {name}", _coloured(code)), f"Solution: {name} in {place}")


def find_solution(name: str, folder: Path = SOLUTIONS) -> tuple[Path, str]:
    """Find the module that defines a solution, and the source of that one function.

    Raises:
        LookupError: no module there defines it.
    """
    for path in sorted(folder.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name:
                return path, ast.get_source_segment(text, node) or ""
    raise LookupError(f"no solution named {name!r} in {folder.name}/")


def _coloured(code: str) -> str:
    """Highlight Python with inline styles alone: a fresh clone drops style sheets."""
    formatter = HtmlFormatter(
        noclasses=True, nobackground=True, cssclass="", cssstyles=_BLOCK, prestyles=_CODE
    )
    # What scrolls must be reached by the keyboard too.
    return str(highlight(code, PythonLexer(), formatter)).replace("<pre ", '<pre tabindex="0" ', 1)
