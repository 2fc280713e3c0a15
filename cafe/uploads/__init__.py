"""Uploaded pictures on this machine: converted with Pillow, stored in a folder."""
