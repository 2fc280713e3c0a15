"""A new owner sets up a cafe in one sitting: a program in an empty folder, a link in its log, and from there clicks."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, expect

from tests.driver import PICKUP
from tests.e2e.house import KYIV, House
from tests.e2e.office import PHONE, Colleague, colleague
from tests.uploads.photos import photo

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"listening on (http\S+)")
WEEK = ["Понеділок", "Вівторок", "Середа", "Четвер", "П’ятниця", "Субота", "Неділя"]
DRINKS = [
    ("Еспресо", "Espresso", 55),
    ("Американо", "Americano", 60),
    ("Капучино", "Cappuccino", 80),
    ("Лате", "Latte", 85),
    ("Раф", "Raf", 95),
    ("Флет-вайт", "Flat white", 90),
    ("Какао", "Cocoa", 75),
    ("Чай чорний", "Black tea", 50),
    ("Чай зелений", "Green tea", 50),
    ("Лимонад", "Lemonade", 70),
]


@dataclass
class Premises:
    """A cafe that is a process of its own."""

    url: str
    token: str


@pytest.fixture
def premises(tmp_path: Path) -> Iterator[Premises]:
    """`run.py` in an empty folder, without anything in the environment."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CAFE_")}
    environment |= {"PYTHONPATH": str(ROOT), "CAFE_PORT": "0"}
    log = tmp_path / "cafe.log"
    with log.open("wb") as stderr:
        process = subprocess.Popen(  # noqa: S603 - the program itself
            [sys.executable, ROOT / "run.py"],
            cwd=tmp_path,
            env=environment,
            stderr=stderr,
        )
    try:
        url = address_in(log, process)
        link = subprocess.check_output([sys.executable, "-m", "cafe", "desk-link"], cwd=tmp_path, env=environment)
        yield Premises(url, link.decode().strip().partition("#link=")[2])
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)
    assert process.returncode == 0


def address_in(log: Path, process: subprocess.Popen[bytes]) -> str:
    """The address that the log tells, as soon as it does."""
    while process.poll() is None:
        if found := ADDRESS.search(log.read_text(encoding="utf-8")):
            return found[1]
        time.sleep(0.05)
    raise AssertionError(log.read_text(encoding="utf-8"))


@contextmanager
def new_owner(browser: Browser, premises: Premises) -> Iterator[Colleague]:
    """Who follows the link that the command printed."""
    with colleague(browser, cast("House", premises), PHONE) as owner:
        owner.page.goto(f"{premises.url}/desk/#link={premises.token}")
        owner.page.locator("[data-action='signin.link']").click()
        yield owner


def step(owner: Colleague, number: int) -> Any:
    return owner.page.locator(".step").nth(number - 1)


def is_done(owner: Colleague, number: int) -> None:
    owner.opens("start")
    expect(step(owner, number).locator(".badge")).to_have_text("Готово")


def tells_who_they_are(owner: Colleague) -> None:
    step(owner, 1).get_by_role("link", name="До налаштувань").click()
    for name, value in {
        "cafe_name": "Затишок",
        "cafe_name_en": "Cosy Corner",
        "address": "Львів, Вірменська, 3",
        "address_en": "3 Virmenska St, Lviv",
        "phone": "+380 32 111 22 33",
    }.items():
        owner.page.locator(f"#{name}").fill(value)
    owner.presses("Зберегти", within=".save-bar")
    owner.is_told("Збережено")
    is_done(owner, 1)


def sets_the_hours(owner: Colleague, today: datetime) -> None:
    """Round the clock, so that guests can order whenever this runs; one day off a week, and a holiday."""
    page = owner.page
    step(owner, 2).get_by_role("link", name="До годин роботи").click()
    for label in ("Відчиняємося о", "Зачиняємося о"):
        page.get_by_label(label).fill("00:00")
    page.get_by_role("radio", name="За днями тижня").check()
    day_off = WEEK[(today.weekday() + 3) % 7]
    page.locator(".hours-day", has_text=day_off).get_by_role("switch").uncheck(force=True)
    owner.presses("Зберегти", within="#hours-week")
    owner.is_told("Збережено")
    owner.presses("Додати день")
    page.locator("#dialog").get_by_label("Перший день").fill(f"{today + timedelta(days=10):%Y-%m-%d}")
    page.locator("#dialog").get_by_label("Повідомлення гостям").fill("Санітарний день")
    owner.presses("Зберегти", within="#dialog")
    owner.sees("Санітарний день", within=".rows")
    is_done(owner, 2)


def writes_the_menu(owner: Colleague, folder: Path) -> None:
    """A category, then one drink after another, each with a photo from the phone."""
    page = owner.page
    step(owner, 3).get_by_role("link", name="До меню").click()
    owner.presses("Додати категорію")
    page.get_by_label("Назва · Українською").fill("Напої")
    page.get_by_label("Назва · Англійською").fill("Drinks")
    owner.presses("Зберегти", within="#dialog")
    page.get_by_role("link", name="Додати страву", exact=True).click()
    for index, (name, english, price) in enumerate(DRINKS):
        file = folder / f"IMG_{index}.jpg"
        file.write_bytes(photo(640 + index, 480))  # each another file
        page.locator("#dish-name").fill(name)
        page.locator("#dish-name_en").fill(english)
        page.locator("#dish-price").fill(str(price))
        page.locator("input[type=file]").set_input_files(file)
        owner.presses("Узяти це фото", within="#dialog")
        owner.is_told("Фото готове")
        if index == 0:
            owner.looks_well("owner-dish")
        if index < len(DRINKS) - 1:
            owner.presses("Зберегти і ще одну")
            expect(page.locator("#dish-name")).to_have_value("")
            expect(page.locator("#dish-name")).to_be_focused()
            expect(page.locator(".photo-frame img")).to_have_count(0)
        else:
            page.locator(".save-bar").get_by_role("button", name="Зберегти", exact=True).click()
    expect(page.locator(".dish")).to_have_count(len(DRINKS))
    assert page.locator(".dish-name a").all_inner_texts() == [name for name, *_ in DRINKS]
    owner.looks_well("owner-menu")
    is_done(owner, 3)


def tells_of_no_allergens(owner: Colleague) -> None:
    """Of all drinks at once."""
    step(owner, 4).get_by_role("link", name="До страв без алергенів").click()
    ticks = owner.page.locator("#main input[type=checkbox]")
    expect(ticks).to_have_count(len(DRINKS))
    for tick in ticks.all():
        tick.check()
    owner.presses("Немає жодного", within="#main")
    owner.is_told("Збережено")
    is_done(owner, 4)


def makes_a_promo_code(owner: Colleague) -> None:
    owner.opens("promos/+")
    owner.page.locator("#code").fill("ПЕРШІ20")
    owner.page.locator("#discount_percent").fill("20")
    owner.presses("Зберегти", within="#main")
    expect(owner.page.locator(".promo", has_text="ПЕРШІ20").locator(".badge")).to_have_text("Діє")


def prints_cards_for_tables(owner: Colleague) -> None:
    owner.opens("tables")
    owner.page.locator("#tables").fill("1-3, Тераса")
    owner.presses("Показати картки")
    expect(owner.page.locator(".table-card")).to_have_count(4)
    expect(owner.page.locator(".table-card").first).to_contain_text("Затишок")


def guests_order(browser: Browser, premises: Premises) -> list[int]:
    """Two guests through the HTTP interface, the second with the promo code; gives what each pays."""
    totals = []
    for code in (None, "перші20"):
        context = browser.new_context(base_url=premises.url)
        try:
            guest = context.request
            products = {each["name"]: each["id"] for each in guest.get("/api/products").json()}
            for name in ("Лате", "Раф"):
                added = guest.post("/api/cart/items", data={"product_id": products[name], "quantity": 1})
                assert added.status == 201, added.text()
            placed = guest.post("/api/checkout/pickup", data={**PICKUP, **({"promo_code": code} if code else {})})
            assert placed.status == 201, placed.text()
            totals.append(int(placed.json()["total"]))
        finally:
            context.close()
    return totals


def accepts_the_first(owner: Colleague, totals: list[int]) -> None:
    owner.opens("orders")
    rows = owner.page.locator(".order-row")
    expect(rows).to_have_count(len(totals))
    for total in totals:
        expect(rows.filter(has_text=f"{total} ₴")).to_have_count(1)
    rows.last.click()
    owner.presses("Далі: Прийнято")
    owner.is_told("Прийнято")
    owner.opens("reports")
    amount = owner.page.locator("[data-key=b-orders] .big-amount")
    expect(amount).to_have_text(str(len(totals)))


def corrects_a_price_and_takes_it_back(owner: Colleague) -> None:
    page = owner.opens("menu").page
    latte = page.locator(".dish", has_text="Лате")
    latte.locator(".dish-price").click()
    page.locator("#in-place").fill("185")
    page.keyboard.press("Enter")
    expect(latte.locator(".dish-price")).to_have_text("185 ₴")
    owner.opens("history")
    change = page.locator(".change").first
    expect(change).to_contain_text("«Лате»")
    change.get_by_role("button", name="Повернути, як було").click()
    owner.is_told("Повернули, як було")
    owner.opens("menu")
    expect(latte.locator(".dish-price")).to_have_text("85 ₴")


def is_ready(owner: Colleague) -> None:
    """What needs keys of others is put off: bot, staff chat, cards."""
    is_done(owner, 7)
    skip = owner.page.locator("[data-action='start.skip']")
    for left in (3, 2, 1):
        expect(skip).to_have_count(left)
        skip.first.click()
    owner.sees("Усе готово. Гості можуть замовляти!")
    owner.looks_well("owner-ready")
    with owner.page.expect_event("load"):  # the page opens anew; a browser that is closed meanwhile may hang
        owner.presses("Більше не показувати перші кроки")
    expect(owner.page.locator("#nav")).to_be_visible()
    expect(owner.page.locator("#nav").get_by_text("Перші кроки")).to_have_count(0)


def test_a_cafe_is_set_up_in_one_sitting(browser: Browser, premises: Premises, tmp_path: Path) -> None:
    with new_owner(browser, premises) as owner:
        expect(owner.page.locator(".step")).to_have_count(8)
        tells_who_they_are(owner)
        sets_the_hours(owner, datetime.now(KYIV))
        writes_the_menu(owner, tmp_path)
        tells_of_no_allergens(owner)
        makes_a_promo_code(owner)
        prints_cards_for_tables(owner)
        accepts_the_first(owner, guests_order(browser, premises))
        corrects_a_price_and_takes_it_back(owner)
        is_ready(owner)
