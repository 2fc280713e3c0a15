"""The owner's limits: how many open orders, how many promo codes a minute. Off unless they are set."""

import asyncio
from typing import Any

import pytest

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.kernel.ids import CustomerId
from cafe.core.ordering.checkout.errors import PromoInvalidError, PromoRefusal, TooManyAttemptsError
from cafe.core.ordering.checkout.promo import PromoAttempts
from cafe.core.upkeep.retention.service import Retention
from tests.driver import Answer, Cafe, Visitor

SETTINGS = [
    "max_open_orders_per_customer",
    "max_open_orders_per_phone",
    "max_open_guest_orders",
    "promo_attempts_per_minute",
    "keep_personal_days",
]


async def order(visitor: Visitor, kind: str = "pickup", **changes: Any) -> Answer:
    await visitor.adds("latte")
    return await visitor.orders(kind, **changes)


def is_refused(answer: Answer) -> bool:
    if answer.status == 201:
        return False
    assert (answer.status, set(answer.json), answer.json["error"]) == (400, {"error", "message"}, "too_many_orders")
    return True


@pytest.mark.parametrize("name", SETTINGS)
async def test_limits_are_whole_numbers_and_off_by_default(cafe: Cafe, name: str) -> None:
    assert getattr(cafe.app.services.settings.current, name) == 0
    await cafe.app.services.settings.change({name: "7"})
    assert getattr(cafe.app.services.settings.current, name) == 7
    dumped = await cafe.app.services.catalogue.dump()
    assert f"{name} = 7" in dumped
    for wrong in ("-1", "many", "1.5", "true"):
        with pytest.raises(CatalogueError, match=name):
            await cafe.app.services.settings.change({name: wrong})


async def test_without_limits_nobody_is_refused(cafe: Cafe) -> None:
    guest, person = cafe.guest(), cafe.person()
    for visitor in (guest, person):
        for _ in range(12):
            assert (await order(visitor)).status == 201
            assert (await visitor.checks_promo("NOSUCH")).status == 400


@pytest.mark.parametrize("kind", ["delivery", "pickup", "dine-in"])
async def test_open_orders_of_one_customer(cafe: Cafe, kind: str) -> None:
    await cafe.configure(max_open_orders_per_customer=2, min_delivery_order_amount=0)
    for visitor in (cafe.guest(), cafe.person()):
        first = await order(visitor, kind)
        assert (await order(visitor, kind)).status == 201
        refused = await order(visitor, kind)
        assert is_refused(refused)
        assert (await visitor.cart()).json["count"] == 1, "nothing is changed"
        await visitor.cancels(first.json["order_id"])
        assert (await order(visitor, kind)).status == 201
        assert is_refused(await order(visitor, kind))
        assert (await order(cafe.person(), kind)).status == 201, "each counts for themselves"


async def test_a_finished_order_is_not_open(cafe: Cafe) -> None:
    await cafe.configure(max_open_orders_per_customer=1)
    guest = cafe.guest()
    placed = await order(guest)
    for status in ("confirmed", "cooking", "ready", "courier"):
        await cafe.moves_order(placed.json["order_id"], status)
        assert is_refused(await order(guest))
    await cafe.moves_order(placed.json["order_id"], "completed")
    assert not is_refused(await order(guest))


async def test_open_orders_with_one_phone_however_it_is_written(cafe: Cafe) -> None:
    await cafe.configure(max_open_orders_per_phone=1)
    assert not is_refused(await order(cafe.guest(), phone="+380 (67) 123-45-67"))
    for phone in ("067 123 45 67", "380671234567", "67-123-45-67"):
        assert is_refused(await order(cafe.person(), phone=phone))
    assert not is_refused(await order(cafe.guest(), phone="067 123 45 68"))


async def test_open_orders_of_all_guests(cafe: Cafe) -> None:
    await cafe.configure(max_open_guest_orders=2)
    assert not is_refused(await order(cafe.guest()))
    assert not is_refused(await order(cafe.guest()))
    assert is_refused(await order(cafe.guest()))
    assert not is_refused(await order(cafe.person())), "Telegram users are no guests"
    assert not is_refused(await order(cafe.person()))


async def test_refusals_speak_the_customers_language(cafe: Cafe) -> None:
    await cafe.configure(max_open_orders_per_customer=1, max_open_guest_orders=1)
    person, english = cafe.person(), cafe.english_person()
    for visitor in (person, english):
        assert not is_refused(await order(visitor))
    own = [(await order(visitor)).json["message"] for visitor in (person, english)]
    assert "замовлень" in own[0]
    assert "orders" in own[1]
    await order(cafe.guest())
    assert (await order(cafe.guest())).json["message"] not in own


async def test_two_at_once_do_not_slip_through(cafe: Cafe) -> None:
    await cafe.configure(max_open_orders_per_phone=3)
    guests = [cafe.guest() for _ in range(12)]
    for guest in guests:
        await guest.adds("latte")
    answers = await asyncio.gather(*(guest.orders_pickup() for guest in guests))
    assert sorted(answer.status for answer in answers) == [201] * 3 + [400] * 9


async def test_what_the_specification_prescribes_is_found_first(cafe: Cafe) -> None:
    await cafe.configure(max_open_orders_per_customer=1)
    guest = cafe.guest()
    await order(guest)
    assert (await guest.orders_pickup()).json["error"] == "cart_empty"
    assert (await order(guest, name="О")).json["error"] == "validation"
    assert (await guest.orders_pickup(promo_code="NOSUCH")).json["error"] == "promo_invalid"
    assert is_refused(await guest.orders_pickup())


async def test_a_repeated_request_is_no_further_order(cafe: Cafe) -> None:
    await cafe.configure(max_open_orders_per_customer=1)
    guest = cafe.guest()
    first = await order(guest, key="once")
    again = await guest.orders_pickup(key="once")
    assert (again.status, again.json) == (201, first.json)


# Promo codes.


def has_tried_too_often(answer: Answer) -> bool:
    if answer.status != 429:
        return False
    assert set(answer.json) == {"error", "message"}
    assert answer.json["error"] == "too_many_attempts"
    return True


async def test_failed_codes_are_counted_within_a_minute(cafe: Cafe) -> None:
    await cafe.configure(promo_attempts_per_minute=3)
    guest, other = cafe.guest(), cafe.guest()
    await guest.adds("latte")
    await other.adds("latte")
    for code in ("NOSUCH", "EXPIRED", "USEDUP"):
        assert (await guest.checks_promo(code)).status == 400
    assert has_tried_too_often(await guest.checks_promo("NOSUCH"))
    assert has_tried_too_often(await guest.checks_promo("welcome10")), "also the right one"
    assert has_tried_too_often(await guest.orders_pickup(promo_code="welcome10"))
    assert (await other.checks_promo("welcome10")).status == 200
    cafe.clock.advance(seconds=61)
    assert (await guest.checks_promo("welcome10")).status == 200


async def test_right_and_blank_codes_are_not_counted(cafe: Cafe) -> None:
    await cafe.configure(promo_attempts_per_minute=2)
    guest = cafe.guest()
    await guest.adds("latte")
    for _ in range(5):
        assert (await guest.checks_promo("welcome10")).status == 200
        assert (await guest.checks_promo(" ")).status == 400
    assert (await guest.checks_promo("NOSUCH")).status == 400
    assert (await guest.checks_promo("welcome10")).status == 200


@pytest.mark.parametrize("kind", ["delivery", "pickup", "dine-in"])
async def test_orders_with_a_code_are_attempts_too(cafe: Cafe, kind: str) -> None:
    await cafe.configure(promo_attempts_per_minute=2, min_delivery_order_amount=0)
    person = cafe.english_person()
    await person.adds("latte")
    for _ in range(2):
        assert (await person.orders(kind, promo_code="NOSUCH")).json["error"] == "promo_invalid"
    refused = await person.orders(kind, promo_code="welcome10")
    assert has_tried_too_often(refused)
    assert "promo codes" in refused.json["message"]
    assert (await person.orders(kind, promo_code=" ")).status == 201, "an order without a code goes on"


async def test_an_order_refused_for_another_reason_is_no_attempt(cafe: Cafe) -> None:
    await cafe.configure(promo_attempts_per_minute=1)
    guest = cafe.guest()
    for _ in range(3):
        assert (await guest.orders_pickup(promo_code="NOSUCH")).json["error"] == "cart_empty"


async def test_a_hundred_at_once_are_a_hundred_attempts(cafe: Cafe) -> None:
    await cafe.configure(promo_attempts_per_minute=5)
    guest = cafe.guest()
    await guest.adds("latte")
    answers = await asyncio.gather(*(guest.checks_promo(f"GUESS{number}") for number in range(100)))
    assert sorted(answer.status for answer in answers) == [400] * 5 + [429] * 95


async def test_attempts_at_several_processes_are_counted_together(cafe: Cafe) -> None:
    processes = [PromoAttempts(cafe.app.database, cafe.clock) for _ in range(3)]

    async def fail_at(process: PromoAttempts) -> None:
        with pytest.raises(PromoInvalidError):
            async with process.counted(CustomerId(7), 2):
                raise PromoInvalidError(PromoRefusal.UNKNOWN)

    await fail_at(processes[0])
    await fail_at(processes[1])
    with pytest.raises(TooManyAttemptsError):
        async with processes[2].counted(CustomerId(7), 2):
            pass
    cafe.clock.advance(seconds=61)
    await Retention(cafe.app.database, cafe.clock).clean()
    assert await cafe.rows("SELECT * FROM promo_attempts") == []
    await fail_at(processes[2])


async def test_the_first_order_of_a_phone(cafe: Cafe) -> None:
    await cafe.guest().places("latte", phone="+380 (67) 123-45-67", promo_code="first")
    second = cafe.guest()
    await second.adds("latte")
    assert (await second.checks_promo("first")).status == 200, "nobody has told the phone yet"
    refused = await second.orders_pickup(phone="067 123 45 67", promo_code="first")
    assert (refused.status, refused.json["error"]) == (400, "promo_invalid")
    assert (await second.orders_pickup(phone="067 123 45 68", promo_code="first")).status == 201


async def test_a_cancelled_order_of_a_phone_was_none(cafe: Cafe) -> None:
    first = cafe.guest()
    placed = await first.places("latte", promo_code="first")
    await first.cancels(placed["order_id"])
    assert (await cafe.guest().places("latte", promo_code="first"))["order_id"] > 0
