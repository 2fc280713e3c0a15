"""What printers and their agents ask for: each shows a token of its own."""
