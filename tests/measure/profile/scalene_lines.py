"""Lines of a report as scalene writes them."""

from __future__ import annotations

from typing import Any


def line(number: int, source: str, python: float, native: float, system: float) -> dict[str, Any]:
    """One line as scalene writes it; it holds 2 MB at most and 1 MB on average."""
    return {
        "lineno": number,
        "start_function_line": number - number % 10,
        "line": source,
        "n_cpu_percent_python": python,
        "n_cpu_percent_c": native,
        "n_sys_percent": system,
        "n_avg_mb": 1.0,
        "n_peak_mb": 2.0,
        "n_copy_mb_s": 7.0,
    }
