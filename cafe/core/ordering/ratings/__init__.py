"""What guests thought of their orders."""
