"""The Telegram bot: finds out who asks, calls one core service, answers in the chat."""

from cafe.bot import lean as lean  # before any module here imports aiogram
