"""Customers: Telegram users, guests and the walk-in customer."""
