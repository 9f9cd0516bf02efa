"""TODO cs336_basics/tokenizer"""
