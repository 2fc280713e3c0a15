"""Carts: one per customer, shared by mini-app, chat and browser."""
