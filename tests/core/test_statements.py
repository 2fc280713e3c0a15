"""The banks' own lists of payments: what matches, what does not, and what is said when a bank does not answer."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments.port import InvoiceStatus, ListedPayment
from cafe.core.money.refunds.model import Selection
from cafe.core.money.statements.model import Comparison, KnownPayment, Totals
from cafe.core.money.statements.rules import by_invoice, find_differences, is_due
from cafe.core.money.statements.service import MorningComparisons
from cafe.core.people.staff.model import Role
from tests.core.payments_harness import PaymentsHarness
from tests.fakes import liqpay, monobank
from tests.fakes.service import Failure

MONO, LIQ = ProviderName.MONOBANK, ProviderName.LIQPAY
KYIV = ZoneInfo("Europe/Kyiv")
LISTS = {MONO: "/api/merchant/statement", LIQ: "/api/request#reports"}

Pays = Callable[[], Awaitable[tuple[OrderId, str]]]


@pytest.fixture(params=[MONO, LIQ])
async def provider(request: pytest.FixtureRequest, harness: PaymentsHarness) -> ProviderName:
    """Each bank in turn, chosen by the cafe."""
    chosen: ProviderName = request.param
    await harness.use(chosen)
    return chosen


@pytest.fixture
def pays(harness: PaymentsHarness, provider: ProviderName) -> Pays:
    """An order of 230 UAH is paid; the webhook gets lost, and the sweeper may make up for it."""

    async def pay() -> tuple[OrderId, str]:
        order = await harness.order()
        url = await harness.page(order)
        invoice = await harness.invoice_of(order)
        if provider is LIQ:
            await harness.liqpay.open(url)
            await harness.liqpay.pay(invoice)
        else:
            await harness.bank.pay(invoice)
        return order, invoice

    return pay


@pytest.fixture
def is_paid(harness: PaymentsHarness, pays: Pays) -> Pays:
    """The same, and we know of it for two hours."""

    async def pay() -> tuple[OrderId, str]:
        order, invoice = await pays()
        harness.clock.advance(seconds=30)
        await harness.sweeper.sweep()
        assert await harness.is_marked_paid(order)
        harness.clock.advance(hours=2)
        return order, invoice

    return pay


def fake(harness: PaymentsHarness, provider: ProviderName) -> monobank.FakeMonobank | liqpay.FakeLiqPay:
    return harness.bank if provider is MONO else harness.liqpay


async def found(harness: PaymentsHarness) -> list[tuple[str, str, OrderId | None]]:
    """Compare, and return what does not match: kind, the bank's id, order."""
    await harness.statements.compare_all()
    statements = await harness.statements.get()
    assert statements.count == len(statements.differences)
    return [
        (each.difference.kind.value, each.difference.invoice_id, each.difference.order_id)
        for each in statements.differences
    ]


async def comparison(harness: PaymentsHarness, provider: ProviderName) -> Comparison:
    [of_it] = [each for each in (await harness.statements.get()).comparisons if each.provider is provider]
    return of_it


async def test_what_matches_is_summed_up_with_fees(
    harness: PaymentsHarness, provider: ProviderName, is_paid: Pays
) -> None:
    assert await found(harness) == []
    await is_paid()
    await is_paid()
    assert await found(harness) == []
    done = await comparison(harness, provider)
    fee = {MONO: 2 * 299, LIQ: 2 * 345}[provider]
    assert done.totals == Totals(payments=2, amount=46_000, returned=0, fee=fee)
    assert done.compared_at is not None
    assert done.since == done.compared_at - 14 * 86_400


async def test_paid_there_and_unknown_here(harness: PaymentsHarness, provider: ProviderName) -> None:
    if provider is MONO:
        harness.bank.lines["p2_other"] = monobank.foreign_line("p2_other", harness.clock.now())
    else:
        harness.liqpay.lines["p2_other"] = liqpay.foreign_line("p2_other", harness.clock.now())
    assert await found(harness) == [("unknown-here", "p2_other", None)]
    [one] = (await harness.statements.get()).differences
    assert one.difference.there is not None
    assert (one.difference.there.amount, one.difference.there.currency, one.order_number) == (9_900, "UAH", "")
    assert (await comparison(harness, provider)).totals.payments == 0
    assert await found(harness) == [("unknown-here", "p2_other", None)], "once, however often it is found"


async def test_whatever_another_shop_calls_its_payments(harness: PaymentsHarness, provider: ProviderName) -> None:
    now, line_of = harness.clock.now(), {MONO: monobank.foreign_line, LIQ: liqpay.foreign_line}[provider]
    for name in ("a\x00\n" + "ї" * 252, "b" * 255):
        fake(harness, provider).lines[name] = line_of(name, now)
    assert sorted(await found(harness)) == [("unknown-here", name, None) for name in ("a" + "ї" * 252, "b" * 255)]


async def test_a_payment_whose_webhook_got_lost_is_learnt(
    harness: PaymentsHarness, provider: ProviderName, pays: Pays
) -> None:
    order, _ = await pays()
    assert await found(harness) == []
    assert await harness.is_marked_paid(order)
    assert (await comparison(harness, provider)).totals.payments == 1


async def test_one_that_the_bank_does_not_tell_of_alone_is_told(
    harness: PaymentsHarness, provider: ProviderName, pays: Pays
) -> None:
    order, invoice = await pays()
    path = "/invoice/status" if provider is MONO else "#status"
    fake(harness, provider).fail(Failure.SERVER_ERROR, path=path, times=9)
    assert await found(harness) == [("unknown-here", invoice, order)]
    fake(harness, provider).recover()
    assert await found(harness) == [], "what matches later goes off the list"


async def test_paid_here_and_unknown_there(harness: PaymentsHarness, provider: ProviderName, is_paid: Pays) -> None:
    order, invoice = await is_paid()
    fake(harness, provider).unlisted.add(invoice)
    assert await found(harness) == [("unknown-there", invoice, order)]
    [one] = (await harness.statements.get()).differences
    assert one.order_number == f"№{order}"
    fake(harness, provider).unlisted.clear()
    assert await found(harness) == []


async def test_a_declined_card_there_is_no_payment(
    harness: PaymentsHarness, provider: ProviderName, is_paid: Pays
) -> None:
    order, invoice = await is_paid()
    fake(harness, provider).lines[invoice] = {"status": "failure"}
    assert await found(harness) == [("unknown-there", invoice, order)]


async def test_one_that_just_came_need_not_stand_in_the_list_yet(
    harness: PaymentsHarness, provider: ProviderName, pays: Pays
) -> None:
    _, invoice = await pays()
    harness.clock.advance(seconds=30)
    await harness.sweeper.sweep()
    fake(harness, provider).unlisted.add(invoice)
    assert await found(harness) == []
    harness.clock.advance(hours=2)
    assert [kind for kind, *_ in await found(harness)] == ["unknown-there"]


async def test_another_sum_and_another_currency(
    harness: PaymentsHarness, provider: ProviderName, is_paid: Pays
) -> None:
    order, invoice = await is_paid()
    changes: list[dict[str, object]] = [
        {"amount": 22_999 if provider is MONO else 229.99},
        {"ccy": 840} if provider is MONO else {"currency": "USD"},
    ]
    for change in changes:
        fake(harness, provider).lines[invoice] = change
        assert await found(harness) == [("other-sum", invoice, order)]
    [one] = (await harness.statements.get()).differences
    assert one.difference.there is not None
    assert (one.difference.there.amount, one.difference.there.currency) == (23_000, "USD")


async def test_what_went_back_in_the_dashboard_is_learnt(
    harness: PaymentsHarness, provider: ProviderName, is_paid: Pays
) -> None:
    _, invoice = await is_paid()
    await fake(harness, provider).refund(invoice)
    assert await found(harness) == []
    [refund] = await harness.rows("SELECT amount, way, state FROM refunds")
    assert (refund["amount"], refund["way"], refund["state"]) == (23_000, "cabinet", "done")
    assert (await comparison(harness, provider)).totals.returned == 23_000


async def test_what_went_back_here_and_not_there(
    harness: PaymentsHarness, provider: ProviderName, is_paid: Pays
) -> None:
    order, invoice = await is_paid()
    await harness.refunds.request(order, Selection(is_whole=True), seen=0, reason="", actor="Олена", role=Role.OWNER)
    await harness.refunds.worker.work()
    [refund] = await harness.rows("SELECT state FROM refunds")
    assert refund["state"] == "done"
    fake(harness, provider).lines[invoice] = {"cancelList": []} if provider is MONO else {"status": "success"}
    assert await found(harness) == [], "not just yet"
    harness.clock.advance(hours=2)
    assert await found(harness) == [("other-sum", invoice, order)]
    [one] = (await harness.statements.get()).differences
    assert one.difference.here is not None
    assert one.difference.here.returned == 23_000
    fake(harness, provider).lines.clear()
    assert await found(harness) == []


@pytest.mark.parametrize("failure", [Failure.SERVER_ERROR, Failure.TOO_MANY_REQUESTS, Failure.NONSENSE])
async def test_a_bank_that_gives_no_list(
    harness: PaymentsHarness, provider: ProviderName, is_paid: Pays, failure: Failure
) -> None:
    order, invoice = await is_paid()
    fake(harness, provider).unlisted.add(invoice)
    await found(harness)
    before = await comparison(harness, provider)
    for _ in range(2):
        harness.clock.advance(days=1)
        fake(harness, provider).fail(failure, path=LISTS[provider], times=1)
        assert await found(harness) == [("unknown-there", invoice, order)], "nothing is taken back"
    after = await comparison(harness, provider)
    assert (after.compared_at, after.failures) == (before.compared_at, 2)
    assert after.failing_since == after.asked_at - 86_400 if after.asked_at else 0
    assert after.problem.startswith(provider.value)
    await found(harness)
    assert (await comparison(harness, provider)).failing_since is None


async def test_an_empty_list_is_not_all_well(harness: PaymentsHarness, provider: ProviderName, is_paid: Pays) -> None:
    paid = [await is_paid() for _ in range(3)]
    fake(harness, provider).unlisted.update(invoice for _, invoice in paid)
    assert [kind for kind, *_ in await found(harness)] == ["unknown-there"] * 3


async def test_one_that_is_settled_comes_back_only_as_another_one(
    harness: PaymentsHarness, provider: ProviderName, is_paid: Pays
) -> None:
    order, invoice = await is_paid()
    fake(harness, provider).unlisted.add(invoice)
    await found(harness)
    [one] = (await harness.statements.get()).differences
    await harness.statements.settle(one.id, "Олена")
    assert await found(harness) == []
    fake(harness, provider).unlisted.clear()
    fake(harness, provider).lines[invoice] = {"amount": 1}
    assert await found(harness) == [("other-sum", invoice, order)]
    with pytest.raises(NotFoundError):
        await harness.statements.settle(one.id + 1, "Олена")


async def test_what_is_older_than_the_list_stays_until_it_is_settled(
    harness: PaymentsHarness, provider: ProviderName, is_paid: Pays
) -> None:
    order, invoice = await is_paid()
    fake(harness, provider).unlisted.add(invoice)
    await found(harness)
    harness.clock.advance(days=20)
    assert await found(harness) == [("unknown-there", invoice, order)]
    [one] = (await harness.statements.get()).differences
    await harness.statements.settle(one.id, "Олена")
    assert await found(harness) == []
    assert await harness.rows("SELECT 1 FROM bank_differences") == []


async def test_no_word_of_a_card_is_kept(harness: PaymentsHarness, provider: ProviderName) -> None:
    now = harness.clock.now()
    harness.bank.lines["x"] = monobank.foreign_line("x", now)
    harness.liqpay.lines["x"] = liqpay.foreign_line("x", now) | {"sender_card_mask2": monobank.CARD}
    assert len(await found(harness)) == 2
    for row in await harness.rows("SELECT * FROM bank_differences WHERE provider = :name", name=provider.value):
        assert "4444" not in str(list(row))


async def test_each_morning_and_again_when_it_failed(harness: PaymentsHarness, provider: ProviderName) -> None:
    """Monday noon: nothing to compare yet; at five the next morning, at a quarter past and then each hour."""
    morning = MorningComparisons(harness.statements, harness.clock, lambda: KYIV)
    bank = fake(harness, provider)
    asked: list[str] = []

    async def pass_time(**span: float) -> None:
        end = harness.clock.now() + timedelta(**span)
        while harness.clock.now() < end:
            before = await calls()
            await morning.work()
            if await calls() > before:
                asked.append(f"{harness.clock.now().astimezone(KYIV):%a %H}")
            harness.clock.advance(minutes=5)

    async def calls() -> int:
        return len([call for call in bank.calls if bank.name_of(call.path, call.body) == LISTS[provider]])

    await pass_time(hours=16)
    assert asked == []
    bank.fail(Failure.SERVER_ERROR, path=LISTS[provider], times=3)
    await pass_time(days=1)
    assert asked == ["Tue 05", "Tue 05", "Tue 06", "Tue 07"]
    await pass_time(days=1)
    assert asked[4:] == ["Wed 05"]


KNOWN = KnownPayment(
    invoice_id="a",
    order_id=OrderId(1),
    is_paid=True,
    amount=100,
    currency="UAH",
    returned=30,
    returned_lately=10,
    pending=5,
    made_at=0,
    is_expected=True,
)


def line(status: InvoiceStatus = InvoiceStatus.PAID, amount: int = 100, returned: int | None = 30) -> ListedPayment:
    return ListedPayment("a", status, amount, "UAH", datetime(2026, 6, 15, tzinfo=UTC), returned=returned)


@pytest.mark.parametrize(
    ("lines", "agrees"),
    [
        ([line()], True),
        ([line(returned=20)], True),
        ([line(returned=35)], True),
        ([line(returned=19)], False),
        ([line(returned=36)], False),
        ([line(returned=None)], True),
        ([line(InvoiceStatus.REVERSED, returned=None)], False),
        ([line(), line(InvoiceStatus.FAILED)], True),
        ([line(), line(returned=0)], False),  # paid twice
        ([line(InvoiceStatus.PROCESSING)], True),
        ([line(InvoiceStatus.HELD)], True),
        ([line(InvoiceStatus.FAILED)], False),
        ([], False),
    ],
)
def test_to_the_kopiyka(lines: list[ListedPayment], agrees: bool) -> None:  # noqa: FBT001 - a column of the table
    assert (not list(find_differences(by_invoice(lines), {"a": KNOWN}))) == agrees


@pytest.mark.parametrize(("returned", "agrees"), [(100, True), (99, False), (None, False)])
def test_what_came_and_went_before_it_was_heard_of_is_nowhere(returned: int | None, *, agrees: bool) -> None:
    unpaid = replace(KNOWN, is_paid=False, returned=0, returned_lately=0, pending=0)
    assert (not list(find_differences(by_invoice([line(returned=returned)]), {"a": unpaid}))) == agrees
    assert list(find_differences(by_invoice([line(returned=returned)]), {})), "of an order that is here alone"


def test_what_is_only_held_there_is_no_payment() -> None:
    assert not list(find_differences(by_invoice([line(InvoiceStatus.HELD)]), {}))


def test_a_clock_that_was_wrong_once_holds_up_nothing() -> None:
    ahead = Comparison(MONO, began_at=0, compared_at=int(datetime(2031, 1, 1, tzinfo=UTC).timestamp()))
    assert is_due(ahead, datetime(2026, 6, 15, 9, tzinfo=UTC), KYIV)
