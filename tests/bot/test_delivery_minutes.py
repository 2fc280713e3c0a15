"""The way of a delivery in the chats: guests are told of the door, the staff of the kitchen."""

from tests.bot.conversation import ChatCafe, converse
from tests.bot.test_reminders import nothing_new
from tests.web.later import orders_for


async def test_guests_are_told_of_the_door_and_the_staff_of_the_kitchen(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(delivery_minutes=30)
    olha, taras = cafe.customer(), cafe.staff()
    await converse(olha, [("/start", "Меню")])
    await cafe.in_mini_app(olha).places("borscht", "borscht", kind="delivery")
    await taras.sees("№1", "Нове")
    await converse(taras, [("[⏱ 20 хв]", "Обіцяно на 12:20")])
    await olha.sees("прийнято", "Буде у вас приблизно о 12:50 (за 50 хв)")
    await converse(olha, [("/orders", "№1"), ("[№1", "Буде у вас приблизно о 12:50")])


async def test_the_summary_counts_the_way(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(prep_minutes=25, delivery_minutes=30)
    olha = cafe.customer()
    await cafe.in_mini_app(olha).adds("borscht", 2)
    await converse(
        olha,
        [
            ("/checkout", "отримати"),
            ("[🛵 Доставка]", "звати"),
            ("[Оля]", "номер"),
            ("0501112233", "Місто"),
            ("Київ", "Вулиця"),
            ("Хрещатик", "Будинок"),
            ("1", "Квартира"),
            ("[Без квартири]", "Коментар"),
            ("[Без коментаря]", "Як заплатите?"),
            ("[💵 Готівка]", "решту"),
            ("[Без решти]", "Перевірте замовлення", "Буде у вас орієнтовно за 55 хв"),
        ],
    )


async def test_the_kitchen_is_reminded_earlier_by_the_way(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(schedule_days=1, prep_minutes=30, delivery_minutes=20)
    taras = cafe.staff()
    answer = await orders_for(cafe.in_mini_app(cafe.customer()), "2026-06-15T14:30", kind="delivery")
    assert answer.status == 201, answer
    await taras.sees("№1", "Нове")
    await converse(taras, [("[✅ Прийняти]", "Прийнято")])
    cafe.clock.advance(minutes=99)  # 13:39
    await nothing_new(taras)
    cafe.clock.advance(minutes=1)
    await taras.sees("Час починати: має бути готове за 30 хв", "🗓 На 15.06 14:30")
