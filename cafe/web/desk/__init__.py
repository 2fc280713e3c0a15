"""The owner's desk: its JSON, and the page."""
