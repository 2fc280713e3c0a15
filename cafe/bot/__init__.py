"""The Telegram bot: finds out who asks, calls one core service, answers in the chat."""

from cafe.bot import deferred_validators as deferred_validators  # before any module here imports aiogram
