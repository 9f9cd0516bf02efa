"""TODO tests/compiled/scan"""
