"""Ordering for a cafe: HTTP API, mini-app and bot over one core."""
