"""A while after an order the guest says how it was; the staff hear of what was not good, the owner sees all."""

from itertools import pairwise
from typing import Any

from cafe.core.ordering.orders.model import OrderStatus
from tests.bot.conversation import ChatCafe, converse
from tests.driver import two_rounds

STEPS = [OrderStatus(each) for each in ("new", "confirmed", "cooking", "ready", "completed")]


async def ends(cafe: ChatCafe, order: Any) -> None:
    staff = cafe.cafe.app.services.staff_orders
    for seen, to in pairwise(STEPS):
        await staff.advance(order["order_id"], seen, to, "Тарас")


async def asked(cafe: ChatCafe) -> Any:
    """An order that Оля has just been asked about."""
    await cafe.cafe.configure(rating_minutes=30)
    guest = cafe.customer()
    await converse(guest, [("/start", "Вітаємо")])
    order = await cafe.in_mini_app(guest).places("latte")
    await ends(cafe, order)
    cafe.clock.advance(minutes=31)
    await guest.sees(f"Як вам замовлення {order['order_number']}?", "[👍]", "[👎]")
    return order


async def test_a_bad_one_reaches_the_staff_at_once_with_words(cafe: ChatCafe) -> None:
    order = await asked(cafe)
    guest, staff = cafe.customer(), cafe.staff()
    await converse(guest, [("[👎]", "Що було не так")])
    await staff.sees("👎", order["order_number"], "гостю не сподобалося")
    await converse(guest, [("Кава була холодна <зовсім>", "Дякуємо, записали")])
    await staff.sees("👎", order["order_number"], "Кава була холодна <зовсім>")
    await converse(guest, [("борщ", "[➕ У кошик")])
    desk = await cafe.cafe.desk()
    shown = (await desk.get(f"/api/desk/orders/{order['order_id']}")).json
    assert shown["rating"] == {"is_good": False, "words": "Кава була холодна <зовсім>"}
    report = (await desk.get("/api/desk/reports?from=2026-06-15&to=2026-06-15")).json
    [table] = [each for each in report["tables"] if each["key"] == "ratings"]
    assert table["note"] == "Поставлено в ці дні: 👍 0 · 👎 1."
    assert [(row["rating"], row["words"]) for row in table["rows"]] == [("👎", "Кава була холодна <зовсім>")]
    await cafe.cafe.app.services.privacy.forget_person("id:501")
    assert await cafe.cafe.rows("SELECT words FROM ratings WHERE words <> ''") == []
    assert await cafe.cafe.rows("SELECT payload FROM outbox WHERE payload LIKE '%холодна%'") == []


async def test_a_good_one_is_thanked_for_and_may_have_words(cafe: ChatCafe) -> None:
    await asked(cafe)
    guest = cafe.customer()
    await converse(
        guest,
        [
            ("[👍]", "Дякуємо! Раді", "[✍️ Додати кілька слів]"),
            ("борщ", "[➕ У кошик"),
        ],
    )
    before = len(cafe.staff().inbox)
    await guest.press("Додати кілька слів", on=next(each for each in guest.inbox if "Раді" in each.text))
    await guest.sees("Напишіть одним повідомленням")
    await converse(guest, [("Найкраща кава", "Дякуємо, записали")])
    await two_rounds()
    assert len(cafe.staff().inbox) == before
    assert await cafe.cafe.value("SELECT words FROM ratings") == "Найкраща кава"


async def test_nobody_is_asked_twice_a_week(cafe: ChatCafe) -> None:
    await asked(cafe)
    guest = cafe.customer()
    cafe.clock.advance(days=6)
    second = await cafe.in_mini_app(guest).places("espresso")
    await ends(cafe, second)
    cafe.clock.advance(minutes=31)
    await two_rounds()
    assert await cafe.cafe.value("SELECT count(*) FROM ratings") == 1
    cafe.clock.advance(days=2)
    third = await cafe.in_mini_app(guest).places("espresso")
    await ends(cafe, third)
    cafe.clock.advance(minutes=31)
    await guest.sees(f"Як вам замовлення {third['order_number']}?")


async def test_without_the_setting_nobody_is_asked(cafe: ChatCafe) -> None:
    guest = cafe.customer()
    await converse(guest, [("/start", "Вітаємо")])
    await ends(cafe, await cafe.in_mini_app(guest).places("latte"))
    cafe.clock.advance(minutes=31)
    await two_rounds()
    assert await cafe.cafe.value("SELECT count(*) FROM ratings") == 0
    desk = await cafe.cafe.desk()
    report = (await desk.get("/api/desk/reports?from=2026-06-15&to=2026-06-15")).json
    assert "ratings" not in [each["key"] for each in report["tables"]]


async def test_only_who_was_asked_may_rate(cafe: ChatCafe) -> None:
    order = await asked(cafe)
    stranger = cafe.customer(502, "Ігор")
    await converse(stranger, [("/start", "Вітаємо")])
    await stranger.press_data(f"rate:bad:{order['order_id']}", on=stranger.last)
    await stranger.sees_toast("вже не діє")
    assert await cafe.cafe.value("SELECT is_good FROM ratings") is None
