"""Tests of `cs336_basics.cli`."""
