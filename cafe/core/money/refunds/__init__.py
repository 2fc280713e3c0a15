"""Money given back to guests: what a selection costs, refunds with their states, the loop that sees them through."""
