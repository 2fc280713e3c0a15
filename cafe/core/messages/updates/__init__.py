"""Updates of the bot that any process may take by webhook, for the one that leads."""
