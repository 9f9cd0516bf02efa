"""TODO tests/learn/lessons"""
