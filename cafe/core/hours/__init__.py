"""Opening hours."""
