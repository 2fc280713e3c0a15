"""Couriers in their own chats: shifts, offers, each step of a delivery, and what happens when several act at once."""

import asyncio
from typing import Any

import pytest

from cafe.core.delivery.couriers.model import CourierError, CourierProblem
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.ordering.orders.model import OrderStatus
from tests.bot.conversation import ChatCafe, converse, eventually
from tests.fakes.telegram.people import Seat

MYKOLA, IVAN = 801, 802


async def courier(cafe: ChatCafe, telegram_id: int = MYKOLA, name: str = "Микола Бондар") -> Seat:
    """Somebody of the staff who has started the bot and is on shift."""
    await cafe.cafe.app.services.staff.add({"name": name, "role": "staff", "telegram_id": telegram_id})
    seat = cafe.customer(telegram_id, name.split(maxsplit=1)[0])
    await converse(seat, [("/start", "Меню"), ("/shift", "Ви на зміні", "[🔴 Завершити зміну]")])
    return seat


async def place(cafe: ChatCafe, guest: Seat, **changes: Any) -> Any:
    visitor = cafe.in_mini_app(guest)
    where = {"address_street": "Хрещатик", "address_house": "5", "address_apartment": "12", **changes}
    return await visitor.places("borscht", "borscht", kind="delivery", cash_change_for=500, **where)


async def to_kitchen(cafe: ChatCafe, order_id: int, *, is_ready: bool = False) -> None:
    await move(cafe, order_id, "confirmed", "cooking", *(["ready"] if is_ready else []))


async def move(cafe: ChatCafe, order_id: int, *statuses: str) -> None:
    """Let somebody of the staff lead an order on."""
    staff = cafe.cafe.app.services.staff_orders
    for status in statuses:
        order = (await staff.get(order_id)).order
        await staff.advance(order_id, order.status, OrderStatus(status), "Тарас")


async def order_of(cafe: ChatCafe, guest: Seat) -> Any:
    return (await cafe.in_mini_app(guest).sees_orders())[0]


async def test_a_delivery_in_four_taps(cafe: ChatCafe) -> None:
    olha, mykola, taras = cafe.customer(), await courier(cafe), cafe.staff()
    await converse(olha, [("/start", "Меню")])
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"])
    offer = await mykola.sees("№1", "готується", "Хрещатик, 5", "Взяти: 350 ₴, решта 150 ₴ з 500 ₴", "[🛵 Беру]")
    assert "0501112233" not in offer.text
    await converse(mykola, [("[🛵 Беру]", "(№1 ваше)")])
    await mykola.sees("№1", "ваше", "кв. 12", "2 × Борщ", "[🎒 Забрав, їду]", "[↩️ Віддати]")
    await taras.sees("🛵 Кур’єр: Микола Бондар (візьме)")
    assert (await order_of(cafe, olha))["courier"] == {"name": "Микола"}
    assert "delivery_state" not in await order_of(cafe, olha)
    await converse(mykola, [("[🎒 Забрав, їду]", "(№1: гість знає, що ви в дорозі)")])
    await mykola.sees("у дорозі", "[🚪 Під дверима]", "[✅ Передав · 350 ₴ готівкою]")
    order = await order_of(cafe, olha)
    assert (order["status"], order["delivery_state"]) == ("courier", "on_way")
    await converse(mykola, [("[🚪 Під дверима]", "(№1: гість знає")])
    await olha.sees("Микола із замовленням №1 уже під вашими дверима")
    assert (await order_of(cafe, olha))["delivery_state"] == "at_door"
    await mykola.sees("під дверима", "[✅ Передав · 350 ₴ готівкою]", "[💳 350 ₴ карткою]")
    await converse(mykola, [("[✅ Передав · 350 ₴ готівкою]", "(№1 передано)")])
    await mykola.sees("✅ №1: передано")
    order = await order_of(cafe, olha)
    assert (order["status"], order["courier"], "delivery_state" in order) == ("completed", {"name": "Микола"}, False)
    assert await cafe.cafe.rows("SELECT kind, taken_by FROM payments") == [
        {"kind": "cash", "taken_by": "Микола Бондар"}
    ]
    assert len([each for each in mykola.inbox if "№1" in each.text]) == 1  # one message, from the offer to the end


async def test_without_couriers_everything_is_as_it_was(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await converse(olha, [("/start", "Меню")])
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"], is_ready=True)
    card = await taras.sees("№1", "Готове")
    assert "Кур’єр…" not in str(card.inline)
    order = await order_of(cafe, olha)
    assert "courier" not in order
    assert "delivery_state" not in order


async def test_of_two_who_take_one_order_one_has_it(cafe: ChatCafe) -> None:
    olha, mykola, ivan = cafe.customer(), await courier(cafe), await courier(cafe, IVAN, "Іван")
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"])
    for each in (mykola, ivan):
        await each.sees("№1", "[🛵 Беру]")
    await asyncio.gather(mykola.press("Беру"), ivan.press("Беру"))
    taken = "SELECT s.name FROM deliveries d JOIN staff s ON s.id = d.staff_id"

    async def is_taken() -> bool:
        return bool(await cafe.cafe.rows(taken))

    await eventually(is_taken)
    [winner] = [row["name"] for row in await cafe.cafe.rows(taken)]
    first, second = (mykola, ivan) if winner.startswith("Микола") else (ivan, mykola)
    await second.sees_toast(f"Це замовлення вже везе {winner}")
    await second.sees(f"🛵 №1: везе {winner}")
    await first.sees("№1", "[🎒 Забрав, їду]")


async def test_what_is_given_back_is_offered_to_the_others(cafe: ChatCafe) -> None:
    olha, mykola, ivan = cafe.customer(), await courier(cafe), await courier(cafe, IVAN, "Іван")
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"])
    await mykola.sees("[🛵 Беру]")
    await converse(mykola, [("[🛵 Беру]", "(№1 ваше)")])
    await ivan.sees("№1: везе Микола")
    await mykola.sees("[↩️ Віддати]")
    await converse(mykola, [("[↩️ Віддати]", "(№1 знову вільне)")])
    await ivan.sees("№1", "[🛵 Беру]")
    await mykola.sees("№1", "[🛵 Беру]")
    await converse(ivan, [("[🛵 Беру]", "(№1 ваше)")])
    assert (await order_of(cafe, olha))["courier"] == {"name": "Іван"}


async def test_off_shift_with_orders(cafe: ChatCafe) -> None:
    """What is not taken out is free again; what is, is still theirs to bring."""
    olha, mykola, taras = cafe.customer(), await courier(cafe), cafe.staff()
    first, second = await place(cafe, olha), await place(cafe, olha)
    for placed in (first, second):
        await to_kitchen(cafe, placed["order_id"], is_ready=True)
        await cafe.cafe.app.services.couriers.take(placed["order_id"], await member(cafe))
    await cafe.cafe.app.services.couriers.leave(first["order_id"], await member(cafe))
    await converse(mykola, [("/shift", "Зміну завершено", "Ще довезіть: №1")])
    await taras.sees("Микола Бондар завершує зміну", "Знову вільні: №2", "Ще з ним: №1")
    states = await cafe.cafe.rows("SELECT id, courier_name, delivery_state FROM orders ORDER BY id")
    assert [(row["courier_name"], row["delivery_state"]) for row in states] == [
        ("Микола Бондар", "on_way"),
        (None, None),
    ]
    await mykola.sees("№1", "[🚪 Під дверима]")
    await cafe.cafe.app.services.couriers.hand_over(first["order_id"], await member(cafe), CounterPayment.CASH)
    assert (await cafe.in_mini_app(olha).sees_orders())[1]["status"] == "completed"


async def member(cafe: ChatCafe, telegram_id: int = MYKOLA) -> Any:
    found = await cafe.cafe.app.services.staff.find_by_telegram(telegram_id)
    assert found
    return found


async def test_the_staff_give_an_order_to_somebody_and_take_it_away(cafe: ChatCafe) -> None:
    olha, mykola, ivan = cafe.customer(), await courier(cafe), await courier(cafe, IVAN, "Іван")
    taras = cafe.staff()
    placed = await place(cafe, olha)
    await taras.sees("№1")
    await to_kitchen(cafe, placed["order_id"])
    await mykola.sees("[🛵 Беру]")
    await taras.sees("№1", "[🛵 Кур’єр…]")
    await converse(
        taras,
        [
            ("[🛵 Кур’єр…]", "Хто повезе?", "[Микола Бондар]", "[Іван]"),
            ("[Іван]", "(№1: везе Іван)"),
        ],
    )
    await ivan.sees("№1", "ваше", "[🎒 Забрав, їду]")
    await mykola.sees("№1: везе Іван")
    await converse(
        taras, [("[🛵 Кур’єр…]", "Хто повезе?", "[Іван (1)]", "[Нікому]"), ("[Нікому]", "(№1: без кур’єра)")]
    )
    await mykola.sees("№1", "[🛵 Беру]")
    history = await cafe.cafe.rows("SELECT actor, detail FROM order_events WHERE kind = 'delivery' ORDER BY id")
    assert [(row["actor"], row["detail"]) for row in history] == [
        ("Тарас", "assigned:Іван"),
        ("Тарас", "given_back:Іван"),
    ]


async def test_nobody_opens_and_it_is_brought_back(cafe: ChatCafe) -> None:
    olha, mykola, taras = cafe.customer(), await courier(cafe), cafe.staff()
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"], is_ready=True)
    await mykola.sees("[🛵 Беру]")
    await converse(mykola, [("[🛵 Беру]", "(№1 ваше)")])
    await mykola.sees("[🎒 Забрав, їду]")
    await converse(mykola, [("[🎒 Забрав, їду]", "(№1: гість знає")])
    await mykola.sees("[🚫 Ніхто не відчиняє]")
    await converse(mykola, [("[🚫 Ніхто не відчиняє]", "(№1: кафе телефонує гостю)")])
    await taras.sees("№1", "ніхто не відчиняє", "Зателефонуйте гостю")
    await mykola.sees("двері не відчиняють", "[🏠 Везу назад]")
    await converse(mykola, [("[🏠 Везу назад]", "(№1: кафе знає)")])
    await taras.sees("Микола Бондар везе замовлення назад")
    order = await order_of(cafe, olha)
    assert (order["status"], "courier" in order) == ("courier", False)


async def test_an_order_that_is_cancelled_on_the_way_reaches_its_courier(cafe: ChatCafe) -> None:
    olha, mykola = cafe.customer(), await courier(cafe)
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"], is_ready=True)
    await mykola.sees("[🛵 Беру]")
    await converse(mykola, [("[🛵 Беру]", "(№1 ваше)")])
    await mykola.sees("[🎒 Забрав, їду]")
    await converse(mykola, [("[🎒 Забрав, їду]", "(№1: гість знає")])
    staff = cafe.cafe.app.services.staff_orders
    order = (await staff.get(placed["order_id"])).order
    rang = cafe.telegram.rang.count(MYKOLA)
    await staff.cancel(order.id, order.status, "Гість передумав", "Тарас")
    await mykola.sees("❌ №1: скасовано", "поверніть його в кафе")

    async def has_rung() -> bool:
        return cafe.telegram.rang.count(MYKOLA) == rang + 1

    await eventually(has_rung)
    rows = await cafe.cafe.rows("SELECT outcome FROM deliveries")
    assert rows == [{"outcome": "cancelled"}]
    assert "courier" not in await order_of(cafe, olha)


async def test_a_step_taken_back_brings_the_delivery_back(cafe: ChatCafe) -> None:
    olha, mykola = cafe.customer(), await courier(cafe)
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"], is_ready=True)
    couriers, staff = cafe.cafe.app.services.couriers, cafe.cafe.app.services.staff_orders
    for act in (couriers.take, couriers.leave, couriers.arrive):
        await act(placed["order_id"], await member(cafe))
    order = await couriers.hand_over(placed["order_id"], await member(cafe), CounterPayment.CASH)
    await staff.step_back(order.id, order.status, "Тарас")
    await mykola.sees("№1", "під дверима", "[✅ Передав · 350 ₴ готівкою]")
    assert await cafe.cafe.value("SELECT COUNT(*) FROM payments") == 0
    assert await cafe.cafe.rows("SELECT state, outcome FROM deliveries") == [{"state": "at_door", "outcome": None}]


async def test_an_order_called_back_before_it_left_is_to_be_taken_again(cafe: ChatCafe) -> None:
    olha, mykola = cafe.customer(), await courier(cafe)
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"], is_ready=True)
    couriers, staff = cafe.cafe.app.services.couriers, cafe.cafe.app.services.staff_orders
    await couriers.take(placed["order_id"], await member(cafe))
    order = await couriers.leave(placed["order_id"], await member(cafe))
    await mykola.sees("у дорозі")
    await staff.step_back(order.id, order.status, "Тарас")
    await mykola.sees("№1", "ваше", "[🎒 Забрав, їду]")


async def test_the_staff_may_move_it_themselves(cafe: ChatCafe) -> None:
    """As one tap on the card always did; the courier's message follows."""
    olha, mykola = cafe.customer(), await courier(cafe)
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"], is_ready=True)
    await cafe.cafe.app.services.couriers.take(placed["order_id"], await member(cafe))
    await move(cafe, placed["order_id"], "courier")
    await mykola.sees("№1", "у дорозі")
    await move(cafe, placed["order_id"], "completed")
    await mykola.sees("✅ №1: передано")
    assert await cafe.cafe.rows("SELECT outcome FROM deliveries") == [{"outcome": "handed_over"}]


async def test_a_press_that_is_late_or_by_another_changes_nothing(cafe: ChatCafe) -> None:
    olha, mykola, ivan = cafe.customer(), await courier(cafe), await courier(cafe, IVAN, "Іван")
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"], is_ready=True)
    message = await ivan.sees("[🛵 Беру]")
    await cafe.cafe.app.services.couriers.take(placed["order_id"], await member(cafe))
    order_id = placed["order_id"]
    await ivan.press_data(f"courier:go:{order_id}", on=message)
    await ivan.sees_toast("везе Микола Бондар")
    await ivan.press_data(f"courier:done:{order_id}", on=message)
    await ivan.sees_toast("везе Микола Бондар")
    stranger = cafe.customer(777, "Чужий")
    await converse(stranger, [("/start", "Меню")])
    await stranger.press_data(f"courier:take:{order_id}", on=stranger.last)
    await stranger.sees_toast("вже не діє")
    await converse(mykola, [("/shift", "Зміну завершено"), ("/deliveries", "Ви не на зміні")])
    await mykola.press_data(f"courier:take:{order_id}", on=mykola.last)
    await mykola.sees_toast("Ви не на зміні")
    assert "courier" not in await order_of(cafe, olha)


async def test_a_courier_who_comes_on_shift_sees_what_is_free(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"])
    await cafe.cafe.app.services.staff.add({"name": "Микола", "role": "staff", "telegram_id": MYKOLA})
    mykola = cafe.customer(MYKOLA, "Микола")
    await converse(mykola, [("/start", "Меню"), ("/shift", "Ви на зміні", "Вільні:", "№1: Київ, Хрещатик, 5")])
    await mykola.sees("№1", "[🛵 Беру]")


async def test_the_courier_speaks_english_where_they_chose_so(cafe: ChatCafe) -> None:
    await cafe.cafe.app.services.staff.add({"name": "Nick", "role": "staff", "telegram_id": MYKOLA})
    nick, olha = cafe.customer(MYKOLA, "Nick", language="en"), cafe.customer()
    await converse(nick, [("/start", "Menu"), ("/shift", "You are on shift")])
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"])
    await nick.sees("№1", "being made", "To collect: 350 ₴, 150 ₴ change from 500 ₴", "[🛵 I’ll take it]")


async def test_a_card_that_is_paid_asks_for_nothing(cafe: ChatCafe) -> None:
    olha, mykola = cafe.customer(), await courier(cafe)
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"], is_ready=True)
    await mykola.sees("Взяти: 350 ₴")
    await cafe.cafe.execute("UPDATE orders SET payment_method = 'card', payment_status = 'paid'")
    await cafe.cafe.app.services.couriers.take(placed["order_id"], await member(cafe))
    await mykola.sees("💳 Оплачено", "[🎒 Забрав, їду]")
    await cafe.cafe.app.services.couriers.leave(placed["order_id"], await member(cafe))
    await mykola.sees("у дорозі", "[✅ Передав]")
    await converse(mykola, [("[✅ Передав]", "(№1 передано)")])
    await eventually(lambda: "передано" in mykola.last.text)


async def test_who_stops_the_bot_is_off_shift_and_the_staff_know(cafe: ChatCafe) -> None:
    olha, mykola, taras = cafe.customer(), await courier(cafe), cafe.staff()
    placed = await place(cafe, olha)
    await to_kitchen(cafe, placed["order_id"])
    await mykola.sees("[🛵 Беру]")
    await converse(mykola, [("[🛵 Беру]", "(№1 ваше)")])
    await mykola.block()
    await move(cafe, placed["order_id"], "ready")
    await taras.sees("Бот не може писати: Микола Бондар", "Мав замовлення: №1")
    assert await cafe.cafe.app.services.couriers.list_on_shift() == []
    await mykola.unblock()
    ivan = await courier(cafe, IVAN, "Іван")
    order = await cafe.cafe.app.services.couriers.assign(placed["order_id"], (await member(cafe, IVAN)).id, "Тарас")
    assert order.courier is not None
    await ivan.sees("№1", "[🎒 Забрав, їду]")


async def test_what_is_to_collect_by_now_is_not_handed_over_as_paid(cafe: ChatCafe) -> None:
    olha, _ = cafe.customer(), await courier(cafe)
    placed, couriers = await place(cafe, olha), cafe.cafe.app.services.couriers
    await to_kitchen(cafe, placed["order_id"], is_ready=True)
    mykola = await member(cafe)
    await couriers.take(placed["order_id"], mykola)
    await couriers.leave(placed["order_id"], mykola)
    with pytest.raises(CourierError) as refused:
        await couriers.hand_over(placed["order_id"], mykola, None)
    assert refused.value.problem is CourierProblem.OUTDATED
    assert (await order_of(cafe, olha))["status"] == "courier"
    assert await cafe.cafe.rows("SELECT id FROM payments") == []


async def test_the_commands_of_a_courier_come_first(cafe: ChatCafe) -> None:
    await courier(cafe)
    asked = [call.params for call in cafe.telegram.calls_of("setMyCommands") if str(MYKOLA) in str(call.params)]
    assert '"deliveries"' in str(asked).replace("'", '"')
