"""TODO cs336_basics/compiled/count"""
