"""TODO cs336_basics/compiled/encode"""
