"""The outbox through the real client to a fake Telegram: whatever fails, each message arrives, and where it should."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from aiogram.exceptions import TelegramBadRequest
from aiogram.methods import SendMessage

from cafe.bot.chat.replies import Replies
from cafe.bot.chat.view import ChatView
from cafe.bot.telegram.messenger import outcome_of
from cafe.bot.telegram.pictures import Pictures
from cafe.bot.telegram.rate_limit import Limits
from cafe.core.kernel.clock import SYSTEM_CLOCK
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.kernel.locale import Locale
from cafe.core.messages.inbox.photos import PhotoService
from cafe.core.messages.notifications.card_messages import queue_card
from cafe.core.messages.outbox.port import Unreachable
from cafe.core.people.customers.model import Customer
from cafe.core.people.customers.store import add_customer
from cafe.core.upkeep.retention.service import Retention
from tests.bot.conversation import eventually
from tests.bot.sending import STAFF, SUPERGROUP, Sending
from tests.driver import two_rounds
from tests.fakes.telegram import Fault


async def test_one_chats_trouble_never_delays_another(sending: Sending) -> None:
    troubled, happy = await sending.customer(501), await sending.customer(502)
    sending.telegram.meet(Fault.SLOW, chat_id=501, seconds=30)
    async with sending.running():
        order_id = await sending.order()
        await sending.tell(501, "customer-payment-received", order_id)
        await sending.tell(502, "customer-payment-received", order_id)
        await happy.sees("отримано", seconds=10)
        assert not troubled.inbox


async def test_flood_control_is_obeyed_in_order(sending: Sending) -> None:
    olha = await sending.customer(501)
    sending.telegram.meet(Fault.FLOOD, method="sendMessage", seconds=2, times=1)
    order_id = await sending.order()
    async with sending.running():
        await sending.tell(501, "customer-payment-failed", order_id)
        await sending.tell(501, "customer-payment-received", order_id)
        await sending.until("sent", "sent")
    first, second = sending.telegram.calls_of("sendMessage")
    assert second.at - first.at >= 2
    [message] = olha.inbox
    assert "отримано" in message.text


@pytest.mark.parametrize("fault", [Fault.SERVER_ERROR, Fault.HTML, Fault.DROP, Fault.UNAUTHORIZED])
async def test_a_passing_fault_is_tried_again_within_five_seconds(sending: Sending, fault: Fault) -> None:
    olha = await sending.customer(501)
    sending.telegram.meet(fault, method="sendMessage", times=1)
    async with sending.running():
        await sending.tell(501, "customer-payment-received", await sending.order())
        await olha.sees("отримано", seconds=20)
        await sending.until("sent")
    first, second = sending.telegram.calls_of("sendMessage")
    assert second.at - first.at <= 5
    assert len(olha.inbox) == 1


async def test_retries_grow_to_five_minutes_and_end_after_a_day(
    sending: Sending, caplog: pytest.LogCaptureFixture
) -> None:
    await sending.customer(501)
    sending.telegram.meet(Fault.SERVER_ERROR, method="sendMessage")
    gaps: list[int] = []
    async with sending.running():
        await sending.tell(501, "customer-payment-received", await sending.order())
        for attempt in range(1, 11):
            async with asyncio.timeout(20):
                while (row := await sending.database.read(_only_row))["attempts"] < attempt:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            gaps.append(row["due_at"] - sending.clock.seconds)
            sending.clock.forward(seconds=row["due_at"] - sending.clock.seconds)
            sending.outbox.wake()
        sending.clock.forward(days=1)
        sending.outbox.wake()
        await sending.until("given_up")
    assert gaps[0] <= 5
    assert gaps == sorted(gaps)
    assert gaps[-1] in {299, 300}
    assert [record.levelno for record in caplog.records].count(logging.WARNING) == 1
    assert "gave up on message 1" in caplog.text


def _only_row(conn: Connection) -> Any:
    return conn.one("SELECT attempts, due_at FROM outbox")


async def test_people_who_cannot_be_reached_are_closed_without_noise(
    sending: Sending, caplog: pytest.LogCaptureFixture
) -> None:
    blocked, never = await sending.customer(501), await sending.customer(502)
    await blocked.block()
    never.chat.is_started = False
    await sending.database.write(
        add_customer, Customer(CustomerId(503), "Чужий", None, Locale.UK), sending.clock.seconds
    )
    order_id = await sending.order()
    async with sending.running():
        for customer_id in (501, 502, 503):
            await sending.tell(customer_id, "customer-order-created", order_id)
        await sending.until("closed", "closed", "closed")
    assert caplog.records == []


async def test_guests_are_never_written_to(sending: Sending) -> None:
    await sending.tell(-1_000_001, "customer-order-created", None)
    await sending.tell(-1, "customer-order-created", None)
    assert await sending.states() == []


async def test_a_migrated_group_gets_the_message_at_its_new_id(sending: Sending) -> None:
    await sending.customer(501)
    first, second = await sending.order(), await sending.order()
    supergroup = sending.telegram.world.migrate(STAFF, SUPERGROUP)
    ira = sending.telegram.person(7, "Ірина").at(supergroup)
    async with sending.running():
        await sending.tell_staff("staff-order-created", first)
        await ira.sees("#1")
        await sending.tell_staff("staff-order-created", second)
        await ira.sees("#2")
        await sending.until("sent", "sent")
    asked = [call.params["chat_id"] for call in sending.telegram.calls_of("sendMessage")]
    assert asked == [str(STAFF), str(SUPERGROUP), str(SUPERGROUP)], "the old id is asked only once"


async def test_the_staff_chat_out_of_reach_loses_nothing(sending: Sending) -> None:
    await sending.customer(501)
    sending.staff.is_kicked = True
    ira = sending.telegram.person(7, "Ірина").at(sending.staff)
    async with sending.running():
        await sending.tell_staff("staff-order-created", await sending.order())
        async with asyncio.timeout(20):
            while not sending.telegram.calls_of("sendMessage"):  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.02)
        sending.staff.is_kicked = False
        await ira.sees("#1", seconds=20)


async def test_a_message_whose_answer_was_lost_is_sent_again(sending: Sending) -> None:
    olha = await sending.customer(501)
    sending.telegram.meet(Fault.DROP_AFTER, method="sendMessage", times=1)
    async with sending.running():
        await sending.tell(501, "customer-payment-received", await sending.order())
        await sending.until("sent")
    assert len(olha.inbox) == 2  # at least once


async def in_hand(sending: Sending, count: int = 1) -> None:
    """Wait until Telegram has been asked so often to send something."""
    await eventually(lambda: len(sending.telegram.calls_of("sendMessage")) >= count)


async def test_what_was_in_hand_when_the_process_died_is_sent_after_the_claim_ends(sending: Sending) -> None:
    olha = await sending.customer(501)
    trouble = sending.telegram.meet(Fault.SLOW, method="sendMessage", seconds=30)
    async with sending.running():
        await sending.tell(501, "customer-payment-received", await sending.order())
        await in_hand(sending)
    sending.telegram.troubles.remove(trouble)
    assert await sending.states() == ["queued"]
    async with sending.running(sending.new_outbox()):
        sending.clock.forward(seconds=15)
        await olha.sees("отримано")


async def test_what_was_in_hand_when_the_only_process_died_is_sent_at_once(sending: Sending) -> None:
    await sending.customer(501)
    taras = sending.telegram.person(701, "Тарас").at(sending.staff)
    trouble = sending.telegram.meet(Fault.SLOW, method="sendMessage", seconds=30)
    async with sending.running():
        await sending.tell_staff("staff-order-created", await sending.order())
        await sending.tell_staff("staff-order-created", await sending.order())
        await in_hand(sending)
    sending.telegram.troubles.remove(trouble)
    async with sending.running(sending.new_outbox(), is_alone=True):
        await taras.sees("#1", seconds=10)
        await taras.sees("#2", seconds=10)


async def test_a_living_process_keeps_what_it_has_in_hand(sending: Sending) -> None:
    olha = await sending.customer(501)
    sending.telegram.meet(Fault.SLOW, method="sendMessage", seconds=5, times=1)
    async with sending.running():
        await sending.tell(501, "customer-payment-received", await sending.order())
        await in_hand(sending)
        async with sending.running(sending.new_outbox()):
            for _ in range(8):
                sending.clock.forward(seconds=2)
                await two_rounds()
            await sending.until("sent")
    assert len(olha.inbox) == len(sending.telegram.calls_of("sendMessage")) == 1


async def test_a_staff_message_that_always_fails_is_stepped_over_and_comes_back(sending: Sending) -> None:
    await sending.customer(501)
    taras = sending.telegram.person(701, "Тарас").at(sending.staff)
    trouble = sending.telegram.meet(Fault.SERVER_ERROR, method="sendMessage", text="<b>#1</b>")
    async with sending.running():
        for _ in range(3):
            await sending.tell_staff("staff-order-created", await sending.order())
        await taras.sees("#2", seconds=15)
        await taras.sees("#3", seconds=10)
        sending.clock.forward(days=3)
        await eventually(lambda: len(sending.telegram.calls_of("sendMessage")) >= 6, 15)
        assert await sending.states() == ["queued", "sent", "sent"], "an open order's card is never given up"
        sending.telegram.troubles.remove(trouble)
        sending.clock.forward(minutes=5)
        sending.outbox.wake()
        await taras.sees("#1")
        await sending.until("sent", "sent", "sent")


async def test_a_card_that_is_refused_comes_when_it_can(sending: Sending, caplog: pytest.LogCaptureFixture) -> None:
    await sending.customer(501)
    order_id = await sending.order()
    taras = sending.telegram.person(701, "Тарас").at(sending.staff)
    trouble = sending.telegram.meet(Fault.REFUSED, method="sendMessage")
    async with sending.running():
        await sending.tell_staff("staff-order-created", order_id)
        await sending.tell_staff("staff-low-stock", None, name="Молоко", stock=1, unit="ml")
        await in_hand(sending, 5)
        assert await sending.states() == ["queued", "given_up"]
        sending.telegram.troubles.remove(trouble)
        sending.clock.forward(minutes=5)
        sending.outbox.wake()
        await taras.sees("#1")
    assert "message 1 (staff-order-created) is rejected and retried" in caplog.text


async def test_after_a_day_only_what_is_over_is_given_up(sending: Sending) -> None:
    await sending.customer(501)
    taras = sending.telegram.person(701, "Тарас").at(sending.staff)
    for status in ("new", "completed"):
        order_id = await sending.order(status=status)
        await sending.tell_staff("staff-money-to-return", order_id, amount=1, reason="second")
    await sending.tell_staff("staff-order-created", await sending.order())
    sending.clock.forward(days=40)
    await Retention(sending.database, sending.clock).clean()
    assert await sending.states() == ["queued", "given_up", "queued"]
    async with sending.running():
        await sending.until("sent", "given_up", "sent")
    assert len(taras.inbox) == 2


@pytest.mark.parametrize("is_restarted", [True, False])
async def test_a_clock_that_is_set_back_holds_nothing_up(sending: Sending, *, is_restarted: bool) -> None:
    olha = await sending.customer(501)
    taras = sending.telegram.person(701, "Тарас").at(sending.staff)
    order_id = await sending.order()
    sending.telegram.meet(Fault.SERVER_ERROR, method="sendMessage", times=2)
    async with sending.running():
        await sending.tell(501, "customer-payment-received", order_id)
        await sending.tell_staff("staff-order-created", order_id)
        await in_hand(sending, 2)
        if not is_restarted:
            sending.clock.forward(hours=-1)
            await sending.tell(501, "customer-payment-failed", order_id)
            await sending.until("sent", "sent", "sent", seconds=20)
    if is_restarted:
        sending.clock.forward(hours=-1)
        async with sending.running(sending.new_outbox()):
            await sending.until("sent", "sent", seconds=20)
    assert "#1" in taras.last.text
    assert "отримано" in olha.inbox[0].text


async def test_a_pressed_card_changes_while_new_cards_wait(sending: Sending) -> None:
    await sending.customer(501)
    taras = sending.telegram.person(701, "Тарас").at(sending.staff)
    first = await sending.order()
    outbox = sending.new_outbox(Limits(chat_gap=0.05))
    async with sending.running(outbox):
        await sending.tell_staff("staff-order-created", first)
        await sending.until("sent")
        for _ in range(30):
            await sending.tell_staff("staff-order-created", await sending.order())
        await eventually(lambda: len(taras.inbox) == 14)
        for status in ("confirmed", "cooking"):
            await sending.database.write(change, first, status, sending.clock.seconds)
            outbox.wake()
        await taras.sees("#1 ", "Готується", seconds=10)
    assert len(taras.inbox) == 14
    assert len(sending.telegram.calls_of("editMessageText")) <= 2


def change(conn: Connection, order_id: OrderId, status: str, now: int) -> None:
    conn.run("UPDATE orders SET status = :status WHERE id = :id", {"id": order_id, "status": status})
    queue_card(conn, order_id, now)


async def test_a_change_during_the_sending_of_a_card_is_not_lost(sending: Sending) -> None:
    await sending.customer(501)
    order_id = await sending.order()
    taras = sending.telegram.person(701, "Тарас").at(sending.staff)
    sending.telegram.meet(Fault.SLOW, method="sendMessage", seconds=0.5, times=1)
    async with sending.running():
        await sending.tell_staff("staff-order-created", order_id)
        await in_hand(sending)
        await sending.database.write(change, order_id, "cooking", sending.clock.seconds)
        sending.outbox.wake()
        await taras.sees("Готується")
        await sending.until("sent", "sent")
    assert len(taras.inbox) == 1


async def test_when_telegram_answers_again_nothing_waits_for_its_next_try(sending: Sending) -> None:
    taras = sending.telegram.person(701, "Тарас").at(sending.staff)
    olha = await sending.customer(501)
    order_id = await sending.order()
    sending.telegram.meet(Fault.HTML)
    async with sending.running():
        await sending.tell(501, "customer-payment-received", order_id)
        await sending.tell_staff("staff-order-created", order_id)
        await in_hand(sending, 6)
        sending.telegram.recover()
        sending.signals.recovered.set()
        sending.outbox.wake()
        await olha.sees("отримано", seconds=8)
        await taras.sees("#1", seconds=8)


async def test_two_processes_send_each_message_once(sending: Sending) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order()
    async with sending.running(sending.new_outbox()), sending.running(sending.new_outbox()):
        for _ in range(20):
            await sending.tell(501, "customer-money-to-return", order_id)
        await sending.until(*["sent"] * 20, seconds=30)
    assert len(olha.inbox) == 20


async def test_a_group_gets_twenty_messages_a_minute_and_a_chat_one_a_second(sending: Sending) -> None:
    olha = await sending.customer(501)
    taras = sending.telegram.person(701, "Тарас").at(sending.staff)
    sending.telegram.keeps_pace_limits = True
    for _ in range(14):
        await sending.tell_staff("staff-order-created", order_id := await sending.order())
    for _ in range(25):
        await sending.tell_staff("staff-money-to-return", order_id, amount=1, reason="second")
    for _ in range(3):
        await sending.tell(501, "customer-money-to-return", order_id)
    outbox = sending.new_outbox(Limits(chat_gap=0.05))
    async with sending.running(outbox):
        async with asyncio.timeout(20):
            while len(sending.telegram.calls_of("sendMessage")) < 19:  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.02)
        await two_rounds()
        assert len(sending.staff.messages) == 16, "room is left for replies"
        pictures = Pictures(Path(), Path(), PhotoService(sending.database))
        view = ChatView(sending.bot, pictures, Replies(sending.limiter, SYSTEM_CLOCK), STAFF)
        for _ in range(4):
            await view.say("Відповідь")
        await two_rounds()
    assert len(olha.inbox) == 3
    assert len(sending.staff.messages) == 20
    assert "Відповідь" in taras.last.text
    assert len(sending.telegram.calls_of("sendMessage")) == 23, "no message was sent into the limit"


async def test_a_broken_message_stops_no_other(sending: Sending, caplog: pytest.LogCaptureFixture) -> None:
    olha = await sending.customer(501)
    await sending.customer(502)
    order_id = await sending.order()
    async with sending.running():
        await sending.tell(502, "customer-order-status", order_id, status="nonsense")
        await sending.tell(501, "customer-order-status", order_id, status="cooking")
        await olha.sees("готується")
    assert "message 1 (customer-order-status) cannot be prepared" in caplog.text


async def test_a_broken_message_lets_its_own_chat_go_on_after_a_few_tries(sending: Sending) -> None:
    olha = await sending.customer(501)
    order_id = await sending.order()
    async with sending.running():
        await sending.tell(501, "customer-order-status", order_id, status="nonsense")
        await sending.tell(501, "customer-order-status", order_id, status="cooking")
        for _ in range(4):
            await two_rounds()
            sending.clock.forward(seconds=20)
            sending.outbox.wake()
        await olha.sees("готується")
        await sending.until("given_up", "sent")


@pytest.mark.parametrize(
    "words",
    [
        "Bad Request: not enough rights to send text messages to the chat",
        "Bad Request: have no rights to send a message",
        "Bad Request: CHAT_WRITE_FORBIDDEN",
        "Bad Request: TOPIC_CLOSED",
    ],
)
async def test_a_bot_that_may_not_write_is_out_of_reach_and_not_refused(words: str) -> None:
    async def send() -> None:
        raise TelegramBadRequest(SendMessage(chat_id=STAFF, text="…"), words)

    assert await outcome_of(send()) == Unreachable(words)
