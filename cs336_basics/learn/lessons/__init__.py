"""TODO cs336_basics/learn/lessons"""
