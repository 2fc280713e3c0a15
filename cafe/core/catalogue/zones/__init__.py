"""Delivery zones: terms by part of the town, and finding the zone of an address."""
