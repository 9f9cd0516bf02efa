"""TODO tests/measure/growth"""
