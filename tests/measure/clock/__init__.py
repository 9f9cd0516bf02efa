"""TODO tests/measure/clock"""
