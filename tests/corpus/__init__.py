"""TODO tests/corpus"""
