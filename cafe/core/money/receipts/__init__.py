"""Fiscal receipts."""
