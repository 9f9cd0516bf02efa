"""The make targets exist, and the set-up stops with one line where it cannot go on."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
from pathlib import Path

import pytest
import requests
import urllib3

TARGETS = ["lab", "test", "test-slow", "notebooks", "lint", "profiles", "bench", "scalene"]
TARGETS += ["snakeviz", "setup", "format", "lock", "handout", "book"]

pytestmark = pytest.mark.skipif(
    os.name == "nt" or shutil.which("make") is None, reason="make and sh are needed"
)


def run(arguments: list[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command with some environment variables set, and keep what it prints."""
    # The tests may run under `make test` themselves: its flags are not for the make started here.
    own = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    env = {**own, "MFLAGS": "", **environment}
    return subprocess.run(
        arguments, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.fixture
def checkout(root: Path, tmp_path: Path) -> Path:
    """What the set-up reads, in a folder without a .venv."""
    (tmp_path / ".ci").mkdir()
    for name in ("Makefile", "pyproject.toml", "requirements.lock", ".ci/setup"):
        shutil.copy(root / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def path_without_uv(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PATH with the ordinary commands, and neither Python nor uv."""
    folder = tmp_path_factory.mktemp("bin")
    for name in ("sh", "make", "cat", "cksum", "dirname", "id", "mkdir", "mktemp", "test"):
        program = shutil.which(name)
        if program:
            (folder / name).symlink_to(program)
    return str(folder)


def fake_python(folder: Path, script: str, name: str = "python3") -> Path:
    """A stand-in for an interpreter: a shell script."""
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return program


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_exists(root: Path, target: str) -> None:
    """`make -n` knows the name."""
    done = run(["make", "-n", target], root)

    assert (0, "") == (done.returncode, done.stderr)


def test_make_alone_lists_every_target(root: Path) -> None:
    """Who types `make` sees what there is, each with a few words."""
    listed = re.findall(r"^  make (\S+) +\S", run(["make"], root).stdout, flags=re.MULTILINE)

    assert {*TARGETS, "help"} == set(listed)


def test_too_old_a_python_gets_one_line(checkout: Path, path_without_uv: str) -> None:
    """The line says what is here and what to install; nothing is written."""
    old = 'case "$1" in --version) echo Python 3.9.2;; *) exit 1;; esac'
    fake_python(Path(path_without_uv), old)

    done = run(["make", "setup"], checkout, PATH=path_without_uv)

    first, *others = done.stderr.splitlines()
    assert first == (
        "Python 3.11 or newer is needed, and Python 3.9.2 is what is here: "
        "install it (Debian, Ubuntu: apt install python3 python3-venv)."
    )
    assert [] == [line for line in others if not line.startswith("make")]
    assert done.returncode != 0
    assert not (checkout / ".venv").exists()


def test_no_python_at_all_gets_one_line(checkout: Path, path_without_uv: str) -> None:
    """The same line, where even the name is unknown."""
    done = run(["make", "setup"], checkout, PATH=path_without_uv)

    assert "and no python3 is what is here: install it" in done.stderr.splitlines()[0]
    assert done.returncode != 0


def test_a_named_python_that_is_too_old_is_not_replaced(checkout: Path, tmp_path: Path) -> None:
    """Whoever says PYTHON=… hears about that interpreter."""
    old = 'case "$1" in --version) echo Python 3.10.4;; *) exit 1;; esac'
    named = fake_python(tmp_path, old, "python3.10")

    done = run(["make", "setup", f"PYTHON={named}"], checkout)

    assert done.stderr.splitlines()[0].startswith(f"PYTHON={named} is Python 3.10.4, too old: ")
    assert done.returncode != 0


def test_a_python_without_venv_gets_one_line(checkout: Path, path_without_uv: str) -> None:
    """Debian's python3 without python3-venv is new enough and still cannot make an environment."""
    fake_python(
        Path(path_without_uv),
        'case "$*" in --version) echo Python 3.11.2;; *ensurepip*) exit 1;; *) exit 0;; esac',
    )

    done = run(["make", "setup"], checkout, PATH=path_without_uv)

    assert done.stderr.splitlines()[0] == (
        "Python 3.11.2 comes without venv: install python3-venv "
        "(Debian, Ubuntu: apt install python3-venv)."
    )
    assert done.returncode != 0
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize("target", ["scalene", "snakeviz"])
def test_a_profile_that_is_not_there_is_answered_with_those_that_are(
    root: Path, tmp_path: Path, target: str
) -> None:
    """The names are those of the folders in profiles/."""
    shutil.copy(root / "Makefile", tmp_path)
    (tmp_path / "profiles" / "heap").mkdir(parents=True)
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "setup").write_text("")

    done = run(["make", target, "NAME=nothing"], tmp_path)

    assert done.stdout.splitlines()[0] == f"Which? make {target} NAME=…, one of: heap/"
    assert done.returncode != 0


def current_set_up(checkout: Path, script: str) -> None:
    """Make a .venv that is current; its interpreter is a shell script."""
    bin_folder = checkout / ".venv" / "bin"
    bin_folder.mkdir(parents=True)
    fake_python(bin_folder, script, "python")
    stamp = run(
        ["sh", "-c", "{ pwd && cat pyproject.toml requirements.lock; } | cksum"], checkout
    ).stdout
    (checkout / ".venv" / ".set-up-from").write_text(stamp)


def test_a_set_up_that_is_current_is_used_as_it_is(checkout: Path) -> None:
    """The second call installs nothing: the stamp says what .venv was made from."""
    current_set_up(checkout, "exit 0")

    done = run(["make", "setup"], checkout)

    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)


def add_kernels(checkout: Path) -> Path:
    """Give the checkout a module with kernels in a folder of its own; return the module."""
    folder = checkout / "cs336_basics" / "compiled" / "count"
    folder.mkdir(parents=True)
    (folder.parent / "__main__.py").write_text("")
    module = folder / "words.py"
    module.write_text("")
    return module


@pytest.mark.parametrize(("status", "tries"), [(0, 1), (1, 2)])
def test_kernels_that_cannot_be_compiled_do_not_stop_the_set_up(
    checkout: Path, status: int, tries: int
) -> None:
    """Everything works without them; the next call tries again, until they are there."""
    add_kernels(checkout)
    script = f'case "$*" in *compiled*) echo compiling; exit {status};; *) exit 0;; esac'
    current_set_up(checkout, script)

    calls = [run(["make", "setup"], checkout) for _ in range(2)]

    assert [(0, ""), (0, "")] == [(done.returncode, done.stderr) for done in calls]
    assert tries == sum(done.stdout.count("compiling") for done in calls)


def test_kernels_are_compiled_again_when_one_of_their_modules_changed(checkout: Path) -> None:
    """In whatever folder of the kernels it is."""
    module = add_kernels(checkout)
    current_set_up(checkout, 'case "$*" in *compiled*) echo compiling;; *) exit 0;; esac')

    before = run(["make", "setup"], checkout)
    module.write_text("# changed")
    after = run(["make", "setup"], checkout)

    assert ["compiling", "compiling"] == [done.stdout.strip() for done in (before, after)]


def test_ci_starts_from_nothing_and_runs_the_readme_commands(root: Path) -> None:
    """The check removes .venv first, and then types what a reader would."""
    script = (root / ".ci" / "run").read_text()
    commands = re.findall(r"^(?:rm|make) .*", script, flags=re.MULTILINE)

    assert commands == ["rm -rf .venv", "make test", "make test-slow", "make lint"]
    assert "set -euo pipefail" in script
    assert os.access(root / ".ci" / "run", os.X_OK)


@pytest.mark.slow
def test_lab_serves_the_notebooks_on_loopback_with_a_token(root: Path) -> None:
    """Who has the token sees a copy of the notebooks and no news; who has none sees nothing."""
    if not (root / ".venv" / ".set-up-from").exists():
        pytest.skip(".venv was not made by `make setup`; make lab would change it")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    copy = root / "my_notebooks"
    was_there = copy.exists()
    command = ["make", "lab", f"PORT={port}", "LAB_OPTIONS=--no-browser"]
    with subprocess.Popen(
        command, cwd=root, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as lab:
        try:
            assert lab.stderr is not None
            found = (re.search(r"http://\S+?token=\S+", line) for line in lab.stderr)
            url = next(match[0] for match in found if match)
            with requests.Session() as browser:  # the address is printed a moment too early
                retries = urllib3.Retry(connect=20, backoff_factor=0.1)
                browser.mount("http://", requests.adapters.HTTPAdapter(max_retries=retries))
                page = browser.get(url, timeout=60)
            without_token = requests.get(f"http://127.0.0.1:{port}/api/contents", timeout=60)
        finally:
            os.killpg(lab.pid, signal.SIGKILL)
            if not was_there:
                shutil.rmtree(copy, ignore_errors=True)

    config = json.loads(
        re.findall(r"<script id=.jupyter-config-data.[^>]*>(.+?)</script>", page.text, re.DOTALL)[0]
    )
    assert url.startswith(f"http://127.0.0.1:{port}/lab?token=")
    assert (200, 403) == (page.status_code, without_token.status_code)
    assert config["preferredPath"] == "my_notebooks"
    assert config["news"] == {"disabled": True}
