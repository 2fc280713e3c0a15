"""Customers, staff, devices and privacy."""
