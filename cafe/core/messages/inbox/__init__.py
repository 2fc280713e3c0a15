"""Input from chats: updates stored until they are handled, and the state of each conversation."""
