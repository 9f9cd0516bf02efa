"""Tests of `cs336_basics.measure`: timing, profiling, plots."""
