"""State of active chat conversations."""
