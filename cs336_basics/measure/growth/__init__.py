"""How cost grows with the size of the text."""
