"""GET /api/settings."""

import re
from datetime import UTC, datetime

import pytest

from cafe.core.catalogue.changes.errors import CatalogueError
from tests.driver import Cafe

KEYS = {
    "cafe_name",
    "logo_url",
    "phone",
    "address",
    "work_hours_from",
    "work_hours_to",
    "is_open",
    "instagram_url",
    "maps_url",
    "delivery_fee",
    "free_delivery_threshold",
    "min_delivery_order_amount",
    "pickup_discount_percent",
    "force_closed",
    "force_closed_message",
    "announcement_enabled",
    "announcement_message",
    "theme",
    "has_active_promos",
}


async def test_every_public_setting_and_no_other(cafe: Cafe) -> None:
    answer = await cafe.get("/api/settings")
    assert answer.status == 200
    settings = answer.json
    assert set(settings) == KEYS
    theme = settings.pop("theme")
    assert settings == {
        "cafe_name": "Кав'ярня «Тест»",
        "logo_url": "",
        "phone": "+380441234567",
        "address": "Київ, вул. Тестова, 1",
        "work_hours_from": "08:00",
        "work_hours_to": "22:00",
        "is_open": True,
        "instagram_url": "https://instagram.com/test",
        "maps_url": "https://maps.example/test",
        "delivery_fee": 60,
        "free_delivery_threshold": 500,
        "min_delivery_order_amount": 150,
        "pickup_discount_percent": 5,
        "force_closed": False,
        "force_closed_message": "Зачинено на інвентаризацію.",
        "announcement_enabled": False,
        "announcement_message": "Нове меню!",
        "has_active_promos": True,
    }
    assert set(theme) == {"accent", "accent_2", "accent_grad", "accent_ink"}
    assert theme["accent"].lower() == "#6f4e37"
    for name in ("accent", "accent_2", "accent_ink"):
        assert re.fullmatch(r"#[0-9a-fA-F]{6}", theme[name]), name
    assert "gradient(" in theme["accent_grad"]


async def test_what_is_not_told_is_null(cafe: Cafe) -> None:
    await cafe.configure(phone="", address="", instagram_url="", maps_url="", logo_url="")
    settings = (await cafe.get("/api/settings")).json
    assert [settings[k] for k in ("phone", "address", "instagram_url", "maps_url")] == [None] * 4
    assert settings["logo_url"] == ""


@pytest.mark.parametrize(
    ("hours", "kyiv_time", "is_open"),
    [
        (("08:00", "22:00"), (7, 59), False),
        (("08:00", "22:00"), (8, 0), True),
        (("08:00", "22:00"), (21, 59), True),
        (("08:00", "22:00"), (22, 0), False),
        (("20:00", "04:00"), (19, 59), False),
        (("20:00", "04:00"), (23, 59), True),
        (("20:00", "04:00"), (0, 0), True),
        (("20:00", "04:00"), (3, 59), True),
        (("20:00", "04:00"), (4, 0), False),
        (("10:00", "10:00"), (3, 0), True),
    ],
)
async def test_open_by_the_hours_of_the_cafes_timezone(
    cafe: Cafe, hours: tuple[str, str], kyiv_time: tuple[int, int], *, is_open: bool
) -> None:
    await cafe.configure(work_hours_from=hours[0], work_hours_to=hours[1])
    hour, minute = kyiv_time
    cafe.clock.moment = datetime(2026, 6, 15, (hour - 3) % 24, minute, tzinfo=UTC)  # Kyiv is UTC+3 in June
    assert (await cafe.get("/api/settings")).json["is_open"] is is_open


async def test_time_alone_changes_the_answer(cafe: Cafe) -> None:
    noon = await cafe.get("/api/settings")
    cafe.clock.advance(hours=12)
    midnight = await cafe.send("GET", "/api/settings", headers={"If-None-Match": noon.headers["ETag"]})
    assert midnight.status == 200
    assert midnight.json["is_open"] is False


async def test_is_open_speaks_of_the_hours_alone(cafe: Cafe) -> None:
    await cafe.configure(force_closed=True, allow_orders_outside_hours=True)
    settings = (await cafe.get("/api/settings")).json
    assert (settings["is_open"], settings["force_closed"]) == (True, True)
    cafe.clock.advance(hours=12)
    assert (await cafe.get("/api/settings")).json["is_open"] is False


async def has_active_promos(cafe: Cafe) -> bool:
    found = (await cafe.get("/api/settings")).json["has_active_promos"]
    assert isinstance(found, bool)
    return found


def only_promo(**fields: str) -> str:
    """A catalogue in which `LAST` is the only promo code that is not switched off."""
    others = ["Welcome10", "ЗНИЖКА", "ONCE", "BIG", "FIRST", "EXPIRED", "USEDUP", "OFF"]
    off = [f'[[promos]]\ncode = "{code}"\nactive = false' for code in others]
    lines = ["[[promos]]", 'code = "LAST"', "discount_percent = 10"]
    return "\n".join(off + lines + [f"{name} = {value}" for name, value in fields.items()])


@pytest.mark.parametrize(
    ("fields", "active"),
    [
        ({}, True),
        ({"first_order_only": "true"}, True),
        ({"min_order_amount": "100000"}, True),
        ({"max_uses": "1"}, True),
        ({"max_uses": "0"}, False),
        ({"active": "false"}, False),
        ({"expires_at": "2026-06-15T12:00:01+03:00"}, True),
        ({"expires_at": "2026-06-15T11:59:59+03:00"}, False),
    ],
)
async def test_has_active_promos_looks_at_the_code_alone(cafe: Cafe, fields: dict[str, str], *, active: bool) -> None:
    await cafe.load(only_promo(**fields))
    assert await has_active_promos(cafe) is active


async def test_has_active_promos_ends_with_the_last_use(cafe: Cafe) -> None:
    await cafe.load(only_promo(max_uses="1"))
    assert await has_active_promos(cafe)
    await cafe.guest().places("latte", promo_code="last")
    assert not await has_active_promos(cafe)


async def test_has_active_promos_ends_with_time(cafe: Cafe) -> None:
    await cafe.load(only_promo(expires_at="2026-06-15T12:30:00+03:00"))
    assert await has_active_promos(cafe)
    cafe.clock.advance(minutes=31)
    assert not await has_active_promos(cafe)


async def test_the_timezone_of_the_hours_comes_as_a_header(cafe: Cafe) -> None:
    before = await cafe.get("/api/settings")
    assert before.headers["X-Cafe-Timezone"] == "Europe/Kyiv"
    await cafe.configure(timezone="Europe/Warsaw")
    after = await cafe.send("GET", "/api/settings", headers={"If-None-Match": before.headers["ETag"]})
    assert (after.status, after.headers["X-Cafe-Timezone"]) == (200, "Europe/Warsaw")


async def test_without_a_bank_a_header_says_that_cards_cannot_pay(cafe: Cafe) -> None:
    headers = (await cafe.get("/api/settings")).headers
    assert headers["X-Cafe-Card"] == "unavailable"
    assert "X-Cafe-Pay-Ways" not in headers


ENGLISH = {
    "cafe_name_en": "Test Cafe",
    "address_en": "1 Testova Street, Kyiv",
    "announcement_message_en": "A new menu!",
    "force_closed_message_en": "Closed for stock-taking.",
}


async def test_the_owners_texts_come_in_the_language_asked_for(cafe: Cafe) -> None:
    before = await cafe.get("/api/settings?locale=en")
    assert before.json == (await cafe.get("/api/settings")).json, "nothing is written in English yet"
    await cafe.configure(**ENGLISH)
    english = (await cafe.get("/api/settings?locale=en")).json
    assert set(english) == KEYS
    assert {f"{key}_en": english[key] for key in ("cafe_name", "address")} == dict(list(ENGLISH.items())[:2])
    assert english["announcement_message"] == "A new menu!"
    assert english["force_closed_message"] == "Closed for stock-taking."
    for path in ("/api/settings", "/api/settings?locale=uk", "/api/settings?locale=de"):
        ukrainian = (await cafe.get(path)).json
        assert set(ukrainian) == KEYS
        assert ukrainian["cafe_name"] == "Кав'ярня «Тест»"
        assert ukrainian["address"] == "Київ, вул. Тестова, 1"
        assert ukrainian["announcement_message"] == "Нове меню!"
        assert ukrainian["force_closed_message"] == "Зачинено на інвентаризацію."


async def test_an_english_text_alone_may_be_taken_back(cafe: Cafe) -> None:
    await cafe.configure(**ENGLISH)
    await cafe.configure(address_en="", address="")
    assert (await cafe.get("/api/settings?locale=en")).json["address"] is None
    await cafe.configure(cafe_name_en="")
    assert (await cafe.get("/api/settings?locale=en")).json["cafe_name"] == "Кав'ярня «Тест»"


@pytest.mark.parametrize(
    ("settings", "hour", "orders"),
    [
        ({}, 12, "open"),
        ({}, 23, "closed"),
        ({"allow_orders_outside_hours": True}, 23, "open"),
        ({"force_closed": True}, 12, "closed"),
        ({"force_closed": True, "allow_orders_outside_hours": True}, 12, "open"),
    ],
)
async def test_a_header_says_whether_an_order_would_be_taken(
    cafe: Cafe, settings: dict[str, bool], hour: int, orders: str
) -> None:
    await cafe.configure(**settings)
    cafe.clock.moment = datetime(2026, 6, 15, hour - 3, tzinfo=UTC)
    answer = await cafe.get("/api/settings")
    assert (set(answer.json), answer.headers["X-Cafe-Orders"]) == (KEYS, orders)
    guest = cafe.guest()
    await guest.adds("latte")
    assert (await guest.orders_pickup()).status == (201 if orders == "open" else 400)
    await cafe.app.services.pause.pause_for(30)
    assert (await cafe.get("/api/settings")).headers["X-Cafe-Orders"] == "closed"
    await guest.adds("latte")
    assert (await guest.orders_pickup()).json["error"] == "closed"


async def test_the_towns_of_deliveries_are_there_only_where_they_are_set(cafe: Cafe) -> None:
    await cafe.load('[settings]\ndelivery_towns = "Київ,  Бровари, Київ,"\n')
    settings = (await cafe.get("/api/settings")).json
    assert (settings.keys(), settings["delivery_towns"]) == (KEYS | {"delivery_towns"}, ["Київ", "Бровари"])
    await cafe.app.services.settings.change({"delivery_towns": " , "})
    assert (await cafe.get("/api/settings")).json.keys() == KEYS


async def test_city_and_questions_are_there_only_where_they_are_set(cafe: Cafe) -> None:
    await cafe.load('[settings]\ncity = "Бровари"\ncheckout_questions = "no_call, cutlery"\n')
    settings = (await cafe.get("/api/settings")).json
    assert settings.keys() == KEYS | {"city", "checkout_questions"}
    assert (settings["city"], settings["checkout_questions"]) == ("Бровари", ["cutlery", "no_call"])
    with pytest.raises(CatalogueError, match="cutlery, no_call"):
        await cafe.app.services.settings.change({"checkout_questions": "cutlery,weather"})
    await cafe.app.services.settings.change({"checkout_questions": "", "city": ""})
    assert (await cafe.get("/api/settings")).json.keys() == KEYS


async def test_tables_and_what_they_ask_are_there_only_where_they_are_set(cafe: Cafe) -> None:
    await cafe.load('[settings]\ntables = "1-3, Тераса 1, 2"\ndine_in_asks = "name"\n')
    settings = (await cafe.get("/api/settings")).json
    assert settings.keys() == KEYS | {"tables", "dine_in_asks"}
    assert (settings["tables"], settings["dine_in_asks"]) == (["1", "2", "3", "Тераса 1"], ["name"])
    for wrong in ("1-201", "?", "1, -"):
        with pytest.raises(CatalogueError, match="tables"):
            await cafe.app.services.settings.change({"tables": wrong})
    with pytest.raises(CatalogueError, match="name, phone"):
        await cafe.app.services.settings.change({"dine_in_asks": "table"})
    await cafe.app.services.settings.change({"tables": "", "dine_in_asks": "phone,name"})
    assert (await cafe.get("/api/settings")).json.keys() == KEYS
