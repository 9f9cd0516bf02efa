"""Text to ids and back: the tokenizer, what it is made of, and files of ids."""

from cs336_basics.tokenizer.tokenizer import Tokenizer

__all__ = ["Tokenizer"]
