"""TODO cs336_basics/learn/checker"""
