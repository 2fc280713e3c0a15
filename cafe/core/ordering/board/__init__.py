"""What the staff see of all open orders at once: what is due, and what is to be made."""
