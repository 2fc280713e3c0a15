"""Couriers: who is on shift, who brings which order, and how far they are."""
