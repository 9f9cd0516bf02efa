"""TODO tests/trainers"""
