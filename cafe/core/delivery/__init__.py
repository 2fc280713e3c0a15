"""Bringing orders to their guests."""
