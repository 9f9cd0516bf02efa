"""How often each pre-token is there: a table of words, filled in batches."""
