"""TODO tests/compiled/machine"""
