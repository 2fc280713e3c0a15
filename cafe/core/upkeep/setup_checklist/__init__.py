"""What a new cafe needs before its first guests, each step checked by itself."""
