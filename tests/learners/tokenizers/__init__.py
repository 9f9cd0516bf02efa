"""Six right tokenizers. Each is a file of its own, as a learner would hand it in."""
