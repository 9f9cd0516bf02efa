"""All that a compiled encoder is, in one array of numbers: counters, sizes, and addresses.

The kernels of `encode` take this one array, and find in it where everything else stands. Python
(`encoder`) writes the sizes and addresses, and changes them when something grows.
"""

from __future__ import annotations

# What `state` holds: where to go on in the text and in the output; words in the cache, bytes used
# in the pool; after a stop the end of the part that holds a bad byte, the symbol that has no id, or
# how many scratch numbers are wanted;
PLACE, OUT, WORDS, USED, END, SYMBOL, WANTED = range(7)
# the pattern, the number of slots less one, and sizes;
PATTERN, MASK, PAIR_MASK, POOL_ROOM, SCRATCH_ROOM, KNOWN_MASK, OUT_ROOM = range(7, 14)
# the addresses of the tables, which do not change, and of the cache, which does.
CLASSES, JOINTS, PAIRS, BYTE_RANKS, MADE, IDS, KNOWN = range(14, 21)
SLOTS, POOL, SCRATCH, STARTS, KEYS = range(21, 26)
SIZE_OF_STATE = 26

DONE, TABLE_FULL, POOL_FULL, SCRATCH_FULL, OUT_FULL, BAD_BYTE, NO_ID = range(7)

INLINE = 3  # ids that fit a slot
AHEAD = 12  # bytes that may be read behind the last ids of the pool: four ids are copied at a time
LONGEST_KEPT = 128  # bytes; longer words hardly come twice
