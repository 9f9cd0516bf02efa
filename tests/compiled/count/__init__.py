"""TODO tests/compiled/count"""
