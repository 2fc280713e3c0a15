"""Backups, retention, checks and the setup checklist."""
