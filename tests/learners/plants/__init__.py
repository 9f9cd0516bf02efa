"""The plants, a module for each family of mistakes."""
