"""TODO tests/learn/mistakes"""
