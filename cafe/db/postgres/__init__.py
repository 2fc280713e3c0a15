"""The PostgreSQL engine, for several processes; imported only if chosen."""
