"""TODO cs336_basics/compiled/merge"""
