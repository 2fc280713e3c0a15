"""The common parts of all conversations."""
