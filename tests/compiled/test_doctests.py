"""The examples in the docstrings of the kernels are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

from cs336_basics import compiled
from cs336_basics.trainers import compiled as trainer

MODULES = [
    module.name
    for module in pkgutil.walk_packages(compiled.__path__, f"{compiled.__name__}.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", [*MODULES, trainer.__name__])
def test_examples_give_the_results_they_show(name: str) -> None:
    """Every `>>>` in a module gives what stands below it."""
    failed, _ = doctest.testmod(importlib.import_module(name))

    assert 0 == failed
