"""TODO cs336_basics/learn/pictures"""
