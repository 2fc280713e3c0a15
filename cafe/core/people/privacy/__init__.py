"""Forgetting customers: on request, and after the time that the owner has set."""
