"""The words and buttons of messages that the cafe sends by itself."""
