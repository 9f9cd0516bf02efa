"""The tests mirror the package; Stanford's own tests run here too, beside adapters.py."""
