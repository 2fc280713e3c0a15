"""Benchmarks the service against a bare aiohttp handler that returns the same bytes, in one run."""
