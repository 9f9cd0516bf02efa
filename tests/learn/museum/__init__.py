"""TODO tests/learn/museum"""
