"""Conversations with customers."""
