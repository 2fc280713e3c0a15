"""Options: what a guest chooses for a dish."""
