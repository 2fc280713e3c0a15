"""Following a guest's order from its page: asked for by a link, told in the chat, ended by a button."""

from typing import Any

from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.upkeep.retention.service import Retention
from tests.bot.conversation import ChatCafe, converse, eventually
from tests.fakes.telegram import Seat

NEW, CONFIRMED, COOKING = OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING


async def places(cafe: ChatCafe, kind: str = "delivery", **changes: Any) -> tuple[int, str]:
    """A guest's order; gives its id and its tracking token."""
    changes = {"address_apartment": "77", "comment": "код 1590"} | changes if kind == "delivery" else changes
    placed = await cafe.cafe.guest().places("latte", "latte", "latte", kind=kind, **changes)
    return int(placed["order_id"]), str(placed["track_url"]).partition("track=")[2]


async def advance(cafe: ChatCafe, order_id: int, seen: OrderStatus, to: OrderStatus) -> None:
    await cafe.cafe.app.services.staff_orders.advance(order_id, seen, to, "Тарас")


async def follows(seat: Seat, token: str) -> None:
    await converse(seat, [(f"/start follow_{token}", "Писати сюди"), ("[🔔 Так", "🔔 Писатимемо сюди")])


async def test_whoever_has_the_link_is_asked_and_then_told_until_they_stop(cafe: ChatCafe) -> None:
    order_id, token = await places(cafe)
    olha = cafe.customer()
    asking = f"/start follow_{token}"
    await converse(
        olha,
        [
            (asking, "Замовлення №1 · Нове", "Хрещатик, 1а", "Писати сюди про замовлення №1?", "[🔔 Так, писати]"),
            ("[Ні, дякую]", "Замовлення №1 · Нове", "[📍 Стежити]"),
            (asking, "Писати сюди про замовлення №1?"),
            ("[🔔 Так, писати]", "🔔 Писатимемо сюди про замовлення №1.", "[🔕 Не писати]"),
            (asking, "🔔 Писатимемо сюди про замовлення №1."),
        ],
    )
    await advance(cafe, order_id, NEW, CONFIRMED)
    told = await olha.sees("✅ Замовлення №1 прийнято.", "[📍 Стежити] [🔕 Не писати]")
    await olha.press("🔕 Не писати", on=told)
    await olha.sees("🔕 Про замовлення №1 більше не писатимемо.")
    await advance(cafe, order_id, CONFIRMED, COOKING)
    await converse(olha, [(asking, "Замовлення №1 · Готується", "Писати сюди про замовлення №1?")])
    said = "\n".join(message.text for message in olha.inbox)
    assert "вже готується" not in said
    for secret in ("77", "1590", "123 45 67", "Олена", "Київ"):
        assert secret not in said, secret


async def test_each_is_told_in_their_language_and_may_do_nothing(cafe: ChatCafe) -> None:
    order_id, token = await places(cafe)
    john = cafe.customer(502, "John", "en")
    await converse(
        john, [(f"/start follow_{token}", "Shall we write here about order №1?"), ("[🔔 Yes", "We will write")]
    )
    await advance(cafe, order_id, NEW, CONFIRMED)
    told = await john.sees("Order №1 is accepted")
    for act in ("show", "pay", "cancelled", "repeat"):
        await john.press_data(f"order:{act}:{order_id}", on=told)
    [order] = await cafe.cafe.rows("SELECT status, customer_id FROM orders")
    assert order["status"] == "confirmed"
    await cafe.cafe.app.services.orders.cancel(order["customer_id"], order_id)
    await john.sees("Order №1 is cancelled", "[🔕 Stop]")


async def test_no_more_than_five_follow_and_nobody_an_order_that_is_over(cafe: ChatCafe) -> None:
    order_id, token = await places(cafe)
    for number in range(5):
        await follows(cafe.customer(600 + number), token)
    sixth = cafe.customer(700)
    await converse(sixth, [(f"/start follow_{token}", "стежать стільки людей, скільки можна")])
    await cafe.cafe.moves_order(order_id, "completed")
    await converse(sixth, [(f"/start follow_{token}", "Замовлення №1 · ")])
    assert "Писати" not in sixth.last.text
    await converse(sixth, [("/start follow_nonsense", "Такого замовлення немає")])
    assert await cafe.cafe.value("SELECT COUNT(*) AS n FROM order_followers") == 5


async def test_ones_own_order_needs_no_following(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await olha.send("/start")
    placed = await cafe.in_mini_app(olha).places("latte")
    token = str(placed["track_url"]).partition("track=")[2]
    await converse(
        olha, [(f"/start follow_{token}", "Замовлення №1 · Нове", "[🔁 Повторити]", "[✏️ Змінити] [❌ Скасувати]")]
    )


async def test_a_slip_is_withdrawn_from_those_who_were_not_told(cafe: ChatCafe) -> None:
    order_id, token = await places(cafe, "pickup")
    await cafe.cafe.moves_order(order_id, "cooking")
    olha = cafe.customer()
    await follows(olha, token)
    await advance(cafe, order_id, COOKING, OrderStatus.READY)
    await cafe.cafe.app.services.staff_orders.step_back(order_id, OrderStatus.READY, "Тарас")
    rows = await cafe.cafe.rows("SELECT state, last_error FROM outbox WHERE via = 'follower'")
    assert rows == [{"state": "closed", "last_error": "withdrawn"}]


async def test_the_card_of_a_followed_order_no_longer_says_that_the_guest_hears_nothing(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(staff_chat_guest_orders=True)
    _, token = await places(cafe)
    taras = cafe.staff()
    card = await taras.sees("№1", "🔕 Гість не отримує повідомлень")
    await follows(cafe.customer(), token)
    await eventually(lambda: "🔕" not in card.text)


async def test_forgetting_ends_following_on_both_sides(cafe: ChatCafe) -> None:
    guest = cafe.cafe.guest()
    placed = await guest.places("latte")
    token = str(placed["track_url"]).partition("track=")[2]
    olha, ira = cafe.customer(501), cafe.customer(502)
    await follows(olha, token)
    await follows(ira, token)
    await advance(cafe, placed["order_id"], NEW, CONFIRMED)
    await olha.sees("прийнято")
    await converse(olha, [("/forget", "Видалити"), ("[🗑 Так", "")])
    followers = "SELECT customer_id FROM order_followers"
    messages = "SELECT chat_id FROM outbox WHERE via = 'follower'"
    assert [row["customer_id"] for row in await cafe.cafe.rows(followers)] == [502]
    assert [row["chat_id"] for row in await cafe.cafe.rows(messages)] == [502]
    await cafe.cafe.app.services.staff_orders.advance(placed["order_id"], CONFIRMED, COOKING, "Тарас")
    await ira.sees("готується")
    await guest.post("/api/me/forget", {})
    await cafe.cafe.moves_order(placed["order_id"], "ready")
    await advance(cafe, placed["order_id"], OrderStatus.READY, OrderStatus.COMPLETED)
    cafe.clock.advance(seconds=6)
    await ira.sees("видано")
    await Retention(cafe.cafe.app.database, cafe.clock).clean()
    assert await cafe.cafe.rows(followers) == []


async def test_the_staff_can_have_followers_told_once_more(cafe: ChatCafe) -> None:
    order_id, token = await places(cafe)
    olha = cafe.customer()
    await follows(olha, token)
    desk = await cafe.cafe.desk("staff")
    path = f"/api/desk/orders/{order_id}"
    order = (await desk.get(path)).json
    assert order["acts"]["resend_to"] == {"chat": False, "followers": 1, "browsers": 0}
    assert (await desk.post(f"{path}/resend", {"seen": "new", "what": "status"})).status == 200
    await olha.sees("🕓 Замовлення №1 отримано, скоро приймемо.", "[📍 Стежити] [🔕 Не писати]")
    assert "Олена" not in "\n".join(message.text for message in olha.inbox)
