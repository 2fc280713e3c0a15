"""Shared building blocks: ids, locales, time, the database protocols, errors, texts."""
