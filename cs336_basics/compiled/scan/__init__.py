"""Where pre-tokens start: character by character, and 64 bytes at a time."""
