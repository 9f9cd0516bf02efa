"""What is known about text: bytes, pre-tokens, special tokens, and where it may be cut."""
