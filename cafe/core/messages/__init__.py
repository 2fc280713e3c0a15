"""Messages to customers and staff: made of facts, delivered by the outbox."""
