"""TODO cs336_basics/measure/profile"""
