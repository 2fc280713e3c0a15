"""A language is a folder of texts: with one more, without a line of code, everything is said in it too."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.conversation import ChatCafe, converse, open_chat_cafe
from tests.driver import PICKUP
from tests.fakes.telegram import FakeTelegram
from tests.languages import MADE_UP, MARK, add_language


@pytest.fixture
async def cafe(tmp_path: Path, database_url: str, telegram: FakeTelegram) -> AsyncIterator[ChatCafe]:
    locales = add_language(tmp_path)
    async with open_chat_cafe(tmp_path, telegram, locales=locales, database_url=database_url) as running_cafe:
        yield running_cafe


async def test_a_person_whose_telegram_speaks_it(cafe: ChatCafe) -> None:
    """From the chat to the mini-app, an order and an error."""
    jan = cafe.customer(name="Jan", language="pl-PL")
    await converse(jan, [("/start", MARK), ("/menu", f"{MARK}Menu", "[Coffee]")])
    assert cafe.telegram.world.commands_for(jan.chat, MADE_UP)[1]["description"] == f"{MARK}Menu"

    app = cafe.in_mini_app(jan)
    answer = await app.get("/api/cart")
    assert answer.headers["Content-Language"] == MADE_UP
    assert (await app.orders_pickup()).json["message"].startswith(f"{MARK}Your cart is empty")
    await app.adds("latte")
    assert (await app.cart()).json["items"][0]["name"] == "Latte"
    order = (await app.orders_pickup()).json
    await jan.sees(MARK, str(order["order_number"]))
    assert (await app.sees_orders())[0]["status_label"] == f"{MARK}New"


async def test_a_person_who_chooses_it(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(
        olha,
        [
            ("/language", "Якою мовою", "[✓ 🇺🇦 Українська] [🇬🇧 English]", "[🇵🇱 Polski]"),
            ("[🇵🇱 Polski]", f"{MARK}Switched to English."),
            ("/cart", MARK),
        ],
    )
    assert await cafe.cafe.value("SELECT locale FROM customers WHERE id = 501") == MADE_UP


async def test_a_guest_who_chooses_it_on_the_page(cafe: ChatCafe) -> None:
    guest = cafe.cafe.guest()
    assert (await guest.patch("/api/me/locale", {"locale": MADE_UP})).json == {"locale": MADE_UP}
    assert (await guest.orders_pickup(**PICKUP)).json["message"].startswith(MARK)
    settings = (await guest.get(f"/api/settings?locale={MADE_UP}")).json
    assert settings["cafe_name"] == "Кав'ярня «Тест»"
    products = (await guest.get(f"/api/products?locale={MADE_UP}")).json
    [latte] = [each for each in products if each["id"] == cafe.cafe.products["latte"]]
    assert (latte["name"], latte["allergens"][0]["label"]) == ("Latte", f"{MARK}Milk (incl. lactose)")


async def test_the_menu_without_javascript(cafe: ChatCafe) -> None:
    page = (await cafe.cafe.get(f"/menu/?lang={MADE_UP}")).body.decode()
    assert page.startswith('<!doctype html><html lang="pl">')
    assert f"{MARK}Opening hours" in page
    assert 'hreflang="uk" lang="uk">Українська</a><a' in page
    assert 'hreflang="en" lang="en">English</a>' in page
    assert 'hreflang="pl" lang="pl">Polski</a>' in (await cafe.cafe.get("/menu/")).body.decode()


async def test_the_desk_answers_in_it(cafe: ChatCafe) -> None:
    owner = await cafe.cafe.desk()
    answer = await owner.post("/api/desk/staff", {"name": "x" * 61}, **{"Accept-Language": "pl, en;q=0.5"})
    said = {each["field"]: each["message"] for each in answer.json["problems"]}
    assert said == {"name": f"{MARK}At most 60 characters.", "role": f"{MARK}Choose a role."}
