"""TODO cs336_basics/text"""
