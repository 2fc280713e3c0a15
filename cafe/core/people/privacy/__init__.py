"""Forgetting customers: on request, and after the period set by the owner."""
