"""What the bot does in the staff's chat, a module per conversation."""
