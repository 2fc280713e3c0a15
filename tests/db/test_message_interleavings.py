"""Messages, cards, reminders and updates with a rival beside them: nothing is told twice, lost or out of turn."""

import asyncio
from typing import Any

import pytest

from cafe.bot.customer.order_screens import redrawn_screen
from cafe.bot.notifications.renderer import TelegramRenderer
from cafe.core.handlers import record
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.runs import ProcessRun, RunId
from cafe.core.kernel.texts import read_texts
from cafe.core.messages.inbox.updates import POLL_SECONDS, UpdateInbox
from cafe.core.messages.notifications.board import BoardKeeper
from cafe.core.messages.notifications.reminders import Reminders
from cafe.core.messages.notifications.rendering import Renderer
from cafe.core.messages.notifications.staff_chat import StaffChat
from cafe.core.messages.notifications.store import save_new_card
from cafe.core.messages.outbox import deliveries
from cafe.core.messages.outbox.model import DeliveryState
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.ordering.orders.store import get_order
from cafe.core.upkeep.retention.store import give_up_messages
from tests.bot.sending import read_board_now
from tests.db.interleaving import COMMIT, interleave
from tests.db.shop import BORSCHT, OpenShop

NEW, CONFIRMED = OrderStatus.NEW, OrderStatus.CONFIRMED


async def test_a_card_that_is_being_taken_in_hand_shows_the_change(shop: OpenShop) -> None:
    cafe = await shop(COMMIT)
    order = await cafe.order()
    await cafe.database.write(save_new_card, order, -100500, 7, cafe.now)
    await cafe.database.write(lambda conn: conn.run("UPDATE outbox SET state = 'sent'"))
    await cafe.rival.staff_orders.promise(order, NEW, 15, "Оля")  # queues a change of the card
    [card] = await cafe.rows("SELECT id FROM outbox WHERE kind = :kind", kind="staff-card-changed")

    async def take_in_hand() -> OrderStatus:
        await cafe.rival_database.write(deliveries.claim_deliveries, [card["id"]], RunId("rival"), cafe.now)
        return (await cafe.rival_database.read(get_order, order)).status

    one, shown = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.staff_orders.advance(order, CONFIRMED, OrderStatus.COOKING, "Оля"),
        take_in_hand(),
    )
    assert one.status is OrderStatus.COOKING
    waiting = await cafe.rows(
        "SELECT id FROM outbox WHERE kind = :kind AND claimed_by IS NULL AND state = 'queued'",
        kind="staff-card-changed",
    )
    assert shown is OrderStatus.COOKING or waiting, "the card stays old"


async def test_a_card_that_is_sent_meanwhile_is_changed_after_it(shop: OpenShop) -> None:
    cafe = await shop("SELECT 1 FROM outbox")
    order = await cafe.order()
    [card] = await cafe.rows("SELECT id FROM outbox WHERE kind = :kind", kind="staff-order-created")
    await cafe.database.write(deliveries.claim_deliveries, [card["id"]], RunId("rival"), cafe.now)

    def note_sent(conn: Connection) -> None:
        deliveries.finish_delivery(conn, card["id"], DeliveryState.SENT, cafe.now)
        save_new_card(conn, order, -100500, 7, cafe.now)

    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.staff_orders.advance(order, NEW, CONFIRMED, "Оля"),
        cafe.rival_database.write(note_sent),
    )
    assert (await cafe.messages())[-1] == "staff-card-changed"


async def test_a_message_is_in_one_hand(shop: OpenShop) -> None:
    cafe = await shop(COMMIT)
    await cafe.order()
    ids = [row["id"] for row in await cafe.rows("SELECT id FROM outbox")]
    for run in ("held", "rival"):
        await ProcessRun(cafe.database, cafe.clock, RunId(run)).begin(is_alone=False)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held_database.write(deliveries.claim_deliveries, ids, RunId("held"), cafe.now),
        cafe.rival_database.write(deliveries.claim_deliveries, ids, RunId("rival"), cafe.now),
    )
    assert (one, two) == (set(ids), set())


async def test_a_message_sent_at_last_is_not_given_up(shop: OpenShop) -> None:
    cafe = await shop(COMMIT)
    await cafe.order()
    [message] = await cafe.rows("SELECT id FROM outbox WHERE recipient = 'customer'")
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held_database.write(deliveries.finish_delivery, message["id"], DeliveryState.SENT, cafe.now),
        cafe.rival_database.write(give_up_messages, cafe.now + 1, cafe.now, 100),
    )
    assert await cafe.value("SELECT state FROM outbox WHERE id = :id", id=message["id"]) == "sent"


async def test_a_refused_update_is_not_overtaken_by_its_senders_next(shop: OpenShop) -> None:
    cafe = await shop("SET claimed_by = NULL WHERE update_id")
    await ProcessRun(cafe.database, cafe.clock, RunId("held")).begin(is_alone=False)
    inbox = UpdateInbox(cafe.held_database, cafe.clock, RunId("held"))
    asked, handled = 0, list[int]()
    has_all = asyncio.Event()

    async def receive(update: dict[str, Any]) -> bool:
        nonlocal asked
        asked += 1
        if asked == 1:
            return False
        handled.append(update["update_id"])
        if len(handled) == 2:
            has_all.set()
        return True

    async def hand_out() -> None:
        await inbox.take({"update_id": 1})
        handing = asyncio.ensure_future(inbox.hand_out(receive))
        await has_all.wait()
        handing.cancel()
        await asyncio.gather(handing, return_exceptions=True)

    async def send_next() -> None:
        await inbox.take({"update_id": 2})
        await asyncio.sleep(2 * POLL_SECONDS)

    await interleave(cafe.database, cafe.stop, hand_out(), send_next())
    assert handled == [1, 2]


@pytest.mark.parametrize("at", ["INSERT INTO outbox", COMMIT])
async def test_two_leaders_queue_the_board_once(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await cafe.order(1001, BORSCHT)
    await cafe.database.write(save_new_card, order, -100500, 7, cafe.now)

    async def get_renderer() -> Renderer:
        return TelegramRenderer(read_texts(), redrawn_screen)

    def keeper(database: Database) -> BoardKeeper:
        return BoardKeeper(database, cafe.clock, StaffChat(database, -100500), get_renderer, read_board_now)

    await interleave(cafe.database, cafe.stop, keeper(cafe.held_database).keep(), keeper(cafe.rival_database).keep())
    assert (await cafe.messages()).count("staff-board") == 1


@pytest.mark.parametrize("at", ["UPDATE staff_cards", "INSERT INTO outbox", COMMIT])
@pytest.mark.parametrize("orders", [1, 5])
async def test_two_leaders_remind_once(shop: OpenShop, at: str, orders: int) -> None:
    cafe = await shop(at)
    for number in range(1001, 1001 + orders):
        order = await cafe.order(number, BORSCHT, phone=f"067000{number}")
        await cafe.database.write(save_new_card, order, -100500, number, cafe.now)
    await cafe.database.write(lambda conn: conn.run("UPDATE outbox SET state = 'sent'"))
    cafe.clock.advance(minutes=4)
    await interleave(
        cafe.database,
        cafe.stop,
        Reminders(cafe.held_database, cafe.clock, record).remind(),
        Reminders(cafe.rival_database, cafe.clock, record).remind(),
    )
    kind = "staff-order-waiting" if orders == 1 else "staff-orders-waiting"
    assert (await cafe.messages()).count(kind) == 1
    assert {row["reminders"] for row in await cafe.rows("SELECT reminders FROM staff_cards")} == {1}


@pytest.mark.parametrize("at", ["INSERT INTO dialogs", "DELETE FROM dialogs", COMMIT])
async def test_a_conversations_state_and_data_do_not_undo_each_other(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    await cafe.rival.dialogs.set_data("d", {"old": 1})
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.dialogs.set_state("d", "asks for a name"),
        cafe.rival.dialogs.set_data("d", {"new": 2}),
    )
    dialog = await cafe.rival.dialogs.get("d")
    assert (dialog.state, dialog.data) == ("asks for a name", {"new": 2})
