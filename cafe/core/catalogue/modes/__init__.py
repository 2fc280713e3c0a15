"""Modes of the menu: what is served without light, after ten, at brunch."""
