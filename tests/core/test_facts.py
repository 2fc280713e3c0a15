"""The table of facts is complete, and messages survive the way through the outbox."""

import pkgutil
from collections.abc import Sequence
from dataclasses import fields
from importlib import import_module
from typing import get_type_hints

import pytest

import cafe.core
from cafe.core.handlers import HANDLERS, record
from cafe.core.kernel.facts import Fact
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.kernel.texts import read_texts
from cafe.core.messages.notifications.message import MESSAGES, Message, Sums, UnknownMessageError
from cafe.core.messages.notifications.messages import read_message
from cafe.core.messages.notifications.order_messages import CustomerOrderStatus
from cafe.core.messages.notifications.payment_messages import StaffMoneyToReturn
from cafe.core.money.payments.facts import ReturnReason
from cafe.core.ordering.orders.model import OrderStatus

SAMPLES: dict[object, object] = {
    OrderStatus: OrderStatus.READY,
    int: 7,
    str: "text",
    bool: True,
    ReturnReason: ReturnReason.SECOND_PAYMENT,
    Sums: ((230, "UAH"),),
    Sequence[str]: ("database", "backups"),
}


def all_facts() -> set[type[Fact]]:
    """Every class of facts that any module of the core defines."""
    for module in pkgutil.walk_packages(cafe.core.__path__, "cafe.core."):
        import_module(module.name)
    # A dataclass with slots is made anew, and the class it replaces stays known for a while: only the last counts.
    return {getattr(import_module(found.__module__), found.__name__) for found in Fact.__subclasses__()}


def test_every_fact_has_a_row_in_the_table() -> None:
    assert set(HANDLERS) == all_facts()
    assert all(HANDLERS.values()), "a fact that nothing follows from need not be recorded"


def test_an_unknown_fact_is_an_error() -> None:
    class Unheard(Fact):
        pass

    with pytest.raises(KeyError):
        record(None, Unheard(at=0))  # type: ignore[arg-type]


def sample(message: type[Message]) -> Message:
    hints = get_type_hints(message)
    return message(
        **{field.name: SAMPLES[hints[field.name]] for field in fields(message) if hints[field.name] in SAMPLES}
    )


STORED_KINDS = [
    "customer-cafe-answer",
    "customer-card-unavailable",
    "customer-cash-decided",
    "customer-cash-handed-in",
    "customer-courier-at-door",
    "customer-courier-card",
    "customer-courier-words",
    "customer-day-ahead",
    "customer-day-over",
    "customer-edit-proposed",
    "customer-guest-words",
    "customer-money-returned",
    "customer-money-to-return",
    "customer-news-below",
    "customer-order-changed",
    "customer-order-created",
    "customer-order-edited",
    "customer-order-possible",
    "customer-order-prevented",
    "customer-order-status",
    "customer-owners-alarm",
    "customer-payment-due",
    "customer-payment-failed",
    "customer-payment-held",
    "customer-payment-received",
    "customer-rating-asked",
    "customer-receipt-ready",
    "customer-status-corrected",
    "customer-till-closed",
    "staff-amount-differs",
    "staff-backup-failed",
    "staff-backup-recovered",
    "staff-board",
    "staff-board-unpinned",
    "staff-busy-ended",
    "staff-card-changed",
    "staff-card-requested",
    "staff-cash-handed-in",
    "staff-cash-untold",
    "staff-copy-recovered",
    "staff-copy-stopped",
    "staff-courier-unreachable",
    "staff-delivery-trouble",
    "staff-disk-low",
    "staff-disruption-began",
    "staff-disruption-ended",
    "staff-drawer-short",
    "staff-edit-declined",
    "staff-guest-question",
    "staff-hand-over-photo",
    "staff-hold-lost",
    "staff-low-stock",
    "staff-mode-began",
    "staff-mode-ended",
    "staff-money-to-return",
    "staff-order-cancelled",
    "staff-order-created",
    "staff-order-forgotten",
    "staff-order-held",
    "staff-order-late",
    "staff-order-paid",
    "staff-order-prevented",
    "staff-order-to-cash",
    "staff-order-waiting",
    "staff-orders-waiting",
    "staff-pages-dropped",
    "staff-pause-ended",
    "staff-payment-reversed",
    "staff-payment-unclear",
    "staff-payment-unknown",
    "staff-pickup-due",
    "staff-printer-stuck",
    "staff-rated-bad",
    "staff-receipt-delayed",
    "staff-receipt-refused",
    "staff-refund-held",
    "staff-refund-refused",
    "staff-refund-unclear",
    "staff-return-receipt-refused",
    "staff-service-returned",
    "staff-shift-ended",
    "staff-source-back",
    "staff-source-silent",
]


def test_the_kinds_of_stored_messages_stay() -> None:
    assert sorted(MESSAGES) == STORED_KINDS


@pytest.mark.parametrize("kind", STORED_KINDS)
def test_every_message_comes_back_from_the_outbox_as_it_was(kind: str) -> None:
    message = sample(MESSAGES[kind])
    assert message.kind == kind
    assert read_message(kind, message.payload()) == message


def test_values_come_back_as_enumerations() -> None:
    status = read_message("customer-order-status", {"status": "cooking"})
    assert isinstance(status, CustomerOrderStatus)
    assert status.status is OrderStatus.COOKING
    returned = read_message("staff-money-to-return", {"amount": 5, "reason": "second"})
    assert isinstance(returned, StaffMoneyToReturn)
    assert returned.reason is ReturnReason.SECOND_PAYMENT


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("nonsense", {}),
        ("staff-order-paid", {"surplus": 1}),
        ("staff-low-stock", {"name": "Milk"}),
        ("staff-money-to-return", {"amount": 5, "reason": "whim"}),
        ("customer-order-status", {"status": "lost"}),
    ],
)
def test_a_row_that_is_no_message_of_ours_is_an_error(kind: str, payload: dict[str, object]) -> None:
    with pytest.raises(UnknownMessageError):
        read_message(kind, payload)


def test_every_message_but_cards_and_states_has_its_words() -> None:
    shown_otherwise = {
        "staff-order-created",
        "staff-card-changed",
        "staff-card-requested",
        "staff-order-waiting",
        "staff-order-late",
        "staff-pickup-due",
        "staff-orders-waiting",
        "staff-board",
        "customer-order-status",
        "customer-order-changed",
    }
    texts = read_texts()
    assert {kind for kind in MESSAGES if not texts.has(kind)} == shown_otherwise
    assert all(texts.has(f"customer-status-{status}") for status in ("confirmed", "cooking", "courier"))
    assert all(texts.has(f"customer-status-completed-{way}") for way in ("pickup", "dine_in", "delivery"))
    assert OwnText("Лате", "").in_locale(Locale.UK) == OwnText("Лате", "").in_locale(Locale.EN) == "Лате"
