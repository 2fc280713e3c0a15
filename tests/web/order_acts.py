"""What is done with an order, over HTTP: each act with what has to be there before."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import orjson

from tests.driver import Answer, Cafe, DeskVisitor, Visitor
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.service import Failure
from tests.web.options_shop import OptionsShop


@dataclass(slots=True)
class World:
    """A running cafe with both banks; `known` is what the act needs of what was there before."""

    cafe: Cafe
    bank: FakeMonobank
    liqpay: FakeLiqPay
    fiscal: FakeCheckbox
    known: dict[str, Any]

    @property
    def regular(self) -> "Regular":
        return Regular(self.cafe)

    @property
    def staff(self) -> DeskVisitor:
        """Whoever was signed in before."""
        return DeskVisitor(self.cafe, cookie=self.known["cookie"])

    async def look_later(self, *seconds: int) -> None:
        """Let so much time pass, each time with rounds of all loops."""
        for each in seconds:
            self.cafe.clock.advance(seconds=each)
            await self.cafe.clock.sleep(4)


@dataclass(slots=True)
class Regular(Visitor):
    """A Telegram user, of whom no init data is needed where the cafe is in debug mode: there is no bot here."""

    async def request(self, method: str, path: str, **what: Any) -> Answer:
        return await Visitor.request(self, method, f"{path}?dev_user_id=1001", **what)


Perform = Callable[[World], Awaitable[Answer | None]]
"""None: nobody asked, the loops did it."""


@dataclass(frozen=True, slots=True)
class Act:
    name: str
    prepare: Callable[[World], Awaitable[None]]
    perform: Perform
    happens: Callable[[World], Awaitable[None]] | None = None
    """What comes before it while the cafe runs: its loops would find it out at their start."""
    late: tuple[int, ...] = ()
    """What the repeat may be told if the order was changed already, by a transaction before the one that failed."""
    later: tuple[int, ...] = (30, 60)
    """After so many seconds each, the loops have ended what was left."""
    many: tuple[str, ...] = ()
    """Tables in which an attempt that failed between two transactions may leave a row of its own."""


# Placing.


async def fill_cart(world: World) -> None:
    """Three dishes with options, of ingredients, and a promo code that can be used once, tried once a minute."""
    shop = await OptionsShop.of(world.cafe)
    await world.cafe.configure(promo_attempts_per_minute=1, staff_chat_guest_orders=True)
    for who in (world.regular, guest := world.cafe.guest()):
        added = await shop.adds(who, "latte", ["large", "oat", "shot"], 2, note="без цукру")
        assert added.status == 201, added
        await shop.adds(who, "borscht")
    world.known["cookie"] = guest.cookie


async def order_delivery(world: World) -> Answer:
    return await world.regular.orders_delivery(key="tap", promo_code="once")


async def order_pickup(world: World) -> Answer:
    return await world.regular.orders_pickup(key="tap", promo_code="once", payment_method="card")


async def order_dine_in(world: World) -> Answer:
    return await Visitor(world.cafe, cookie=world.known["cookie"]).orders_dine_in(key="tap", promo_code="once")


# Paying.


async def order_by_card(world: World) -> None:
    await fill_cart(world)
    await know_order(world, await order_pickup(world))


async def know_order(world: World, answer: Answer) -> None:
    assert answer.status == 201, answer
    world.known["order"] = answer.json["order_id"]
    world.known["invoice"] = [*world.bank.invoices, *world.liqpay.payments][-1]
    world.known["cookie"] = (await world.cafe.desk("staff", "Олена")).cookie


async def order_by_liqpay(world: World) -> None:
    await fill_cart(world)
    await world.cafe.configure(payment_provider="liqpay")
    answer = await order_pickup(world)
    await world.liqpay.open(answer.json["pay_url"])
    await know_order(world, answer)


async def pay_mono(world: World) -> None:
    await world.bank.pay(world.known["invoice"])


async def pay_liqpay(world: World) -> None:
    await world.liqpay.pay(world.known["invoice"])


async def hear_mono(world: World) -> Answer:
    body = world.bank.invoices[world.known["invoice"]].body
    return await world.cafe.send(
        "POST", "/api/payments/monobank/webhook", data=body, headers={"X-Sign": world.bank.sign(body)}
    )


async def hear_liqpay(world: World) -> Answer:
    body = world.liqpay.sign_raw(orjson.dumps(world.liqpay.payments[world.known["invoice"]].told))
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    return await world.cafe.send("POST", "/api/payments/liqpay/webhook", data=body, headers=headers)


async def ask_status(world: World) -> Answer:
    answer = await world.regular.get(f"/api/checkout/payment-status/{world.known['order']}")
    assert answer.status == 500 or answer.json == {"paid": True}, answer
    return answer


async def open_page(world: World) -> Answer:
    return await world.regular.pays(world.known["order"])


# Refunding.


async def paid_by_mono(world: World) -> None:
    await order_by_card(world)
    await pay_mono(world)
    assert (await hear_mono(world)).status == 200


async def paid_by_liqpay(world: World) -> None:
    await order_by_liqpay(world)
    await pay_liqpay(world)
    assert (await hear_liqpay(world)).status == 200


async def refund_without_answer(world: World) -> None:
    """The bank gives the money back, and its answer is lost."""
    world.bank.fail(Failure.LOST_ANSWER, path="/invoice/cancel")
    assert (await refund(world, whole=True)).status == 200


async def look_around(world: World) -> None:
    await world.look_later(30)


async def refund(world: World, **what: Any) -> Answer:
    return await world.staff.post(
        f"/api/desk/orders/{world.known['order']}/refunds", {"seen": 0, "reason": "x", **what}
    )


async def refund_part(world: World) -> Answer:
    [line] = await world.cafe.rows("SELECT id FROM order_lines WHERE name = 'Борщ'")
    return await refund(world, lines=[{"id": line["id"], "quantity": 1}])


async def refund_whole(world: World) -> Answer:
    return await refund(world, whole=True)


async def refund_in_person(world: World) -> Answer:
    return await refund(world, whole=True, in_person=True)


# Cancelling.


async def cancel_as_guest(world: World) -> Answer:
    return await world.regular.cancels(world.known["order"])


async def cancel_as_staff(world: World) -> Answer:
    return await world.staff.post(
        f"/api/desk/orders/{world.known['order']}/cancel", {"seen": "new", "reason_id": "no-products"}
    )


REFUND: dict[str, Any] = {"late": (409,), "later": (30, 200, 30)}
ACTS = (
    Act("place a delivery in cash", fill_cart, order_delivery),
    Act("place a pickup by card", fill_cart, order_pickup, many=("invoices",)),
    Act("place an order at a table", fill_cart, order_dine_in),
    Act("open another payment page", order_by_card, open_page, many=("invoices",)),
    Act("pay, monobank tells", order_by_card, hear_mono, pay_mono),
    Act("pay, LiqPay tells", order_by_liqpay, hear_liqpay, pay_liqpay),
    Act("pay, the guest's page asks", order_by_card, ask_status, pay_mono),
    Act("pay, the sweeper asks", order_by_card, look_around, pay_mono, later=(60, 60, 30)),
    Act("refund a part, monobank", paid_by_mono, refund_part, **REFUND),
    Act("refund the whole, LiqPay", paid_by_liqpay, refund_whole, **REFUND),
    Act("refund the whole in person", paid_by_mono, refund_in_person, **REFUND),
    Act("refund without an answer, the loop asks", paid_by_mono, look_around, refund_without_answer, later=(200, 30)),
    Act("cancel by the guest", order_by_card, cancel_as_guest, late=(400,)),
    Act("cancel by the staff, paid", paid_by_mono, cancel_as_staff, late=(409,)),
)
