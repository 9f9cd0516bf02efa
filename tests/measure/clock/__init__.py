"""Tests of `cs336_basics.measure.clock`."""
