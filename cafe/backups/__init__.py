"""The folder of the nightly copies."""
