"""TODO tests/measure/profile"""
