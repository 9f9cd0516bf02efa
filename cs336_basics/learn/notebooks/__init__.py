"""TODO cs336_basics/learn/notebooks"""
