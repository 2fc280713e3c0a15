"""Reports at the desk: what a manager reads, and the same in a file."""

import re
from datetime import date
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import pytest

from cafe.core.delivery.cash.model import Decision
from cafe.core.money.payments.facts import CounterPayment
from tests.core.sales import Sales
from tests.driver import Answer, Cafe
from tests.web.sheet_files import Cell, read_csv, read_xlsx

ZONES = (Path(__file__).parents[2] / "zones.toml").read_text()
JUNE = "from=2026-06-01&to=2026-06-30"
TABLES = ["day", "hour", "weekday", "payment", "type", "products", "options", "promos", "stock"]
ENGLISH = {"Accept-Language": "en"}


async def reads(cafe: Cafe, query: str = "", **headers: str) -> Any:
    answer = await (await cafe.desk("manager")).get(f"/api/desk/reports?{query}", **headers)
    assert answer.status == 200, answer
    return answer.json


def figures(report: Any) -> dict[str, Any]:
    return {figure["key"]: (figure["value"], figure["before"]) for figure in report["figures"]}


def table(report: Any, key: str) -> list[dict[str, Any]]:
    [found] = [each for each in report["tables"] if each["key"] == key]
    rows: list[dict[str, Any]] = found["rows"]
    for row in rows:
        assert set(row) == {"key", *(column["key"] for column in found["columns"])}
    return rows


async def test_a_day_with_orders(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.places("latte", "cake", kind="dine-in")
    cancelled = await guest.places("latte")
    assert (await guest.cancels(cancelled["order_id"])).status == 200
    report = await reads(cafe)
    assert (report["from"], report["to"], report["today"]) == ("2026-06-15", "2026-06-15", "2026-06-15")
    assert (report["before"], report["is_over"]) == ({"from": "2026-06-14", "to": "2026-06-14"}, False)
    found = figures(report)
    assert found["orders"] == (1, 0)
    assert found["revenue"] == found["average"] == found["expected"] == (205, 0)
    assert found["cancelled"] == (1, 0)
    assert found["to_return"] == found["returned"] == (0, 0)
    assert [each["key"] for each in report["tables"]] == TABLES
    assert all(each["title"] and each["note"] for each in [*report["tables"], *report["figures"]])
    assert table(report, "hour") == [
        {"key": "12", "name": "12:00–13:00", "orders": 1, "revenue": 205, "revenue_before": 0}
    ]
    assert table(report, "day") == [
        {"key": "2026-06-15", "name": "2026-06-15", "weekday": "понеділок", "orders": 1, "revenue": 205}
    ]
    assert [(row["name"], row["pieces"], row["revenue"]) for row in table(report, "products")] == [
        ("Київський торт", 1, 120),
        ("Лате", 1, 85),
    ]
    assert [row["orders"] for row in table(report, "type") if row["key"] == "dine_in"] == [1]


async def test_each_is_told_beside_the_one_before(cafe: Cafe) -> None:
    await cafe.guest().places("latte", kind="dine-in")
    cafe.clock.advance(days=1)
    await cafe.guest().places("borscht", kind="dine-in")
    report = await reads(cafe)
    assert figures(report)["revenue"] == (145, 85)
    assert [(row["name"], row["revenue"], row["revenue_before"]) for row in table(report, "products")] == [
        ("Борщ", 145, 0),
        ("Лате", 0, 85),
    ]
    assert figures(await reads(cafe, "from=2026-06-15&to=2026-06-16"))["revenue"] == (230, 0)
    first = await reads(cafe, "from=2000-01-01&to=2000-01-01")
    assert (first["before"], figures(first)["revenue"]) == (None, (0, None))
    assert "revenue_before" not in {column["key"] for each in first["tables"] for column in each["columns"]}


async def test_it_is_worded_in_the_readers_language(cafe: Cafe) -> None:
    await cafe.guest().places("latte", kind="dine-in")
    report = await reads(cafe, "", **ENGLISH)
    assert [figure["title"] for figure in report["figures"]][:3] == ["Orders", "Revenue", "Average order"]
    assert table(report, "products")[0]["name"] == "Latte"
    assert [row["name"] for row in table(report, "weekday")] == ["Monday"]
    assert [row["name"] for row in table(await reads(cafe), "payment")] == [
        "Готівка",
        "Термінал",
        "Онлайн",
        "Очікується",
        "Повернуто повністю",
    ]


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("from=2026-06-15", ["to"]),
        ("from=yesterday&to=", ["from", "to"]),
        ("from=2026-02-29&to=2026-03-01", ["from"]),
        ("from=20260615&to=2026-W25-1", ["from", "to"]),
        ("from=2026-06-15&to=2026-06-14", ["to"]),
        ("from=2010-01-01&to=2026-06-14", ["to"]),
        ("from=1970-01-01&to=1970-01-02", ["to"]),
    ],
)
async def test_what_is_no_period(cafe: Cafe, query: str, fields: list[str]) -> None:
    manager = await cafe.desk("manager")
    for path in ("reports", "reports/file"):
        answer = await manager.get(f"/api/desk/{path}?{query}")
        assert (answer.status, answer.json["error"]) == (400, "invalid")
        assert [problem["field"] for problem in answer.json["problems"]] == fields
        assert all(problem["message"] for problem in answer.json["problems"])


async def sell(cafe: Cafe) -> None:
    """A month of all kinds of orders."""
    ingredients = [row["id"] for row in await cafe.rows("SELECT id FROM ingredients")]
    sales = Sales.by_chance(7, ingredients, [1, 2, 3])
    first = int(cafe.clock.now().timestamp()) - 20 * 86400
    sales.happen(first + sales.chance.randint(0, 40 * 86400) for _ in range(300))
    await sales.are_stored(cafe)


async def file(cafe: Cafe, file_format: str, query: str = JUNE) -> Answer:
    answer = await (await cafe.desk("manager")).get(f"/api/desk/reports/file?{query}&format={file_format}")
    assert answer.status == 200, answer
    return answer


async def test_a_workbook_holds_what_the_screen_shows(cafe: Cafe) -> None:
    await sell(cafe)
    report = await reads(cafe, JUNE)
    answer = await file(cafe, "xlsx")
    assert "filename*=UTF-8''" in answer.headers["Content-Disposition"]
    book = {title: [_cells(row) for row in rows] for title, rows in read_xlsx(answer.body).items()}
    assert list(book) == ["Підсумки", *(each["title"] for each in report["tables"])]
    for figure in report["figures"]:
        assert [figure[key] for key in ("title", "value", "before", "note")] in book["Підсумки"]
    for each in report["tables"]:
        rows = book[each["title"]]
        head = rows.index([column["title"] for column in each["columns"]])
        assert [each["note"]] in rows[:head]
        keys = [column["key"] for column in each["columns"]]
        assert rows[head + 1 :] == [_row_in_a_book([row[key] for key in keys]) for row in each["rows"]]
        assert each["rows"], each["key"]


def _cells(row: dict[str, Cell]) -> list[str | float]:
    """The cells from the first column to the last that has anything; an empty text is no cell."""
    letters = ascii_uppercase[: ascii_uppercase.index(max(row)) + 1]
    return [row[letter].value if letter in row else "" for letter in letters]


def _row_in_a_book(cells: list[Any]) -> list[Any]:
    """What is not known is no cell there."""
    row = ["" if cell is None else _as_in_a_book(cell) for cell in cells]
    while row and row[-1] == "":
        row.pop()
    return row


def _as_in_a_book(cell: Any) -> Any:
    """Days are numbers there."""
    if isinstance(cell, str) and re.fullmatch(r"2026-\d\d-\d\d", cell):
        return float((date.fromisoformat(cell) - date(1899, 12, 30)).days)
    return cell


async def test_a_csv_file_holds_the_same(cafe: Cafe) -> None:
    await sell(cafe)
    report = await reads(cafe, JUNE)
    rows = read_csv((await file(cafe, "csv")).body)
    cells = [cell for row in rows for cell in row]
    for each in report["tables"]:
        assert each["title"] in cells
        assert each["note"] in cells
    revenue = next(figure for figure in report["figures"] if figure["key"] == "revenue")
    assert ["Виручка", str(revenue["value"]), str(revenue["before"])] in [row[:3] for row in rows]


async def test_only_two_formats(cafe: Cafe) -> None:
    answer = await (await cafe.desk("manager")).get(f"/api/desk/reports/file?{JUNE}&format=pdf")
    assert (answer.status, answer.json["problems"][0]["field"]) == (400, "format")


async def test_what_was_paid_returned_and_kept(cafe: Cafe) -> None:
    """A borscht for 145 UAH in cash, of which 45.50 went back; money owed since then is told the next day, too."""
    order_id = (await cafe.guest().places("borscht", kind="dine-in"))["order_id"]
    await cafe.moves_order(order_id, "completed")
    given = await (await cafe.desk("staff")).post(f"/api/desk/orders/{order_id}/refunds", {"seen": 0, "amount": 45.5})
    assert given.status == 200
    await cafe.execute(
        "INSERT INTO money_to_return (order_id, amount, currency, reason, created_at) "
        "VALUES (:id, 1200, 'UAH', 'cancelled', 1)",
        id=order_id,
    )
    names = ("to_return", "to_return_earlier", "returned", "paid", "kept")
    found = figures(await reads(cafe))
    assert [found[name] for name in names] == [(12, 0), (0, 0), (45.5, 0), (145, 0), (99.5, 0)]
    assert any("Лишилося в закладу" in row for row in read_csv((await file(cafe, "csv")).body))
    cafe.clock.advance(days=1)
    found = figures(await reads(cafe))
    assert [found[name] for name in names] == [(0, 12), (12, 0), (0, 45.5), (0, 145), (0, 99.5)]


RECEIPT = (
    "INSERT INTO receipts (order_id, way, sale_id, receipt_id, goods, discount, total, state, url, fiscal_number, "
    "due_at, created_at, finished_at) SELECT :order, :way, :sale, 'r' || COUNT(*), '[]', 0, :total, :state, "
    "'https://check.example/r', :number, 1, :at, :at FROM receipts"
)


async def test_receipts_by_way_and_one_by_one(cafe: Cafe) -> None:
    order_id = (await cafe.guest().places("borscht", "borscht"))["order_id"]
    assert "receipts" not in {each["key"] for each in (await reads(cafe))["tables"]}
    at = int(cafe.clock.now().timestamp())
    for way, total, state, sale in (
        ("card", 290_00, "done", None),
        ("cash", 50_50, "done", None),
        ("cash", 20_00, "done", 2),
        ("terminal", 70_00, "refused", None),
        ("terminal", 80_00, "dropped", None),
    ):
        number = "4000-1" if state == "done" else None
        values = {"order": order_id, "way": way, "total": total, "state": state, "sale": sale, "number": number}
        await cafe.execute(RECEIPT, at=at, **values)
    assert [list(row.values()) for row in table(await reads(cafe, **ENGLISH), "receipts")] == [
        ["card", "Card online", 1, 290, 0, 0, 0],
        ["cash", "Cash", 1, 50.5, 1, 20, 0],
        ["terminal", "Terminal", 0, 0, 0, 0, 1],
    ]
    rows = read_csv((await file(cafe, "csv")).body)
    begins = next(at for at, row in enumerate(rows) if row[:1] == ["Зроблено"])
    listed = [(row[1], row[2], row[3], row[4], row[5], row[6]) for row in rows[begins + 1 : begins + 5]]
    assert listed == [
        ("№1", "продаж", "Картка онлайн", "290,00", "4000-1", "зроблено"),
        ("№1", "продаж", "Готівка", "50,50", "4000-1", "зроблено"),
        ("№1", "повернення", "Готівка", "-20,00", "4000-1", "зроблено"),
        ("№1", "продаж", "Термінал", "70,00", "", "відмовлено"),
    ]
    assert len(read_xlsx((await file(cafe, "xlsx")).body)["Чеки по одному"]) >= 5
    await cafe.execute(
        "INSERT INTO fiscal_reports (closed_at, number, sales, sold_cash, sold_cashless, returned_cash, own_sales, "
        "own_sold_cash, own_sold_cashless, own_returned_cash, own_returned_cashless) "
        "VALUES (:at, '17', 3, 6050, 29000, 2000, 2, 5050, 29000, 2000, 0)",
        at=at,
    )
    await cafe.execute(
        "INSERT INTO fiscal_reports (closed_at, own_sales, own_sold_cash, own_sold_cashless, own_returned_cash, "
        "own_returned_cashless) VALUES (:at, 0, 0, 0, 0, 0)",
        at=at + 1,
    )
    day = cafe.clock.now().date().isoformat()
    assert [list(row.values())[1:] for row in table(await reads(cafe, **ENGLISH), "shifts")] == [
        ["Z 17", day, 40.5, 290, 30.5, 290, 10],
        ["no report", day, 0, 0, 0, 0, None],
    ]
    assert (await file(cafe, "xlsx")).status == 200
    yesterday = "from=2026-06-01&to=2026-06-02"
    assert "receipts" not in {each["key"] for each in (await reads(cafe, yesterday))["tables"]}


async def brings(cafe: Cafe, name: str, telegram_id: int, order_id: int, minutes: int) -> None:
    """A new courier takes an order at once and hands it over so many minutes later."""
    staff, couriers = cafe.app.services.staff, cafe.app.services.couriers
    member = await staff.add({"name": name, "role": "staff", "telegram_id": telegram_id})
    await cafe.execute("UPDATE orders SET status = 'ready' WHERE id = :id", id=order_id)
    await couriers.begin_shift(member)
    await couriers.take(order_id, member)
    await couriers.leave(order_id, member)
    cafe.clock.advance(minutes=minutes)
    await couriers.hand_over(order_id, member, CounterPayment.CASH)


def handed_in(report: dict[str, Any]) -> list[tuple[str, int, int]]:
    return [(row["name"], row["handed_in"], row["difference"]) for row in table(report, "couriers")]


async def test_deliveries_by_zone_and_courier(cafe: Cafe) -> None:
    await cafe.load(ZONES)
    await cafe.configure(prep_minutes=20, delivery_minutes=30)
    assert not {"zones", "couriers"} & {each["key"] for each in (await reads(cafe))["tables"]}
    guest = cafe.guest()
    where = {"address_city": "Київ", "address_street": "Хрещатик", "address_house": "5"}
    first, second, third = [
        (await guest.places("borscht", "borscht", kind="delivery", **where))["order_id"] for _ in range(3)
    ]
    await brings(cafe, "Іван", 801, first, 40)
    await brings(cafe, "Микола", 802, second, 30)
    report = await reads(cafe)
    total = await cafe.value("SELECT total FROM orders WHERE id = :id", id=third)
    [zone] = table(report, "zones")
    assert zone == {
        "key": "Центр",
        "name": "Центр",
        "orders": 3,
        "revenue": 3 * total,
        "promised": 50,
        "taken": 55,
        "late": 1,
    }
    assert [
        (row["name"], row["orders"], row["taken"], row["late"], row["collected"]) for row in table(report, "couriers")
    ] == [
        ("Іван", 1, 40, 0, total),
        ("Микола", 1, 70, 1, total),
        ("Без кур’єра", 1, None, 0, 0),
    ]
    cash = cafe.app.services.courier_cash
    mykola = await cafe.app.services.staff.find_by_telegram(802)
    assert mykola
    short = await cash.hand_in(mykola.id, total - 50, "Марія", None)
    assert handed_in(await reads(cafe)) == [("Іван", 0, 0), ("Микола", total - 50, -50), ("Без кур’єра", 0, 0)]
    await cash.decide(short.id, Decision.OWED, "", "Олена")
    assert handed_in(await reads(cafe))[1] == ("Микола", total - 50, 0)
    english = await reads(cafe, **ENGLISH)
    assert [row["name"] for row in table(english, "zones")] == ["Centre"]
    desk = await cafe.desk("manager")
    assert (await desk.get("/api/desk/reports/file?format=csv")).status == 200


async def test_what_dishes_bring_and_what_was_written_off(cafe: Cafe) -> None:
    manager = await cafe.desk("manager", "Олена")
    paid = [{"code": "milk", "amount": 1_000, "paid": 38}, {"code": "beans", "amount": 1_000, "paid": 600}]
    assert (await manager.post("/api/desk/stock/deliveries", {"entries": paid})).status == 201
    await cafe.guest().places("latte", "latte", "espresso", "borscht", kind="dine-in")
    spoilt = {"entries": [{"code": "milk", "amount": 500}], "note": "скисло"}
    assert (await manager.post("/api/desk/stock/write-offs", spoilt)).status == 201
    report = await reads(cafe)
    assert [each["key"] for each in report["tables"]] == [
        *TABLES[:6], "margins", *TABLES[6:], "written_off",
    ]  # fmt: skip
    latte = {"pieces": 2, "revenue": 170, "share": 0.466, "cost": 38.32, "margin": 131.68, "margin_share": 0.775}
    borscht = {"pieces": 1, "revenue": 145, "share": 0.397, "cost": None, "margin": None, "margin_share": None}
    espresso = {"pieces": 1, "revenue": 50, "share": 0.137, "cost": 10.8, "margin": 39.2, "margin_share": 0.784}
    assert table(report, "margins") == [
        {"key": "Лате", "name": "Лате", **latte, "by_revenue": "A", "by_margin": "A"},
        {"key": "Борщ", "name": "Борщ", **borscht, "by_revenue": "A", "by_margin": None},
        {"key": "Еспресо", "name": "Еспресо", **espresso, "by_revenue": "B", "by_margin": "A"},
    ]
    off = {"name": "Молоко", "reason": "скисло", "amount": 500, "unit": "мл", "value": 19}
    assert table(report, "written_off") == [{"key": "milk/ml/скисло", **off}]
    rows = read_csv((await file(cafe, "csv", "from=2026-06-15&to=2026-06-15")).body)
    assert ["Борщ", "1", "145", "39,7%", "", "", "", "A", ""] in rows
    assert ["Лате", "2", "170", "46,6%", "38,32", "131,68", "77,5%", "A", "A"] in rows
