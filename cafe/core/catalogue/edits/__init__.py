"""Changing the catalogue and the settings."""
