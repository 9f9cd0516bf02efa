"""TODO tests/tokenizer"""
