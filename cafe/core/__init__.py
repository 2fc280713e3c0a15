"""The business rules, independent of frameworks and the network."""
