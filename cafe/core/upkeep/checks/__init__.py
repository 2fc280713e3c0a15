"""Checks of everything around the cafe: configuration, machine, database, outside services."""
