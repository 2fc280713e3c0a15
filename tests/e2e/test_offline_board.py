"""The kitchen screen without a network: it goes on, also after a restart, and all agree afterwards."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.house import DEMO, House, open_house
from tests.e2e.kitchen import Tablet, place, tablet

Hang = Callable[..., Tablet]

KEPT = """async () => {
  const { serviceWorker } = navigator;
  if (!serviceWorker.controller)
    await new Promise((done) => serviceWorker.addEventListener("controllerchange", done, { once: true }));
  const kept = () => new Promise((resolve) => {
    const opening = indexedDB.open("cafe.board", 1);
    opening.onsuccess = () => {
      const asked = opening.result.transaction("kept").objectStore("kept").getAllKeys();
      asked.onsuccess = () => { opening.result.close(); resolve(asked.result); };
    };
  });
  while (!(await kept()).includes("menu")) await new Promise(requestAnimationFrame);
}"""
"""Until the tablet has all that it needs alone."""


@pytest.fixture
def house(tmp_path: Any) -> Iterator[House]:
    with open_house(tmp_path, DEMO) as opened:
        yield opened


@pytest.fixture
def hang(browser: Browser, house: House) -> Iterator[Hang]:
    """Hang a tablet on the wall that has kept what it needs."""
    with ExitStack() as stack:

        def hang_one(name: str, **circumstances: Any) -> Tablet:
            screen = stack.enter_context(tablet(browser, house, has_worker=True, **circumstances)).starts(name)
            screen.page.evaluate(KEPT)
            return screen

        yield hang_one


def goes_alone(*screens: Tablet) -> None:
    for screen in screens:
        screen.page.context.set_offline(True)


def sells(screen: Tablet, *presses: str, gives: int = 0) -> None:
    """Something at the counter, for cash; each press by how its button begins."""
    screen.page.get_by_role("button", name="Каса").click()
    dialog = screen.page.locator("#dialog")
    for press in presses:
        if press.startswith("Готівка") and gives:
            dialog.get_by_label("Гість дає").fill(str(gives))
            expect(dialog.get_by_text("Решта 15 ₴")).to_be_visible()
        dialog.get_by_role("button", name=re.compile(f"^{press}")).click()
    expect(dialog.get_by_text("Чек буде, щойно з’явиться мережа.")).to_be_visible()
    dialog.get_by_role("button", name="Закрити").click()


def test_two_tablets_alone_work_on_restart_and_agree_afterwards(hang: Hang, house: House) -> None:
    kitchen, bar = hang("Кухня", width=1024, height=768), hang("Бар", width=390, height=844)
    order_id, gone = place(house, "espresso"), place(house, "croissant")
    for screen in (kitchen, bar):
        screen.sees(order_id, "new")
        screen.sees(gone, "new")
    goes_alone(kitchen, bar)
    kitchen.steps(order_id, "Прийняти")
    banner = kitchen.page.locator("#lost")
    expect(banner).to_contain_text(re.compile(r"Працює без мережі з \d\d:\d\d, чекає 1 дія"))
    guest_id = house.do(house.cafe.value("SELECT customer_id FROM orders WHERE id = :id", id=gone))
    house.do(house.cafe.app.services.orders.cancel(guest_id, gone))
    kitchen.steps(gone, "Прийняти")
    kitchen.sees(gone, "cooking")

    kitchen.page.close()
    kitchen.page = kitchen.page.context.new_page()
    kitchen.opens()
    expect(kitchen.sees(order_id, "cooking")).to_contain_text("ще не надіслано")
    expect(kitchen.page.locator("#lost")).to_contain_text("чекають 2 дії")
    sells(kitchen, "Американо", "Карамель", "Додати", "Готівка 85 ₴", gives=100)
    bar.steps(order_id, "Прийняти")
    bar.sees(order_id, "cooking")
    sells(bar, "Еспресо", "Додати", "Ще готувати", "Готівка 60 ₴")
    sold = bar.page.locator(".card", has_text="T2-1")
    sold.locator(".step").click()
    expect(sold.locator(".step")).to_have_text("Готово")

    for screen in (kitchen, bar):
        screen.page.context.set_offline(False)
    for screen in (kitchen, bar):
        expect(screen.page.locator("#lost")).to_be_hidden()
        expect(screen.sees(order_id, "cooking")).not_to_contain_text("ще не надіслано")
    told = kitchen.page.locator("#told")
    expect(told).to_contain_text("уже «Скасовано»")
    told.get_by_role("button", name="Прочитано").click()
    expect(told).to_be_empty()
    assert house.count("device_acts") == 6
    orders = house.do(
        house.cafe.rows("SELECT name, status, total FROM orders WHERE name LIKE 'Гість T%' ORDER BY name")
    )
    assert [tuple(order.values()) for order in orders] == [
        ("Гість T1-1", "completed", 85),
        ("Гість T2-1", "cooking", 60),
    ]


def test_a_revoked_tablet_forgets_the_orders_and_keeps_what_was_done(hang: Hang, house: House) -> None:
    screen = hang("Вкрадений")
    order_id = place(house, "espresso")
    screen.sees(order_id, "new")
    goes_alone(screen)
    screen.steps(order_id, "Прийняти")
    screen.sees(order_id, "cooking")
    [device] = house.do(house.cafe.app.services.devices.list_all())
    house.do(house.cafe.app.services.devices.revoke(device.id))
    screen.page.context.set_offline(False)
    expect(screen.page.get_by_text("1 дія чекає")).to_be_visible()
    expect(screen.card(order_id)).to_have_count(0)
    goes_alone(screen)
    screen.page.reload()
    expect(screen.card(order_id)).to_have_count(0)
    screen.page.context.set_offline(False)
    screen.page.reload()
    screen.pairs("Знайдений")
    expect(screen.sees(order_id, "cooking")).not_to_contain_text("ще не надіслано")
    assert house.do(house.cafe.value("SELECT status FROM orders")) == "confirmed"
