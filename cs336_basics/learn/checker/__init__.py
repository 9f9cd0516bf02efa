"""The frame of all checks: cases, sandbox, first difference, smaller case, name, message."""
