"""The command `cs336-bpe`: it finds its own package first.

The assignment's package is called `cs336_basics`, too. Where a learner's folder is on the path, by
PYTHONPATH or because it is installed, theirs would be imported in the place of ours.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> int:
    """Run the command; see `cs336_basics.cli`."""
    sys.path.insert(0, str(Path(__file__).parent))
    from cs336_basics import cli

    return cli.main()
