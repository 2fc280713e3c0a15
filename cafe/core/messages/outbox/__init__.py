"""The outbox: messages queued in the transaction that causes them, and delivered later."""
