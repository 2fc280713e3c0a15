"""HTTP clients of payment providers and the fiscal service."""
