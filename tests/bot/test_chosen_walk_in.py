"""Walk-in orders of dishes that are chosen in parts."""

import json

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse
from tests.bot.options_chat import data_of, offer_options, stop_option

TO_THE_LATTE: list[Turn] = [
    ("/walkin", "Замовлення на касі"),
    ("[Кава]", "[Лате · 85 ₴]"),
    ("[Лате", "Лате · 85 ₴", "Розмір (оберіть одне): 300 мл", "[➕ Додати · 85 ₴]\n[⬅️ Назад]"),
]
PLAIN: list[Turn] = [("[➕ Додати · 85 ₴]", "[✅ 1 × Лате · 85 ₴]", "[🧾 Перевірити · 85 ₴]")]


@pytest.fixture
async def cafe(cafe: ChatCafe) -> ChatCafe:
    await offer_options(cafe)
    return cafe


async def test_what_a_dish_comes_with_is_one_tap(cafe: ChatCafe) -> None:
    await converse(cafe.staff(), [*TO_THE_LATTE, *PLAIN, ("[🧾", "1 × Лате — 85 ₴"), ("[🍽💵", "№1 на 85 ₴ (Тарас)")])


async def test_lines_with_different_choices_are_different_lines(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(
        taras,
        [
            *TO_THE_LATTE,
            *PLAIN,
            ("[✅ 1 × Лате", "[➕ Додати · 85 ₴]"),
            ("[⚪️ 400 мл", "Лате · 100 ₴", "[➕ Додати · 100 ₴]"),
            ("[⚪️ Вівсяне", "[➕ Додати · 120 ₴]"),
            ("[⬜️ Шот", "[➕ Додати · 145 ₴]"),
            ("[➕]", "[2 × Шот еспресо +25]", "[➕ Додати · 170 ₴]"),
            ("[➕ Додати", "[✅ 2 × Лате · 85 ₴]", "[🧾 Перевірити · 255 ₴]"),
            (
                "[🧾 Перевірити",
                "1 × Лате — 85 ₴\n1 × Лате (400 мл, вівсяне, шот еспресо ×2) — 170 ₴",
                "Сума: 255 ₴",
                "[🥡💵 Із собою, готівка · 242 ₴]",
            ),
        ],
    )
    note = taras.last
    await taras.press_data(note.inline[1][1]["callback_data"], on=note)
    await taras.sees("2 × Лате (400 мл, вівсяне, шот еспресо ×2) — 340 ₴", "Сума: 425 ₴")
    await converse(
        taras,
        [
            ("[➖ Лате]", "Сума: 340 ₴"),
            ("[➖ Лате (400", "1 × Лате (400 мл, вівсяне, шот еспресо ×2) — 170 ₴"),
            ("[🍽💳 Тут, термінал · 170 ₴]", "№1 на 170 ₴"),
        ],
    )
    await taras.sees("№1 · 🍽 У закладі · Прийнято", "1 × Лате (400 мл, вівсяне, шот еспресо ×2) — 170 ₴")
    assert await cafe.cafe.value("SELECT stock FROM ingredients WHERE code = 'oat'") == 5000 - 220


async def test_a_note_is_a_reply_and_another_line(cafe: ChatCafe) -> None:
    taras, iryna = cafe.staff(), cafe.staff(702, "Ірина")
    await converse(taras, [*TO_THE_LATTE, *PLAIN, ("[✅ 1 × Лате", "[💬 Побажання]")])
    before = taras.last
    await converse(taras, [("[💬 Побажання]", "Лате: напишіть побажання у відповідь")])
    question = taras.last
    iryna.world.say(iryna.chat, iryna.user, text="чуже", reply_to=question.message_id)
    await iryna.sees("Це не ваше замовлення")
    iryna.world.say(taras.chat, taras.user, text="і" * 201, reply_to=question.message_id)
    await taras.sees("Побажання задовге", "напишіть побажання у відповідь")
    iryna.world.say(taras.chat, taras.user, text="<гарячіше>|", reply_to=taras.last.message_id)
    await taras.sees("💬 <гарячіше>|", "[➕ Додати · 85 ₴]")
    assert before not in taras.inbox
    await converse(
        taras,
        [
            ("[➕ Додати", "[✅ 2 × Лате"),
            ("[🧾", "1 × Лате — 85 ₴\n1 × Лате — 85 ₴\n   💬 <гарячіше>|"),
            ("[🍽💵", "№1 на 170 ₴"),
        ],
    )
    await taras.sees("Прийнято", "1 × Лате — 85 ₴\n1 × Лате — 85 ₴\n   💬 <гарячіше>|")


async def test_a_note_can_be_dropped(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(
        taras,
        [
            *TO_THE_LATTE,
            ("[💬 Побажання]", "у відповідь"),
            ("тепле", "💬 тепле", "[💬 Змінити побажання] [🗑 Без побажання]"),
            ("[🗑 Без побажання]", "[💬 Побажання]"),
            *PLAIN,
            ("[🧾", "1 × Лате — 85 ₴"),
        ],
    )
    assert "💬" not in taras.last.text


async def test_colleagues_and_late_presses_change_nothing(cafe: ChatCafe) -> None:
    taras, iryna = cafe.staff(), cafe.staff(702, "Ірина")
    await converse(taras, TO_THE_LATTE)
    choice = taras.last
    presses = [data_of(choice, label) for label in ("400 мл", "💬", "➕ Додати")]
    for data in presses:
        await iryna.press_data(data, on=choice)
        await iryna.sees_toast("Це не ваше замовлення")
    await taras.press_data(presses[-1], on=choice)
    await taras.sees("[✅ 1 × Лате · 85 ₴]")
    for data in presses:
        await taras.press_data(data, on=choice)
        await taras.sees_toast("Ця кнопка вже не діє")
    await converse(taras, [("[🧾", "1 × Лате — 85 ₴")])
    note = taras.last
    less = data_of(note, "➖ Лате")
    await converse(iryna, [*TO_THE_LATTE, *PLAIN])
    await iryna.press_data(less, on=note)
    await iryna.sees_toast("Ця кнопка вже не діє")
    await taras.press_data(less, on=note)
    await taras.sees("Сума: 0 ₴")
    await taras.press_data(less, on=note)
    await taras.sees_toast("Ця кнопка вже не діє")


async def test_options_that_are_stopped(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [*TO_THE_LATTE, ("[⚪️ Вівсяне", "[➕ Додати · 105 ₴]"), ("[➕ Додати", "[✅ 1 × Лате")])
    await stop_option(cafe, "oat")
    await converse(
        taras,
        [
            ("[🧾", "1 × Лате (300 мл, вівсяне) — 105 ₴\n   ⚠️ Зараз немає: Вівсяне"),
            ("[🍽💵", "(Зараз немає: Лате (300 мл, вівсяне): Вівсяне. Приберіть ці позиції або оберіть інакше.)"),
            ("[➕ Додати ще]", "Кава"),
            ("[Кава]", "Лате"),
            ("[✅ 1 × Лате", "[🚫 Вівсяне · немає]"),
            ("[🚫 Вівсяне", "(Зараз немає: Вівсяне."),
            ("[➕ Додати", "[✅ 2 × Лате"),
            ("[🧾", "1 × Лате — 85 ₴"),
            ("[➖ Лате (300 мл", "Сума: 85 ₴"),
            ("[🍽💵", "№1 на 85 ₴"),
        ],
    )


async def test_a_note_of_an_earlier_version_goes_on(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [*TO_THE_LATTE, *PLAIN])
    [row] = await cafe.cafe.rows("SELECT id, data FROM dialogs WHERE id LIKE '%701%'")
    latte = cafe.cafe.products["latte"]
    data = {**json.loads(row["data"]), "walk_in": {str(latte): 2, str(cafe.cafe.products["cake"]): 1}}
    await cafe.cafe.execute("UPDATE dialogs SET data = :data WHERE id = :id", data=json.dumps(data), id=row["id"])
    await taras.press_data("walk:note:0:0", on=taras.last)
    await taras.sees("2 × Лате — 170 ₴", "1 × Київський торт — 120 ₴")
    await taras.press_data(f"walk:less:{latte}:0", on=taras.last)
    await taras.sees("1 × Лате — 85 ₴", "Сума: 205 ₴")
