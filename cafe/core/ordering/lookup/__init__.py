"""Searching all orders and customers, and all details of one order."""
