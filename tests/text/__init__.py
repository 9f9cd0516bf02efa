"""TODO tests/text"""
