"""What a new cafe needs before its first guests, with an automatic check of each step."""
