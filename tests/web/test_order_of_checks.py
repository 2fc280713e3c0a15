"""When several things are wrong with an order, the answer names the one that is to be checked first."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest

from tests.driver import Answer, Cafe, Visitor

Seen = tuple[str, object]


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with an order, and how the answer shows that it was found."""

    seen: Seen
    form: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    fills_cart: bool = True


FAULTS = {
    "cart_empty": Fault(("cart_empty", "message"), fills_cart=False),
    "closed": Fault(("closed", "message"), settings={"force_closed": True}),
    "minimum": Fault(("min_order_amount", "message"), settings={"min_delivery_order_amount": 9000}),
    "promo": Fault(("promo_invalid", "message"), form={"promo_code": "EXPIRED"}),
    "required": Fault(("validation", ("address_city",)), form={"address_city": " "}),
    "required at all": Fault(("validation", ("name",)), form={"name": " "}),
    "payment_method": Fault(("validation", "invalid payment_method"), form={"payment_method": "bitcoin"}),
    "cash_change_for": Fault(("validation", "cash_change_for must be a number"), form={"cash_change_for": "багато"}),
    "name": Fault(("validation", "name"), form={"name": "О"}),
    "phone": Fault(("validation", "phone"), form={"phone": "123"}),
    "pickup_time": Fault(("validation", "time"), form={"pickup_time": "опівдні"}),
}

# The specification's "Validation order" column, by the letter; in contact validation the name comes first.
ORDER_OF_CHECKS = {
    "delivery": [
        "cart_empty",
        "closed",
        "minimum",
        "promo",
        "required",
        "payment_method",
        "cash_change_for",
        "name",
        "phone",
    ],
    "pickup": [
        "cart_empty",
        "closed",
        "required at all",
        "payment_method",
        "promo",
        "name",
        "phone",
        "pickup_time",
    ],
    "dine-in": ["cart_empty", "closed", "required at all", "payment_method", "promo", "name", "phone"],
}
NOT_TOGETHER = {frozenset({"required at all", "name"})}  # a name is either missing or too short
PAIRS = [
    (kind, first, second)
    for kind, checks in ORDER_OF_CHECKS.items()
    for first, second in combinations(checks, 2)
    if frozenset({first, second}) not in NOT_TOGETHER
]
NEUTRAL = {"force_closed": False, "min_delivery_order_amount": 150}


async def contact_messages(guest: Visitor) -> dict[str, str]:
    """Which message speaks of what, learned from orders with a single fault."""
    await guest.adds("borscht", 2)
    return {
        (await guest.orders_pickup(**FAULTS["name"].form)).json["message"]: "name",
        (await guest.orders_pickup(**FAULTS["phone"].form)).json["message"]: "phone",
        (await guest.orders_pickup(**FAULTS["pickup_time"].form)).json["message"]: "time",
    }


def seen_in(answer: Answer, messages: Mapping[str, str]) -> Seen:
    """The fault that an answer speaks of."""
    assert answer.status == 400, answer
    body = answer.json
    if "missing" in body:
        assert set(body) == {"error", "missing"}
        return body["error"], tuple(body["missing"])
    assert set(body) == {"error", "message"}
    if body["error"] != "validation":
        return body["error"], "message"
    return body["error"], messages.get(body["message"], body["message"])


async def order_with(cafe: Cafe, kind: str, *names: str) -> Answer:
    """Place an order that has the named faults, and no other."""
    faults = [FAULTS[name] for name in names]
    await cafe.configure(**{**NEUTRAL, **{k: v for fault in faults for k, v in fault.settings.items()}})
    guest = cafe.guest()
    if all(fault.fills_cart for fault in faults):
        await guest.adds("borscht", 2)
    return await guest.orders(kind, **{k: v for fault in faults for k, v in fault.form.items()})


Order = Callable[..., Awaitable[Seen]]


@pytest.fixture
async def order(cafe: Cafe) -> Order:
    """Places a faulty order and says which fault the answer named."""
    messages = await contact_messages(cafe.guest())
    assert len(messages) == 3

    async def place(kind: str, *names: str) -> Seen:
        return seen_in(await order_with(cafe, kind, *names), messages)

    return place


@pytest.mark.parametrize("kind", ORDER_OF_CHECKS)
async def test_each_fault_alone(order: Order, kind: str) -> None:
    for name in ORDER_OF_CHECKS[kind]:
        assert await order(kind, name) == FAULTS[name].seen, name


@pytest.mark.parametrize(("kind", "first", "second"), PAIRS)
async def test_of_two_faults_the_first_is_named(order: Order, kind: str, first: str, second: str) -> None:
    assert await order(kind, first, second) == FAULTS[first].seen


@pytest.mark.parametrize("kind", ORDER_OF_CHECKS)
async def test_mending_one_fault_after_another(order: Order, kind: str) -> None:
    faults = [name for name in ORDER_OF_CHECKS[kind] if name != "required at all"]
    for position, name in enumerate(faults):
        assert await order(kind, *faults[position:]) == FAULTS[name].seen
