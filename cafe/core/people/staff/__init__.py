"""The people who run the cafe at the desk: their roles, and how they get in."""
