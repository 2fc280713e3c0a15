"""Database engines behind the core's `Database` port."""
