"""TODO tests/compiled/merge"""
