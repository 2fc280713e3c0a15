"""Deleting data that is no longer needed."""
