"""From cart to order: cart, checkout, orders, board and lookup."""
