"""Implementations of the core's `Database` protocol."""
