"""A tablet in the kitchen: how somebody uses the board on it, and a dozen orders to fill it with."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.e2e.house import House
from tests.e2e.people import PATIENCE_MS, WORKERLESS

COUNT_PRINTS = """
window.prints = [];
window.print = () => {
  prints.push(document.querySelector("#ticket").textContent);
  dispatchEvent(new Event("afterprint"));
};
"""
EXPECTED = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "AudioContext was not allowed to start")
"""What the browser's console says while the tablet is offline, and while nobody has touched it since a reload."""


@dataclass
class Tablet:
    """A screen on the wall, with a person before it."""

    house: House
    page: Page
    complaints: list[str] = field(default_factory=list)

    def opens(self) -> "Tablet":
        self.page.goto(f"{self.house.url}/board/")
        return self

    def pairs(self, name: str = "") -> "Tablet":
        code = self.house.do(self.house.cafe.app.services.devices.issue_code(name))
        self.page.get_by_label("Код").fill(code.shown)
        self.page.get_by_role("button", name="Під’єднати").click()
        return self

    def starts(self, name: str = "") -> "Tablet":
        """Open, pair, and start the shift."""
        self.opens().pairs(name)
        self.page.get_by_role("button", name="Почати зміну").click()
        return self

    def card(self, order_id: int) -> Locator:
        return self.page.locator(f"#main [data-key=o{order_id}]")

    def column(self, section: str) -> Locator:
        return self.page.locator(f"#main .column.{section}")

    def sees(self, order_id: int, section: str) -> Locator:
        """The card of an order, once it is in this column."""
        card = self.column(section).locator(f"[data-key=o{order_id}]")
        expect(card).to_be_visible()
        return card

    def steps(self, order_id: int, label: str) -> None:
        """The big button, which says this."""
        button = self.card(order_id).locator(".step")
        expect(button).to_have_text(label)
        button.click()

    def prints(self) -> list[str]:
        """The tickets that were handed to the printer."""
        return list(self.page.evaluate("prints"))

    def is_ringing(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.hasAttribute('data-ringing')"))


@contextmanager
def tablet(
    browser: Browser,
    house: House,
    *,
    width: int = 1280,
    height: int = 800,
    scheme: str = "light",
    has_worker: bool = False,
) -> Iterator[Tablet]:
    """A tablet that nobody has paired yet; without its worker, the page does not come up where there is no network."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale="en-GB",
        color_scheme="dark" if scheme == "dark" else "light",
        timezone_id="Europe/Kyiv",
        has_touch=True,
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(COUNT_PRINTS)
    if not has_worker:
        context.add_init_script(WORKERLESS)
    page = context.new_page()
    found = Tablet(house, page)

    def heed(message: ConsoleMessage) -> None:
        url = message.location.get("url", "")
        is_refusal = "/api/" in url and "the server responded with a status of 4" in message.text
        is_expected = any(words in message.text for words in EXPECTED)
        if message.type in {"error", "warning"} and not is_refusal and not is_expected:
            found.complaints.append(f"{message.text} {url}")

    page.on("console", heed)
    page.on("pageerror", lambda error: found.complaints.append(str(error)))
    try:
        yield found
        assert not found.complaints, found.complaints
    finally:
        context.close()


def place(house: House, *slugs: str, kind: str = "dine-in", **changes: Any) -> int:
    """An order of somebody new; gives its id."""
    placed = house.do(house.cafe.guest().places(*slugs, kind=kind, **changes))
    return int(placed["order_id"])


def rush(house: House, at: datetime) -> None:
    """A dozen orders at noon, and half as many again within three minutes: every column has more than it can show."""
    fill(house, at)
    house.advance_to(at + timedelta(minutes=3))
    for slugs in [("espresso",), ("cheesecake", "borshch"), ("latte",), ("borshch", "latte")]:
        place(house, *slugs, table_number="12")
    for slugs, status in [(("borshch", "latte"), "cooking"), (("espresso", "caesar"), "cooking")]:
        house.move(place(house, *slugs), status)


def option(house: House, group: str, slug: str) -> dict[str, int]:
    """An option as the cart wants it."""
    sql = "SELECT o.id FROM options o JOIN option_groups g ON g.id = o.group_id WHERE g.slug = :g AND o.slug = :o"
    return {"id": int(house.do(house.cafe.value(sql, g=group, o=slug))), "quantity": 1}


def fill(house: House, at: datetime) -> None:
    """A dozen orders as they stand at noon on a busy day; the house's clock must be set to `at` before."""
    choice = {
        "latte": [option(house, "size", "400"), option(house, "milk", "oat")],
        "cappuccino": [option(house, "milk", "cow"), option(house, "syrup", "caramel")],
    }
    plan: list[tuple[int, str, str, list[tuple[str, int, str]], dict[str, Any]]] = [
        (26, "cooking", "dine-in", [("borshch", 2, ""), ("varenyky", 1, "Без цибулі, алергія")], {"table_number": "3"}),
        (19, "confirmed", "pickup", [("club-sandwich", 1, ""), ("latte", 1, "")], {"name": "Ірина"}),
        (18, "ready", "pickup", [("latte", 2, ""), ("croissant", 2, "")], {"name": "Назар"}),
        (14, "courier", "delivery", [("banosh", 2, ""), ("uzvar", 2, "")], {"name": "Марко"}),
        (11, "ready", "dine-in", [("kyiv-cake", 2, "")], {"table_number": "12", "name": "Соломія"}),
        (9, "cooking", "dine-in", [("shakshuka", 1, "Гостріше"), ("americano", 1, "")], {"table_number": "5"}),
        (8, "cooking", "dine-in", [("latte", 2, ""), ("cheesecake", 1, "")], {"table_number": "9", "name": "Дарина"}),
        (6, "confirmed", "pickup", [("cappuccino", 2, "Дуже гаряче"), ("almond-croissant", 1, "")], {"name": "Юрій"}),
        (3, "new", "delivery", [("caesar", 2, ""), ("lemonade", 2, "")], {"name": "Леся", "payment_method": "cash"}),
        (2, "new", "dine-in", [("matcha-latte", 1, ""), ("syrnyky", 1, "")], {"table_number": "1", "name": "Андрій"}),
        (1, "new", "pickup", [("espresso", 3, "")], {"name": "Остап"}),
        (40, "confirmed", "pickup", [("latte", 4, ""), ("medivnyk", 4, "")], {"name": "Офіс на Подолі"}),
    ]
    for number, (minutes, status, kind, lines, changes) in enumerate(plan):
        house.advance_to(at, minutes_ago=minutes)
        guest = house.cafe.guest()
        for slug, quantity, note in lines:
            body: dict[str, Any] = {"product_id": house.products[slug], "quantity": quantity}
            if slug in choice:
                body["options"] = choice[slug]
            if note:
                body["note"] = note
            assert house.do(guest.post("/api/cart/items", body)).status == 201, slug
        soonest = at + timedelta(minutes=210 if number == len(plan) - 1 else 15 - minutes)
        form = {"pickup_time": f"{soonest:%H:%M}"} | changes if kind == "pickup" else changes
        answer = house.do(guest.orders(kind, **form))
        assert answer.status == 201, answer
        order_id = int(answer.json["order_id"])
        house.move(order_id, status)
        if slug == "varenyky":
            line = house.do(house.cafe.value("SELECT min(id) FROM order_lines WHERE order_id = :id", id=order_id))
            house.do(house.cafe.app.services.board.mark_line(order_id, int(line), is_done=True))
    house.advance_to(at)
