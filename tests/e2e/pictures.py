"""Makes the README's and the guides' pictures from the real screens: `python -m tests.e2e.pictures`."""

import asyncio
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from cafe.core.ordering.orders.model import OrderStatus
from tests.driver import BOT_TOKEN
from tests.e2e.desk_pictures import draw_desk
from tests.e2e.house import DEMO, open_house
from tests.e2e.kitchen import fill, place, tablet
from tests.e2e.people import Look, Person, launch, somebody
from tests.e2e.test_couriers import brought_by_ivan
from tests.e2e.test_everyone import screens
from tests.fakes.telegram import FakeTelegram

STAFF = -100500
COURIER = 801
CONFIRMED, COOKING = OrderStatus.CONFIRMED, OrderStatus.COOKING
SLOWLY = 60_000
"""The cards come a second after each other."""
PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SHOWN = {
    Look(): ("menu", "product", "cart", "order-courier"),
    Look(in_telegram=True, scheme="dark"): ("menu", "checkout"),
    Look(locale="en", is_phone=False, width=1280): ("menu",),
}


def draw(person: Person, names: tuple[str, ...]) -> None:
    for name in screens(person):
        if name not in names:
            continue
        if name != "product":
            person.page.evaluate("scrollTo(0, 0)")
            person.page.wait_for_timeout(300)  # the chips follow
        path = PICTURES / f"{name}-{person.look}.jpg"
        person.page.screenshot(path=path, type="jpeg", quality=78)
        sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KB\n")


def draw_board(browser: Browser, folder: Path) -> None:
    """The kitchen screen with a dozen orders."""
    folder.mkdir()
    with open_house(folder, DEMO) as house:
        fill(house, house.set_clock(15, 12, 0))
        with tablet(browser, house) as screen:
            screen.starts()
            expect(screen.page.locator(".card")).to_have_count(12)
            path = PICTURES / "board-tablet.jpg"
            screen.page.screenshot(path=path, type="jpeg", quality=70)
            sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KB\n")


def draw_staff_chat(browser: Browser, folder: Path) -> None:
    """The board in the staff chat, with the same orders."""
    folder.mkdir()
    with telegram() as chats, open_house(folder, DEMO, bot_api_url=chats.url, staff_chat_id=STAFF) as house:
        fill(house, house.set_clock(15, 12, 0))
        page = browser.new_page(viewport={"width": 1000, "height": 1000}, color_scheme="light")
        page.goto(chats.url)
        phone = page.locator(".phone").nth(1)
        board = phone.locator(".bubble", has_text="📋").last
        expect(board).to_contain_text("12 замовлень", timeout=SLOWLY)
        expect(phone.locator(".bubble", has_text="№12 · 🥡")).to_be_visible(timeout=SLOWLY)
        board.evaluate("node => node.scrollIntoView({ block: 'start' })")
        path = PICTURES / "board-chat.jpg"
        phone.screenshot(path=path, type="jpeg", quality=75)
        sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KB\n")


def draw_courier_chat(browser: Browser, folder: Path) -> None:
    """A courier's own chat: one order on its way, another one on offer."""
    folder.mkdir()
    with telegram() as chats, open_house(folder, DEMO, bot_api_url=chats.url, staff_chat_id=STAFF) as house:
        house.set_clock(15, 12, 0)
        staff = house.cafe.app.services.staff
        house.do(staff.add({"name": "Микола Бондар", "role": "staff", "telegram_id": COURIER}))
        page = browser.new_page(viewport={"width": 1000, "height": 1000}, color_scheme="light")
        page.goto(chats.url)
        phone = page.locator(".phone").first
        whose = phone.locator("option", has_text="Микола")
        phone.locator("select").select_option(label=whose.inner_text())
        for text, answer in (("/start", "Меню"), ("/shift", "Ви на зміні")):
            field = phone.get_by_label("Повідомлення")
            field.fill(text)
            field.press("Enter")
            expect(phone.locator(".messages")).to_contain_text(answer, timeout=SLOWLY)
        for slugs, where, change in (
            (("banosh", "uzvar"), {"address_street": "Хрещатик", "address_house": "5", "address_apartment": "12"}, 500),
            (("borshch", "borshch"), {"address_street": "Саксаганського", "address_house": "41"}, None),
        ):
            order_id = place(house, *slugs, kind="delivery", address_city="Київ", cash_change_for=change, **where)
            house.do(house.cafe.execute("UPDATE orders SET status = 'confirmed' WHERE id = :id", id=order_id))
            house.do(house.cafe.app.services.staff_orders.advance(order_id, CONFIRMED, COOKING, "Тарас"))
            if change:
                for label, shown in (("Беру", "ваше"), ("Забрав, їду", "у дорозі")):
                    phone.locator(".inline button", has_text=label).last.click(timeout=SLOWLY)
                    expect(phone.locator(".messages")).to_contain_text(shown, timeout=SLOWLY)
        expect(phone.locator(".bubble", has_text="Саксаганського")).to_be_visible(timeout=SLOWLY)
        expect(phone.locator(".toast")).to_be_hidden(timeout=SLOWLY)
        phone.locator(".bubble", has_text="Хрещатик").evaluate("node => node.scrollIntoView({ block: 'start' })")
        path = PICTURES / "courier-chat.jpg"
        phone.screenshot(path=path, type="jpeg", quality=75)
        sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KB\n")


def draw_courier_page(browser: Browser, folder: Path) -> None:
    """What a guest sees of a delivery on its way."""
    folder.mkdir()
    with open_house(folder) as house, somebody(browser, house, Look()) as person:
        order_id, ivan = brought_by_ivan(house, person)
        words = house.cafe.app.services.words
        house.do(words.write_as_courier(order_id, ivan, "Буду за п’ять хвилин. Де зручніше зупинитися?"))
        section = person.page.locator(".courier")
        expect(section).to_contain_text("п’ять хвилин")
        section.evaluate("node => node.scrollIntoView({ block: 'end' })")
        path = PICTURES / "courier-page.jpg"
        person.page.screenshot(path=path, type="jpeg", quality=78)
        sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KB\n")


@contextmanager
def telegram() -> Iterator[FakeTelegram]:
    """A Telegram of its own, in a thread of its own, with the staff in their chat."""
    opened: list[FakeTelegram] = []
    is_ready, close = threading.Event(), threading.Event()

    async def live() -> None:
        async with FakeTelegram(token=BOT_TOKEN) as chats:
            chats.group(STAFF, "Персонал кав’ярні")
            chats.person(501, "Олена", language="uk", username="olena")
            chats.person(701, "Тарас", language="uk", username="staff_taras")
            chats.person(COURIER, "Микола", language="uk", username="mykola")
            opened.append(chats)
            is_ready.set()
            await asyncio.to_thread(close.wait)

    thread = threading.Thread(target=lambda: asyncio.run(live()), name="telegram")
    thread.start()
    try:
        is_ready.wait(timeout=30)
        yield opened[0]
    finally:
        close.set()
        thread.join(timeout=30)


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)) as house, sync_playwright() as playwright:
        browser = launch(playwright)
        for look, names in SHOWN.items():
            with somebody(browser, house, look) as person:
                draw(person, names)
        draw_board(browser, Path(folder, "kitchen"))
        draw_staff_chat(browser, Path(folder, "chat"))
        draw_courier_chat(browser, Path(folder, "courier"))
        draw_courier_page(browser, Path(folder, "on-way"))
        draw_desk(browser, Path(folder, "desk"), PICTURES)
        browser.close()


if __name__ == "__main__":
    main()
