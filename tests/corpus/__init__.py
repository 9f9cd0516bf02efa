"""Tests of `cs336_basics.corpus`."""
