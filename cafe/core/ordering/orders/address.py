"""A delivery's address in words."""

from collections.abc import Callable

from cafe.core.ordering.orders.model import Order, OrderType

Say = Callable[..., str]
"""Formats a text of one language by its id."""


def house_text(order: Order) -> str:
    """Return where the house is, as a map finds it; empty for other types than deliveries."""
    if order.order_type is not OrderType.DELIVERY:
        return ""
    parts = (order.address_city, order.address_street, order.address_house)
    return ", ".join(part for part in parts if part)


def map_place(order: Order) -> str:
    """Return what a map looks for: the guest's pin, else the house; empty for other types than deliveries."""
    return str(order.pin) if order.pin is not None else house_text(order)


def flat_text(say: Say, order: Order) -> str:
    """Return the flat with its word, which a guest's own words ('office 5') do without."""
    flat = order.address_apartment or ""
    return say("card-apartment", apartment=flat) if flat[:1].isdigit() else flat


def address_text(say: Say, order: Order) -> str:
    """Return a delivery's whole address in one line; empty for other types."""
    house = house_text(order)
    return ", ".join(part for part in (house, flat_text(say, order)) if part) if house else ""
