"""What the people who run the cafe are told in their own chats: two lines a day, and each alarm once."""
