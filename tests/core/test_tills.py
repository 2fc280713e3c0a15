"""The cash day: cash finds its till by itself, a count is blind and kept, a day is closed once."""

import asyncio
from typing import Any

import pytest

from cafe.core.delivery.cash.service import CourierCashService
from cafe.core.handlers import record
from cafe.core.kernel.ids import OrderId, StaffId
from cafe.core.kernel.problems import ProblemsError
from cafe.core.money.payments.counter import CounterService
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.money.refunds.model import Selection
from cafe.core.money.tills.balance import list_mismatches
from cafe.core.money.tills.model import Count, Mismatch, MoveKind, Place, TillDay, TillError, TillProblem
from cafe.core.money.tills.service import TillService
from cafe.core.ordering.orders.model import OrderStatus
from tests.core.payments_harness import PaymentsHarness
from tests.core.test_receipts_in_person import hand_over, ready, staff
from tests.core.test_refunds import give_back, paid

READY, COMPLETED = OrderStatus.READY, OrderStatus.COMPLETED
HUNDRED = {"100": 1}


def tills(harness: PaymentsHarness) -> TillService:
    return TillService(harness.database, harness.clock, record)


async def open_day(harness: PaymentsHarness, pieces: dict[str, int] | None = None, reason: str = "") -> TillDay:
    service = tills(harness)
    count = await service.count(None, pieces or HUNDRED, "Ірина")
    day = await service.open(count.id, reason, "Ірина")
    harness.clock.advance(minutes=1)
    return day


async def close(harness: PaymentsHarness, hryvnias: int, reason: str = "") -> TillDay:
    count = await tills(harness).count(None, {"1": hryvnias}, "Ірина")
    return await tills(harness).close(count.id, reason, "Ірина")


async def moves(harness: PaymentsHarness) -> list[tuple[str, int]]:
    rows = await harness.rows("SELECT kind, amount FROM till_moves ORDER BY id")
    return [(row["kind"], row["amount"] // 100) for row in rows]


async def mismatches(harness: PaymentsHarness) -> list[Mismatch]:
    return await harness.database.read(list_mismatches)


async def courier(harness: PaymentsHarness, name: str = "Микола") -> StaffId:
    await execute(
        harness,
        "INSERT INTO staff (name, name_key, role, is_active, created_at) VALUES (:name, :key, 'staff', 1, 0)",
        name=name,
        key=name.casefold(),
    )
    [row] = await harness.rows("SELECT id FROM staff WHERE name = :name", name=name)
    await execute(harness, "INSERT INTO courier_shifts (staff_id, from_at) VALUES (:id, 0)", id=row["id"])
    return StaffId(row["id"])


async def execute(harness: PaymentsHarness, sql: str, **params: object) -> None:
    await harness.database.write(lambda conn: conn.run(sql, params))


def problem(error: pytest.ExceptionInfo[TillError]) -> TillProblem:
    return error.value.problem


def fields(error: pytest.ExceptionInfo[ProblemsError]) -> list[tuple[str, str]]:
    return [(each.field, each.text_id) for each in error.value.problems]


async def test_nothing_is_stored_before_the_first_day(harness: PaymentsHarness) -> None:
    await give_back(harness, await hand_over(harness))
    assert await moves(harness) == []
    assert await mismatches(harness) == []
    states, days = await tills(harness).read()
    assert (states, days) == ([], [])


async def test_cash_at_the_counter_comes_by_itself(harness: PaymentsHarness) -> None:
    await open_day(harness)
    await hand_over(harness)
    [state], _ = await tills(harness).read()
    assert await moves(harness) == [("taken", 290)]
    assert state.figures is not None
    assert (state.till.name, state.figures.opened_with, state.figures.taken) == ("Каса", 100_00, 290_00)
    assert state.figures.expected == 390_00
    assert await mismatches(harness) == []


async def test_a_step_back_takes_it_out_again_and_the_next_time_in(harness: PaymentsHarness) -> None:
    await open_day(harness)
    order = await hand_over(harness)
    await staff(harness).step_back(order, COMPLETED, "Ірина")
    assert await moves(harness) == [("taken", 290), ("undone", -290)]
    await staff(harness).advance(order, READY, COMPLETED, "Ірина")
    assert await moves(harness) == [("taken", 290), ("undone", -290), ("taken", 290)]
    assert await mismatches(harness) == []


async def test_what_is_given_back_in_person_goes_out(harness: PaymentsHarness) -> None:
    """Of a card's payment, too, if it was handed over in cash; of the terminal's it goes back to the card."""
    await open_day(harness)
    order = await hand_over(harness)
    await give_back(harness, order, Selection(amount=50_00))
    by_card, _ = await paid(harness)
    await give_back(harness, by_card, Selection(amount=30_00, is_in_person=True))
    by_terminal = await ready(harness, payment_status="paid")
    await give_back(harness, by_terminal, Selection(amount=20_00))
    assert await moves(harness) == [("taken", 290), ("given_back", -50), ("given_back", -30)]
    [state], _ = await tills(harness).read()
    assert state.figures is not None
    assert (state.figures.given_back, state.figures.terminal_back) == (-80_00, -20_00)
    assert await mismatches(harness) == []


async def test_a_couriers_cash_comes_when_it_is_handed_in(harness: PaymentsHarness) -> None:
    await open_day(harness)
    mykola = await courier(harness)
    order = await harness.order(payment_method="cash", status="courier", courier_id=mykola, courier_name="Микола")
    await staff(harness).advance(order, OrderStatus.COURIER, COMPLETED, "Микола")
    second = await harness.order(payment_method="cash", status="courier", courier_id=mykola, courier_name="Микола")
    await staff(harness).advance(second, OrderStatus.COURIER, COMPLETED, "Микола")
    assert await moves(harness) == []
    assert await mismatches(harness) == []
    cash = CourierCashService(harness.database, harness.clock, record)
    await cash.hand_in(mykola, 200, "Ірина", None)
    assert await moves(harness) == [("handed_in", 200)]
    assert await mismatches(harness) == []


async def test_cash_goes_to_the_till_of_who_took_it(harness: PaymentsHarness) -> None:
    await open_day(harness)
    maria = await courier(harness, "Марія")
    await tills(harness).add("Бар")
    await tills(harness).change(2, "Бар на терасі", [maria])
    await hand_over(harness)
    counter = CounterService(harness.database, harness.clock, record)
    first = await ready(harness)
    await counter.complete(first, READY, CounterPayment.CASH, "Марія · Планшет")
    assert await till_ids(harness) == [1, 1], "a till that was never opened gets nothing"
    count = await tills(harness).count(2, {"50": 0}, "Марія")
    await tills(harness).open(count.id, "", "Марія")
    await counter.complete(await ready(harness), READY, CounterPayment.CASH, "Марія · Планшет")
    await counter.complete(await ready(harness), READY, CounterPayment.CASH, "Тарас")
    await counter.complete(await ready(harness), READY, CounterPayment.TERMINAL, "Марія")
    assert await till_ids(harness) == [1, 1, 2, 1]
    states, _ = await tills(harness).read()
    assert [(each.till.name, each.figures and each.figures.terminal) for each in states] == [
        ("Каса", 0),
        ("Бар на терасі", 290_00),
    ]


async def till_ids(harness: PaymentsHarness) -> list[int]:
    return [row["till_id"] for row in await harness.rows("SELECT till_id FROM till_moves ORDER BY id")]


async def test_a_closed_day_is_frozen(harness: PaymentsHarness) -> None:
    await open_day(harness)
    await hand_over(harness)
    by_terminal = await ready(harness)
    counter = CounterService(harness.database, harness.clock, record)
    await counter.complete(by_terminal, READY, CounterPayment.TERMINAL, "Ірина")
    await paid(harness)
    await tills(harness).move(1, MoveKind.IN, 50_00, "Розмін", "Ірина")
    await tills(harness).move(1, MoveKind.OUT, 100_00, "Молоко", "Ірина")
    with pytest.raises(ProblemsError) as missing:
        await close(harness, 335)
    assert fields(missing) == [("reason", "till-reason-needed")]
    day = await close(harness, 335, "Переплутали решту")
    assert (day.number, day.closed_by, day.closing_reason) == (1, "Ірина", "Переплутали решту")
    assert day.closing is not None
    assert (day.closing.counted, day.closing.expected, day.closing.difference) == (335_00, 340_00, -5_00)
    figures = day.figures
    assert figures is not None
    assert (figures.left, figures.taken, figures.brought, figures.out) == (100_00, 290_00, 50_00, -100_00)
    assert (figures.terminal, figures.card, figures.expected) == (290_00, 350_00, 340_00)
    closed = await tills(harness).get_day(day.id)
    assert [each.counted for each in closed.counts] == [335_00, 335_00]
    with pytest.raises(TillError) as error:
        await close(harness, 335)
    assert problem(error) is TillProblem.TODAY
    assert await mismatches(harness) == []


async def test_what_comes_after_the_count_belongs_to_the_next_day(harness: PaymentsHarness) -> None:
    await open_day(harness)
    count = await tills(harness).count(1, HUNDRED, "Ірина")
    await hand_over(harness)
    day = await tills(harness).close(count.id, "", "Ірина")
    assert day.closing is not None
    assert day.closing.difference == 0
    await hand_over(harness)
    harness.clock.advance(hours=20)
    opening = await tills(harness).count(1, {"100": 6, "50": 1}, "Марія")
    assert (opening.expected, opening.difference) == (680_00, -30_00)
    with pytest.raises(ProblemsError) as missing:
        await tills(harness).open(opening.id, "", "Марія")
    assert fields(missing) == [("reason", "till-reason-needed")]
    second = await tills(harness).open(opening.id, "Взяли на проїзд", "Марія")
    assert (second.number, second.opening_reason) == (2, "Взяли на проїзд")
    harness.clock.advance(minutes=1)
    await hand_over(harness)
    done = await close(harness, 940)
    assert done.figures is not None
    assert (done.figures.left, done.figures.opening_difference, done.figures.taken) == (100_00, -30_00, 870_00)
    assert (done.figures.opened_with, done.figures.expected) == (650_00, 940_00)
    assert await mismatches(harness) == []


async def test_a_recount_is_another_row(harness: PaymentsHarness) -> None:
    await open_day(harness)
    first = await tills(harness).count(1, {"50": 1}, "Ірина")
    await tills(harness).count(1, HUNDRED, "Ірина")
    with pytest.raises(TillError) as error:
        await tills(harness).close(first.id, "Чому", "Ірина")
    assert problem(error) is TillProblem.NO_COUNT
    rows = await harness.rows("SELECT counted FROM till_counts WHERE purpose = 'closing' ORDER BY id")
    assert [row["counted"] for row in rows] == [50_00, 100_00]


async def test_an_old_count_closes_nothing(harness: PaymentsHarness) -> None:
    await open_day(harness)
    count = await tills(harness).count(1, HUNDRED, "Ірина")
    harness.clock.advance(minutes=31)
    with pytest.raises(TillError) as error:
        await tills(harness).close(count.id, "", "Ірина")
    assert problem(error) is TillProblem.OLD_COUNT


async def test_one_day_is_open_at_a_time_and_closed_once(harness: PaymentsHarness) -> None:
    service = tills(harness)
    counts = [await service.count(None, HUNDRED, "Ірина")]
    opened = await asyncio.gather(*(service.open(counts[0].id, "", "Ірина") for _ in range(5)), return_exceptions=True)
    assert outcomes(opened) == ["TillDay", *["till-open"] * 4]
    count = await service.count(1, HUNDRED, "Ірина")
    closed = await asyncio.gather(*(service.close(count.id, "", "Ірина") for _ in range(5)), return_exceptions=True)
    assert outcomes(closed) == ["TillDay", *["till-closed"] * 4]
    with pytest.raises(TillError) as error:
        await service.open(counts[0].id, "", "Ірина")
    assert problem(error) is TillProblem.NO_COUNT


def outcomes(found: list[Any]) -> list[str]:
    return sorted(
        (each.problem.value if isinstance(each, TillError) else type(each).__name__ for each in found),
        key=lambda name: (name != "TillDay", name),
    )


async def test_cash_that_comes_while_somebody_counts_is_in_one_day(harness: PaymentsHarness) -> None:
    """Whatever was stored by the count is expected of it; the rest is the next day's."""
    await open_day(harness)
    orders = [await ready(harness) for _ in range(6)]
    take = [staff(harness).advance(order, READY, COMPLETED, "Ірина") for order in orders]
    service = tills(harness)
    counted = asyncio.gather(*take[:3], count_and_close(service), *take[3:])
    day = next(each for each in await counted if isinstance(each, TillDay))
    [row] = await harness.rows(
        "SELECT COUNT(*) AS all_of_them, COALESCE(SUM(CASE WHEN day_id = :day THEN amount ELSE 0 END), 0) AS in_it "
        "FROM till_moves",
        day=day.id,
    )
    assert day.closing is not None
    assert day.figures is not None
    assert (row["all_of_them"], day.closing.expected) == (6, 100_00 + row["in_it"])
    assert day.figures.expected == day.closing.expected
    assert await mismatches(harness) == []


async def count_and_close(service: TillService) -> TillDay:
    count = await service.count(1, HUNDRED, "Ірина")
    return await service.close(count.id, "Рахували під час роботи", "Ірина")


async def test_refusals(harness: PaymentsHarness) -> None:
    service = tills(harness)
    await service.add("Бар")
    for refused, expected in (
        (service.move(1, MoveKind.IN, 5_00, "Розмін", "Ірина"), TillProblem.NO_DAY),
        (service.move(9, MoveKind.IN, 5_00, "Розмін", "Ірина"), TillProblem.UNKNOWN),
        (service.count(9, HUNDRED, "Ірина"), TillProblem.UNKNOWN),
        (service.change(9, "Каса", []), TillProblem.UNKNOWN),
        (service.open(9, "", "Ірина"), TillProblem.NO_COUNT),
        (service.get_day(1), TillProblem.UNKNOWN),
    ):
        with pytest.raises(TillError) as error:
            await refused
        assert problem(error) is expected
    count = await service.count(None, HUNDRED, "Ірина")
    with pytest.raises(TillError) as error:
        await service.close(count.id, "", "Ірина")
    assert problem(error) is TillProblem.NO_DAY
    await service.open(count.id, "", "Ірина")
    with pytest.raises(TillError) as error:
        await service.move(1, MoveKind.OUT, 100_01, "Молоко", "Ірина")
    assert problem(error) is TillProblem.NEGATIVE
    for bad in (
        service.move(1, MoveKind.OUT, 5_00, "", "Ірина"),
        service.add("бар"),
        service.add(" "),
        service.add("К" * 61),
    ):
        with pytest.raises(ProblemsError):
            await bad


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ({}, [("pieces", "till-count-empty")]),
        (None, [("pieces", "till-count-empty")]),
        ({"100": None}, [("pieces", "till-count-empty")]),
        ({"100": -1}, [("pieces.100", "till-pieces-invalid")]),
        (
            {"100": True, "kopiykas": "5"},
            [("pieces.100", "till-pieces-invalid"), ("pieces.kopiykas", "till-pieces-invalid")],
        ),
        ({"7": 1}, [("pieces", "desk-field-unknown")]),
        ({"1000": 100_000}, [("pieces", "till-sum-invalid")]),
    ],
)
async def test_counts_that_are_none(harness: PaymentsHarness, pieces: object, expected: list[tuple[str, str]]) -> None:
    with pytest.raises(ProblemsError) as error:
        await tills(harness).count(None, pieces, "Ірина")
    assert fields(error) == expected
    assert await harness.rows("SELECT id FROM tills") == []


async def test_kopiykas_count(harness: PaymentsHarness) -> None:
    count: Count = await tills(harness).count(None, {"20": 2, "kopiykas": 75}, "Ірина")
    assert count.counted == 40_75


async def test_what_does_not_add_up_is_named(harness: PaymentsHarness) -> None:
    await open_day(harness)
    first, second = await hand_over(harness), await hand_over(harness)
    await give_back(harness, second, Selection(amount=10_00))
    day = await close(harness, 670)
    mykola = await courier(harness)
    await CourierCashService(harness.database, harness.clock, record).hand_in(mykola, 5, "Ірина", None)
    assert await mismatches(harness) == []
    await execute(harness, "DELETE FROM till_moves WHERE order_id = :id AND kind = 'taken'", id=first)
    await execute(harness, "DELETE FROM till_moves WHERE refund_id IS NOT NULL OR hand_in_id IS NOT NULL")
    assert await mismatches(harness) == [
        Mismatch(Place.ORDER, number(first)),
        Mismatch(Place.REFUND, number(second)),
        Mismatch(Place.HAND_IN, "Микола"),
        Mismatch(Place.DAY, "Каса", 1),
        Mismatch(Place.BANK, "Каса", day.number),
    ]


def number(order: OrderId) -> str:
    return f"№{order}"
