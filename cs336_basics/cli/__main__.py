"""`python -m cs336_basics.cli` is `cs336-bpe`, for where the command is not on the path."""

from __future__ import annotations

import sys

from cs336_basics.cli import main

sys.exit(main())
