"""From bytes to ids: a cache of words, and merging by rank for those it does not know."""
