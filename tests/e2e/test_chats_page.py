"""The demo's chats page: a newcomer orders by chat and, as the staff, sees the order through to its end."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

ROOT = Path(__file__).parents[2]
LATTE = "Лате (400 мл, вівсяне молоко, шот еспресо)"


@pytest.fixture
def chats(browser: Browser) -> Iterator[Page]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.demo", "0", "--no-orders", "--round-the-clock"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as demo:
        try:
            assert demo.stdout is not None
            welcome = next(line for line in demo.stdout if "the chats" in line)
            page = browser.new_page(viewport={"width": 1000, "height": 900})
            complaints: list[str] = []
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(welcome.split()[-1])
            yield page
            page.close()
            assert complaints == []
        finally:
            demo.terminate()
            demo.communicate()


def press(phone: Locator, label: str) -> None:
    button = phone.locator(".inline button, .keyboard button").filter(has_text=label).last
    expect(button).to_be_visible()
    button.click()


def write(phone: Locator, text: str) -> None:
    field = phone.get_by_label("Повідомлення")
    field.fill(text)
    field.press("Enter")


def sees(phone: Locator, text: str) -> None:
    expect(phone.locator(".messages")).to_contain_text(text)


def test_an_order_by_chat_from_the_menu_to_completed(chats: Page) -> None:
    customer, staff = chats.locator(".phone").nth(0), chats.locator(".phone").nth(1)
    sees(customer, "Вітаємо!")
    for label in (
        "Меню",
        "Кава",
        "Лате · 95",
        "⚙️ Розмір",
        "400 мл",
        "Вівсяне",
        "Шот",
        "У кошик · 155 ₴",
        "🛒 Кошик · 155",
    ):
        press(customer, label)
    sees(customer, LATTE)
    for label in ("Оформити", "Самовивіз", "Олена"):
        press(customer, label)
    press(customer, "Надіслати мій номер")
    sees(customer, "На коли замовлення?")
    press(customer, "Якнайшвидше")
    press(customer, "Готівка")
    press(customer, "Підтвердити")
    sees(customer, "отримано!")
    sees(staff, "Самовивіз · Нове")
    sees(staff, LATTE)
    for label, told in (
        ("20 хв", "прийнято"),
        ("Готується", "вже готується"),
        ("Готове", "чекаємо на вас"),
    ):
        press(staff, label)
        sees(customer, told)
    press(staff, "Видано")
    press(staff, "Готівка")
    sees(customer, "видано. Смачного")
    sees(staff, "· Видано ·")


def test_people_and_commands_can_be_chosen(chats: Page) -> None:
    customer = chats.locator(".phone").nth(0)
    sees(customer, "Вітаємо!")
    customer.get_by_role("combobox").select_option("John (en)")
    sees(customer, "Welcome!")
    customer.get_by_label("Команди").click()
    customer.locator(".commands button").filter(has_text=re.compile("^/menu")).click()
    sees(customer, "Choose a section")
