"""The cafe's settings."""
