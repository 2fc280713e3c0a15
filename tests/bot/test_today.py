"""The day in figures: the same as a GROUP BY over the database, for this day and others."""

from datetime import timedelta

from cafe.core.ordering.orders.model import OrderStatus
from tests.bot.conversation import ChatCafe, converse
from tests.driver import MONDAY_NOON


async def _busy_day(cafe: ChatCafe) -> None:
    guest, staff = cafe.cafe.guest(), cafe.cafe.app.services.staff_orders
    placed = {
        name: (await guest.places("borscht", kind="dine-in", payment_method=method))["order_id"]
        for name, method in [
            ("served in cash", "cash"),
            ("cash to come", "cash"),
            ("paid online", "card"),
            ("card to come", "card"),
            ("handed out unpaid", "card"),
            ("cancelled and paid", "card"),
            ("cancelled", "cash"),
        ]
    }
    await cafe.cafe.moves_order(placed["served in cash"], "completed")
    await cafe.cafe.moves_order(placed["handed out unpaid"], "completed")
    for name in ("paid online", "cancelled and paid"):
        await cafe.cafe.notes_payment(placed[name], "card")
    await staff.cancel(placed["cancelled and paid"], OrderStatus.NEW, "ні", "Тарас")
    await guest.cancels(placed["cancelled"])


async def test_taken_expected_and_to_return(cafe: ChatCafe) -> None:
    await _busy_day(cafe)
    taras = cafe.staff()
    walk_in = [("/walkin", "касі"), ("[Кава]", "Лате"), ("[Лате", "✅"), ("[🧾", "Сума")]
    await converse(taras, [*walk_in, ("[🍽💳", "85 ₴"), *walk_in, ("[🍽💵", "85 ₴")])
    await converse(
        taras,
        [
            (
                "/today",
                "Підсумок дня, 15.06.2026",
                "Замовлень: 7 на 895 ₴",
                "Скасовано: 2",
                "Отримано: 460 ₴",
                "💵 Готівка: 230 ₴",
                "💳 Термінал: 85 ₴",
                "🌐 Онлайн: 145 ₴",
                "⏳ Очікується: 435 ₴",
                "⚠️ З них видано без оплати: 145 ₴",
                "💸 Повернути гостям: 145 ₴",
            )
        ],
    )
    [row] = await cafe.cafe.rows(
        "SELECT SUM(CASE WHEN payment_status = 'paid' OR (payment_method = 'cash' AND status = 'completed') "
        "THEN total ELSE 0 END) AS taken, SUM(total) AS revenue FROM orders WHERE status <> 'cancelled'"
    )
    assert row == {"taken": 460, "revenue": 895}


async def test_other_days_by_word_date_and_button(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await cafe.cafe.guest().places("borscht", kind="dine-in")
    cafe.clock.moment = MONDAY_NOON + timedelta(days=1)
    await cafe.cafe.guest().places("latte", kind="dine-in")
    monday, tuesday = "15.06.2026", "16.06.2026"
    await converse(
        taras,
        [
            ("/today", tuesday, "Замовлень: 1 на 85 ₴", "[◀️ 15.06]"),
            ("[◀️ 15.06]", monday, "Замовлень: 1 на 145 ₴", "[◀️ 14.06] [16.06 ▶️]"),
            ("[16.06 ▶️]", tuesday, "Лате — 1"),
            ("/today вчора", monday, "Борщ — 1"),
            ("/today yesterday", monday),
            ("/today 15.06", monday),
            ("/today 15.06.2026", monday),
            ("/today 2026-06-15", monday),
            ("/today сьогодні", tuesday),
            ("/today 17.06", "17.06.2025", "Замовлень: 0"),
            ("/today 29.02", "29.02.2024"),
            ("/today завтра", "Напишіть день"),
            ("/today 17.06.2026", "17.06.2026 ще попереду"),
            ("/today 2099-01-01", "01.01.2099 ще попереду"),
            ("/today колись", "Напишіть день"),
            ("/today 31.02", "Напишіть день"),
        ],
    )
    for forged in ("day:x", "day:0001-01-01", "day:9999-12-31", "day:2026-06-17"):
        await taras.press_data(forged, on=taras.last)
        await taras.sees_toast("Ця кнопка вже не діє")


async def test_after_midnight_the_day_that_ended_is_shown_until_something_happens(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await cafe.cafe.guest().places("borscht", kind="dine-in")
    cafe.clock.moment = MONDAY_NOON + timedelta(hours=12, minutes=30)  # 00:30
    await converse(taras, [("/today", "15.06.2026", "Замовлень: 1 на 145 ₴", "[16.06 ▶️]")])
    cafe.clock.moment = MONDAY_NOON + timedelta(hours=20, minutes=30)  # 08:30, open
    await converse(taras, [("/today", "16.06.2026", "Замовлень: 0 на 0 ₴")])


async def test_no_button_leads_into_a_day_that_has_not_begun(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await cafe.cafe.configure(work_hours_from="18:00", work_hours_to="03:00")
    cafe.clock.moment = MONDAY_NOON + timedelta(hours=14)  # 02:00 on Tuesday: still Monday's night
    await converse(taras, [("/today", "15.06.2026", "[◀️ 14.06]"), ("/today вчора", "14.06.2026", "[15.06 ▶️]")])
    await converse(taras, [("[15.06 ▶️]", "15.06.2026"), ("/today 16.06.2026", "ще попереду")])
    assert all("▶️" not in label for label in taras.inbox[-2].buttons)


async def test_the_hours_of_the_day(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    for hours, orders in ((0, 4), (1, 1), (3, 8)):
        cafe.clock.moment = MONDAY_NOON + timedelta(hours=hours, minutes=20)
        for _ in range(orders):
            await cafe.cafe.guest().places("latte", kind="dine-in")
    await converse(
        taras,
        [("/today", "За годинами\n12 ▇▇▇▇ 4 · 340 ₴\n13 ▇ 1 · 85 ₴\n15 ▇▇▇▇▇▇▇▇ 8 · 680 ₴\n\nНайпопулярніше")],
    )


async def test_what_went_back_to_a_guest_is_told(cafe: ChatCafe) -> None:
    placed = await cafe.cafe.guest().places("borscht", kind="dine-in", payment_method="card")
    await cafe.cafe.notes_payment(placed["order_id"], "card")
    await cafe.cafe.execute(
        "INSERT INTO refunds (order_id, number, payment_id, way, reference, amount, currency, state, created_at) "
        "SELECT order_id, 1, id, 'cabinet', 'r', 14500, 'UAH', 'done', 1 FROM payments"
    )
    sums = ("Замовлень: 1 на 145 ₴", "Отримано: 0 ₴", "Очікується: 0 ₴", "↩️ Повернуто гостям: 145 ₴")
    await converse(cafe.staff(), [("/today", *sums)])
