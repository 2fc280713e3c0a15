"""The keys of outside services that the owner types at the desk, in force without a restart."""
