"""Benchmarks: this project's rungs against each other and against other libraries.

A *suite* holds *contests*: the same work on the same text for several *entries*. Each entry runs in
a process of its own; entries take turns, round by round, so that a noisy minute hits all of them.

To add a row: write a function that does the work and returns `{"seconds": …, "amount": …}`, and
name it in `suites.toml`.
"""
