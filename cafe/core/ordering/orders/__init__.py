"""Orders: their states, lines and history."""
