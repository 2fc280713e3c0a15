"""Rendering for Telegram: messages with their buttons, cards, the board."""
