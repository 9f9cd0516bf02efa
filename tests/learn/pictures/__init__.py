"""TODO tests/learn/pictures"""
