"""What every conversation in a chat uses."""
