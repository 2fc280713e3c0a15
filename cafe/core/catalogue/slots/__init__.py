"""Slots: how much the kitchen takes at a time."""
