"""TODO cs336_basics/measure/growth"""
