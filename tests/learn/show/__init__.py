"""TODO tests/learn/show"""
