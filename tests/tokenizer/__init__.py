"""Tests of `cs336_basics.tokenizer`."""
