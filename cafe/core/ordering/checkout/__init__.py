"""Checkout: form, checks, pricing and placing orders."""
