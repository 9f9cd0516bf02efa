"""TODO cs336_basics/compiled/machine"""
