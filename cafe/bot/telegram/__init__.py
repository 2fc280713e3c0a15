"""Telegram's own side: its client, its limits, its callback strings."""
