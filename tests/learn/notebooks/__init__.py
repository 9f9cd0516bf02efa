"""TODO tests/learn/notebooks"""
