"""The cafe's printers, and what they have to print."""
