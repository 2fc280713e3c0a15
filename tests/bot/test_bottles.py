"""Alcohol in the chats: the guest's age in the form, and why an order is not ready in the staff's."""

from tests.bot.conversation import ChatCafe, converse
from tests.bot.test_cards import order

GIN = """
[[ingredients]]
code = "gin"
name = "Джин"
unit = "ml"
bottle = 700

[[products]]
slug = "gin"
category = "coffee"
name = "Джин-тонік"
price = 120
excise = true
recipe = { gin = 50 }
"""
WHY = "Джин: у відкритих пляшках лишилося 0 мл, треба 50. Відскануйте марку на екрані кухні або в кабінеті."


async def serve_gin(cafe: ChatCafe) -> None:
    await cafe.cafe.load(GIN)
    rows = await cafe.cafe.rows("SELECT slug, id FROM products")
    cafe.cafe.products |= {row["slug"]: row["id"] for row in rows}


async def test_the_form_asks_for_the_age_with_alcohol_alone(cafe: ChatCafe) -> None:
    await serve_gin(cafe)
    olha = cafe.customer()
    olha.chat.is_started = True
    await cafe.in_mini_app(olha).adds("gin")
    await converse(
        olha,
        [
            ("/checkout", "отримати"),
            ("[🍽 У закладі]", "Як вас звати?"),
            ("[Оля]", "телефону?"),
            ("0501112233", "Номер вашого столика?"),
            ("3", "Вам уже є 18?"),
            ("[Ще ні]", "Алкоголь — лише для повнолітніх"),
            ("[Мені вже є 18]", "Як заплатите?"),
            ("[💵 Готівка]", "Вік: Мені вже є 18"),
            ("[✅ Підтвердити", "Замовлення №1 отримано!"),
        ],
    )
    assert await cafe.cafe.value("SELECT answers FROM orders") == "adult"


async def test_the_staff_read_what_to_scan_before_it_is_ready(cafe: ChatCafe) -> None:
    await serve_gin(cafe)
    taras = cafe.staff()
    placed = await order(cafe, cafe.customer(), "gin", answers={"adult": True})
    await taras.sees("№1", "Алкоголь: перевірте вік гостя (18+)")
    await converse(
        taras,
        [
            ("[✅ Прийняти]", "№1"),
            ("[👩‍🍳", "№1"),
            (
                "[🔔 Готове",
                f"({WHY})",
            ),
        ],
    )
    await cafe.cafe.app.services.bottles.open("gin", "AAAB123456", "Тарас")
    await converse(taras, [("[🔔 Готове", "№1")])
    assert await cafe.cafe.value("SELECT status FROM orders WHERE id = :id", id=placed) == "ready"
