"""Tests of `cs336_basics.trainers`."""
