"""The chat offers only what the owner has not switched off."""

from tests.bot.conversation import ChatCafe, converse
from tests.bot.test_form import LATTE


async def test_ways_that_are_off_have_no_button(cafe: ChatCafe) -> None:
    await cafe.cafe.app.services.settings.change({"order_types": "pickup,dine_in", "payments": "cash"})
    olha = cafe.customer()
    await converse(olha, [*LATTE, ("/checkout", "отримати", "[🥡 Самовивіз]", "[🍽 У закладі]")])
    assert "Доставка" not in str(olha.last.buttons)
    await converse(
        olha,
        [
            ("[🥡 Самовивіз]", "Як вас звати?"),
            ("[Оля]", "Ваш номер телефону?"),
            ("0501112233", "О котрій заберете?"),
            ("[12:30]", "Оплата: 💵 Готівка"),  # the only way is not asked about
            ("[✅ Підтвердити", "Замовлення №1 отримано!"),
        ],
    )


async def test_the_only_way_is_not_asked_about(cafe: ChatCafe) -> None:
    await cafe.cafe.app.services.settings.change({"order_types": "pickup"})
    await converse(cafe.customer(), [*LATTE, ("/checkout", "Як вас звати?")])


async def test_a_way_switched_off_meanwhile_is_asked_for_again(cafe: ChatCafe) -> None:
    settings = cafe.cafe.app.services.settings
    olha = cafe.customer()
    await converse(
        olha,
        [
            *LATTE,
            ("/checkout", "отримати"),
            ("[🍽 У закладі]", "Як вас звати?"),
            ("[Оля]", "Ваш номер телефону?"),
            ("0501112233", "Номер вашого столика?"),
            ("7", "Як заплатите?"),
            ("[💵 Готівка]", "Оплата: 💵 Готівка"),
        ],
    )
    await settings.change({"payments": "card"})
    await converse(olha, [("[✅ Підтвердити", "змінилося", "Оплата: 💳 Картка")])
    await settings.change({"payments": "card,cash", "order_types": "delivery,pickup"})
    await converse(olha, [("[✅ Підтвердити", "Замовлень до столика ми не приймаємо.")])
