"""Ordering in the chat."""
