"""The cash day: tills, what moves in and out of them, counting, opening and closing."""
