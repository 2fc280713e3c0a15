"""The HTTP API: identifies the customer, calls one core service and responds with JSON."""
