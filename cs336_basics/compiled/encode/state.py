"""All that a compiled encoder is, in one array of numbers: counters, sizes, and addresses.

The kernels of `encode` take this one array, and find in it where everything else stands. Python
(`encoder`) writes the sizes and addresses, and changes them when something grows.
"""

from __future__ import annotations

# What `state` holds: where to go on: in which document, where in the text and in the output; words
# in the cache, bytes used in the pool; after a stop the end of the part that holds a bad byte, the
# symbol that has no id, or how many scratch numbers are wanted;
DOCUMENT, PLACE, OUT, WORDS, USED, END, SYMBOL, WANTED = range(8)
# the pattern, the number of slots less one, and sizes; the mask of the contexts of `joints`;
PATTERN, MASK, PAIR_MASK, POOL_ROOM, SCRATCH_ROOM, KNOWN_MASK, OUT_ROOM, CONTEXTS = range(8, 16)
# the addresses of the tables, which do not change, and of the cache, which does.
CLASSES, JOINTS, PAIRS, BYTE_RANKS, MADE, IDS, KNOWN = range(16, 23)
SLOTS, POOL, SCRATCH, STARTS, KEYS = range(23, 28)
SIZE_OF_STATE = 28

DONE, TABLE_FULL, POOL_FULL, SCRATCH_FULL, OUT_FULL, BAD_BYTE, NO_ID = range(7)

INLINE = 3  # ids that fit a slot
AHEAD = 12  # bytes that may be read behind the last ids of the pool: four ids are copied at a time
LONGEST_KEPT = 128  # bytes; longer words hardly come twice
