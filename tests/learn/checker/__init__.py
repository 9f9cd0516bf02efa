"""TODO tests/learn/checker"""
