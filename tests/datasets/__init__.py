"""TODO tests/datasets"""
