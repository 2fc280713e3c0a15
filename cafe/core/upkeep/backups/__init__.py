"""Nightly backups: when one is due, which are kept, and what is reported about them."""
