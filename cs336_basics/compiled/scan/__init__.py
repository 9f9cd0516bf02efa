"""TODO cs336_basics/compiled/scan"""
