"""The cafe's customers: everybody who ordered with the same phone."""

from typing import Any

import pytest

from cafe.core.kernel.errors import NotFoundError
from cafe.core.ordering.lookup import customers as service
from cafe.core.ordering.lookup.customer_model import CustomerPage
from tests.core.test_register import LATTE, order, walk_in
from tests.driver import Cafe, Visitor


async def look_up(cafe: Cafe, text: str = "") -> CustomerPage:
    return await cafe.app.services.customer_lookup.find(text)


async def names(cafe: Cafe, text: str = "") -> list[str]:
    return [customer.name for customer in (await look_up(cafe, text)).customers]


async def completed(cafe: Cafe, who: Visitor | None = None, **form: Any) -> int:
    order_id = await order(cafe, who, **form)
    await cafe.moves_order(order_id, "completed")
    return order_id


async def test_a_customer_is_a_phone_whoever_ordered_with_it(cafe: Cafe) -> None:
    first = await completed(cafe, name="Олена", phone="+380 67 123 45 67")
    cafe.clock.advance(days=1)
    await completed(cafe, cafe.person(username="olena_k"), name="Олена К.", phone="067-123-45-67")
    cafe.clock.advance(days=1)
    cancelled = await order(cafe, name="Олена Коваль", phone="0671234567")
    await cafe.moves_order(cancelled, "cancelled")
    await walk_in(cafe)
    page = await look_up(cafe)
    [olena] = page.customers
    assert page.total == 1
    assert (olena.id, olena.name, olena.phone) == (first, "Олена Коваль", "0671234567")
    assert (olena.orders, olena.completed, olena.cancelled, olena.spent) == (3, 2, 1, 2 * LATTE)
    assert (olena.last_order, olena.last_visit - olena.first_visit) == (cancelled, 2 * 86_400)
    assert list(olena.usernames) == ["olena_k"]
    assert await cafe.app.services.customer_lookup.get(cancelled) == olena


async def test_customers_are_found_by_any_name_phone_or_telegram_name(cafe: Cafe) -> None:
    await order(cafe, name="Ґанна", phone="0501112233")
    await order(cafe, name="Ганна Іванівна", phone="0501112233")
    await order(cafe, cafe.person(username="Oleh_B"), name="Олег", phone="0671234567")
    for text in ("ґанна", "іван", "050 111", "2233", "22", "+380501112233"):
        assert await names(cafe, text) == ["Ганна Іванівна"], text
    for text in ("@oleh_b", "oleh", "OLEH_B", "@leh", "олег"):
        assert await names(cafe, text) == ["Олег"], text
    for text in ("@ґанна", "@ole_", "нікого", "12345678901", "%"):
        assert await names(cafe, text) == [], text
    assert await names(cafe) == ["Олег", "Ганна Іванівна"]


async def test_pages_have_every_customer_once(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "PAGE", 2)
    phones = [f"050111223{number}" for number in range(5)]
    for phone in (*phones, phones[0]):
        await order(cafe, phone=phone)
    page = await look_up(cafe)
    assert page.total == 5
    seen = [customer.phone for customer in page.customers]
    while page.following is not None:
        page = await cafe.app.services.customer_lookup.find("", page.following)
        assert page.total is None
        seen += [customer.phone for customer in page.customers]
    assert seen == [phones[0], *phones[:0:-1]]


async def test_a_forgotten_phone_is_no_customer_any_more(cafe: Cafe) -> None:
    done = await completed(cafe, phone="0501112233")
    still_open = await order(cafe, phone="0501112233")
    other = await completed(cafe, phone="0671234567")
    forgotten = await cafe.app.services.privacy.forget_phone_of(done)
    assert (forgotten.orders, forgotten.open_orders) == (1, 1)
    assert [customer.last_order for customer in (await look_up(cafe)).customers] == [other, still_open]
    await cafe.app.services.privacy.forget_phone_of(other)
    for gone in (done, other, 999, await walk_in(cafe)):
        with pytest.raises(NotFoundError):
            await cafe.app.services.privacy.forget_phone_of(gone)
        with pytest.raises(NotFoundError):
            await cafe.app.services.customer_lookup.get(gone)
