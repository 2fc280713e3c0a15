"""Whether everything around the cafe is in order: configuration, machine, database, outside services."""
