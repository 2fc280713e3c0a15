"""Messages to customers and staff: which, when and to whom."""
