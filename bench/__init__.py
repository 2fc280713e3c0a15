"""Measures the service against a bare handler that returns the same bytes, in one run."""
