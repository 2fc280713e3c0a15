"""What comes in from chats: updates kept until they are handled, and where each conversation stands."""
