"""The Telegram bot: finds out who asks, calls one core service, answers in the chat."""
