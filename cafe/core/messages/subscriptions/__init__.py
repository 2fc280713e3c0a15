"""Subscriptions to an order: followers in chats, and the browsers of its customer."""
