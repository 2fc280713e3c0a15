"""Following an order: being told of it without being its customer in the chat."""
