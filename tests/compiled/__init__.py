"""Tests of the kernels; skipped where numba is not installed."""

import pytest

pytest.importorskip("numba", reason="the compiled rung needs numba")
