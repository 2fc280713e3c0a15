"""The cafe's own devices: tablets that show the kitchen screen."""
