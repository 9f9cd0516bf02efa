"""TODO tests/compiled/encode"""
