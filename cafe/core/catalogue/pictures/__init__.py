"""Uploaded pictures: photos of dishes, the cafe's logo."""
