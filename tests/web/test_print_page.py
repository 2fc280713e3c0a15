"""The menu on paper: both languages, numbered allergens with their legend, and a code that opens the menu."""

import re
from collections.abc import AsyncIterator
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.driver import Cafe, FakeClock, config_for, open_cafe
from tests.qr_reader import read_qr

BASE = "https://cafe.example"
PRINT = "/menu/print/"


@pytest.fixture
async def shop(tmp_path: Path, database_url: str, clock: FakeClock) -> AsyncIterator[Cafe]:
    config = config_for(tmp_path, database_url=database_url, base_url=BASE)
    async with open_cafe(config, clock=clock) as opened:
        yield opened


async def text_of(cafe: Cafe, path: str = PRINT) -> str:
    answer = await cafe.get(path)
    assert (answer.status, answer.headers["X-Robots-Tag"]) == (200, "noindex")
    return answer.body.decode()


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


async def test_both_languages_the_chosen_one_first(shop: Cafe) -> None:
    await shop.load(
        '[[products]]\nslug = "latte"\ndescription = "З молоком"\ndescription_en = "With milk"\n'
        'weight = "300 мл"\nweight_en = "300 ml"\nallergens = ["milk", "gluten"]\n'
        '[[products]]\nslug = "espresso"\nno_allergens = true\n'
    )
    uk, en = words(await text_of(shop)), words(await text_of(shop, f"{PRINT}?lang=en"))
    assert "Кава Coffee" in uk
    assert "Лате Latte 1, 7 300 мл 85 ₴ З молоком With milk" in uk
    assert "Coffee Кава" in en
    assert "Latte Лате 1, 7 300 ml ₴85 With milk З молоком" in en
    assert "Алергени / Allergens 1 Злаки, що містять глютен / Cereals containing gluten 3 Яйця / Eggs 7 Молоко" in uk
    assert "Еспресо Espresso 30 мл 50 ₴" in uk, "said to have none"
    assert "Риба" not in uk, "of no dish"


async def test_what_the_cafe_has_not_said_is_marked(shop: Cafe) -> None:
    await shop.load('[[products]]\nslug = "latte"\nallergens = []\nno_allergens = false\n')
    uk = words(await text_of(shop))
    assert "Лате Latte * 300 мл 85 ₴" in uk
    assert "* Алергени кафе не вказало: запитайте, якщо це важливо / The cafe has not said" in uk


async def test_the_code_opens_the_menu(shop: Cafe) -> None:
    [svg] = re.findall(r'src="data:image/svg\+xml,([^"]+)"', await text_of(shop))
    assert read_qr(unquote(svg)) == f"{BASE}/menu/"


async def test_without_a_public_address_there_is_no_code(cafe: Cafe) -> None:
    assert "data:image" not in await text_of(cafe)


async def test_its_styles_are_there_and_it_follows_the_menu(shop: Cafe) -> None:
    [sheet] = re.findall(r'rel="stylesheet" href="([^"]+)"', await text_of(shop))
    style = await shop.get(sheet)
    assert (style.status, b"@page" in style.body) == (200, True)
    await shop.load('[[products]]\nslug = "latte"\nname = "<b>Латте</b>"\n')
    assert "&lt;b&gt;Латте&lt;/b&gt;" in await text_of(shop)
