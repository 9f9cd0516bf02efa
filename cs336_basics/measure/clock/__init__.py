"""What a call costs: seconds, bytes, instructions, in this process or one of its own."""
