"""Messages about the modes of the menu, and what they prevent, and their handlers."""

from collections.abc import Iterable
from dataclasses import dataclass

from cafe.core.catalogue.modes.facts import ModeBegan, ModeEnded
from cafe.core.kernel.database import Connection
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.messages.notifications.audience import find_audience, notify_customer_side
from cafe.core.messages.notifications.message import CustomerMessage, StaffMessage
from cafe.core.messages.outbox.store import queue_to_staff
from cafe.core.ordering.orders.facts import OrderPossible, OrderPrevented


@dataclass(frozen=True, slots=True)
class StaffModeBegan(StaffMessage):
    """A mode of the menu began by itself. Belongs to no order."""

    kind = "staff-mode-began"
    mode: str


@dataclass(frozen=True, slots=True)
class StaffModeEnded(StaffMessage):
    """A mode of the menu ended by itself. Belongs to no order."""

    kind = "staff-mode-ended"
    mode: str


@dataclass(frozen=True, slots=True)
class StaffOrderPrevented(StaffMessage):
    """An order for later cannot be made as ordered; `dishes` empty: its whole type is not taken."""

    kind = "staff-order-prevented"
    modes: str
    dishes: str
    is_told: bool
    """Whether the guest gets a message, so that nobody has to call."""


@dataclass(frozen=True, slots=True)
class CustomerOrderPrevented(CustomerMessage):
    """The customer's order for later cannot be made as ordered; texts in Ukrainian and English."""

    kind = "customer-order-prevented"
    shows_order = True
    modes: str
    modes_en: str
    dishes: str
    dishes_en: str


@dataclass(frozen=True, slots=True)
class CustomerOrderPossible(CustomerMessage):
    """The customer's order for later can be made after all."""

    kind = "customer-order-possible"
    shows_order = True


def tell_of_begun_mode(conn: Connection, fact: ModeBegan) -> None:
    queue_to_staff(conn, StaffModeBegan(fact.mode.name.uk), fact.at)


def tell_of_ended_mode(conn: Connection, fact: ModeEnded) -> None:
    """Notify the staff, who may need it for longer."""
    queue_to_staff(conn, StaffModeEnded(fact.mode.name.uk), fact.at)


def tell_of_prevented_order(conn: Connection, fact: OrderPrevented) -> None:
    """Notify the guest, and the staff, who have to call a guest that gets no message."""
    modes, dishes = fact.prevention.modes, () if fact.prevention.type_is_off else fact.prevention.dishes
    audience = find_audience(conn, fact.order)
    is_told = audience.has_chat or audience.browsers > 0
    staff_message = StaffOrderPrevented(_named(modes, Locale.UK), _named(dishes, Locale.UK), is_told)
    queue_to_staff(conn, staff_message, fact.at, fact.order.id)
    texts = (_named(names, locale) for names in (modes, dishes) for locale in (Locale.UK, Locale.EN))
    notify_customer_side(conn, fact.order, CustomerOrderPrevented(*texts), fact.at)


def tell_of_possible_order(conn: Connection, fact: OrderPossible) -> None:
    notify_customer_side(conn, fact.order, CustomerOrderPossible(), fact.at)


def _named(names: Iterable[OwnText], locale: Locale) -> str:
    return ", ".join(name.in_locale(locale) for name in names)
