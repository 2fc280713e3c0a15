"""Makes the owner's guides' pictures of the desk: part of `python -m tests.e2e.pictures`."""

import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from cafe.core.ordering.orders.model import OrderStatus
from tests.e2e.house import DEMO, House, open_house
from tests.e2e.kitchen import fill, place
from tests.e2e.office import Colleague, colleague
from tests.e2e.people import Look

ZONES = """
[[zones]]
slug = "center"
name = "Центр"
fee = 60
min_amount = 150
free_from = 500
sort_order = 10
polygons = [[[49.852, 24.012], [49.851, 24.041], [49.835, 24.046], [49.828, 24.028], [49.836, 24.008]]]
streets = ["площа Ринок", "Городоцька 1-120", "Шевченка 1-60 (Янівська)", "проспект Свободи", "Зелена 1-40"]
[[zones]]
slug = "near"
name = "Навколо центру"
fee = 90
min_amount = 250
extra_minutes = 10
sort_order = 20
rings = [{ lat = 49.8419, lon = 24.0315, km = 4 }]
[[zones]]
slug = "suburb"
name = "Брюховичі"
fee = 150
min_amount = 500
extra_minutes = 30
sort_order = 30
hours = ["10:00-19:00"]
streets = ["Брюховичі: усі"]
"""
"""Delivery zones of Lviv."""
PHONE = Look()
LAPTOP = Look(is_phone=False, width=1280)
WEEK = {day: ["08:00-22:00"] for day in ("mon", "tue", "wed", "thu")} | {
    "fri": ["08:00-23:00"],
    "sat": ["09:00-14:00", "16:00-00:30"],
    "sun": [],
}


def draw_desk(browser: Browser, folder: Path, pictures: Path) -> None:
    """Every view that the guides show, of a cafe in the middle of a day."""
    folder.mkdir()
    with open_house(folder, DEMO) as house:
        noon = house.set_clock(15, 12, 0)
        prepare(house, noon)
        order_id = serve_one(house)
        with colleague(browser, house, PHONE) as owner:
            owner.signs_in("Олена")
            for name, address in (
                ("start", "start"),
                ("menu", "menu"),
                ("hours", "hours"),
                ("promos", "promos"),
                ("stock", "stock"),
                ("history", "history"),
                ("access", "access"),
                ("staff", "staff"),
            ):
                take(owner, pictures, name, address)
        with colleague(browser, house, LAPTOP) as owner:
            owner.page.goto(f"{house.url}/desk/")
            expect(owner.page.locator(".sign-in")).to_be_visible()
            photograph(owner, pictures, "sign-in")
            owner.signs_in("Олена")
            for name, address in (
                ("dish", "menu/dish/latte"),
                ("order", f"orders/{order_id}"),
                ("reports", "reports"),
                ("tables", "tables"),
                ("settings", "settings"),
            ):
                take(owner, pictures, name, address)
            owner.opens("menu")
            owner.page.keyboard.press("Control+k")
            owner.page.locator("#finder-text").fill("лате")
            expect(owner.page.locator(".finder [role=option]").first).to_be_visible()
            photograph(owner, pictures, "search")
            house.do(house.cafe.load(ZONES))
            owner.opens("zones/center")
            owner.page.locator(".zone-map").scroll_into_view_if_needed()
            photograph(owner, pictures, "zone")
        with colleague(browser, house, PHONE) as owner:
            owner.signs_in("Олена")
            take(owner, pictures, "zones", "zones")
            house.do(carry_cash(house))
            take(owner, pictures, "cash", "cash")
    keyless: dict[str, Any] = {"monobank_token": None, "bot_token": None, "staff_chat_id": None}
    with open_house(folder / "new", **keyless) as house, colleague(browser, house, PHONE) as owner:
        owner.signs_in("Олена")
        owner.opens("connections")
        bank = owner.page.locator("[data-key='c-monobank']")
        bank.scroll_into_view_if_needed()
        bank.get_by_label("Токен").fill(house.bank.token)
        photograph(owner, pictures, "connections")


async def carry_cash(house: House) -> None:
    """Two couriers: one is short of 50 ₴, the other has change with them."""
    services = house.cafe.app.services
    for name, telegram_id, change in (("Микола Бондар", 801, 350), ("Іван Коваль", 802, 200)):
        member = await services.staff.add({"name": name, "role": "staff", "telegram_id": telegram_id})
        await services.couriers.begin_shift(member)
        await services.courier_cash.correct(member.id, change, "Розмін на зміну", "Олена")
    mykola = await services.staff.find_by_telegram(801)
    assert mykola is not None
    await services.courier_cash.hand_in(mykola.id, 300, "Марія", None)


def prepare(house: House, noon: datetime) -> None:
    """Yesterday's orders, handed over; today's, as they stand; hours, a holiday and a change of prices."""
    house.advance_to(noon - timedelta(days=1))
    for slug in ("latte", "borshch", "banosh", "cheesecake", "cappuccino"):
        house.move(place(house, slug, table_number="4", name="Соломія"), "completed")
    fill(house, noon)
    for order_id in (1, 2):
        house.move(order_id, "completed")

    async def change() -> None:
        desk = await house.cafe.desk("owner", name="Олена")
        edits = (
            {"table": "hours", "key": "", "seen": None, "values": WEEK},
            {
                "table": "special_days",
                "key": None,
                "seen": None,
                "values": {"date": "2026-06-28", "hours": [], "message": "День Конституції: зачинено"},
            },
            {"table": "products", "key": "latte", "seen": {"price": 95}, "values": {"price": 99}},
        )
        for edit in edits:
            answer = await desk.changes(edit)
            assert answer.status == 200, answer
        role = await desk.post("/api/desk/staff-roles", {"name": "Комірник", "rights": ["stock"]})
        for name, position in (
            ("Тарас", {"role": "manager"}),
            ("Ірина", {"role": "staff"}),
            ("Богдан", {"role": "staff", "role_id": role.json["id"]}),
        ):
            answer = await desk.post("/api/desk/staff", {"name": name, **position})
            assert answer.status == 201, answer

    house.do(change())


def serve_one(house: House) -> int:
    """An order that somebody at the desk accepts and hands over; gives its id."""
    order_id = place(house, "latte", "cheesecake", table_number="7", name="Ірина")
    staff = house.cafe.app.services.staff_orders
    house.do(staff.promise(order_id, OrderStatus.NEW, 20, "Олена"))
    house.do(staff.advance(order_id, OrderStatus.CONFIRMED, OrderStatus.COOKING, "Тарас"))
    house.do(staff.advance(order_id, OrderStatus.COOKING, OrderStatus.READY, "Тарас"))
    return order_id


def take(owner: Colleague, pictures: Path, name: str, address: str) -> None:
    owner.opens(address)
    owner.page.evaluate("scrollTo(0, 0)")
    photograph(owner, pictures, name)


def photograph(owner: Colleague, pictures: Path, name: str) -> None:
    owner.page.wait_for_timeout(600)  # pictures of dishes come in
    path = pictures / f"desk-{name}.jpg"
    owner.page.screenshot(path=path, type="jpeg", quality=76)
    sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KB\n")
