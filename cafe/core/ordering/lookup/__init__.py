"""The register of all orders: looking them up, and everything that is known of one."""
