"""pyproject.toml, requirements.lock and environment.yml describe one environment."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

COURSE_EXTRAS = ["fast", "distributed", "dev"]  # bench is installed one by one, and never locked
CONDA_NAME = {"dask": "dask[distributed]"}  # conda's dask brings distributed along


@pytest.fixture(scope="module")
def project(root: Path) -> dict[str, Any]:
    """The [project] table of pyproject.toml."""
    table: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    return table


@pytest.fixture(scope="module")
def declared(project: dict[str, Any]) -> list[str]:
    """The requirements of the course: the dependencies and every locked extra."""
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *(line for name in COURSE_EXTRAS for line in extras[name])]


@pytest.fixture(scope="module")
def conda(root: Path) -> dict[str, str]:
    """Package -> range in environment.yml, those under `pip:` among them."""
    *packages, under_pip = yaml.safe_load((root / "environment.yml").read_text())["dependencies"]
    lines = [*packages, *under_pip["pip"]]
    pairs = (line.partition(" ") for line in lines if line not in ("pip", "-e ."))
    return {CONDA_NAME.get(name, name): bounds for name, _, bounds in pairs}


@pytest.fixture(scope="module")
def lock(root: Path) -> str:
    """The text of requirements.lock."""
    return (root / "requirements.lock").read_text()


def test_conda_installs_the_same_packages_in_the_same_ranges(
    declared: list[str], conda: dict[str, str]
) -> None:
    """Whoever comes with conda gets what `make lab` gives, locked versions aside."""
    expected = {}
    for requirement in map(Requirement, declared):
        extras = f"[{','.join(sorted(requirement.extras))}]" if requirement.extras else ""
        expected[requirement.name + extras] = requirement.specifier
    actual = {name: Requirement(f"x{bounds}").specifier for name, bounds in conda.items()}
    del actual["python"]

    assert expected == actual


def test_conda_takes_the_same_python(project: dict[str, Any], conda: dict[str, str]) -> None:
    """One Python range, stated twice."""
    assert project["requires-python"] == conda["python"]


def test_conda_installs_the_project_itself(root: Path) -> None:
    """The last line of environment.yml is the editable install of this folder."""
    dependencies = yaml.safe_load((root / "environment.yml").read_text())["dependencies"]

    assert dependencies[-1]["pip"][-1] == "-e ."


def test_the_lock_covers_every_requirement_within_its_range(declared: list[str], lock: str) -> None:
    """A dependency added to pyproject.toml without `make lock` is found here."""
    locked = dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", lock, flags=re.MULTILINE))
    outside = []
    for requirement in map(Requirement, declared):
        version = locked.get(canonicalize_name(requirement.name))
        if version is None or version not in requirement.specifier:
            outside.append(f"{requirement}: locked {version}")

    assert outside == []


def test_the_lock_names_no_place(lock: str) -> None:
    """No registry, no index option and no folder of the machine that made it."""
    assert re.findall(r".*(?:://|--index|--find-links|file:).*", lock) == []
    assert [line for line in lock.splitlines() if line.startswith("#")][1] == "#    make lock"


def test_the_lock_has_a_hash_for_every_package(lock: str) -> None:
    """`--require-hashes` refuses a package without one."""
    packages = re.split(r"^(?=[a-z0-9-]+==)", lock, flags=re.MULTILINE)[1:]

    assert len(packages) > 50
    assert [p.splitlines()[0] for p in packages if "--hash=sha256:" not in p] == []


@pytest.mark.parametrize("file", ["pyproject.toml", "environment.yml"])
def test_every_dependency_carries_its_reason(root: Path, file: str) -> None:
    """A line that says what it brings is easy to delete on the day it brings nothing."""
    requirement = re.compile(r"""^\s+(?:"|- )[A-Za-z0-9\[\]-]+ ?[<>=]""")
    lines = [line for line in (root / file).read_text().splitlines() if requirement.match(line)]

    assert len(lines) > 30
    assert [line for line in lines if not re.search(r"\S\s+# \S", line)] == []
