"""Temporary unavailability: the stop-list and paused orders."""
