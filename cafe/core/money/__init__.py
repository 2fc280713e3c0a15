"""Payments, refunds, receipts, bank statements and reports."""
