"""The three creation routes: results, sums, stored facts and single refusals."""

import re
from typing import Any

import pytest

from tests.driver import ABSENT, ORDER_KEYS, Cafe

KINDS = ("delivery", "pickup", "dine-in")
REQUIRED = {
    "delivery": ["name", "phone", "address_city", "address_street", "address_house", "payment_method"],
    "pickup": ["name", "phone", "pickup_time", "payment_method"],
    "dine-in": ["name", "phone", "payment_method"],
}


async def sole_order(cafe: Cafe) -> dict[str, Any]:
    [order] = await cafe.rows("SELECT * FROM orders")
    return order


@pytest.mark.parametrize("kind", KINDS)
async def test_an_order_in_cash(cafe: Cafe, kind: str) -> None:
    guest = cafe.guest()
    await guest.adds("borscht", 2)
    answer = await guest.orders(kind)
    assert answer.status == 201
    result = answer.json
    assert set(result) == ORDER_KEYS
    assert type(result["order_id"]) is int
    assert re.fullmatch(r"№\d+", result["order_number"])
    assert result["total"] == {"delivery": 350, "pickup": 275, "dine-in": 290}[kind]
    assert (result["payment_method"], result["pay_url"], result["card_unavailable_message"]) == (
        "cash",
        None,
        None,
    )
    assert re.fullmatch(r"/webapp/\?track=[A-Za-z0-9_-]{22}", result["track_url"])
    assert (await guest.cart()).json == {"items": [], "items_total": 0, "count": 0}


@pytest.mark.parametrize("kind", KINDS)
async def test_a_card_order_without_a_provider(cafe: Cafe, kind: str) -> None:
    messages = {}
    for visitor in (cafe.person(), cafe.english_person(), cafe.guest()):
        await visitor.adds("borscht", 2)
        answer = await visitor.orders(kind, payment_method="card")
        assert answer.status == 201
        result = answer.json
        assert set(result) == ORDER_KEYS
        assert (result["payment_method"], result["pay_url"]) == ("card", None)
        assert result["track_url"]
        messages[visitor.user["first_name"] if visitor.user else "guest"] = result["card_unavailable_message"]
    assert messages["Тарас"] == messages["guest"] != messages["John"]
    assert all(messages.values())


async def test_numbers_and_tokens_are_never_the_same(cafe: Cafe) -> None:
    guest = cafe.guest()
    results = [await guest.places("latte") for _ in range(3)]
    for key in ("order_id", "order_number", "track_url"):
        assert len({result[key] for result in results}) == 3
    numbers = [int(result["order_number"].removeprefix("№")) for result in results]
    assert numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]


@pytest.mark.parametrize(
    ("kind", "items", "promo", "fee", "discount", "promo_discount", "total"),
    [
        ("delivery", ["latte", "latte"], None, 60, 0, 0, 230),
        ("delivery", ["borscht"] * 3, None, 60, 0, 0, 495),
        ("delivery", ["espresso"] * 10, None, 0, 0, 0, 500),
        ("delivery", ["espresso"] * 10, "welcome10", 0, 0, 50, 450),
        ("delivery", ["latte", "latte"], "знижка", 60, 0, 26, 204),
        ("pickup", ["latte"], None, 0, 4, 0, 81),
        ("pickup", ["latte", "latte"], None, 0, 9, 0, 161),
        ("pickup", ["espresso"], None, 0, 3, 0, 47),
        ("pickup", ["latte"], "WELCOME10", 0, 4, 9, 72),
        ("dine-in", ["latte"], None, 0, 0, 0, 85),
        ("dine-in", ["latte"], "welcome10", 0, 0, 9, 76),
        ("dine-in", ["espresso"] * 20, "welcome10", 0, 0, 100, 900),
    ],
)
async def test_sums(
    cafe: Cafe,
    kind: str,
    items: list[str],
    promo: str | None,
    fee: int,
    discount: int,
    promo_discount: int,
    total: int,
) -> None:
    guest = cafe.guest()
    result = await guest.places(*items, kind=kind, promo_code=promo)
    [order] = await guest.sees_orders()
    amounts = (
        order["delivery_fee"],
        order["discount_amount"],
        order["promo_discount_amount"],
        order["total"],
    )
    assert amounts == (fee, discount, promo_discount, total)
    assert result["total"] == total


async def test_discounts_never_make_a_total_negative(cafe: Cafe) -> None:
    await cafe.configure(pickup_discount_percent=60)
    await cafe.load('[[promos]]\ncode = "MOST"\ndiscount_percent = 80')
    guest = cafe.guest()
    await guest.places("latte", kind="pickup", promo_code="most")
    [order] = await guest.sees_orders()
    assert order["total"] == 0
    assert order["discount_amount"] + order["promo_discount_amount"] == 85


async def test_delivery_is_always_paid_when_there_is_no_threshold(cafe: Cafe) -> None:
    await cafe.configure(free_delivery_threshold=0)
    guest = cafe.guest()
    result = await guest.places(*["espresso"] * 20, kind="delivery")
    assert result["total"] == 1060


async def test_a_card_order_of_nothing_is_paid_already(cafe: Cafe) -> None:
    await cafe.load('[[promos]]\ncode = "GIFT"\ndiscount_percent = 100')
    guest = cafe.guest()
    result = await guest.places("latte", kind="dine-in", payment_method="card", promo_code="GIFT")
    assert (result["total"], result["pay_url"], result["card_unavailable_message"]) == (0, None, None)
    [order] = await guest.sees_orders()
    assert (order["payment_status"], order["can_pay"]) == ("paid", False)


async def test_what_delivery_stores(cafe: Cafe) -> None:
    await cafe.guest().places(
        "borscht",
        "latte",
        kind="delivery",
        name="  Олена  ",
        phone=" 067 123-45-67 ",
        address_apartment=" 12 ",
        address_comment="  домофон не працює ",
        cash_change_for=500,
        promo_code="  welcome10 ",
    )
    order = await sole_order(cafe)
    stored = {key: order[key] for key in order if key.startswith("address_")}
    assert stored == {
        "address_city": "Київ",
        "address_street": "Хрещатик",
        "address_house": "1а",
        "address_apartment": "12",
        "address_comment": "домофон не працює",
    }
    assert (order["name"], order["phone"]) == ("Олена", "067 123-45-67")
    assert (order["cash_change_for"], order["promo_code"]) == (500, "Welcome10")


@pytest.mark.parametrize("blank", ["", "   ", "\t\n", None, ABSENT, True, [], {"a": 1}])
async def test_blank_optional_fields_become_null(cafe: Cafe, blank: Any) -> None:
    guest = cafe.guest()
    await guest.places(
        "borscht",
        "latte",
        kind="delivery",
        address_apartment=blank,
        address_comment=blank,
        promo_code=blank,
        cash_change_for=blank,
    )
    order = await sole_order(cafe)
    for field in ("address_apartment", "address_comment", "promo_code", "cash_change_for"):
        assert order[field] is None, field
    other = cafe.guest()
    await other.places("latte", kind="dine-in", table_number=blank)
    [order] = await other.sees_orders()
    assert order["table_number"] is None


async def test_a_number_is_taken_as_its_text(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.places("latte", kind="dine-in", table_number=5, phone=380671234567)
    order = await sole_order(cafe)
    assert (order["table_number"], order["phone"]) == ("5", "380671234567")


@pytest.mark.parametrize("change", [500, "500", " 500 "])
async def test_change_for_cash(cafe: Cafe, change: Any) -> None:
    await cafe.guest().places("borscht", "latte", kind="delivery", cash_change_for=change)
    assert (await sole_order(cafe))["cash_change_for"] == 500


@pytest.mark.parametrize("change", ["багато", "12.5", "1e3"])
async def test_change_that_is_no_number(cafe: Cafe, change: Any) -> None:
    guest = cafe.guest()
    await guest.adds("borscht", 2)
    answer = await guest.orders_delivery(cash_change_for=change)
    assert (answer.status, answer.json) == (
        400,
        {"error": "validation", "message": "cash_change_for must be a number"},
    )


async def test_change_means_nothing_for_a_card(cafe: Cafe) -> None:
    await cafe.guest().places("borscht", "latte", kind="delivery", payment_method="card", cash_change_for="багато")
    assert (await sole_order(cafe))["cash_change_for"] is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("blank", [ABSENT, "", "  \t ", None, True, [], {}])
async def test_every_missing_field_is_named_in_order(cafe: Cafe, kind: str, blank: Any) -> None:
    guest = cafe.guest()
    await guest.adds("borscht", 2)
    answer = await guest.orders(kind, **dict.fromkeys(REQUIRED[kind], blank))
    assert (answer.status, answer.json) == (400, {"error": "validation", "missing": REQUIRED[kind]})
    for field in REQUIRED[kind]:
        answer = await guest.orders(kind, **{field: blank})
        assert (answer.status, answer.json) == (400, {"error": "validation", "missing": [field]})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", ["bitcoin", "CASH", "Card", "cash,card", 1, "0"])
async def test_payment_methods_there_are_two_of(cafe: Cafe, kind: str, method: Any) -> None:
    guest = cafe.guest()
    await guest.adds("borscht", 2)
    answer = await guest.orders(kind, payment_method=method)
    assert (answer.status, answer.json) == (
        400,
        {"error": "validation", "message": "invalid payment_method"},
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "О"),
        ("name", "  x "),
        ("phone", "12345678"),
        ("phone", "+380 67 123 45 67 890"),
        ("phone", "подзвоніть"),
        ("phone", "12345678901234"),
    ],
)
async def test_contacts_that_cannot_be_right(cafe: Cafe, kind: str, field: str, value: str) -> None:
    messages = set()
    for visitor in (cafe.person(), cafe.english_person()):
        await visitor.adds("borscht", 2)
        answer = await visitor.orders(kind, **{field: value})
        assert answer.status == 400
        assert set(answer.json) == {"error", "message"}
        assert answer.json["error"] == "validation"
        messages.add(answer.json["message"])
    assert len(messages) == 2
    assert all(("2" in message) is (field == "name") for message in messages)


@pytest.mark.parametrize(("field", "value"), [("name", "Ян"), ("phone", "123456789"), ("phone", "1234567890123")])
async def test_contacts_at_the_limits(cafe: Cafe, field: str, value: str) -> None:
    assert await cafe.guest().places("latte", **{field: value})


@pytest.mark.parametrize(
    ("kind", "field", "longest"),
    [
        ("pickup", "name", 200),
        ("pickup", "phone", 200),
        ("dine-in", "table_number", 200),
        ("delivery", "address_street", 200),
        ("delivery", "address_apartment", 200),
        ("delivery", "address_comment", 1000),
    ],
)
async def test_no_field_is_a_book(cafe: Cafe, kind: str, field: str, longest: int) -> None:
    messages = set()
    for person in (cafe.person(), cafe.english_person()):
        await person.adds("borscht", 2)
        text = "0671234567".ljust(longest, "-") if field == "phone" else "я" * longest
        answer = await person.orders(kind, **{field: text + "-"})
        assert answer.status == 400
        assert set(answer.json) == {"error", "message"}
        assert answer.json["error"] == "validation"
        messages.add(answer.json["message"])
        assert (await person.orders(kind, **{field: text})).status == 201
    assert len(messages) == 2


@pytest.mark.parametrize("time", ["9:05", "09:05", "0:00", "23:59", " 14:30 "])
async def test_pickup_times(cafe: Cafe, time: str) -> None:
    guest = cafe.guest()
    await guest.places("latte", pickup_time=time)
    [order] = await guest.sees_orders()
    assert order["pickup_time"] == time.strip()


@pytest.mark.parametrize(
    "time",
    [
        "24:00",
        "12:60",
        "1230",
        "12:3",
        "012:30",
        "12:30:00",
        "12.30",
        "-1:30",
        "опівдні",
        "12:30 pm",
        "１２:３０",
        1230,
    ],
)
async def test_times_that_are_none(cafe: Cafe, time: Any) -> None:
    messages = set()
    for visitor in (cafe.person(), cafe.english_person()):
        await visitor.adds("latte")
        answer = await visitor.orders_pickup(pickup_time=time)
        assert answer.status == 400
        assert set(answer.json) == {"error", "message"}
        assert answer.json["error"] == "validation"
        messages.add(answer.json["message"])
    assert len(messages) == 2


@pytest.mark.parametrize("kind", KINDS)
async def test_an_empty_cart(cafe: Cafe, kind: str) -> None:
    answers = [await who.orders(kind) for who in (cafe.person(), cafe.english_person())]
    for answer in answers:
        assert answer.status == 400
        assert set(answer.json) == {"error", "message"}
        assert answer.json["error"] == "cart_empty"
    assert answers[0].json["message"] != answers[1].json["message"]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_cart_of_what_left_the_menu_is_empty(cafe: Cafe, kind: str) -> None:
    guest = cafe.guest()
    await guest.adds("latte", 5)
    await cafe.load('[[products]]\nslug = "latte"\nactive = false')
    assert (await guest.orders(kind)).json["error"] == "cart_empty"


@pytest.mark.parametrize("kind", KINDS)
async def test_outside_hours_the_cafe_says_when_it_is_open(cafe: Cafe, kind: str) -> None:
    cafe.clock.advance(hours=12)
    messages = set()
    for visitor in (cafe.person(), cafe.english_person()):
        await visitor.adds("borscht", 2)
        answer = await visitor.orders(kind)
        assert answer.status == 400
        assert set(answer.json) == {"error", "message"}
        assert answer.json["error"] == "closed"
        message = answer.json["message"]
        assert all(part in message for part in ("Кав'ярня «Тест»", "08:00", "22:00")), message
        messages.add(message)
    assert len(messages) == 2


@pytest.mark.parametrize("kind", KINDS)
async def test_force_closed_speaks_with_the_owners_words(cafe: Cafe, kind: str) -> None:
    await cafe.configure(force_closed=True)
    for visitor in (cafe.person(), cafe.english_person()):
        await visitor.adds("borscht", 2)
        answer = await visitor.orders(kind)
        assert (answer.status, answer.json) == (
            400,
            {"error": "closed", "message": "Зачинено на інвентаризацію."},
        )


async def test_a_refusal_speaks_the_owners_english_words_where_there_are_any(cafe: Cafe) -> None:
    await cafe.configure(
        force_closed=True, force_closed_message_en="Closed for stock-taking.", cafe_name_en="Test Cafe"
    )
    english, ukrainian = cafe.english_person(), cafe.person()
    for visitor, message in ((english, "Closed for stock-taking."), (ukrainian, "Зачинено на інвентаризацію.")):
        await visitor.adds("borscht", 2)
        assert (await visitor.orders("pickup")).json == {"error": "closed", "message": message}
    await cafe.configure(force_closed=False)
    cafe.clock.advance(hours=12)
    assert "Test Cafe is closed" in (await english.orders("pickup")).json["message"]
    assert "Кав'ярня «Тест» зараз" in (await ukrainian.orders("pickup")).json["message"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("force_closed", [False, True])
async def test_orders_outside_hours_when_they_are_allowed(cafe: Cafe, kind: str, *, force_closed: bool) -> None:
    await cafe.configure(allow_orders_outside_hours=True, force_closed=force_closed)
    cafe.clock.advance(hours=12)
    guest = cafe.guest()
    await guest.adds("borscht", 2)
    assert (await guest.orders(kind)).status == 201


async def test_the_minimum_of_a_delivery(cafe: Cafe) -> None:
    await cafe.configure(min_delivery_order_amount=145)
    messages = set()
    for visitor in (cafe.person(), cafe.english_person()):
        await visitor.adds("cake")
        answer = await visitor.orders_delivery()
        assert answer.status == 400
        assert set(answer.json) == {"error", "message"}
        assert answer.json["error"] == "min_order_amount"
        assert "145" in answer.json["message"]
        messages.add(answer.json["message"])
    assert len(messages) == 2
    exactly = cafe.guest()
    await exactly.adds("borscht")
    assert (await exactly.orders_delivery()).status == 201


async def test_no_minimum_when_it_is_zero_or_not_a_delivery(cafe: Cafe) -> None:
    assert await cafe.guest().places("espresso", kind="pickup")
    assert await cafe.guest().places("espresso", kind="dine-in")
    await cafe.configure(min_delivery_order_amount=0)
    assert await cafe.guest().places("espresso", kind="delivery")


@pytest.mark.parametrize("kind", KINDS)
async def test_a_refused_order_changes_nothing(cafe: Cafe, kind: str) -> None:
    person = cafe.person()
    await person.adds("borscht", 2)
    before = (await person.cart()).json
    assert (await person.orders(kind, name="x", promo_code="once")).status == 400
    assert (await person.cart()).json == before
    for table in ("orders", "order_lines", "outbox"):
        assert await cafe.value(f"SELECT count(*) AS n FROM {table}") == 0, table  # noqa: S608
    assert (await person.checks_promo("once")).json["valid"] is True


async def test_a_table_is_asked_for_as_much_as_the_owner_wants(cafe: Cafe) -> None:
    guest = cafe.guest()
    bare: dict[str, Any] = {"name": ABSENT, "phone": ABSENT}
    await guest.adds("latte")
    assert (await guest.orders_dine_in(**bare, table_number="5")).json["missing"] == ["name", "phone"]
    await cafe.app.services.settings.change({"dine_in_asks": "name"})
    assert (await guest.orders_dine_in(**bare, table_number="5")).json["missing"] == ["name"]
    await cafe.app.services.settings.change({"dine_in_asks": ""})
    nobody = await guest.orders_dine_in(**bare, table_number=ABSENT, payment_method=ABSENT)
    assert nobody.json["missing"] == ["payment_method", "table_number"]
    assert (await guest.orders_dine_in(name="Я", phone=ABSENT)).json["error"] == "validation"
    assert (await guest.orders_dine_in(name=ABSENT, phone="12", table_number="5")).json["error"] == "validation"
    assert (await guest.orders_pickup(**bare)).json["missing"] == ["name", "phone"]
    placed = await guest.orders_dine_in(**bare, table_number="5")
    assert placed.status == 201
    [row] = await cafe.rows("SELECT name, phone, phone_key, table_number FROM orders")
    assert dict(row) == {"name": "Гість", "phone": "", "phone_key": "", "table_number": "5"}
    known = (await guest.get("/api/checkout/prefill")).json
    assert (known["has_orders"], known["name"], known["phone"]) == (True, None, None)
