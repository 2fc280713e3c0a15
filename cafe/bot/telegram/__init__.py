"""Telegram's API: client, limits, markup, callback strings."""
