"""Every decision with a rival beside it: one transaction is stopped before a statement while the rival runs.

On SQLite the rival waits for its turn; on PostgreSQL it runs as far as the locks let it. What comes out is the same.
"""

import pytest

from cafe.core.kernel.ids import GUEST_BASE, CustomerId, OrderId
from cafe.core.ordering.cart.model import LineKey, WantedLine
from cafe.core.ordering.checkout.errors import CartEmptyError, PromoInvalidError, TooManyOrdersError
from cafe.core.ordering.orders.errors import AlreadyPromisedError, IllegalTransitionError, NotCancellableError
from cafe.core.ordering.orders.model import OrderStatus, OrderType, PaymentMethod
from cafe.core.people.customers.guest_ids import GuestIds
from cafe.core.people.privacy.anonymise import anonymise_old_orders
from tests.db.interleaving import COMMIT, interleave
from tests.db.shop import BORSCHT, ESPRESSO, LATTE, LATTE_OF_PARTS, PARTS, OpenShop, number_of, pickup

NEW, CONFIRMED = OrderStatus.NEW, OrderStatus.CONFIRMED


# Checkout.


@pytest.mark.parametrize("at", ["DELETE FROM cart_lines", "INSERT INTO orders", "INSERT INTO idempotency_keys", COMMIT])
async def test_the_same_tap_twice_is_one_order(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    customer = await cafe.customer(1001, LATTE)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(customer, pickup(), "tap"),
        cafe.rival.checkout.place_order(customer, pickup(), "tap"),
    )
    assert number_of(one) == number_of(two)
    assert len(await cafe.rows("SELECT id FROM orders")) == 1


@pytest.mark.parametrize("at", ["DELETE FROM cart_lines", "INSERT INTO orders", COMMIT])
async def test_one_cart_is_one_order(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    customer = await cafe.customer(1001, LATTE)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(customer, pickup()),
        cafe.rival.checkout.place_order(customer, pickup()),
    )
    assert number_of(one)
    assert isinstance(two, CartEmptyError)


@pytest.mark.parametrize("at", ["INSERT INTO orders", COMMIT])
async def test_what_is_put_into_a_cart_meanwhile_stays_there(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    customer = await cafe.customer(1001, LATTE)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(customer, pickup()),
        cafe.rival.cart.add(customer, LATTE, 2),
    )
    assert number_of(one)
    assert [line.quantity for line in two.lines] == [2]


async def test_a_last_use_goes_to_one(shop: OpenShop) -> None:
    cafe = await shop("UPDATE promo_codes")
    first, second = await cafe.customer(1001, LATTE), await cafe.customer(1002, LATTE)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(first, pickup(promo_code="once", phone="0670000001")),
        cafe.rival.checkout.place_order(second, pickup(promo_code="once", phone="0670000002")),
    )
    outcomes = [isinstance(outcome, PromoInvalidError) for outcome in (one, two)]
    assert sorted(outcomes) == [False, True]
    assert await cafe.value("SELECT used_count FROM promo_codes WHERE code = 'ONCE'") == 1


@pytest.mark.parametrize("at", ["UPDATE promo_codes", COMMIT])
async def test_the_last_use_is_made_known(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    await cafe.rival.catalogue.load('[[promos]]\ncode = "TWICE"\ndiscount_percent = 5\nmax_uses = 2\n')
    before = await cafe.value("SELECT value FROM meta WHERE key = 'catalogue_version'")
    first, second = await cafe.customer(1001, LATTE), await cafe.customer(1002, LATTE)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(first, pickup(promo_code="twice")),
        cafe.rival.checkout.place_order(second, pickup(promo_code="twice")),
    )
    assert number_of(one) != number_of(two)
    assert await cafe.value("SELECT value FROM meta WHERE key = 'catalogue_version'") != before


@pytest.mark.parametrize("at", ["UPDATE promo_codes", "INSERT INTO orders", COMMIT])
async def test_a_phones_first_order_is_one(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    first, second = await cafe.customer(1001, LATTE), await cafe.customer(1002, LATTE)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(first, pickup(promo_code="first")),
        cafe.rival.checkout.place_order(second, pickup(promo_code="first")),
    )
    assert number_of(one)
    assert isinstance(two, PromoInvalidError)


@pytest.mark.parametrize("setting", ["max_open_orders_per_phone", "max_open_orders_per_customer"])
async def test_a_limit_on_open_orders_holds(shop: OpenShop, setting: str) -> None:
    cafe = await shop("INSERT INTO orders")
    await cafe.rival.settings.change({setting: "1"})
    first = await cafe.customer(1001, LATTE)
    second = first if setting.endswith("customer") else await cafe.customer(1002, LATTE)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(first, pickup()),
        cafe.rival.checkout.place_order(second, pickup()),
    )
    assert number_of(one)
    assert isinstance(two, TooManyOrdersError | CartEmptyError)
    assert len(await cafe.rows("SELECT id FROM orders")) == 1


async def test_numbers_are_different(shop: OpenShop) -> None:
    cafe = await shop("INSERT INTO orders")
    first, second = await cafe.customer(1001, BORSCHT), await cafe.customer(1002, BORSCHT)
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(first, pickup()),
        cafe.rival.checkout.place_order(second, pickup()),
    )
    numbers = [row["sequence_number"] for row in await cafe.rows("SELECT sequence_number FROM orders ORDER BY 1")]
    assert numbers == [1, 2]


@pytest.mark.parametrize("at", ["INSERT INTO orders", "INSERT INTO idempotency_keys", COMMIT])
async def test_a_walk_in_entered_twice_is_one_order(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    arguments = ([WantedLine(LineKey(LATTE), 1)], OrderType.DINE_IN, PaymentMethod.CASH, "Оля", "press")
    one, two = await interleave(
        cafe.database, cafe.stop, cafe.held.walk_in.place_order(*arguments), cafe.rival.walk_in.place_order(*arguments)
    )
    assert one.id == two.id
    assert await cafe.value("SELECT stock FROM ingredients WHERE code = 'milk'") == 20000 - 220


@pytest.mark.parametrize("at", ["DELETE FROM idempotency_keys", "INSERT INTO idempotency_keys", COMMIT])
async def test_an_expired_key_is_used_again_once(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    customer = await cafe.customer(1001, BORSCHT)
    old = await cafe.rival.checkout.place_order(customer, pickup(), "tap")
    cafe.clock.advance(days=2)
    await cafe.customer(1001, BORSCHT)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(customer, pickup(), "tap"),
        cafe.rival.checkout.place_order(customer, pickup(), "tap"),
    )
    assert number_of(one) == number_of(two) != number_of(old)


async def test_new_guests_are_different_people(shop: OpenShop) -> None:
    cafe = await shop(COMMIT)
    one, two = await interleave(
        cafe.database, cafe.stop, GuestIds(cafe.held_database).take(), GuestIds(cafe.rival_database).take()
    )
    assert [one, two] == [-GUEST_BASE - 1, -GUEST_BASE - 1001]


async def test_a_guests_first_two_lines_are_both_there(shop: OpenShop) -> None:
    cafe = await shop(COMMIT)
    guest = CustomerId(-GUEST_BASE - 1)
    await interleave(
        cafe.database, cafe.stop, cafe.held.cart.add(guest, LATTE, 1), cafe.rival.cart.add(guest, ESPRESSO, 1)
    )
    assert len((await cafe.rival.cart.get(guest)).lines) == 2


# The staff and the customer.


@pytest.mark.parametrize("at", ["UPDATE orders SET status", COMMIT])
async def test_a_press_that_comes_second_hears_the_new_state(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await cafe.order()
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.staff_orders.advance(order, NEW, CONFIRMED, "Оля"),
        cafe.rival.staff_orders.cancel(order, NEW, "нема", "Тарас"),
    )
    assert one.status is CONFIRMED
    assert isinstance(two, IllegalTransitionError)
    assert two.status == "confirmed"


async def test_who_cancels_too_late_hears_so(shop: OpenShop) -> None:
    cafe = await shop("UPDATE orders SET status")
    order = await cafe.order()
    await cafe.rival.staff_orders.advance(order, NEW, CONFIRMED, "Оля")
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.staff_orders.advance(order, CONFIRMED, OrderStatus.COOKING, "Оля"),
        cafe.rival.orders.cancel(CustomerId(1001), order),
    )
    assert one.status is OrderStatus.COOKING
    assert isinstance(two, NotCancellableError)


@pytest.mark.parametrize(
    "at", ["UPDATE orders SET status", "UPDATE orders SET stock_taken", "UPDATE ingredients", COMMIT]
)
async def test_an_order_is_cancelled_once(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await cafe.order()
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.orders.cancel(CustomerId(1001), order),
        cafe.rival.staff_orders.cancel(order, NEW, "нема", "Тарас"),
    )
    assert one.status is OrderStatus.CANCELLED
    assert isinstance(two, IllegalTransitionError)
    assert await cafe.value("SELECT stock FROM ingredients WHERE code = 'milk'") == 20000


async def test_the_same_promise_twice_is_one(shop: OpenShop) -> None:
    cafe = await shop("UPDATE orders SET ready_at")
    order = await cafe.order()
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.staff_orders.promise(order, NEW, 15, "Оля"),
        cafe.rival.staff_orders.promise(order, NEW, 15, "Тарас"),
    )
    assert one.status is CONFIRMED
    assert isinstance(two, AlreadyPromisedError | IllegalTransitionError)


@pytest.mark.parametrize("at", ["UPDATE ingredients", COMMIT])
async def test_taking_and_restoring_stock_wait_for_each_other_in_one_order(shop: OpenShop, at: str) -> None:
    """Ingredients 9 and 10 sort otherwise as texts, as which they lie in an order."""
    cafe = await shop(at)
    await cafe.rival.catalogue.load(LATTE_OF_PARTS)
    order = await cafe.order()
    customer = await cafe.customer(1002, LATTE)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.orders.cancel(CustomerId(1001), order),
        cafe.rival.checkout.place_order(customer, pickup()),
    )
    assert one.status is OrderStatus.CANCELLED
    assert number_of(two)
    assert cafe.held_database.runs == cafe.rival_database.runs == 1, "no deadlock"
    assert {row["stock"] for row in await cafe.rows("SELECT stock FROM ingredients WHERE code LIKE 'part%'")} == {96}


@pytest.mark.parametrize("at", ["INSERT INTO order_lines", "UPDATE ingredients", COMMIT])
async def test_two_orders_both_take_their_stock_and_warn_once(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    await cafe.rival.catalogue.load(LATTE_OF_PARTS)
    first, second = await cafe.customer(1001, LATTE, ESPRESSO), await cafe.customer(1002, ESPRESSO, LATTE)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(first, pickup()),
        cafe.rival.checkout.place_order(second, pickup()),
    )
    assert number_of(one) != number_of(two)
    assert cafe.held_database.runs == cafe.rival_database.runs == 1, "no deadlock"
    assert {row["stock"] for row in await cafe.rows("SELECT stock FROM ingredients WHERE code LIKE 'part%'")} == {92}
    assert (await cafe.messages()).count("staff-low-stock") == len(PARTS)


# Catalogue.


async def test_two_loads_at_once_follow_each_other(shop: OpenShop) -> None:
    cafe = await shop("UPDATE categories")
    files = [
        "".join(f'[[categories]]\nslug = "{slug}"\nname = "{name}"\n' for slug in slugs)
        for slugs, name in ((("coffee", "food"), "one"), (("food", "coffee"), "two"))
    ]
    await interleave(cafe.database, cafe.stop, cafe.held.catalogue.load(files[0]), cafe.rival.catalogue.load(files[1]))
    names = await cafe.rows("SELECT name FROM categories WHERE slug IN ('coffee', 'food')")
    assert [row["name"] for row in names] == ["two", "two"]
    assert (cafe.held_database.runs, cafe.rival_database.runs) == (1, 2), "no deadlock: one looks again at what is new"


async def test_a_stop_and_a_load_follow_each_other(shop: OpenShop) -> None:
    cafe = await shop("UPDATE products")
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.stop_list.stop(LATTE),
        cafe.rival.catalogue.load('[[products]]\nslug = "latte"\nprice = 99\n'),
    )
    [latte] = await cafe.rows("SELECT price, stopped_until > 0 AS is_stopped FROM products WHERE slug = 'latte'")
    assert (latte["price"], bool(latte["is_stopped"])) == (99, True)
    assert (cafe.held_database.runs, cafe.rival_database.runs) == (1, 2), "no deadlock: one looks again at what is new"


async def test_a_setting_changed_back_meanwhile_is_changed_back(shop: OpenShop) -> None:
    cafe = await shop(COMMIT)
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.settings.change({"delivery_fee": "99"}),
        cafe.rival.settings.change({"delivery_fee": "60"}),
    )
    await cafe.rival.cache.refresh()
    assert cafe.rival.settings.current.delivery_fee == 60


# Forgetting.


@pytest.mark.parametrize("at", ["UPDATE orders SET is_forgotten_at_end", "SELECT id FROM orders", COMMIT])
async def test_an_order_that_ends_while_its_customer_is_forgotten(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await cafe.order()
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.privacy.forget(CustomerId(1001)),
        cafe.rival.staff_orders.cancel(order, NEW, "нема", "Тарас"),
    )
    assert await cafe.value("SELECT name FROM orders") == ""


@pytest.mark.parametrize("at", ["UPDATE orders SET status", COMMIT])
async def test_a_customer_who_is_forgotten_while_their_order_ends(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await cafe.order()
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.staff_orders.cancel(order, NEW, "нема", "Тарас"),
        cafe.rival.privacy.forget(CustomerId(1001)),
    )
    assert await cafe.value("SELECT name FROM orders") == ""


async def test_an_order_placed_while_its_customer_is_forgotten_is_whole(shop: OpenShop) -> None:
    cafe = await shop(COMMIT)
    customer = await cafe.customer(1001, LATTE)
    one, _ = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(customer, pickup()),
        cafe.rival.privacy.forget(customer),
    )
    order = OrderId(number_of(one))
    assert await cafe.value("SELECT is_forgotten_at_end FROM orders WHERE id = :id", id=order) == 1


async def test_old_orders_are_anonymised_once(shop: OpenShop) -> None:
    cafe = await shop(COMMIT)
    order = await cafe.order()
    await cafe.rival.staff_orders.cancel(order, NEW, "нема", "Тарас")
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held_database.write(anonymise_old_orders, cafe.now + 1, cafe.now, 100),
        cafe.rival_database.write(anonymise_old_orders, cafe.now + 1, cafe.now, 100),
    )
    assert await cafe.value("SELECT name FROM orders") == ""
