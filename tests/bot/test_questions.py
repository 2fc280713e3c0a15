"""A guest's question reaches the staff, who answer with a reply; the guest sees it from the cafe."""

from pathlib import Path

from tests.bot.conversation import ChatCafe, StaffSeat, converse, open_chat_cafe
from tests.fakes.telegram import FakeTelegram, Message


def reply(staff: StaffSeat, question: Message, text: str) -> None:
    staff.world.say(staff.chat, staff.user, text=text, reply_to=question.message_id)


async def test_an_operator_is_asked_and_answers(cafe: ChatCafe) -> None:
    guest, staff = cafe.customer(), cafe.staff()
    order = await cafe.in_mini_app(guest).places("espresso")
    await converse(guest, [("оператор, у вас є парковка?", "Передав ваше запитання кафе", "+380441234567")])
    question = await staff.sees("Оля", order["order_number"], "запитує", "у вас є парковка?", "Відповідайте")
    reply(staff, question, "Так, у дворі <3 авта>")
    await guest.sees("Тест", "Так, у дворі <3 авта>")
    await staff.sees("Надіслано: Оля")
    reply(staff, question, "Код воріт 12")
    await guest.sees("Код воріт 12")
    await converse(guest, [("зрозуміло, проїду", "Передав ваше запитання кафе")])
    await staff.sees("зрозуміло, проїду")


async def test_what_is_not_understood_twice_is_handed_over(cafe: ChatCafe) -> None:
    guest, staff = cafe.customer(), cafe.staff()
    await converse(
        guest,
        [("чи пускаєте з собакою", "Не зовсім вас зрозумів"), ("із таксою", "Передав ваше запитання кафе")],
    )
    await staff.sees("чи пускаєте з собакою", "із таксою")


async def test_what_is_understood_between_begins_anew(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            ("чи пускаєте з собакою", "Не зовсім вас зрозумів"),
            ("борщ", "[➕ У кошик"),
            ("із таксою", "Не зовсім вас зрозумів"),
        ],
    )


async def test_nobody_floods_the_staff(cafe: ChatCafe) -> None:
    guest = cafe.customer()
    for number in range(6):
        await converse(guest, [(f"оператор, питання {number}", "Передав ваше запитання кафе")])
    await converse(guest, [("оператор, ще одне", "зателефонуйте нам", "+380441234567")])
    await converse(cafe.customer(502, "Ігор"), [("оператор", "Передав ваше запитання кафе")])
    cafe.clock.advance(hours=1, seconds=1)
    await converse(guest, [("оператор, ще одне", "Передав ваше запитання кафе")])


async def test_who_is_forgotten_gets_no_answer(cafe: ChatCafe) -> None:
    guest, staff = cafe.customer(), cafe.staff()
    await converse(guest, [("оператор, мене звати Оля Коваль", "Передав")])
    question = await staff.sees("Оля Коваль")
    reply(staff, question, "Дуже приємно")
    await guest.sees("Дуже приємно")
    await cafe.cafe.app.services.privacy.forget_person("id:501")
    assert await cafe.cafe.rows("SELECT payload FROM outbox WHERE payload LIKE '%Коваль%'") == []
    assert await cafe.cafe.rows("SELECT payload FROM outbox WHERE payload LIKE '%приємно%'") == []
    reply(staff, question, "Ви ще тут?")
    await staff.sees("Гість видалив свої дані")


async def test_without_a_staff_chat_there_is_the_phone(tmp_path: Path, telegram: FakeTelegram) -> None:
    async with open_chat_cafe(tmp_path, telegram, staff_chat_id=None) as cafe:
        await converse(
            cafe.customer(),
            [
                ("оператор", "зателефонуйте нам або завітайте"),
                ("чи пускаєте з собакою", "Не зовсім вас зрозумів"),
                ("із таксою", "Не зовсім вас зрозумів"),
            ],
        )
