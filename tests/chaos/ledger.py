"""What was asked for and what was promised, written down by those who asked."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum


class Door(StrEnum):
    """Where an order is placed, which tells what it is known by."""

    WEB = "web"  # the name in its form
    CHAT = "chat"  # its customer, who orders once
    COUNTER = "counter"  # the cashier, who enters one order


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a 201 said."""

    order_id: int
    number: str
    total: int
    token: str


@dataclass(slots=True)
class Wish:
    """One order that somebody wants, however often they tap."""

    door: Door
    name: str
    customer_id: int = 0
    """0 for guests."""
    accepted: Accepted | None = None
    is_told: bool = False
    """A chat said that the order was taken."""


@dataclass(frozen=True, slots=True)
class Payment:
    """Money that a bank took. `amount` in kopiykas."""

    provider: str
    invoice_id: str
    amount: int


@dataclass(slots=True)
class Ledger:
    """One for each world."""

    wishes: dict[str, Wish] = field(default_factory=dict)
    payments: dict[tuple[str, str], Payment] = field(default_factory=dict)
    reversed: set[tuple[str, str]] = field(default_factory=set)
    doubled: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    former: frozenset[int] = frozenset()
    """Orders of before, made by an older version."""
    stock: dict[str, int] = field(default_factory=dict)
    """By ingredient, before the first order."""
    counts: Counter[str] = field(default_factory=Counter)

    def wish(self, door: Door, customer_id: int = 0) -> Wish:
        name = f"{'Каса' if door is Door.COUNTER else 'Гість'} {len(self.wishes) + 1}"
        wish = self.wishes[name] = Wish(door, name, customer_id)
        return wish

    def accept(self, wish: Wish, accepted: Accepted) -> None:
        """Note a 201; another order for the same wish is one too many."""
        if wish.accepted is not None and wish.accepted != accepted:
            self.doubled.append(f"{wish.name} was answered {wish.accepted} and {accepted}")
        wish.accepted = accepted

    def pay(self, payment: Payment) -> None:
        self.payments[payment.provider, payment.invoice_id] = payment

    def promised(self) -> tuple[Accepted, ...]:
        """What was answered 201 so far."""
        return tuple(wish.accepted for wish in self.wishes.values() if wish.accepted is not None)
