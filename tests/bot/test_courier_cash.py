"""Couriers' cash: collected at the door, counted by somebody who does not see the sum, decided by the owner."""

import asyncio
from typing import Any

import pytest

from cafe.core.delivery.cash.model import CashError, CashProblem, Decision, HandIn
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.ordering.orders.model import OrderStatus
from tests.bot.conversation import ChatCafe, converse
from tests.bot.test_couriers import courier, member, move, place, to_kitchen
from tests.fakes.telegram.people import Seat


async def bring(cafe: ChatCafe, guest: Seat, payment: CounterPayment = CounterPayment.CASH) -> int:
    """Bring one order of 350 ₴ to its guest."""
    placed = await place(cafe, guest)
    await to_kitchen(cafe, placed["order_id"], is_ready=True)
    couriers, mykola = cafe.cafe.app.services.couriers, await member(cafe)
    for act in (couriers.take, couriers.leave, couriers.arrive):
        await act(placed["order_id"], mykola)
    await couriers.hand_over(placed["order_id"], mykola, payment)
    return int(placed["order_id"])


async def in_hand(cafe: ChatCafe) -> int:
    return await cafe.cafe.app.services.courier_cash.get_in_hand((await member(cafe)).id)


async def hand_in(cafe: ChatCafe, counted: int, **changes: Any) -> HandIn:
    given = {"counted_by": "Марія", "receiver": None, **changes}
    return await cafe.cafe.app.services.courier_cash.hand_in((await member(cafe)).id, counted, **given)


async def moves(cafe: ChatCafe) -> list[tuple[str, int]]:
    rows = await cafe.cafe.rows("SELECT kind, amount FROM courier_cash ORDER BY id")
    return [(row["kind"], row["amount"]) for row in rows]


async def test_what_is_collected_is_counted_in_the_chat(cafe: ChatCafe) -> None:
    olha, mykola, taras = cafe.customer(), await courier(cafe), cafe.staff()
    await bring(cafe, olha)
    await bring(cafe, olha, CounterPayment.TERMINAL)
    assert await moves(cafe) == [("collected", 350)]
    await converse(mykola, [("/deliveries", "Готівки з вами: 350 ₴")])
    await converse(taras, [("/cash", "Від кого приймаєте готівку?", "[Микола Бондар]")])
    await converse(taras, [("[Микола Бондар]", "Порахуйте все, що здає Микола Бондар")])
    assert "350" not in taras.last.text
    await converse(taras, [("триста", "Напишіть суму цілим числом"), ("350", "")])
    await taras.sees("Микола Бондар здає 350 ₴, порахував(ла) Тарас", "Усе збігається")
    await mykola.sees("Прийнято від вас 350 ₴", "Усе збігається")
    assert await in_hand(cafe) == 0
    assert await moves(cafe) == [("collected", 350), ("handed_in", -350)]


async def test_a_difference_stands_until_it_is_decided(cafe: ChatCafe) -> None:
    """It is set aside, so that the next hand-in is expected to be what was collected since."""
    olha, mykola, taras = cafe.customer(), await courier(cafe), cafe.staff()
    cash = cafe.cafe.app.services.courier_cash
    await bring(cafe, olha)
    short = await hand_in(cafe, 300)
    assert (short.expected, short.difference, short.is_open) == (350, -50, True)
    told = await taras.sees("здає 300 ₴", "вирішить власник")
    assert "350" not in told.text
    await mykola.sees("мало бути на 50 ₴ більше")
    await bring(cafe, olha)
    assert (await hand_in(cafe, 350)).difference == 0
    await cash.decide(short.id, Decision.OWED, "Забув у машині", "Олена")
    await mykola.sees("Про різницю в 50 ₴ вирішено", "лишається за вами", "Забув у машині")
    assert await in_hand(cafe) == 50
    with pytest.raises(CashError) as again:
        await cash.decide(short.id, Decision.WRITTEN_OFF, "", "Олена")
    assert again.value.problem is CashProblem.DECIDED
    over = await hand_in(cafe, 60)
    assert (over.expected, over.difference) == (50, 10)
    await cash.decide(over.id, Decision.WRITTEN_OFF, "Чайові", "Олена")
    await mykola.sees("Про різницю в 10 ₴ вирішено", "списано")
    assert await in_hand(cafe) == 0
    assert await moves(cafe) == [
        *(("collected", 350), ("handed_in", -300), ("difference", -50), ("collected", 350), ("handed_in", -350)),
        *(("corrected", 50), ("handed_in", -60), ("difference", 10)),
    ]


async def test_a_step_back_takes_the_cash_out_of_the_hand(cafe: ChatCafe) -> None:
    olha, _ = cafe.customer(), await courier(cafe)
    order_id = await bring(cafe, olha)
    assert await in_hand(cafe) == 350
    await cafe.cafe.app.services.staff_orders.step_back(order_id, OrderStatus.COMPLETED, "Тарас")
    assert await in_hand(cafe) == 0
    await cafe.cafe.app.services.couriers.hand_over(order_id, await member(cafe), CounterPayment.TERMINAL)
    assert await moves(cafe) == [("collected", 350), ("collected", -350)]


async def test_the_cash_of_a_card_order_stays_with_who_took_it(cafe: ChatCafe) -> None:
    """It was to be paid online: the payment stays when the step is taken back, as the guest has paid."""
    olha, _ = cafe.customer(), await courier(cafe)
    placed = await place(cafe, olha)
    await cafe.cafe.execute("UPDATE orders SET payment_method = 'card', payment_status = 'unpaid'")
    await to_kitchen(cafe, placed["order_id"], is_ready=True)
    couriers, mykola = cafe.cafe.app.services.couriers, await member(cafe)
    await couriers.take(placed["order_id"], mykola)
    await couriers.leave(placed["order_id"], mykola)
    await couriers.hand_over(placed["order_id"], mykola, CounterPayment.CASH)
    assert await in_hand(cafe) == 350
    await cafe.cafe.app.services.staff_orders.step_back(placed["order_id"], OrderStatus.COMPLETED, "Тарас")
    await couriers.hand_over(placed["order_id"], mykola, None)
    assert await in_hand(cafe) == 350


async def test_what_was_paid_at_the_counter_is_in_nobodys_pocket(cafe: ChatCafe) -> None:
    """It was completed by mistake before a courier had it, and called back."""
    olha, _ = cafe.customer(), await courier(cafe)
    placed = await place(cafe, olha)
    order_id = int(placed["order_id"])
    await cafe.cafe.execute("UPDATE orders SET payment_method = 'card', payment_status = 'unpaid'")
    await to_kitchen(cafe, order_id, is_ready=True)
    await move(cafe, order_id, "courier")
    await cafe.cafe.app.services.counter.complete(order_id, OrderStatus.COURIER, CounterPayment.CASH, "Тарас")
    await cafe.cafe.app.services.staff_orders.step_back(order_id, OrderStatus.COMPLETED, "Тарас")
    cafe.cafe.clock.advance(minutes=1)
    mykola = await member(cafe)
    await cafe.cafe.app.services.couriers.assign(order_id, mykola.id, "Тарас")
    await cafe.cafe.app.services.couriers.hand_over(order_id, mykola, None)
    assert await moves(cafe) == []


async def test_nobody_counts_their_own_and_of_two_counts_one_finds_nothing(cafe: ChatCafe) -> None:
    olha, mykola = cafe.customer(), await courier(cafe)
    await bring(cafe, olha)
    with pytest.raises(CashError) as own:
        await hand_in(cafe, 350, receiver=(await member(cafe)).id)
    assert own.value.problem is CashProblem.OWN
    counts = await asyncio.gather(*(hand_in(cafe, 350) for _ in range(2)))
    assert sorted(each.expected for each in counts) == [0, 350]
    assert await in_hand(cafe) == 0
    await converse(mykola, [("/shift", "Зміну завершено")])
    with pytest.raises(CashError) as unknown:
        await hand_in(cafe, 10)
    assert unknown.value.problem is CashProblem.UNKNOWN


async def test_who_ends_the_shift_is_told_what_to_hand_in(cafe: ChatCafe) -> None:
    olha, mykola = cafe.customer(), await courier(cafe)
    cash = cafe.cafe.app.services.courier_cash
    await cash.correct((await member(cafe)).id, 200, "Розмін", "Олена")
    await bring(cafe, olha)
    await converse(mykola, [("/shift", "Зміну завершено", "Здайте в кафе готівку: 550 ₴")])
    [pocket] = await cash.list_pockets()
    assert (pocket.name, pocket.is_on_shift, pocket.in_hand) == ("Микола Бондар", False, 550)


async def test_an_answer_that_comes_again_is_booked_once(cafe: ChatCafe) -> None:
    """Telegram brings an update again when the program ended before it said that it had it."""
    olha, _ = cafe.customer(), await courier(cafe)
    await bring(cafe, olha)
    await hand_in(cafe, 350, question="question:1")
    with pytest.raises(CashError) as again:
        await hand_in(cafe, 350, question="question:1")
    assert again.value.problem is CashProblem.COUNTED
    assert await moves(cafe) == [("collected", 350), ("handed_in", -350)]
    assert (await hand_in(cafe, 0, question="question:2")).difference == 0


async def test_of_two_who_answer_one_question_one_has_counted(cafe: ChatCafe) -> None:
    olha, _, taras = cafe.customer(), await courier(cafe), cafe.staff()
    await bring(cafe, olha)
    await converse(taras, [("/cash", "Від кого"), ("[Микола Бондар]", "Порахуйте все")])
    question = taras.last
    await converse(taras, [("350", "здає 350 ₴")])
    cafe.telegram.world.say(taras.chat, taras.user, text="350", reply_to=question.message_id)
    await taras.sees("Це вже пораховано")
    assert await moves(cafe) == [("collected", 350), ("handed_in", -350)]


async def test_without_couriers_there_is_nothing_to_take_in(cafe: ChatCafe) -> None:
    await converse(cafe.staff(), [("/cash", "Ніхто з кур’єрів не на зміні")])


async def test_an_old_button_of_who_has_nothing_any_more(cafe: ChatCafe) -> None:
    mykola, taras = await courier(cafe), cafe.staff()
    await converse(taras, [("/cash", "Від кого", "[Микола Бондар]")])
    await converse(mykola, [("/shift", "Зміну завершено")])
    await converse(taras, [("[Микола Бондар]", "(вже не діє")])


async def test_the_day_names_couriers_and_what_they_handed_in(cafe: ChatCafe) -> None:
    """What they collected is not for the chat in which it is counted."""
    olha, _ = cafe.customer(), await courier(cafe)
    await bring(cafe, olha)
    await bring(cafe, olha)
    await hand_in(cafe, 600)
    taras = cafe.staff()
    await converse(taras, [("/today", "Кур’єри", "🛵 Микола Бондар: 2, здано 600 ₴")])
