"""The notebooks as files: cards of the exercises, runs, progress, copies for a class."""
