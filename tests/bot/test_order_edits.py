"""Changing orders in the chats: the staff from the card, guests their own, and what they are asked."""

from tests.bot.conversation import STAFF, ChatCafe, converse, eventually
from tests.fakes.telegram.chats import Message
from tests.fakes.telegram.people import Seat


def _cards(staff: Seat) -> list[Message]:
    return [each for each in staff.inbox if "<b>№1</b>" in each.html]


async def test_the_staff_take_a_piece_out_and_the_guest_hears_of_it(cafe: ChatCafe) -> None:
    guest, staff = cafe.customer(), cafe.staff()
    await converse(guest, [("/start", "Вітаємо")])
    placed = await cafe.in_mini_app(guest).places("borscht", "latte", "latte", kind="dine-in")
    await staff.sees("2 × Лате", "[✏️ Змінити]")
    await converse(
        staff,
        [
            ("[✏️ Змінити]", "Змінити №1", "[➖ 2 × Лате]", "[➖ 1 × Борщ]", "[➕ Інша позиція…]"),
            ("[➖ 2 × Лате]", "Разом: 315 ₴ → 230 ₴", "[➖ 1 × Лате]", "[Зберегти: 230 ₴]"),
            ("[Зберегти: 230 ₴]", "(Замовлення №1 змінено: 230 ₴)", "1 × Лате", "Змінено: − 1 × Лате"),
        ],
    )
    await guest.sees("Замовлення №1 змінено: − 1 × Лате", "Разом: 230 ₴ (було 315 ₴)")
    [order] = await cafe.in_mini_app(guest).sees_orders()
    assert (order["id"], order["total"]) == (placed["order_id"], 230)


async def test_what_is_added_in_words_is_asked_about_and_agreed_to(cafe: ChatCafe) -> None:
    guest, staff = cafe.customer(), cafe.staff()
    await converse(guest, [("/start", "Вітаємо")])
    await cafe.in_mini_app(guest).places("borscht", "latte", kind="dine-in")
    await staff.sees("1 × Лате", "[✏️ Змінити]")
    await converse(
        staff,
        [
            ("[✏️ Змінити]", "Змінити №1"),
            ("[➕ Інша позиція…]", "Що додати до №1?"),
            ("два еспресо і слон", "Не зрозуміло: слон", "[✖️ + 2 × Еспресо]", "[Спитати гостя: 330 ₴]"),
            ("[➖ 1 × Лате]", "[Спитати гостя: 245 ₴]", "[Гість уже згоден: 245 ₴]"),
            ("[Спитати гостя: 245 ₴]", "(Запитали гостя №1", "Чекаємо згоди гостя: − 1 × Лате, + 2 × Еспресо → 245 ₴"),
        ],
    )
    await guest.sees(
        "пропонує змінити замовлення №1: − 1 × Лате, + 2 × Еспресо", "[Так, згоден]", "[Ні, лишити як було]"
    )
    await converse(guest, [("[Так, згоден]", "(Дякуємо! Замовлення змінено)", "2 × Еспресо", "245 ₴")])
    await eventually(lambda: "Змінено: − 1 × Лате, + 2 × Еспресо" in staff.last.text)


async def test_a_guest_who_declines_keeps_the_order(cafe: ChatCafe) -> None:
    guest, staff = cafe.customer(), cafe.staff()
    await converse(guest, [("/start", "Вітаємо")])
    await cafe.in_mini_app(guest).places("borscht", "latte", kind="dine-in")
    await staff.sees("1 × Лате", "[✏️ Змінити]")
    await converse(
        staff,
        [
            ("[✏️ Змінити]", "Змінити №1"),
            ("[➕]", "[Спитати гостя: 375 ₴]"),
            ("[Спитати гостя: 375 ₴]", "(Запитали гостя №1"),
        ],
    )
    await guest.sees("пропонує змінити замовлення №1", "[Ні, лишити як було]")
    await converse(guest, [("[Ні, лишити як було]", "(Добре, лишаємо як було)", "230 ₴")])
    await eventually(lambda: any("гість не погодився на зміну" in each.text for each in staff.inbox))
    [order] = await cafe.in_mini_app(guest).sees_orders()
    assert order["total"] == 230


async def test_a_guest_changes_the_own_order_in_the_chat(cafe: ChatCafe) -> None:
    guest, staff = cafe.customer(), cafe.staff()
    await converse(guest, [("/start", "Вітаємо")])
    await cafe.in_mini_app(guest).places("borscht", "latte", kind="dine-in")
    await staff.sees("1 × Лате", "[✏️ Змінити]")
    await cafe.in_mini_app(guest).adds("espresso")
    await converse(
        guest,
        [
            ("/orders", "Ваші замовлення"),
            ("[№1", "[✏️ Змінити]"),
            ("[✏️ Змінити]", "Змінити замовлення №1", "[🛒 Додати з кошика: 1 шт., 50 ₴]"),
            ("[🛒 Додати з кошика", "[✅ З кошика: 1 шт., 50 ₴]", "Разом: 230 ₴ → 280 ₴"),
            ("[➖ 1 × Борщ]", "Разом: 230 ₴ → 135 ₴", "[Зберегти: 135 ₴]"),
            ("[Зберегти: 135 ₴]", "(Замовлення змінено)", "1 × Еспресо", "135 ₴"),
        ],
    )
    await eventually(lambda: any("Змінено: − 1 × Борщ, + 1 × Еспресо" in each.text for each in _cards(staff)))
    assert cafe.telegram.rang.count(STAFF) == 1, "nobody has accepted the order yet"


async def test_a_card_that_was_read_comes_again_when_its_guest_changes_the_order(cafe: ChatCafe) -> None:
    guest, staff = cafe.customer(), cafe.staff()
    await converse(guest, [("/start", "Вітаємо")])
    placed = await cafe.in_mini_app(guest).places("borscht", "latte", kind="dine-in")
    await staff.sees("1 × Лате", "[✅ Прийняти]")
    await converse(staff, [("[✅ Прийняти]", "(№1")])
    visitor, path = cafe.in_mini_app(guest), f"/api/orders/{placed['order_id']}"
    edit = (await visitor.get(f"{path}/details")).json["edit"]
    lines = [{"id": line["id"], "quantity": 2} for line in edit["lines"] if line["name"] == "Лате"]
    assert (await visitor.post(f"{path}/edits", {"seen": edit["seen"], "lines": lines})).status == 200
    await eventually(lambda: cafe.telegram.rang.count(STAFF) == 2)
    await eventually(lambda: "Змінено: + 1 × Лате" in staff.last.text and len(_cards(staff)) == 1)


async def test_a_button_of_an_older_card_changes_nothing(cafe: ChatCafe) -> None:
    guest, staff = cafe.customer(), cafe.staff()
    await converse(guest, [("/start", "Вітаємо")])
    placed = await cafe.in_mini_app(guest).places("borscht", "latte", kind="dine-in")
    await staff.sees("1 × Лате", "[✏️ Змінити]")
    await converse(staff, [("[✏️ Змінити]", "Змінити №1"), ("[➖ 1 × Лате]", "[Зберегти: 145 ₴]")])
    visitor, path = cafe.in_mini_app(guest), f"/api/orders/{placed['order_id']}"
    edit = (await visitor.get(f"{path}/details")).json["edit"]
    lines = [{"id": line["id"], "quantity": 2} for line in edit["lines"] if line["name"] == "Лате"]
    assert (await visitor.post(f"{path}/edits", {"seen": edit["seen"], "lines": lines})).status == 200
    await converse(staff, [("[Зберегти: 145 ₴]", "(Замовлення щойно змінилося. Перегляньте його ще раз.)")])
    [order] = await visitor.sees_orders()
    assert order["total"] == 315
