"""TODO tests/cli"""
