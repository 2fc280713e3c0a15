"""Acts of the staff by their requests' keys: a repeat does nothing again."""
