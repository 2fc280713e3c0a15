"""Changing what an order consists of after it was placed."""
