"""Merge the most frequent pair until the vocabulary is full: words in one row, pairs in a heap."""
