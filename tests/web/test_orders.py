"""The order routes: list, cancel, repeat, pay without a provider, payment status, tracking, prefill."""

import re
from typing import Any

import pytest

from cafe.core.ordering.orders.model import OrderStatus
from tests.driver import Cafe, Visitor

STATUSES = ("new", "confirmed", "cooking", "ready", "courier", "completed", "cancelled")
CANCELLABLE = ("new", "confirmed")
NOT_PAYABLE = ("cancelled", "completed")
NOT_FOUND = {"error": "not_found"}
FOREIGN_IDS = ["999999", str(2**63 - 1), str(2**63), "9" * 40, "-1", "0", "-9223372036854775809"]
NOT_IDS = ["abc", "1.5", "%00", "%FF", "1%20", "0x1", "١"]


def track_token(result: dict[str, Any]) -> str:
    return str(result["track_url"]).removeprefix("/webapp/?track=")


async def test_nobody_has_orders_at_first(cafe: Cafe) -> None:
    assert await cafe.guest().sees_orders() == []


async def test_a_delivery_in_full(cafe: Cafe) -> None:
    guest = cafe.guest()
    result = await guest.places("borscht", "latte", "latte", kind="delivery", promo_code="welcome10")
    [order] = await guest.sees_orders()
    label = order.pop("status_label")
    assert label
    assert label != "new"
    assert order == {
        "id": result["order_id"],
        "number": result["order_number"],
        "order_type": "delivery",
        "status": "new",
        "payment_method": "cash",
        "payment_status": "unpaid",
        "items_total": 315,
        "delivery_fee": 60,
        "discount_amount": 0,
        "promo_code": "Welcome10",
        "promo_discount_amount": 32,
        "total": 343,
        "created_at": "2026-06-15T12:00:00",
        "pickup_time": None,
        "address_street": "Хрещатик",
        "address_house": "1а",
        "table_number": None,
        "can_cancel": True,
        "can_pay": False,
        "items": [
            {"name": "Борщ", "quantity": 1, "price": 145},
            {"name": "Лате", "quantity": 2, "price": 85},
        ],
    }


async def test_what_each_type_shows(cafe: Cafe) -> None:
    guest = cafe.guest()
    everything = {
        "address_city": "Київ",
        "address_street": "Хрещатик",
        "address_house": "1а",
        "pickup_time": "15:00",
        "table_number": "7",
    }
    shown = {}
    for kind in ("delivery", "pickup", "dine-in"):
        await guest.places("borscht", "latte", kind=kind, **everything)
        order = (await guest.sees_orders())[0]
        shown[order["order_type"]] = (
            order["pickup_time"],
            order["address_street"],
            order["address_house"],
            order["table_number"],
        )
    assert shown == {
        "delivery": (None, "Хрещатик", "1а", None),
        "pickup": ("15:00", None, None, None),
        "dine_in": (None, None, None, "7"),
    }


async def test_created_at_is_the_cafes_wall_clock(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.places("latte")
    await cafe.configure(timezone="Asia/Tokyo")
    assert (await guest.sees_orders())[0]["created_at"] == "2026-06-15T18:00:00"


async def test_newest_first_and_at_most_fifty(cafe: Cafe) -> None:
    guest = cafe.guest()
    placed = [(await guest.places("latte"))["order_id"] for _ in range(52)]
    assert [order["id"] for order in await guest.sees_orders()] == placed[:-51:-1]
    oldest = placed[0]
    await cafe.execute("UPDATE orders SET created_at = created_at + 60 WHERE id = :id", id=oldest)
    assert [order["id"] for order in await guest.sees_orders()][:2] == [oldest, placed[-1]]


async def test_lines_are_a_snapshot(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.places("latte")
    await cafe.load('[[products]]\nslug = "latte"\nname = "Лате макіато"\nprice = 99')
    [order] = await guest.sees_orders()
    assert order["items"] == [{"name": "Лате", "quantity": 1, "price": 85}]
    assert order["items_total"] == 85


@pytest.mark.parametrize("status", STATUSES)
async def test_every_status_in_both_languages(cafe: Cafe, status: str) -> None:
    labels = []
    for person in (cafe.person(), cafe.english_person()):
        result = await person.places("latte", payment_method="card")
        await cafe.moves_order(result["order_id"], status)
        [order] = await person.sees_orders()
        assert order["status"] == status
        assert order["can_cancel"] is (status in CANCELLABLE)
        assert order["can_pay"] is (status not in NOT_PAYABLE)
        labels.append(order["status_label"])
    assert labels[0] != labels[1]
    assert status not in labels


@pytest.mark.parametrize(
    ("method", "paid", "can_pay"),
    [("card", "unpaid", True), ("card", "paid", False), ("cash", "unpaid", False), ("cash", "paid", False)],
)
async def test_who_can_pay(cafe: Cafe, method: str, paid: str, *, can_pay: bool) -> None:
    guest = cafe.guest()
    await guest.places("latte", payment_method=method)
    await cafe.execute("UPDATE orders SET payment_status = :paid", paid=paid)
    [order] = await guest.sees_orders()
    assert (order["payment_status"], order["can_pay"]) == (paid, can_pay)


# Cancelling.


@pytest.mark.parametrize("status", CANCELLABLE)
async def test_cancelling(cafe: Cafe, status: str) -> None:
    guest = cafe.guest()
    result = await guest.places("latte")
    await cafe.moves_order(result["order_id"], status)
    [before] = await guest.sees_orders()
    answer = await guest.cancels(result["order_id"])
    assert answer.status == 200
    after = answer.json
    assert (after["status"], after["can_cancel"]) == ("cancelled", False)
    changed = {key for key in before if before[key] != after[key]}
    assert changed == {"status", "status_label", "can_cancel"}
    assert [after] == await guest.sees_orders()
    assert await cafe.value("SELECT cancel_reason FROM orders")


@pytest.mark.parametrize("status", [status for status in STATUSES if status not in CANCELLABLE])
async def test_too_late_to_cancel(cafe: Cafe, status: str) -> None:
    messages = set()
    for person in (cafe.person(), cafe.english_person()):
        result = await person.places("latte")
        await cafe.moves_order(result["order_id"], status)
        answer = await person.cancels(result["order_id"])
        assert answer.status == 400
        assert set(answer.json) == {"error", "message"}
        assert answer.json["error"] == "not_cancellable"
        messages.add(answer.json["message"])
        assert (await person.sees_orders())[0]["status"] == status
    assert len(messages) == 2


async def test_a_second_cancel_changes_nothing(cafe: Cafe) -> None:
    guest = cafe.guest()
    result = await guest.places("latte")
    assert (await guest.cancels(result["order_id"])).status == 200
    stock = await cafe.rows("SELECT * FROM ingredients")
    assert (await guest.cancels(result["order_id"])).status == 400
    assert await cafe.rows("SELECT * FROM ingredients") == stock


# Repeating.


async def test_repeating_into_an_empty_cart(cafe: Cafe) -> None:
    guest = cafe.guest()
    result = await guest.places("latte", "latte", "borscht")
    answer = await guest.repeats(result["order_id"])
    assert answer.status == 200
    assert set(answer.json) == {"cart", "skipped"}
    assert answer.json["skipped"] == []
    assert answer.json["cart"] == (await guest.cart()).json
    assert [(i["name"], i["quantity"]) for i in answer.json["cart"]["items"]] == [("Лате", 2), ("Борщ", 1)]


async def test_repeating_merges_with_what_is_there(cafe: Cafe) -> None:
    guest = cafe.guest()
    result = await guest.places("latte", "latte")
    await guest.adds("latte", 3)
    await guest.adds("cake")
    cart = (await guest.repeats(result["order_id"])).json["cart"]
    assert {(i["name"], i["quantity"]) for i in cart["items"]} == {("Лате", 5), ("Київський торт", 1)}
    assert cart["count"] == 6


async def test_repeating_skips_what_left_the_menu(cafe: Cafe) -> None:
    john = cafe.english_person()
    result = await john.places("latte", "borscht", "cake")
    await cafe.load('[[products]]\nslug = "latte"\nactive = false\n[[categories]]\nslug = "food"\nactive = false')
    answer = (await john.repeats(result["order_id"])).json
    assert answer["skipped"] == ["Latte", "Borscht"]
    assert [i["name"] for i in answer["cart"]["items"]] == ["Київський торт"]


async def test_repeating_todays_price_and_a_cancelled_order(cafe: Cafe) -> None:
    guest = cafe.guest()
    result = await guest.places("latte")
    await guest.cancels(result["order_id"])
    await cafe.load('[[products]]\nslug = "latte"\nprice = 90')
    assert (await guest.repeats(result["order_id"])).json["cart"]["items_total"] == 90


# Paying, while there is no provider with credentials.


async def test_paying_by_card_is_unavailable(cafe: Cafe) -> None:
    messages = set()
    for person in (cafe.person(), cafe.english_person()):
        result = await person.places("latte", payment_method="card")
        answer = await person.pays(result["order_id"])
        assert answer.status == 400
        assert answer.json == {"error": "not_payable", "message": result["card_unavailable_message"]}
        messages.add(answer.json["message"])
    assert len(messages) == 2


@pytest.mark.parametrize(
    ("method", "paid", "status", "error"),
    [
        ("cash", "unpaid", "new", "not_payable"),
        ("cash", "paid", "cancelled", "not_payable"),
        ("card", "paid", "new", "already_paid"),
        ("card", "paid", "cancelled", "already_paid"),
        ("card", "unpaid", "cancelled", "not_payable"),
        ("card", "unpaid", "completed", "not_payable"),
        ("card", "unpaid", "cooking", "not_payable"),
    ],
)
async def test_why_an_order_cannot_be_paid(cafe: Cafe, method: str, paid: str, status: str, error: str) -> None:
    messages = set()
    for person in (cafe.person(), cafe.english_person()):
        result = await person.places("latte", payment_method=method)
        await cafe.execute(
            "UPDATE orders SET payment_status = :paid, status = :status WHERE id = :id",
            paid=paid,
            status=status,
            id=result["order_id"],
        )
        answer = await person.pays(result["order_id"])
        assert answer.status == 400
        assert set(answer.json) == {"error", "message"}
        assert answer.json["error"] == error
        messages.add(answer.json["message"])
    assert len(messages) == 2


async def test_reasons_not_to_pay_sound_different(cafe: Cafe) -> None:
    person = cafe.person()
    said = set()
    for method, paid, status in (
        ("cash", "unpaid", "new"),
        ("card", "paid", "new"),
        ("card", "unpaid", "cancelled"),
        ("card", "unpaid", "new"),
    ):
        result = await person.places("latte", payment_method=method)
        await cafe.execute(
            "UPDATE orders SET payment_status = :paid, status = :status WHERE id = :id",
            paid=paid,
            status=status,
            id=result["order_id"],
        )
        said.add((await person.pays(result["order_id"])).json["message"])
    assert len(said) == 4


async def test_payment_status_without_an_invoice(cafe: Cafe) -> None:
    guest = cafe.guest()
    for method in ("card", "cash"):
        result = await guest.places("latte", payment_method=method)
        answer = await guest.get(f"/api/checkout/payment-status/{result['order_id']}")
        assert (answer.status, answer.json) == (200, {"paid": False})
    await cafe.execute("UPDATE orders SET payment_status = 'paid'")
    answer = await guest.get(f"/api/checkout/payment-status/{result['order_id']}")
    assert (answer.status, answer.json) == (200, {"paid": True})


# Whose order it is.

ORDER_ROUTES = [
    ("POST", "/api/orders/{}/cancel"),
    ("POST", "/api/orders/{}/repeat"),
    ("POST", "/api/orders/{}/pay"),
    ("GET", "/api/checkout/payment-status/{}"),
]


@pytest.mark.parametrize(("method", "path"), ORDER_ROUTES)
async def test_anothers_order_is_not_found(cafe: Cafe, method: str, path: str) -> None:
    owner = cafe.person()
    result = await owner.places("latte", payment_method="card")
    for stranger in (cafe.person(), cafe.guest()):
        answer = await stranger.request(method, path.format(result["order_id"]))
        assert (answer.status, answer.json) == (404, NOT_FOUND)
    assert (await owner.sees_orders())[0]["status"] == "new"


@pytest.mark.parametrize(("method", "path"), ORDER_ROUTES)
@pytest.mark.parametrize("number", FOREIGN_IDS)
async def test_an_order_that_never_was(cafe: Cafe, method: str, path: str, number: str) -> None:
    answer = await cafe.guest().request(method, path.format(number))
    assert answer.status == 404
    if answer.is_json:
        assert answer.json == NOT_FOUND
    else:
        assert number.startswith("-"), "a number that could be an id is looked up"


@pytest.mark.parametrize(("method", "path"), ORDER_ROUTES)
@pytest.mark.parametrize("number", NOT_IDS)
async def test_an_id_that_is_no_number(cafe: Cafe, method: str, path: str, number: str) -> None:
    answer = await cafe.guest().request(method, path.format(number))
    assert answer.status == 404


# Tracking.


async def test_tracking_shows_the_same_order_to_anyone(cafe: Cafe) -> None:
    john = cafe.english_person()
    result = await john.places("latte", "borscht", kind="delivery")
    [order] = await john.sees_orders()
    answer = await cafe.get(f"/api/checkout/track/{track_token(result)}")
    assert (answer.status, answer.json) == (200, order)
    assert not answer.cookies
    assert answer.json["items"][0]["name"] == "Latte"
    stranger = await cafe.person().get(f"/api/checkout/track/{track_token(result)}")
    assert stranger.json == order


async def test_tokens_match_exactly(cafe: Cafe) -> None:
    token = track_token(await cafe.guest().places("latte"))
    for wrong in (
        token.swapcase(),
        token[:-1],
        token + "A",
        "x",
        "%00",
        "%FF%FE",
        "a" * 5000,
        "%25",
        "' OR 1=1",
        "%D0%BA",
        "None",
        "null",
    ):
        answer = await cafe.get(f"/api/checkout/track/{wrong}")
        assert (answer.status, answer.json) == (404, NOT_FOUND), wrong


async def test_a_token_is_sixteen_random_bytes(cafe: Cafe) -> None:
    guest = cafe.guest()
    tokens = {track_token(await guest.places("latte")) for _ in range(5)}
    assert len(tokens) == 5
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", token) for token in tokens)


# Prefill.


async def prefill(visitor: Visitor) -> Any:
    answer = await visitor.get("/api/checkout/prefill")
    assert answer.status == 200
    return answer.json


async def test_nothing_to_prefill_before_the_first_order(cafe: Cafe) -> None:
    await cafe.guest().places("latte")
    assert await prefill(cafe.guest()) == {
        "has_orders": False,
        "name": None,
        "phone": None,
        "delivery": None,
    }


async def test_contacts_of_the_last_order_and_the_last_deliverys_address(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.places("latte", name="Перша", phone="067 111 11 11")
    assert await prefill(guest) == {
        "has_orders": True,
        "name": "Перша",
        "phone": "067 111 11 11",
        "delivery": None,
    }
    await guest.places("borscht", "latte", kind="delivery", address_street="Стара", address_apartment="1")
    await guest.places("borscht", "latte", kind="delivery", address_street="Нова", name="Друга")
    await guest.places("latte", kind="dine-in", name="Третя", phone="067 333 33 33")
    assert await prefill(guest) == {
        "has_orders": True,
        "name": "Третя",
        "phone": "067 333 33 33",
        "delivery": {
            "address_city": "Київ",
            "address_street": "Нова",
            "address_house": "1а",
            "address_apartment": None,
        },
    }


async def test_the_staff_s_reason_is_told_to_the_customer_and_on_tracking(cafe: Cafe) -> None:
    guest = cafe.guest()
    result = await guest.places("latte")
    await cafe.app.services.staff_orders.cancel(result["order_id"], OrderStatus.NEW, "Немає молока", "Оля")
    [order] = await guest.sees_orders()
    tracked = (await cafe.get(f"/api/checkout/track/{track_token(result)}")).json
    assert (order["cancel_reason"], tracked["cancel_reason"]) == ("Немає молока", "Немає молока")


async def test_a_usual_reason_is_told_in_the_customer_s_words_and_language(cafe: Cafe) -> None:
    guest, staff = await cafe.guest().speaks("en"), await cafe.desk("staff")
    result = await guest.places("latte")
    body = {"seen": "new", "reason_id": "no-answer"}
    pressed = await staff.post(f"/api/desk/orders/{result['order_id']}/cancel", body)
    assert pressed.json["cancel_reason"] == "Гість не відповідає"
    [order] = await guest.sees_orders()
    tracked = (await cafe.get(f"/api/checkout/track/{track_token(result)}")).json
    details = (await guest.get(f"/api/orders/{result['order_id']}/details")).json
    told = (order["cancel_reason"], tracked["cancel_reason"], details["order"]["cancel_reason"])
    assert told == ("We could not reach you",) * 3


async def test_a_customer_s_own_cancellation_has_no_reason(cafe: Cafe) -> None:
    guest = cafe.guest()
    result = await guest.places("latte")
    assert "cancel_reason" not in (await guest.cancels(result["order_id"])).json


async def test_the_promised_time_is_there_once_it_was_promised(cafe: Cafe) -> None:
    guest = cafe.guest()
    result = await guest.places("latte")
    assert "promised_at" not in (await guest.sees_orders())[0]
    await cafe.app.services.staff_orders.promise(result["order_id"], OrderStatus.NEW, 20, "Оля")
    [order] = await guest.sees_orders()
    tracked = (await cafe.get(f"/api/checkout/track/{track_token(result)}")).json
    assert (order["promised_at"], tracked["promised_at"]) == ("2026-06-15T12:20", "2026-06-15T12:20")
