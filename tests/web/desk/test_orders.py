"""Orders at the desk: who sees which, the whole history of one, leading it on, and files."""

from typing import Any

import pytest

from tests.driver import Answer, Cafe, DeskVisitor, Visitor
from tests.web.sheet_files import read_csv, read_xlsx, values

LATTE = 81
"""Whole UAH, with the discount for a pickup."""


async def order(cafe: Cafe, who: Visitor | None = None, *slugs: str, **form: Any) -> int:
    placed = await (who or cafe.guest()).places(*slugs, **form)
    return int(placed["order_id"])


async def found(visitor: DeskVisitor, query: str = "") -> list[int]:
    answer = await visitor.get(f"/api/desk/orders{query}")
    assert answer.status == 200, answer
    return [each["id"] for each in answer.json["orders"]]


async def press(visitor: DeskVisitor, order_id: int, act: str, **body: Any) -> Answer:
    return await visitor.post(f"/api/desk/orders/{order_id}/{act}", body)


async def test_the_list_shows_what_matters_and_sums_what_was_found(cafe: Cafe) -> None:
    person = cafe.person()
    order_id = await order(cafe, person, "latte", "latte", "borscht", kind="delivery", address_apartment="кв. 5")
    manager = await cafe.desk("manager")
    answer = (await manager.get("/api/desk/orders")).json
    [row] = answer["orders"]
    assert row | {"total": 0} == {
        "id": order_id,
        "number": "№1",
        "created": "2026-06-15T12:00",
        "order_type": "delivery",
        "status": "new",
        "status_label": "Нове",
        "payment_method": "cash",
        "payment_status": "unpaid",
        "total": 0,
        "name": "Олена",
        "phone": "+380 67 123 45 67",
        "source": "telegram",
        "scheduled": None,
        "pickup_time": None,
        "table_number": None,
        "to_return": [],
        "lines": [{"name": "Лате", "quantity": 2}, {"name": "Борщ", "quantity": 1}],
    }
    assert answer["sums"] == {"orders": 1, "cancelled": 0, "total": row["total"], "to_return": []}
    assert answer["after"] is None


async def test_words_are_in_the_persons_language(cafe: Cafe) -> None:
    order_id = await order(cafe)
    manager = await cafe.desk("manager")
    [row] = (await manager.get("/api/desk/orders", **{"Accept-Language": "en"})).json["orders"]
    assert (row["status_label"], row["lines"][0]["name"]) == ("New", "Latte")
    one = (await manager.get(f"/api/desk/orders/{order_id}", **{"Accept-Language": "en"})).json
    assert one["acts"]["next"] == {"status": "confirmed", "label": "Accepted"}


async def test_filters_are_those_of_the_address(cafe: Cafe) -> None:
    pickup, at_table = await order(cafe, name="Ґанна"), await order(cafe, kind="dine-in", phone="0501112233")
    await cafe.moves_order(at_table, "cancelled")
    manager = await cafe.desk("manager")
    for query, expected in (
        ("", [at_table, pickup]),
        ("?text=%D2%91%D0%B0%D0%BD", [pickup]),
        ("?text=%E2%84%961", [pickup]),
        ("?status=cancelled", [at_table]),
        ("?status=cancelled,new", [at_table, pickup]),
        ("?type=pickup&method=cash&payment=unpaid&source=guest,telegram", [pickup]),
        ("?from=2026-06-15&to=2026-06-15", [at_table, pickup]),
        ("?from=2026-06-16", []),
        ("?from=2000-01-01&to=2199-12-31", [at_table, pickup]),
        ("?owes=1", []),
        (f"?customer={pickup}", [pickup]),
        ("?unknown=1", [at_table, pickup]),
    ):
        assert await found(manager, query) == expected, query


@pytest.mark.parametrize(
    "query",
    [
        "status=x",
        "status=new,,ready",
        "type=1",
        "payment=maybe",
        "source=-",
        "from=2026-02-30",
        "to=now",
        "from=0001-01-01",
        "from=1999-12-31",
        "to=9999-12-31",
        "to=2200-01-01",
        "owes=yes",
        "customer=-1",
        "customer=99999999999999999999",
        "after=x",
        "after=1-",
    ],
)
async def test_what_means_nothing_is_told_at_its_field(cafe: Cafe, query: str) -> None:
    answer = await (await cafe.desk("manager")).get(f"/api/desk/orders?{query}")
    assert answer.status == 400
    [problem] = answer.json["problems"]
    assert problem == {"field": query.partition("=")[0], "message": "Такого значення тут бути не може."}


async def test_every_wrong_filter_is_told_at_once(cafe: Cafe) -> None:
    answer = await (await cafe.desk()).get("/api/desk/orders?status=x&from=y&owes=z")
    assert [problem["field"] for problem in answer.json["problems"]] == ["status", "from", "owes"]


async def test_pages_follow_each_other(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cafe.core.ordering.lookup.service.PAGE", 2)
    ids = [await order(cafe) for _ in range(3)]
    manager = await cafe.desk("manager")
    first = (await manager.get("/api/desk/orders")).json
    second = (await manager.get(f"/api/desk/orders?after={first['after']}")).json
    assert [each["id"] for each in (*first["orders"], *second["orders"])] == ids[::-1]
    assert (second["sums"], second["after"]) == (None, None)


async def test_the_staff_see_todays_guests_alone(cafe: Cafe) -> None:
    past, left_open = await order(cafe), await order(cafe)
    await cafe.moves_order(past, "completed")
    cafe.clock.advance(days=1)
    today = await order(cafe)
    staff, manager = await cafe.desk("staff"), await cafe.desk("manager")
    assert await found(staff) == [today, left_open]
    assert await found(staff, "?text=4567&from=2026-06-01&customer=1") == [today, left_open]
    assert await found(manager) == [today, left_open, past]
    for act in ("move", "back", "promise", "paid", "cancel", "resend"):
        body = {"seen": "completed", "to": "new", "minutes": 5, "payment": "cash", "reason": "x", "what": "card"}
        assert (await staff.post(f"/api/desk/orders/{past}/{act}", body)).status == 404
    assert (await staff.get(f"/api/desk/orders/{past}")).status == 404
    assert (await staff.get(f"/api/desk/orders/{today}")).json["customer"] is None
    assert (await manager.get(f"/api/desk/orders/{past}")).json["customer"] == past


async def test_an_order_is_led_to_its_end_by_name(cafe: Cafe) -> None:
    order_id = await order(cafe)
    staff = await cafe.desk("staff", "Ірина")
    answer = (await press(staff, order_id, "promise", seen="new", minutes=25)).json
    assert (answer["status"], answer["promised"]) == ("confirmed", "2026-06-15T12:25")
    for seen, to in (("confirmed", "cooking"), ("cooking", "ready")):
        answer = (await press(staff, order_id, "move", seen=seen, to=to)).json
    assert (answer["status"], answer["acts"]["back"]["status"]) == ("ready", "cooking")
    answer = (await press(staff, order_id, "back", seen="ready")).json
    assert answer["status"] == "cooking"
    answer = (await press(staff, order_id, "move", seen="cooking", to="ready")).json
    assert answer["acts"]["is_payment_asked"], "cash, too"
    unasked = await press(staff, order_id, "move", seen="ready", to="completed")
    assert (unasked.status, unasked.json["error"], unasked.json["order"]["status"]) == (409, "not_paid", "ready")
    answer = (await press(staff, order_id, "paid", seen="ready", payment="cash")).json
    assert answer["acts"] == {
        "next": None,
        "back": {"status": "ready", "label": "Готове"},
        "is_payment_asked": False,
        "can_promise": False,
        "can_cancel": False,
        "resend": [],
        "resend_to": {"chat": False, "followers": 0, "browsers": 0},
    }
    told = [(event["kind"], event["actor"], event["detail"]) for event in answer["events"]]
    labels = [event["status_label"] for event in answer["events"]]
    assert labels == [None, "Прийнято", None, "Готується", "Готове", "Готується", "Готове", "Видано"]
    assert told[1:] == [
        ("status", "Ірина", "confirmed"),
        ("promised", "Ірина", "25"),
        ("status", "Ірина", "cooking"),
        ("status", "Ірина", "ready"),
        ("back", "Ірина", "cooking"),
        ("status", "Ірина", "ready"),
        ("status", "Ірина", "completed"),
    ]


async def test_an_outdated_press_gets_what_is_there_now(cafe: Cafe) -> None:
    order_id = await order(cafe)
    first, second = await cafe.desk("staff", "Ірина"), await cafe.desk("staff", "Тарас")
    assert (await press(first, order_id, "move", seen="new", to="confirmed")).status == 200
    for act, body in (
        ("move", {"to": "confirmed"}),
        ("back", {}),
        ("promise", {"minutes": 10}),
        ("cancel", {"reason_id": "closing"}),
        ("resend", {"what": "card"}),
        ("paid", {"payment": "cash"}),
    ):
        answer = await press(second, order_id, act, seen="new", **body)
        assert (answer.status, answer.json["error"], answer.json["order"]["status"]) == (409, "changed", "confirmed")
        assert answer.json["order"]["events"][-1]["actor"] == "Ірина"


async def test_a_completed_order_whose_cash_went_back_stays_completed(cafe: Cafe) -> None:
    order_id = await order(cafe, payment_method="cash")
    staff = await cafe.desk("staff")
    await cafe.moves_order(order_id, "ready")
    assert (await press(staff, order_id, "paid", seen="ready", payment="cash")).status == 200
    given = await staff.post(f"/api/desk/orders/{order_id}/refunds", {"seen": 0, "whole": True})
    assert given.status == 200
    answer = await press(staff, order_id, "back", seen="completed")
    assert (answer.status, answer.json["error"]) == (409, "given_back")
    assert (answer.json["order"]["status"], answer.json["order"]["acts"]["back"]) == ("completed", None)
    money = (await cafe.app.services.day_summary.current()).money
    assert [str(each) for each in (*money.paid, *money.returned, *money.kept)] == ["81", "81", "0"]


@pytest.mark.parametrize("end", [("paid", {"payment": "cash"}), ("move", {"to": "completed"})])
async def test_an_order_whose_payment_went_back_is_paid_anew_or_handed_out_for_nothing(
    cafe: Cafe, end: tuple[str, dict[str, str]]
) -> None:
    order_id = await order(cafe, payment_method="card")
    await cafe.moves_order(order_id, "ready")
    await cafe.notes_payment(order_id, "card")
    staff = await cafe.desk("staff")
    asked = [(await staff.get(f"/api/desk/orders/{order_id}")).json["acts"]]
    await cafe.execute(
        "INSERT INTO refunds (order_id, number, payment_id, way, reference, amount, currency, state, created_at) "
        "SELECT order_id, 1, id, 'cabinet', 'r', amount, 'UAH', 'done', 1 FROM payments"
    )
    asked.append((await staff.get(f"/api/desk/orders/{order_id}")).json["acts"])
    assert [(acts["is_payment_asked"], acts.get("may_be_free")) for acts in asked] == [(False, None), (True, True)]
    act, body = end
    answer = await press(staff, order_id, act, seen="ready", **body)
    assert (answer.status, answer.json["status"], answer.json["payment_status"]) == (200, "completed", "paid")
    money = (await cafe.app.services.day_summary.current()).money
    assert (money.cash, money.taken_back) == ((81, 0) if act == "paid" else (0, 81))


async def test_other_refusals_have_names_of_their_own(cafe: Cafe) -> None:
    order_id = await order(cafe, payment_method="card")
    staff = await cafe.desk("staff")
    await press(staff, order_id, "promise", seen="new", minutes=10)
    answer = await press(staff, order_id, "promise", seen="confirmed", minutes=10)
    assert (answer.status, answer.json["error"]) == (409, "already_promised")
    cafe.clock.advance(minutes=2)
    answer = await press(staff, order_id, "back", seen="confirmed")
    assert (answer.status, answer.json["error"]) == (409, "too_late")
    await cafe.moves_order(order_id, "ready")
    answer = await press(staff, order_id, "move", seen="ready", to="completed")
    assert (answer.status, answer.json["error"]) == (409, "not_paid")
    assert answer.json["order"]["acts"]["is_payment_asked"]
    answer = await press(staff, order_id, "paid", seen="ready", payment="terminal")
    assert (answer.json["status"], answer.json["payment_status"]) == ("completed", "paid")
    answer = await press(staff, order_id, "resend", seen="completed", what="status")
    assert (answer.status, answer.json["error"]) == (409, "not_resendable")


async def test_a_payment_that_arrives_first_is_told(cafe: Cafe) -> None:
    order_id = await order(cafe, payment_method="card")
    await cafe.execute("UPDATE orders SET status = 'ready', payment_status = 'paid' WHERE id = :id", id=order_id)
    answer = await press(await cafe.desk("staff"), order_id, "paid", seen="ready", payment="cash")
    assert (answer.status, answer.json["error"]) == (409, "already_paid")
    assert answer.json["order"]["payment_status"] == "paid"


async def test_a_cancellation_has_a_reason_that_the_guest_reads(cafe: Cafe) -> None:
    staff = await cafe.desk("staff")
    usual, own = await order(cafe, cafe.person()), await order(cafe, cafe.person())
    answer = (await press(staff, usual, "cancel", seen="new", reason_id="no-products")).json
    assert (answer["status"], answer["cancel_reason"]) == ("cancelled", "Закінчилися продукти")
    answer = (await press(staff, own, "cancel", seen="new", reason="  Немає\nсвітла ")).json
    assert answer["cancel_reason"] == "Немає світла"
    payloads = [row["payload"] for row in await cafe.rows("SELECT payload FROM outbox WHERE kind LIKE '%order-status'")]
    assert ['"reason_id":"no-products"' in payload for payload in payloads] == [True, False]


@pytest.mark.parametrize(
    ("act", "body", "field"),
    [
        ("move", {"to": "confirmed"}, "seen"),
        ("move", {"seen": "new", "to": "eaten"}, "to"),
        ("back", {"seen": None}, "seen"),
        ("promise", {"seen": "new"}, "minutes"),
        ("promise", {"seen": "new", "minutes": 0}, "minutes"),
        ("promise", {"seen": "new", "minutes": 241}, "minutes"),
        ("promise", {"seen": "new", "minutes": 1.5}, "minutes"),
        ("paid", {"seen": "new", "payment": "shells"}, "payment"),
        ("cancel", {"seen": "new"}, "reason"),
        ("cancel", {"seen": "new", "reason": " "}, "reason"),
        ("cancel", {"seen": "new", "reason": "х" * 201}, "reason"),
        ("cancel", {"seen": "new", "reason_id": "x", "reason": "y"}, "reason"),
        ("cancel", {"seen": "new", "reason_id": ["closing"]}, "reason"),
        ("resend", {"seen": "new", "what": "all"}, "what"),
    ],
)
async def test_a_press_that_means_nothing_changes_nothing(
    cafe: Cafe, act: str, body: dict[str, Any], field: str
) -> None:
    order_id = await order(cafe)
    answer = await press(await cafe.desk("staff"), order_id, act, **body)
    assert (answer.status, [problem["field"] for problem in answer.json["problems"]]) == (400, [field])
    assert await cafe.value("SELECT status FROM orders") == "new"


async def test_one_orders_whole_history(cafe: Cafe) -> None:
    order_id = await order(
        cafe, cafe.person(username="taras"), "latte", "latte", kind="delivery", address_comment="код 12"
    )
    await cafe.execute(
        "INSERT INTO invoices (order_id, provider, reference, status, watched_since, created_at) "
        "VALUES (:id, 'monobank', 'secret-reference', 'paid', 1, 1781513940)",
        id=order_id,
    )
    await cafe.execute(
        "INSERT INTO payments (order_id, kind, amount, paid_at, invoice_id, has_sale) "
        "SELECT order_id, 'card', 8550, 1781514000, id, 1 FROM invoices"
    )
    await cafe.execute(
        "INSERT INTO receipts (way, order_id, receipt_id, state, reason, due_at, created_at, finished_at) "
        "VALUES ('card', :id, 'x', 'refused', 'Зміну не відкрито', 1, 1781514000, 1781514060)",
        id=order_id,
    )
    await cafe.execute(
        "INSERT INTO money_to_return (order_id, amount, currency, reason, created_at) "
        "VALUES (:id, 8550, 'UAH', 'second', 1781514000)",
        id=order_id,
    )
    await cafe.execute(
        "INSERT INTO refunds (order_id, number, way, reference, amount, currency, reason, actor, state, problem, "
        "created_at) VALUES (:id, 1, 'provider', 'secret-refund', 8550, 'UAH', 'Забули', 'Ірина', 'refused', "
        "'no money', 1781514000)",
        id=order_id,
    )
    await cafe.execute(
        "INSERT INTO receipts (way, sale_id, refund_id, order_id, receipt_id, goods, discount, total, state, url, "
        "due_at, created_at) SELECT 'card', r.id, b.id, b.order_id, 'y', '[]', 0, 8550, 'done', "
        "'https://check.example/y', 1, 1781514000 FROM refunds b JOIN receipts r ON r.order_id = b.order_id",
    )
    await cafe.execute(
        "INSERT INTO outbox (recipient, chat_id, kind, order_id, locale, payload, state, attempts, due_at, created_at, "
        "finished_at, last_error) VALUES ('customer', 7, 'customer-payment-received', :id, 'uk', '{}', 'given_up', 3, "
        "1, 1781514000, 1781514000, 'blocked')",
        id=order_id,
    )
    manager = await cafe.desk("manager")
    body = (await manager.get(f"/api/desk/orders/{order_id}")).json
    assert body["invoices"] == [
        {
            "at": "2026-06-15T11:59:00",
            "provider": "monobank",
            "status": "paid",
            "paid": {"amount": "85.50", "currency": "UAH"},
            "paid_at": "2026-06-15T12:00:00",
        }
    ]
    assert body["receipt"] == {
        "at": "2026-06-15T12:00:00",
        "state": "refused",
        "url": None,
        "reason": "Зміну не відкрито",
        "finished_at": "2026-06-15T12:01:00",
    }
    assert body["returns"] == [
        {
            "at": "2026-06-15T12:00:00",
            "money": {"amount": "85.50", "currency": "UAH"},
            "reason": "second",
            "returned_at": None,
            "returned_by": None,
        }
    ]
    assert body["refunds"] == [
        {
            "at": "2026-06-15T12:00:00",
            "money": {"amount": "85.50", "currency": "UAH"},
            "state": "refused",
            "way": "provider",
            "reason": "Забули",
            "actor": "Ірина",
            "problem": "no money",
            "finished_at": None,
        }
    ]
    assert [(each["state"], each["url"]) for each in body["return_receipts"]] == [("done", "https://check.example/y")]
    assert body["to_return"] == [{"amount": "85.50", "currency": "UAH"}]
    message = body["messages"][-1]
    assert message == {
        "at": "2026-06-15T12:00:00",
        "recipient": "customer",
        "kind": "customer-payment-received",
        "status": None,
        "status_label": None,
        "state": "given_up",
        "attempts": 3,
        "finished_at": "2026-06-15T12:00:00",
        "error": "blocked",
    }
    assert body["username"] == "taras"
    assert (body["address"], body["address_comment"]) == ("Київ, Хрещатик, 1а", "код 12")
    assert "secret-ref" not in str(body)
    assert (await manager.get("/api/desk/orders/999")).json == {"error": "not_found"}


async def test_a_message_is_sent_once_more(cafe: Cafe) -> None:
    order_id = await order(cafe, cafe.person())
    staff = await cafe.desk("staff", "Ірина")
    answer = await press(staff, order_id, "resend", seen="new", what="status")
    assert answer.status == 200
    assert [each["kind"] for each in answer.json["messages"]].count("customer-order-created") == 2
    last = answer.json["events"][-1]
    assert (last["kind"], last["actor"], last["detail"]) == ("resent", "Ірина", "status")
    answer = await press(staff, order_id, "resend", seen="new", what="status")
    assert (answer.status, answer.json["error"]) == (409, "already_sent")


# Files.


async def test_a_file_has_what_the_same_query_shows(cafe: Cafe) -> None:
    await cafe.configure(cafe_name="Кав'ярня «Дім»/../")
    await order(
        cafe, cafe.person(), "latte", "latte", "borscht", kind="delivery", name="=HYPERLINK(1)", cash_change_for="500"
    )
    kept = await order(cafe, name="Ґанна", phone="+380501112233")
    manager = await cafe.desk("manager")
    answer = await manager.get("/api/desk/orders/file?format=csv")
    table = read_csv(answer.body)
    assert table[0] == [
        "Номер",
        "Створено",
        "На коли",
        "Спосіб",
        "Стан",
        "Звідки",
        "Ім’я",
        "Телефон",
        "Адреса або столик",
        "Склад",
        "Позиції, грн",
        "Знижка, грн",
        "Промокод",
        "Знижка за промокодом, грн",
        "Доставка, грн",
        "Разом, грн",
        "Оплата",
        "Сплачено",
        "Повернути",
        "Повернуто, грн",
        "Як повернуто",
        "Коли повернуто",
        "Причина скасування",
    ]
    assert table[1][:10] == [
        "№2",
        "2026-06-15 12:00",
        "2026-06-15 14:30",
        "Самовивіз",
        "Нове",
        "Сайт",
        "Ґанна",
        "'+380501112233",
        "",
        "Лате × 1",
    ]
    assert table[2][3:10] == [
        "Доставка",
        "Нове",
        "Telegram",
        "'=HYPERLINK(1)",
        "'+380 67 123 45 67",
        "Київ, Хрещатик, 1а",
        "Лате × 2; Борщ × 1",
    ]
    disposition = answer.headers["Content-Disposition"]
    assert "filename*=UTF-8''%D0%9A%D0%B0%D0%B2" in disposition
    assert ".." not in disposition
    answer = await manager.get("/api/desk/orders/file?format=xlsx&text=%D2%91%D0%B0%D0%BD", **{"Accept-Language": "en"})
    [(title, rows)] = read_xlsx(answer.body).items()
    assert (title, len(rows)) == ("Orders", 2)
    assert values(rows)[0][:4] == ["Number", "Placed", "Wanted for", "Type"]
    assert (rows[1]["A"].value, rows[1]["B"].value, rows[1]["P"].value) == ("№2", 46188.5, LATTE)
    assert await found(manager, "?text=%D2%91%D0%B0%D0%BD") == [kept]


async def test_a_file_tells_what_went_back_as_the_report_does(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    order_id = await order(cafe)
    await order(cafe)
    await cafe.execute("UPDATE orders SET payment_status = 'paid', status = 'completed'")
    for number, (way, amount) in enumerate((("provider", 4000), ("person", 1050), ("person", 100)), start=1):
        await cafe.execute(
            "INSERT INTO refunds (order_id, number, way, reference, amount, currency, state, created_at, finished_at) "
            "VALUES (:id, :number, :way, :reference, :amount, 'UAH', 'done', :at, :at)",
            id=order_id,
            number=number,
            reference=f"r{number}",
            way=way,
            amount=amount,
            at=int(cafe.clock.now().timestamp()) + 60 * number,
        )
    [_, kept, row] = read_csv((await manager.get("/api/desk/orders/file?format=csv")).body)
    assert kept[19:22] == ["", "", ""]
    assert row[19:22] == ["51,50", "на картку, особисто", "2026-06-15 12:03"]
    report = await manager.get("/api/desk/reports/file?format=csv&from=2026-06-15&to=2026-06-15")
    assert "51,50" in report.body.decode("utf-8-sig"), "the same sum as in the report"


async def test_a_file_needs_a_format(cafe: Cafe) -> None:
    answer = await (await cafe.desk("manager")).get("/api/desk/orders/file?format=pdf&status=x")
    assert answer.status == 400


async def test_money_of_other_currencies_is_not_added_up(cafe: Cafe) -> None:
    order_id = await order(cafe)
    for amount, currency in ((8550, "UAH"), (100, "UAH"), (150, "USD")):
        await cafe.execute(
            "INSERT INTO money_to_return (order_id, amount, currency, reason, created_at) "
            "VALUES (:id, :amount, :currency, 'second', 0)",
            id=order_id,
            amount=amount,
            currency=currency,
        )
    manager = await cafe.desk("manager")
    [_, row] = read_csv((await manager.get("/api/desk/orders/file?format=csv")).body)
    assert row[18] == "85.50 UAH + 1 UAH + 1.50 USD"
    await cafe.execute("UPDATE money_to_return SET returned_at = 1 WHERE currency = 'USD'")
    [_, row] = read_csv((await manager.get("/api/desk/orders/file?format=csv")).body)
    assert row[18] == "86,50"
