"""The SQL, a module per group of tables; every function takes a connection first."""
