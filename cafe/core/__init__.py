"""Every rule of the cafe; knows no framework and no network."""
