"""Uploaded pictures on this machine: Pillow makes them, a folder keeps them."""
