"""TODO cs336_basics/measure/clock"""
