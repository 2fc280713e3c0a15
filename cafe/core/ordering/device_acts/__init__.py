"""What is done at tablets without a network, sent later and applied once."""
