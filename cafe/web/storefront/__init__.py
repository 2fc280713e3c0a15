"""The cafe as search engines, messengers and browsers without JavaScript see it."""
