"""For those who test a BPE tokenizer of their own: random inputs, a slow reference, a machine.

It needs `hypothesis`, and nothing else that the package does not need.

    strategies   counts, texts, special tokens and corpora that find what others miss
    reference    encoding as the definition says it, in a few lines, for short texts
    machine      train, save, load, encode, decode and stream in any order, all ways compared
"""
