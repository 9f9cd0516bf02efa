"""How a Python function becomes machine code, and how that is kept; nothing about BPE."""
