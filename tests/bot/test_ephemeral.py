"""What only the one who asked sees in the staff's chat, and what everybody sees."""

from tests.bot.conversation import STAFF, ChatCafe, converse, eventually
from tests.fakes.telegram.chats import Message


def _seen_by_all(cafe: ChatCafe) -> list[Message]:
    return [each for each in cafe.staff_chat.messages if each.receiver is None]


async def test_commands_and_their_answers_are_between_a_person_and_the_bot(cafe: ChatCafe) -> None:
    taras, iryna = cafe.staff(), cafe.staff(702, "Ірина")
    await converse(
        taras,
        [
            ("/stop", "Стоп-лист"),
            ("[Кава]", "[🟢 Лате"),
            ("/today", "Підсумок дня"),
            ("[💸 Повернення грошей]", "Повертати нічого"),
            ("/walkin", "Замовлення на касі"),
        ],
    )
    assert _seen_by_all(cafe) == []
    assert iryna.inbox == []
    assert all(chat != STAFF for chat, _ in cafe.telegram.sent)
    words = {each["command"]: each["is_ephemeral"] for each in cafe.telegram.world.commands_for(cafe.staff_chat, "uk")}
    assert {word for word, is_ephemeral in words.items() if not is_ephemeral} == {"pause", "resume", "busy", "modes"}


async def test_what_concerns_everybody_is_seen_by_everybody(cafe: ChatCafe) -> None:
    taras, iryna = cafe.staff(), cafe.staff(702, "Ірина")
    await converse(taras, [("/pause 20", "Замовлення призупинено")])
    assert "призупинено" in iryna.last.text


async def test_a_question_and_its_answer_are_seen_by_everybody(cafe: ChatCafe) -> None:
    taras, iryna = cafe.staff(), cafe.staff(702, "Ірина")
    await converse(taras, [("/stock", "Усього вистачає"), ("[Усі залишки]", "Усі залишки")])
    levels = taras.last
    assert levels.receiver is not None
    await converse(taras, [(f"[{levels.buttons[0]}]", "Скільки"), ("1200", "1200")])
    assert "1200" in iryna.last.text


async def test_a_longer_screen_takes_the_place_of_a_shorter_one(cafe: ChatCafe) -> None:
    """Telegram edits such a message only up to the length of a caption."""
    taras = cafe.staff()
    await cafe.in_mini_app(cafe.customer()).places("latte", "borscht", "espresso", kind="dine-in")
    await cafe.cafe.execute("UPDATE order_lines SET name = name || :more", more=" з дуже довгою назвою" * 20)
    await taras.sees("№1")
    await converse(taras, [("/today", "Підсумок дня"), ("[◀️", "14.06"), ("[15.06 ▶️]", "15.06", "Еспресо з дуже")])
    assert len(taras.last.text) > 1024
    await eventually(lambda: [each.receiver is not None for each in taras.inbox] == [False, True])


async def test_a_server_that_knows_no_such_messages_shows_them_to_everybody(cafe: ChatCafe) -> None:
    cafe.telegram.world.takes_ephemeral = False
    taras, iryna = cafe.staff(), cafe.staff(702, "Ірина")
    await converse(taras, [("/stop", "Стоп-лист"), ("[Кава]", "[🟢 Лате")])
    assert iryna.last.text == taras.last.text
    assert len(iryna.inbox) == 1


async def test_a_bot_without_rights_answers_who_has_just_asked(cafe: ChatCafe) -> None:
    cafe.staff_chat.may_pin = False
    taras = cafe.staff()
    await converse(taras, [("/stop", "Стоп-лист"), ("[Кава]", "[🟢 Лате")])
    assert _seen_by_all(cafe) == []


async def test_an_answer_that_comes_too_late_for_one_is_for_everybody(cafe: ChatCafe) -> None:
    cafe.staff_chat.may_pin = False
    taras, iryna = cafe.staff(), cafe.staff(702, "Ірина")
    await taras.send("/stop")
    command = cafe.staff_chat.messages[-1]
    command.date -= 16
    await eventually(lambda: iryna.inbox != [])
    assert "Стоп-лист" in iryna.last.text
