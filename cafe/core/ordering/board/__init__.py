"""The board of all open orders: what is due, and what to make."""
