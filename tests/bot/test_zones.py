"""Delivery by zone in the chats: the guest learns early what it costs, and the staff correct it on the card."""

from pathlib import Path

import pytest

from tests.bot.conversation import ChatCafe, converse, eventually

ZONES = (Path(__file__).parents[1] / "zones.toml").read_text()


@pytest.fixture(autouse=True)
async def zones(cafe: ChatCafe) -> None:
    await cafe.cafe.load(ZONES)


BEFORE_THE_STREET = [
    ("/checkout", "отримати"),
    ("[🛵 Доставка]", "звати"),
    ("[Оля]", "номер"),
    ("0501112233", "Місто"),
    ("[Київ]", "Вулиця"),
]
TO_THE_SUMMARY = [
    ("[Без квартири]", "Коментар"),
    ("[Без коментаря]", "Як заплатите?"),
    ("[💵 Готівка]", "решту"),
]


async def test_a_street_of_the_list_costs_what_its_zone_does(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(
        olha,
        [
            *BEFORE_THE_STREET,
            ("вул. Фрунзе", "Будинок"),
            ("40", "Квартира"),
            *TO_THE_SUMMARY,
            ("[Без решти]", "Перевірте замовлення", "Доставка, зона «Поділ»: 80 ₴", "370 ₴"),
            ("[✅ Підтвердити · 370 ₴]", "№1"),
        ],
    )
    [order] = await cafe.in_mini_app(olha).sees_orders()
    assert (order["zone"], order["delivery_fee"]) == ("Поділ", 80)


async def test_a_street_that_is_not_known_is_offered_or_a_zone_chosen(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(
        olha,
        [
            *BEFORE_THE_STREET,
            ("Хрищатик", "Будинок"),
            ("5", "У якій ви зоні", "[Хрещатик]", "[Центр · 60 ₴]", "[Поділ · 80 ₴]", "[Голосіїв · 120 ₴]"),
            ("[Хрещатик]", "Квартира"),
            *TO_THE_SUMMARY,
            ("[Без решти]", "Вулиця: Хрещатик", "зона «Центр»: 60 ₴"),
            ("[✏️ Змінити]", "[Вулиця]"),
            ("[Вулиця]", "Вулиця?"),
            ("Ліснича", "У якій ви зоні", "[Печерськ · 90 ₴]"),
            ("[Печерськ · 90 ₴]", "Перевірте замовлення", "зона «Печерськ»: 90 ₴", "380 ₴"),
            ("[✅ Підтвердити · 380 ₴]", "№1"),
        ],
    )
    assert await cafe.cafe.value("SELECT zone_by FROM orders") == "choice"
    # The next order goes to the same address: nothing is asked again.
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(
        olha,
        [
            ("/checkout", "отримати"),
            ("[🛵 Доставка]", "Як заплатите?"),
            ("[💵 Готівка]", "решту"),
            ("[Без решти]", "зона «Печерськ»: 90 ₴"),
        ],
    )


async def test_a_sent_place_tells_the_zone(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(olha, BEFORE_THE_STREET)
    await olha.send_location(50.47, 30.51)
    await olha.sees("зона «Поділ», доставка 80 ₴")
    await converse(
        olha,
        [
            ("Ліснича", "Будинок"),
            ("5", "Квартира"),
            *TO_THE_SUMMARY,
            ("[Без решти]", "зона «Поділ»: 80 ₴"),
            ("[✅ Підтвердити · 370 ₴]", "№1"),
        ],
    )
    assert await cafe.cafe.rows("SELECT zone_by, pin FROM orders") == [{"zone_by": "pin", "pin": "50.470000,30.510000"}]


async def test_a_place_outside_is_said_to_be_and_the_address_asked_on(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(olha, BEFORE_THE_STREET)
    await olha.send_location(48, 24)
    await olha.sees("поза нашими зонами")
    await converse(olha, [("Хорива", "Будинок"), ("5", "Квартира")])


async def test_a_zone_that_is_closed_is_told_in_the_summary(cafe: ChatCafe) -> None:
    cafe.clock.advance(hours=9)  # 21:00
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(
        olha,
        [
            *BEFORE_THE_STREET,
            ("Хорива", "Будинок"),
            ("5", "Квартира"),
            *TO_THE_SUMMARY,
            ("[Без решти]", "У зону «Поділ» зараз не доставляємо", "10:00-21:00"),
        ],
    )


async def test_the_card_names_the_zone_and_the_staff_put_it_right(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await converse(olha, [("/start", "Меню")])
    known = {each["name"]: each["id"] for each in (await cafe.cafe.get("/api/settings")).json["zones"]}
    where = {"address_street": "Ліснича", "address_city": "Київ", "address_house": "5"}
    await cafe.in_mini_app(olha).places("borscht", "borscht", kind="delivery", **where, zone_id=known["Центр"])
    await taras.sees("№1", "🗺 Зона: Центр (обрав гість)")
    await converse(
        taras,
        [
            ("[✏️ Змінити]", "[✅ Центр · 60 ₴]", "[🗺 Печерськ · 90 ₴]"),
            ("[🗺 Печерськ · 90 ₴]", "Разом: 350 ₴ → 380 ₴", "[Спитати гостя: 380 ₴]"),
            ("[Спитати гостя: 380 ₴]", "(Запитали гостя №1"),
        ],
    )
    await olha.sees("📍 Центр (60 ₴) → Печерськ (90 ₴)", "[Так, згоден]")
    await converse(olha, [("[Так, згоден]", "380 ₴")])
    await eventually(lambda: "Зона: Печерськ (обрав персонал)" in taras.last.text)


async def test_a_cheaper_zone_is_told_and_not_asked(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await converse(olha, [("/start", "Меню")])
    known = {each["name"]: each["id"] for each in (await cafe.cafe.get("/api/settings")).json["zones"]}
    where = {"address_street": "Ліснича", "address_city": "Київ", "address_house": "5"}
    await cafe.in_mini_app(olha).places("borscht", "borscht", kind="delivery", **where, zone_id=known["Печерськ"])
    await taras.sees("№1", "Печерськ")
    await converse(
        taras,
        [
            ("[✏️ Змінити]", "[✅ Печерськ · 90 ₴]"),
            ("[🗺 Центр · 60 ₴]", "[Зберегти: 350 ₴]"),
            ("[Зберегти: 350 ₴]", "Зона: Центр (обрав персонал)"),
        ],
    )
    await olha.sees("№1 змінено", "Центр (60 ₴)")
