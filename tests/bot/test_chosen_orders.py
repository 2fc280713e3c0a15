"""Carts, orders and repeats of dishes that were chosen in parts, in the chat."""

import json

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse
from tests.bot.options_chat import adds, lines, offer_options, stop_option


@pytest.fixture
async def cafe(cafe: ChatCafe) -> ChatCafe:
    await offer_options(cafe)
    return cafe


CHANGE: Turn = ("[✏️ Змінити кошик]", "[➖] [➕] [🗑]")

# The cart.


async def test_lines_of_one_dish_are_changed_one_by_one(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await adds(cafe, "large oat")
    await adds(cafe, "small cow")
    await adds(cafe, "small oat shot", note="тепле")
    await converse(
        olha,
        [
            ("/cart", "Разом: 335 ₴", "[✅ Оформити замовлення]\n[✏️ Змінити кошик] [📖 Меню]"),
            (
                "[✏️ Змінити кошик]",
                "Лате (400 мл, вівсяне) — 1 × 120 = 120 ₴",
                "Лате — 1 × 85 = 85 ₴",
                "Лате (300 мл, вівсяне, шот еспресо) — 1 × 130 = 130 ₴\n   💬 тепле",
                "[✏️ 1 × Лате (400 мл, вівсяне)]\n[➖] [➕] [🗑]",
                "[✏️ 1 × Лате]\n[➖] [➕] [🗑]",
            ),
        ],
    )
    cart = olha.last
    names = [row[0]["text"] for row in cart.inline]
    first, second = cart.inline[1], cart.inline[names.index("✏️ 1 × Лате") + 1]
    for _ in range(2):
        await olha.press_data(second[1]["callback_data"], on=cart)
    await olha.sees("Лате — 3 × 85 = 255 ₴", "[✏️ 3 × Лате]")
    await olha.press_data(second[0]["callback_data"], on=cart)
    await olha.sees("Лате — 2 × 85 = 170 ₴")
    await olha.press_data(first[2]["callback_data"], on=cart)
    await olha.sees("Разом: 300 ₴ (3 шт.)")
    assert await lines(cafe) == [("Лате", 2, ""), ("Лате (300 мл, вівсяне, шот еспресо)", 1, "тепле")]


async def test_a_tap_changes_the_choice_of_a_line(cafe: ChatCafe) -> None:
    await adds(cafe, "large oat", quantity=2, note="тепле")
    await converse(
        cafe.customer(),
        [
            ("/cart", "Лате (400 мл, вівсяне) — 2 × 120"),
            CHANGE,
            ("[✏️ 2 × Лате", "[🔘 400 мл +15]", "💬 тепле", "[✅ Зберегти · 240 ₴]\n[⬅️ Назад]"),
            ("[⬅️ Назад]", "Ваш кошик", "Лате (400 мл, вівсяне) — 2 × 120"),
            ("[✏️ 2 × Лате", "[✅ Зберегти · 240 ₴]"),
            ("[⚪️ Звичайне", "[✅ Зберегти · 200 ₴]"),
            ("[🗑 Без побажання]", "[💬 Побажання]"),
            ("[✅ Зберегти · 200 ₴]", "Ваш кошик", "Лате (400 мл, звичайне) — 2 × 100 = 200 ₴"),
        ],
    )
    assert await lines(cafe) == [("Лате (400 мл, звичайне)", 2, "")]


async def test_a_line_that_left_the_cart_cannot_be_changed(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await adds(cafe, "large oat")
    await converse(olha, [("/cart", "Лате (400 мл"), CHANGE, ("[✏️", "[✅ Зберегти · 120 ₴]")])
    await cafe.in_mini_app(olha).empties_cart()
    await converse(olha, [("[✅ Зберегти", "(Кошик змінився.)", "Кошик порожній")])


async def test_what_became_impossible_is_told_with_how_to_mend_it(cafe: ChatCafe) -> None:
    await adds(cafe, "large oat", quantity=2)
    await stop_option(cafe, "oat")
    await converse(
        cafe.customer(),
        [
            ("/cart", "Лате (400 мл, вівсяне) — 2 × 120", "⚠️ Зараз немає: Вівсяне. Змініть ✏️ або приберіть 🗑"),
            ("[✏️ 2 × Лате", "Молоко (оберіть одне): —", "[🚫 Вівсяне · немає]", "[❗️ Оберіть: Молоко · 200 ₴]"),
            ("[⚪️ Звичайне]", "[✅ Зберегти · 200 ₴]"),
            ("[✅ Зберегти", "Лате (400 мл, звичайне) — 2 × 100 = 200 ₴"),
        ],
    )
    assert await lines(cafe) == [("Лате (400 мл, звичайне)", 2, "")]


async def test_a_dish_whose_options_are_gone_is_mended_by_saving(cafe: ChatCafe) -> None:
    await adds(cafe, "large oat")
    await cafe.cafe.load('[[products]]\nslug = "latte"\noptions = []')
    await converse(
        cafe.customer(),
        [
            ("/cart", "⚠️ Зараз немає"),
            ("[✏️ 1 × Лате", "[✅ Зберегти · 85 ₴]"),
            ("[✅ Зберегти", "Лате — 1 × 85"),
        ],
    )
    assert await lines(cafe) == [("Лате", 1, "")]


@pytest.mark.parametrize(("old", "left"), [("add", [3]), ("less", [1]), ("drop", [])])
async def test_cart_buttons_of_earlier_versions_name_the_dish(cafe: ChatCafe, old: str, left: list[int]) -> None:
    olha = cafe.customer()
    await adds(cafe, "large oat", quantity=2)
    await converse(olha, [("/cart", "Лате")])
    data = f"cart:{old}:{cafe.cafe.products['latte']}:0"
    await olha.is_answered(await olha.press_data(data, on=olha.last))
    assert [quantity for _, quantity, _ in await lines(cafe)] == left


async def test_an_earlier_button_does_not_guess_between_lines(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await adds(cafe, "large oat")
    await adds(cafe, "small cow")
    await converse(olha, [("/cart", "Лате")])
    await olha.press_data(f"cart:add:{cafe.cafe.products['latte']}:0", on=olha.last)
    await olha.sees_toast("Кошик змінився")
    assert [quantity for _, quantity, _ in await lines(cafe)] == [1, 1]


async def test_the_longest_cart_fits_into_a_message(cafe: ChatCafe) -> None:
    for number in range(7):
        await adds(cafe, "large oat shot shot", note=f"{number}" * 200)
    await cafe.cafe.load(f'[[products]]\nslug = "latte"\nname = "{"Л" * 100}"')
    await stop_option(cafe, "oat")
    await converse(cafe.customer(), [("/cart", "[1/2]", "5" * 200), ("[▶️]", "[2/2]", "6" * 200)])


# Repeating.


async def test_repeating_says_what_could_not_be_repeated(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await adds(cafe, "large oat", note="тепле")
    await adds(cafe, "small cow shot", note="швидко")
    await cafe.in_mini_app(olha).orders_pickup()
    await stop_option(cafe, "oat")
    await converse(
        olha,
        [
            ("/orders", "[№1"),
            ("[№1", "1 × Лате (400 мл, вівсяне) — 120 ₴\n   💬 тепле"),
            (
                "[🔁 Повторити]",
                "(Зараз немає: Лате (400 мл, вівсяне))",
                "⚠️ Зараз немає: Лате (400 мл, вівсяне)",
                "Лате (300 мл, звичайне, шот еспресо) — 1 × 110 = 110 ₴\n   💬 швидко",
            ),
        ],
    )


# Ordering.


TO_THE_SUMMARY: list[Turn] = [
    ("/checkout", "отримати"),
    ("[🍽 У закладі]", "Як вас звати?"),
    ("[Оля]", "Ваш номер телефону?"),
    ("0501112233", "столика"),
    ("[Без номера]", "Як заплатите?"),
    ("[💵 Готівка]", "Перевірте замовлення"),
]


async def test_the_summary_shows_choices_and_notes(cafe: ChatCafe) -> None:
    await adds(cafe, "large oat", note="<тепле>")
    await adds(cafe, "small cow")
    await converse(
        cafe.customer(),
        [
            *TO_THE_SUMMARY[:-1],
            (
                "[💵 Готівка]",
                "1 × Лате (400 мл, вівсяне) — 120 ₴\n   💬 <тепле>\n1 × Лате — 85 ₴",
                "[✅ Підтвердити · 205 ₴]",
            ),
            ("[✅ Підтвердити", "№1 отримано!", "1 × Лате (400 мл, вівсяне) — 120 ₴\n   💬 <тепле>"),
        ],
    )


async def test_another_choice_at_the_same_price_is_shown_before_it_is_ordered(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await cafe.cafe.load('[[option_groups]]\nslug = "milk"\n[[option_groups.options]]\nslug = "oat"\nprice_delta = 0')
    await adds(cafe, "small oat")
    await converse(olha, TO_THE_SUMMARY)
    [line] = (await cafe.in_mini_app(olha).cart()).json["items"]
    await cafe.in_mini_app(olha).patch(f"/api/cart/lines/{line['line_id']}", {"note": "без цукру"})
    await converse(
        olha,
        [
            (
                "[✅ Підтвердити · 85 ₴]",
                "щось змінилося",
                "Лате (300 мл, вівсяне) — 85 ₴\n   💬 без цукру",
            ),
            ("[✅ Підтвердити · 85 ₴]", "№1 отримано!"),
        ],
    )


async def test_a_price_that_changed_is_shown_before_it_is_charged(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await adds(cafe, "small oat")
    await converse(olha, TO_THE_SUMMARY)
    await cafe.cafe.load('[[option_groups]]\nslug = "milk"\n[[option_groups.options]]\nslug = "oat"\nprice_delta = 30')
    await converse(
        olha,
        [
            ("[✅ Підтвердити · 105 ₴]", "змінилося", "— 115 ₴", "[✅ Підтвердити · 115 ₴]"),
            ("[✅ Підтвердити · 115 ₴]", "№1 отримано!"),
        ],
    )


async def test_an_option_that_is_stopped_at_the_summary_leads_to_the_cart(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await adds(cafe, "small oat")
    await converse(olha, TO_THE_SUMMARY)
    await stop_option(cafe, "oat")
    await converse(
        olha,
        [
            (
                "[✅ Підтвердити · 105 ₴]",
                "Зараз не можемо приготувати так, як ви обрали. Немає: Лате (300 мл, вівсяне): Вівсяне.",
                "⚠️ Зараз немає: Вівсяне",
                "[✏️ Змінити в кошику]",
            ),
        ],
    )
    assert "Підтвердити" not in olha.last.picture
    await converse(
        olha,
        [
            ("[✏️ Змінити в кошику]", "Ваш кошик", "⚠️ Зараз немає: Вівсяне. Змініть ✏️"),
            ("[✏️ 1 × Лате", "[🚫 Вівсяне · немає]"),
            ("[⚪️ 400 мл", "400 мл"),
            ("[⚪️ Звичайне]", "[✅ Зберегти · 100 ₴]"),
            ("[✅ Зберегти", "Ваш кошик"),
            ("[✅ Оформити замовлення]", "Перевірте замовлення", "Ім’я: Оля", "[✅ Підтвердити · 100 ₴]"),
            ("[✅ Підтвердити", "№1 отримано!"),
        ],
    )


async def test_checkout_begins_with_what_has_to_be_mended(cafe: ChatCafe) -> None:
    await adds(cafe, "small oat")
    await stop_option(cafe, "oat")
    await converse(
        cafe.customer(),
        [("/checkout", "Немає: Лате (300 мл, вівсяне): Вівсяне.", "Ваш кошик", "[✏️ 1 × Лате (300 мл")],
    )


async def test_an_option_that_is_stopped_while_the_type_is_asked(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await adds(cafe, "small oat")
    await converse(olha, [("/checkout", "отримати")])
    await stop_option(cafe, "oat")
    await converse(olha, [("[🥡 Самовивіз]", "Немає: Лате (300 мл, вівсяне): Вівсяне.", "Ваш кошик")])


async def test_one_of_two_lines_of_a_dish_that_is_removed_elsewhere_is_not_called_gone(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await adds(cafe, "small oat")
    await adds(cafe, "large oat")
    await converse(olha, TO_THE_SUMMARY)
    line = (await cafe.in_mini_app(olha).cart()).json["items"][0]
    await cafe.in_mini_app(olha).delete(f"/api/cart/lines/{line['line_id']}")
    await converse(olha, [("[✅ Підтвердити · 225 ₴]", "щось змінилося", "1 × Лате (400 мл, вівсяне)", "120 ₴]")])


async def test_all_lines_of_a_stopped_dish_are_named(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await adds(cafe, "small oat")
    await adds(cafe, "large oat")
    await cafe.in_mini_app(olha).adds("cake")
    await converse(olha, TO_THE_SUMMARY)
    await cafe.cafe.app.services.stop_list.stop(cafe.cafe.products["latte"])
    await converse(
        olha,
        [("[✅ Підтвердити", "Зараз немає: Лате (300 мл, вівсяне), Лате (400 мл, вівсяне). Замовити решту?", "торт")],
    )


async def test_a_form_of_an_earlier_version_shows_its_summary_again(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await adds(cafe, "small oat")
    await converse(olha, TO_THE_SUMMARY)
    [row] = await cafe.cafe.rows("SELECT id, data FROM dialogs WHERE id LIKE '%501%'")
    data = json.loads(row["data"])
    del data["form"]["lines"]
    data["form"]["seen"] = {str(cafe.cafe.products["latte"]): "Лате"}
    await cafe.cafe.execute("UPDATE dialogs SET data = :data WHERE id = :id", data=json.dumps(data), id=row["id"])
    await converse(
        olha, [("[✅ Підтвердити", "Перевірте ще раз", "[✅ Підтвердити · 105"), ("[✅ Підтвердити", "отримано!")]
    )


async def test_a_long_order_is_summed_up_as_far_as_a_message_goes(cafe: ChatCafe) -> None:
    for number in range(10, 35):
        await adds(cafe, "large oat shot shot", note=f"{number}" * 100)
    await converse(
        cafe.customer(),
        [
            *TO_THE_SUMMARY[:-1],
            ("[💵 Готівка]", "10" * 100, "…та ще", "Разом: 4250 ₴"),
            ("[✅ Підтвердити · 4250 ₴]", "отримано!", "10" * 100, "…та ще"),
        ],
    )


# The kitchen.


async def test_the_card_tells_the_kitchen_what_was_chosen_and_said(cafe: ChatCafe) -> None:
    await adds(cafe, "large oat shot shot", quantity=2, note="не <дуже> гаряче & швидко")
    await adds(cafe, "small cow")
    await cafe.in_mini_app(cafe.customer()).orders_pickup()
    await cafe.staff().sees(
        "№1 · 🥡 Самовивіз · Нове",
        "2 × Лате (400 мл, вівсяне, шот еспресо ×2) — 340 ₴\n   💬 не <дуже> гаряче & швидко\n1 × Лате — 85 ₴",
    )


async def test_no_note_is_lost_on_a_card_without_room(cafe: ChatCafe) -> None:
    for number in range(10, 40):
        await adds(cafe, "large oat shot shot", note=f"{number}" * 100)
    taras, iryna = cafe.staff(), cafe.staff(702, "Ірина")
    await cafe.in_mini_app(cafe.customer()).orders_pickup()
    card = await taras.sees("№1", "10" * 100, "…та ще", "[📄 Усі позиції (30)]\n[⛔️ Немає…] [❌ Скасувати]")
    assert "39" * 100 not in card.text
    await taras.press("📄 Усі позиції (30)", on=card)
    await taras.sees("№1 · усі позиції:", "10" * 100)
    await taras.sees("39" * 100)
    text = "\n".join(message.text for message in taras.inbox if message is not card)
    assert all(f"{number}" * 100 in text for number in range(10, 40))
    assert iryna.inbox == [card], "only who pressed the button wants to read all that"
    await converse(taras, [("[✅ Прийняти]", "Прийнято", "[📄 Усі позиції (30)]")])


async def test_whoever_has_the_link_of_an_order_reads_no_notes(cafe: ChatCafe) -> None:
    await adds(cafe, "large oat", note="потаємне")
    placed = (await cafe.in_mini_app(cafe.customer()).orders_pickup()).json
    token = placed["track_url"].partition("=")[2]
    stranger = cafe.customer(502, "Петро")
    await converse(stranger, [(f"/start track_{token}", "1 × Лате (400 мл, вівсяне) — 120 ₴")])
    assert "потаємне" not in stranger.last.picture
