"""Tests of what the notebooks teach with."""
