"""Code as students of CS336 write it, each by a plan of its own: what the checker is tried on."""
