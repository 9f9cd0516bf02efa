"""Code that a notebook teaches with and the package does not use."""
