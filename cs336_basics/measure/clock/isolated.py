"""Call a function in a process of its own: a fresh interpreter, a fresh memory peak.

    python -m cs336_basics.measure.clock.isolated MODULE:FUNCTION '{"argument": …}'

Arguments and result travel as JSON, so nothing of this process leaks into the measured one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple

from cs336_basics.errors import BPEError
from cs336_basics.measure.clock.memory import peak_memory


class MeasurementError(BPEError, RuntimeError):
    """A measured process ended without a result; the message holds its last line."""


class Answer(NamedTuple):
    """What came back from the process.

    Attributes:
        result: what the function returned.
        peak_memory: most memory of the process or its largest worker, bytes.
    """

    result: Any
    peak_memory: int


def call(
    target: str,
    arguments: Mapping[str, object],
    *,
    timeout: float | None = None,
    environment: Mapping[str, str] | None = None,
) -> Answer:
    """Call a function in a fresh process and wait for it.

    Args:
        target: `module:function`; what it returns must have a JSON form.
        arguments: passed to the function by name; each must have a JSON form.
        timeout: seconds after which the process is ended.
        environment: variables to add to the process's own.

    Raises:
        MeasurementError: the process failed or took too long.

    >>> call("cs336_basics.vocab:num_merges", {"vocab_size": 300, "special_tokens": []}).result
    44
    """
    command = [sys.executable, "-m", "cs336_basics.measure.clock.isolated", target]
    command.append(json.dumps(dict(arguments)))
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=timeout,
            env={**os.environ, **(environment or {})},
        )
    except subprocess.TimeoutExpired as error:
        raise MeasurementError(f"{target} took more than {timeout:g} s") from error
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        raise MeasurementError(f"{target}: {last[0]}")
    answer = json.loads(done.stdout.splitlines()[-1])  # a peer may print lines of its own before
    return Answer(answer["result"], answer["peak_memory"])


if __name__ == "__main__":
    module, _, function = sys.argv[1].partition(":")
    result = getattr(import_module(module), function)(**json.loads(sys.argv[2]))
    print()
    print(json.dumps({"result": result, "peak_memory": peak_memory()}))
