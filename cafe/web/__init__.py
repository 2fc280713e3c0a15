"""The HTTP interface: finds out who asks, calls one core service, answers in JSON."""
