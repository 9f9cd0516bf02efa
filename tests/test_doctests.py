"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import cs336_basics

MODULES = [
    module.name
    for module in pkgutil.walk_packages(cs336_basics.__path__, "cs336_basics.")
    if "__main__" not in module.name and ".compiled" not in module.name
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_give_the_results_they_show(name: str) -> None:
    """Every `>>>` in a module gives what stands below it."""
    failed, _ = doctest.testmod(importlib.import_module(name))

    assert failed == 0
