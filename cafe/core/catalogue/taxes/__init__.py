"""Tax groups, and what fiscal receipts say of goods."""
