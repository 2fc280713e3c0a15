"""Sales reports."""
