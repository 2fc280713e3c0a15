"""Times in which no process served: what the staff must know of them."""
