"""The disks that the cafe writes to, and a warning before one is full."""
