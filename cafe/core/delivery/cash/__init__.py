"""The cash that couriers carry: a ledger of what they collected and handed in."""
