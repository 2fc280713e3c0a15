"""How long an order takes, as customers read it before they order."""

from tests.bot.conversation import ChatCafe, Turn, converse
from tests.bot.test_form import TO_THE_SUMMARY, TO_THE_TIME
from tests.web.later import local

LATTE = TO_THE_TIME[:4]
AT_A_TABLE: list[Turn] = [
    *LATTE,
    ("/checkout", "отримати"),
    ("[🍽 У закладі]", "Як вас звати?"),
    ("[Оля]", "номер"),
    ("0501112233", "столика"),
    ("7", "Як заплатите?"),
]


async def test_the_summary_says_when_an_order_for_now_is_ready(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(prep_minutes=25)
    olha = cafe.customer()
    await converse(
        olha,
        [
            *AT_A_TABLE,
            ("[💵 Готівка]", "Перевірте замовлення", "Буде готове орієнтовно за 25 хв"),
        ],
    )
    await converse(cafe.staff(), [("/busy 20", "за 45 хв")])
    await converse(olha, [("/checkout", "Перевірте замовлення", "Буде готове орієнтовно за 45 хв")])


async def test_in_english_too(cafe: ChatCafe) -> None:
    john = cafe.customer(502, "John", "en")
    await cafe.in_mini_app(john).adds("latte")
    await converse(
        john,
        [
            ("/checkout", "How would you like"),
            ("[🍽", "What is your name?"),
            ("[John]", "phone"),
            ("0501112233", "table"),
            ("7", "How will you pay?"),
            ("[💵", "Check your order", "Ready in about 15 min"),
        ],
    )


async def test_the_choice_of_the_pickup_time_says_it(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(cafe.staff(), [("/busy 10", "за 25 хв")])
    await converse(
        olha,
        [
            *TO_THE_TIME[:-1],
            (TO_THE_TIME[-1][0], "О котрій заберете?", "Буде готове орієнтовно за 25 хв", "[12:25]"),
            ("14:30", "Як заплатите?"),
            ("[💵 Готівка]", "Забрати о: 14:30"),
        ],
    )
    assert "орієнтовно" not in olha.last.text, "the guest said when"
    await converse(olha, [("[✏️ Змінити]", "Що"), ("[Забрати о]", "О котрій"), ("12:10", "орієнтовно за 25 хв")])


async def test_busy_mode_between_summary_and_confirmation_breaks_nothing(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [*AT_A_TABLE, ("[💵 Готівка]", "орієнтовно за 15 хв")])
    await converse(cafe.staff(), [("/busy 30", "за 45 хв")])
    await converse(olha, [("[✅ Підтвердити", "Замовлення №1 отримано!")])
    assert await cafe.cafe.value("SELECT due_at FROM orders") == local("2026-06-15T12:45")


async def test_a_pickup_that_busy_mode_overtakes_is_told_of(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_SUMMARY)
    assert "орієнтовно" not in olha.last.text
    await converse(cafe.staff(), [("/busy 20", "за 35 хв")])
    await converse(olha, [("/checkout", "Забрати о: 12:30", "орієнтовно за 35 хв")])


async def test_nobody_tells_while_the_cafe_is_closed(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(allow_orders_outside_hours=True)
    cafe.clock.advance(hours=12)
    olha = cafe.customer()
    await converse(olha, [*AT_A_TABLE, ("[💵 Готівка]", "Перевірте замовлення")])
    assert "орієнтовно" not in olha.last.text
