"""What people are sent: facts become messages, the outbox delivers them."""
