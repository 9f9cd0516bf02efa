"""Tests of `cs336_basics.datasets`."""
