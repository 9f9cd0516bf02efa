"""Measuring yields rows, drawing takes rows: timing, profiles and plots."""
