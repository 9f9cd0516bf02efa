"""When the kernels are used, and how not to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cs336_basics import kernels


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    """Each test looks again whether the kernels are here."""
    kernels.are_here.cache_clear()
    kernels._hint_once.cache_clear()
    yield
    kernels.are_here.cache_clear()
    kernels._hint_once.cache_clear()


def test_the_kernels_can_be_switched_off(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """CS336_BPE_KERNELS=0 leaves everything to pure Python, without advice to install numba."""
    monkeypatch.setenv("CS336_BPE_KERNELS", "0")
    assert not kernels.are_here()
    assert not kernels.pay(1 << 40)
    assert not kernels.can_count("gpt2", "strict")
    assert "" == caplog.text


def test_without_numba_there_is_one_hint(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Large texts stay in pure Python; what to install is said once."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not kernels.pay(1 << 40)
    assert not kernels.pay(1 << 40)
    assert 1 == caplog.text.count("cs336-bpe[fast]")
