"""The history of what the staff changed: who, when, before and after."""
