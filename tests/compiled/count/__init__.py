"""Tests of `cs336_basics.compiled.count`."""
