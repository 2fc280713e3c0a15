"""The bot in the staff chat, a module for each conversation."""
