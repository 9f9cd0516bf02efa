"""All that draws for a notebook."""
