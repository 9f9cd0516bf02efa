"""TODO cs336_basics/corpus"""
