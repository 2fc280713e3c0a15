"""HTTP clients of outside services: banks and the fiscal service."""
