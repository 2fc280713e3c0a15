"""Slots (operating contract): how much the kitchen takes at a time, and who gets the last place."""

import asyncio

import pytest

from tests.driver import Cafe
from tests.web.later import orders_for, refused, times

MANY = 12


@pytest.fixture
async def later(cafe: Cafe) -> Cafe:
    """A cafe that takes orders until tomorrow; it is Monday, 15 June 2026, noon."""
    await cafe.configure(schedule_days=1)
    return cafe


async def test_a_full_slot_takes_no_more(later: Cafe) -> None:
    await later.load('[[slots]]\norder_type = "pickup"\nevery_minutes = 30\nmax_orders = 2\n')
    guest = later.guest()
    for text in ("2026-06-15T18:00", "2026-06-15T18:29"):
        assert (await orders_for(guest, text)).status == 201
    assert "2 замовлення" in refused(await orders_for(guest, "2026-06-15T18:10"))
    for text in ("2026-06-15T17:59", "2026-06-15T18:30", "2026-06-16T18:00"):
        assert (await guest.orders_pickup(scheduled_for=text)).status == 201
        await guest.adds("latte")
    assert (await orders_for(guest, "2026-06-15T18:10", kind="delivery")).status == 201, "another type"


async def test_the_limits_count_pieces_and_the_price_of_the_goods(later: Cafe) -> None:
    await later.load(
        '[[slots]]\norder_type = "pickup"\nmax_items = 5\n[[slots]]\norder_type = "delivery"\nmax_amount = 900\n'
    )
    guest = later.guest()
    assert (await orders_for(guest, "2026-06-15T18:00", pieces=3)).status == 201
    assert "5 порцій" in refused(await orders_for(guest, "2026-06-15T18:14", pieces=3))
    await guest.empties_cart()
    assert (await orders_for(guest, "2026-06-15T18:14", pieces=2)).status == 201
    assert (await orders_for(guest, "2026-06-15T18:00", kind="delivery", pieces=3)).status == 201  # 580
    assert "900\u00a0₴" in refused(await orders_for(guest, "2026-06-15T18:00", kind="delivery", pieces=2))
    await guest.empties_cart()
    assert (await orders_for(guest, "2026-06-15T18:00", kind="delivery", pieces=1)).status == 201  # 870
    english = later.english_person()
    assert "5 portions" in refused(await orders_for(english, "2026-06-16T18:00", pieces=6))


async def test_a_cancelled_order_gives_its_place_back(later: Cafe) -> None:
    await later.load('[[slots]]\norder_type = "pickup"\nmax_orders = 1\n')
    guest = later.guest()
    placed = (await orders_for(guest, "2026-06-15T18:00")).json
    assert refused(await orders_for(guest, "2026-06-15T18:00"))
    await guest.cancels(placed["order_id"])
    assert (await guest.orders_pickup(scheduled_for="2026-06-15T18:00")).status == 201


async def test_orders_as_soon_as_possible_count_and_are_never_refused(later: Cafe) -> None:
    await later.load(
        "".join(f'[[slots]]\norder_type = "{kind}"\nmax_orders = 1\nmax_items = 1\n' for kind in ("pickup", "delivery"))
    )
    guest = later.guest()
    for _ in range(2):
        await guest.places(pickup_time="14:30")
        await guest.places("borscht", "borscht", kind="delivery")
    assert refused(await orders_for(guest, "2026-06-15T14:44"))
    assert refused(await orders_for(guest, "2026-06-15T12:15", kind="delivery"))
    await guest.empties_cart()
    assert (await orders_for(guest, "2026-06-15T14:45")).status == 201


async def test_without_limits_slots_refuse_nobody(later: Cafe) -> None:
    await later.load('[[slots]]\norder_type = "pickup"\nevery_minutes = 60\n')
    guest = later.guest()
    for _ in range(3):
        assert (await orders_for(guest, "2026-06-15T18:00")).status == 201
    assert [at[-5:] for at, _ in await times(guest)][:3] == ["13:00", "14:00", "15:00"]


async def test_a_limit_that_is_taken_away_counts_no_longer(later: Cafe) -> None:
    guest = later.guest()
    await later.load('[[slots]]\norder_type = "pickup"\nmax_orders = 1\n')
    assert (await orders_for(guest, "2026-06-15T18:00")).status == 201
    assert refused(await orders_for(guest, "2026-06-15T18:00"))
    await later.load('[[slots]]\norder_type = "pickup"\nmax_items = 9\n')
    assert (await guest.orders_pickup(scheduled_for="2026-06-15T18:00")).status == 201


async def test_of_many_who_want_the_last_places_as_many_get_them(later: Cafe) -> None:
    await later.load('[[slots]]\norder_type = "pickup"\nmax_orders = 5\n')
    people = [later.person() for _ in range(MANY)]
    answers = await asyncio.gather(*(orders_for(person, "2026-06-15T18:00") for person in people))
    assert sorted(answer.status for answer in answers) == [201] * 5 + [400] * (MANY - 5)
    assert all(refused(answer) for answer in answers if answer.status == 400)
    assert await later.value("SELECT COUNT(*) FROM orders") == 5


async def test_full_times_are_shown_as_full(later: Cafe) -> None:
    await later.load('[[slots]]\norder_type = "pickup"\nevery_minutes = 20\nmax_items = 4\n')
    guest, other = later.guest(), later.guest()
    await orders_for(other, "2026-06-15T13:05", pieces=3)
    assert (await times(guest))[:4] == [
        ("2026-06-15T12:20", False),
        ("2026-06-15T12:40", False),
        ("2026-06-15T13:00", False),
        ("2026-06-15T13:20", False),
    ]
    await orders_for(other, "2026-06-15T13:05")
    assert (await times(guest))[2] == ("2026-06-15T13:00", True)
    assert (await times(guest, "delivery"))[3] == ("2026-06-15T13:00", False)


async def test_a_time_without_room_for_the_cart_is_full(later: Cafe) -> None:
    await later.load('[[slots]]\norder_type = "pickup"\nmax_items = 4\n')
    guest = later.guest()
    await orders_for(later.guest(), "2026-06-15T13:00", pieces=3)
    await guest.adds("latte", 2)
    assert {at: is_full for at, is_full in await times(guest) if is_full} == {"2026-06-15T13:00": True}
    assert refused(await guest.orders_pickup(scheduled_for="2026-06-15T13:00"))
