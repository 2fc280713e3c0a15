"""Air alerts and power cuts: when they are, and what they do to orders."""
