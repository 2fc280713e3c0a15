"""Nightly copies of everything: when one is due, which are kept, and what is told of them."""
