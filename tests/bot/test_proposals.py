"""Several dishes in one message: what was understood is shown, and one button puts it into the cart."""

from tests.bot.conversation import ChatCafe, converse
from tests.bot.options_chat import data_of, lines, offer_options, stop_option


async def test_several_dishes_are_taken_with_one_button(cafe: ChatCafe) -> None:
    await offer_options(cafe)
    guest = cafe.customer()
    await converse(
        guest,
        [
            (
                "велике лате на вівсяному, два еспресо і борщ без сметани",
                "Зрозумів так",
                "Лате (400 мл, вівсяне) — 1 × 120 = 120 ₴",
                "Еспресо — 2 × 50 = 100 ₴",
                "Борщ (без: сметана) — 1 × 145 = 145 ₴",
                "Разом: 365 ₴",
                "[➕ У кошик · 365 ₴]",
                "[✏️ У кошик і змінити]",
            ),
        ],
    )
    assert await lines(cafe) == []
    await converse(
        guest,
        [("[➕ У кошик · 365 ₴]", "(У кошику: 4 на 365 ₴)", "Додано", "4 шт. на 365 ₴", "[✅ Оформити замовлення]")],
    )
    assert await lines(cafe) == [("Лате (400 мл, вівсяне)", 1, ""), ("Еспресо", 2, ""), ("Борщ (без: сметана)", 1, "")]


async def test_a_proposal_is_taken_once(cafe: ChatCafe) -> None:
    guest = cafe.customer()
    await converse(guest, [("2 еспресо без цукру", "2 × 50", "Не врахував: «без цукру»", "[➕ У кошик · 100 ₴]")])
    taking = data_of(guest.last, "У кошик · ")
    await guest.press("У кошик · ")
    await guest.sees("Додано")
    await guest.press_data(taking, on=guest.last)
    await guest.sees_toast("вже не діє")
    assert await lines(cafe) == [("Еспресо", 2, "")]


async def test_to_change_it_the_cart_opens(cafe: ChatCafe) -> None:
    await converse(
        cafe.customer(),
        [
            ("еспресо і борщ", "Зрозумів так", "[✏️ У кошик і змінити]"),
            ("[✏️ У кошик і змінити]", "Ваш кошик", "Еспресо", "Борщ", "Разом: 195 ₴"),
        ],
    )
    assert await lines(cafe) == [("Еспресо", 1, ""), ("Борщ", 1, "")]


async def test_what_is_unsure_or_gone_is_said(cafe: ChatCafe) -> None:
    await cafe.cafe.execute("UPDATE products SET stopped_until = 9999999999 WHERE slug = 'cake'")
    await cafe.cafe.load("")  # what the database holds is read again
    await converse(
        cafe.customer(),
        [("два борщі, торт", "Борщ — 2 × 145", "Зараз немає: Київський торт", "[➕ У кошик · 290 ₴]")],
    )


async def test_all_of_it_is_taken_or_nothing(cafe: ChatCafe) -> None:
    await offer_options(cafe)
    guest = cafe.customer()
    await converse(guest, [("еспресо і вівсяне лате", "Разом: 155 ₴")])
    await stop_option(cafe, "oat")
    await converse(guest, [("[➕ У кошик · 155 ₴]", "(Вівсяне)")])
    assert await lines(cafe) == []
