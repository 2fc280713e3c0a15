"""The words that buttons of our messages carry back to the bot; at most 64 bytes each."""

from cafe.core.values import OrderId, OrderStatus


def show_order(order_id: OrderId) -> str:
    """A customer wants to see one of their orders."""
    return f"order:show:{order_id}"


def pay_order(order_id: OrderId) -> str:
    """A customer wants to pay one of their orders by card."""
    return f"order:pay:{order_id}"


def move_card(order_id: OrderId, seen: OrderStatus, to: OrderStatus) -> str:
    """The staff move an order that stood at `seen` when they pressed."""
    return f"card:move:{order_id}:{seen}:{to}"


def promise_card(order_id: OrderId, seen: OrderStatus, minutes: int) -> str:
    """The staff say in how many minutes an order will be ready."""
    return f"card:ready:{order_id}:{seen}:{minutes}"


def ask_cancel_card(order_id: OrderId, seen: OrderStatus) -> str:
    """The staff want to cancel an order and are asked why."""
    return f"card:cancel:{order_id}:{seen}:"


def show_card(order_id: OrderId) -> str:
    """The staff want to see an order's card here and now."""
    return f"card:show:{order_id}::"
