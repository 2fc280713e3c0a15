"""The cafe's customers, as the people who run it know them: by their phones."""
