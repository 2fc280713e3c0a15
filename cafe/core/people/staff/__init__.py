"""The staff at the desk: their roles, sessions and ways to sign in."""
