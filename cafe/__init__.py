"""Ordering for a cafe: HTTP API, mini-app and bot over one core."""

__version__ = "0.3.0"
