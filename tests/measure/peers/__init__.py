"""TODO tests/measure/peers"""
