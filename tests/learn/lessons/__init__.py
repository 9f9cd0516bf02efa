"""Tests of `cs336_basics.learn.lessons`."""
