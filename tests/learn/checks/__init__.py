"""TODO tests/learn/checks"""
