"""Refunds to guests: the price of a selection, the states of a refund, the worker that completes them."""
