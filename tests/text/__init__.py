"""Tests of `cs336_basics.text`."""
