"""Cards, boards and buttons of the messages that the cafe sends by itself."""
