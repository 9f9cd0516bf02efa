"""Twelve right trainers. Each is a file of its own, as a learner would hand it in."""
