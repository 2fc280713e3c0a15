"""The PostgreSQL engine, for several processes; imported only where it is chosen."""
