"""`cafe refund`: money goes back from the command line, while the service runs."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from tests.driver import BOT_TOKEN, SECRET_KEY, Cafe, FakeClock, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank

Run = Callable[..., Awaitable[tuple[int, str]]]
WITH_DELIVERY = {"kind": "delivery", "payment_method": "card"}


@pytest.fixture
async def cafe(tmp_path: Path, database_url: str, clock: FakeClock, bank: FakeMonobank) -> AsyncIterator[Cafe]:
    config = config_for(
        tmp_path, database_url=database_url, monobank_token=bank.token, monobank_api_url=bank.base_url, bot_token=None
    )
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


@pytest.fixture
def refund(tmp_path: Path, database_url: str, bank: FakeMonobank) -> Run:
    """Runs the command as a process of its own; its exit code, and the one of its streams that it wrote to."""
    environment = {
        "CAFE_DATABASE_URL": database_url,
        "CAFE_SECRET_KEY": SECRET_KEY,
        "CAFE_BOT_TOKEN": BOT_TOKEN,
        "CAFE_MONOBANK_TOKEN": bank.token,
        "CAFE_MONOBANK_API_URL": bank.base_url,
        "CAFE_LOG_LEVEL": "error",
    }

    async def run(*arguments: object) -> tuple[int, str]:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "cafe", "refund", *map(str, arguments)),
            cwd=tmp_path,
            env={name: value for name, value in os.environ.items() if not name.startswith("CAFE_")}
            | environment
            | {"PYTHONPATH": str(Path(__file__).parent.parent)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate()
        return process.returncode or 0, (out + err).decode().strip()

    return run


async def paid(cafe: Cafe, bank: FakeMonobank, *slugs: str) -> str:
    placed = await cafe.guest().places(*slugs, **WITH_DELIVERY)
    invoice = str(placed["pay_url"]).rpartition("/")[2]
    await bank.pay(invoice)
    return invoice


async def test_parts_and_then_the_rest(cafe: Cafe, bank: FakeMonobank, refund: Run) -> None:
    """Borscht 145, two lattes 170, delivery 60: 375 UAH."""
    invoice = await paid(cafe, bank, "borscht", "latte", "latte")
    assert await refund(1, "--lines", "2x1") == (0, "№1: 85 UAH, to the card: done")
    assert await refund("№1", "--delivery") == (0, "№1: 60 UAH, to the card: done")
    assert await refund(1, "--amount", "10,50") == (0, "№1: 10.50 UAH, to the card: done")
    assert await refund(1, "--amount", "1000") == (1, "cafe: order №1: only 219.50 UAH can be given back")
    code, shown = await refund(1, "--show")
    assert code == 0
    assert "monobank\tpaid 375 UAH, 219.50 UAH left" in shown
    assert await refund(1) == (0, "№1: 219.50 UAH, to the card: done")
    assert await refund(1) == (1, "cafe: order №1: there is nothing to give back")
    assert bank.invoices[invoice].returned == 375_00
    assert await cafe.value("SELECT COUNT(*) FROM order_events WHERE kind = 'refunded'") == 4


async def test_a_line_without_a_number_is_what_is_left_of_it(cafe: Cafe, bank: FakeMonobank, refund: Run) -> None:
    """Borscht 145, three lattes 255, delivery 60."""
    await paid(cafe, bank, "borscht", "latte", "latte", "latte")
    assert await refund(1, "--lines", "2x1") == (0, "№1: 85 UAH, to the card: done")
    assert await refund(1, "--lines", "1,2", "--delivery") == (0, "№1: 375 UAH, to the card: done")
    gone = "cafe: order №1: nothing of line 2 can be given back; see --show"
    assert await refund(1, "--lines", "2") == (1, gone)


async def test_what_must_go_back_is_told_from_what_may(cafe: Cafe, bank: FakeMonobank, refund: Run) -> None:
    """Borscht, a latte and delivery, paid by one page and once more by another that was open."""
    guest = cafe.guest()
    placed = await guest.places("borscht", "latte", **WITH_DELIVERY)
    first = str(placed["pay_url"]).rpartition("/")[2]
    await bank.pay(first)
    await cafe.execute("UPDATE orders SET payment_status = 'unpaid'")
    second = str((await guest.pays(placed["order_id"])).json["pay_url"]).rpartition("/")[2]
    await cafe.execute("UPDATE orders SET payment_status = 'paid'")
    await bank.pay(second)
    which = "290 UAH must go back (--debt), 290 UAH of its own payment may (--whole): say which"
    assert await refund(1) == (1, f"cafe: order №1: {which}")
    assert await refund(1, "--given") == (1, f"cafe: order №1: {which}")
    assert await refund(1, "--debt") == (0, "№1: 290 UAH, to the card: done")
    assert (bank.invoices[first].returned, bank.invoices[second].returned) == (0, 290_00)
    assert not await cafe.rows("SELECT 1 FROM money_to_return WHERE returned_at IS NULL")
    assert await refund(1, "--debt") == (1, "cafe: order №1: no payment must go back")
    assert await refund(1, "--whole") == (0, "№1: 290 UAH, to the card: done")
    assert bank.invoices[first].returned == 290_00


async def test_the_money_of_a_cancelled_order(cafe: Cafe, bank: FakeMonobank, refund: Run) -> None:
    """The only payment must go back: nobody need say which."""
    guest = cafe.guest()
    placed = await guest.places("borscht", "latte", **WITH_DELIVERY)
    await bank.pay(str(placed["pay_url"]).rpartition("/")[2])
    await guest.cancels(placed["order_id"])
    assert await refund(1) == (0, "№1: 290 UAH, to the card: done")


async def test_who_did_it(cafe: Cafe, bank: FakeMonobank, refund: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    await paid(cafe, bank, "borscht", "latte")
    for name, value in (("SUDO_USER", "taras"), ("LOGNAME", "cafe")):
        monkeypatch.setenv(name, value)
    assert (await refund(1, "--lines", "1"))[0] == 0
    assert (await refund(1, "--lines", "2", "--by", " Ірина "))[0] == 0
    monkeypatch.delenv("SUDO_USER")
    assert (await refund(1))[0] == 0
    names = ["taras (cafe refund)", "Ірина (cafe refund)", "cafe (cafe refund)"]
    assert [row["actor"] for row in await cafe.rows("SELECT actor FROM refunds ORDER BY id")] == names
    told = await cafe.rows("SELECT actor FROM order_events WHERE kind = 'refunded' ORDER BY id")
    assert [row["actor"] for row in told] == names


async def test_what_the_bank_refuses(cafe: Cafe, bank: FakeMonobank, refund: Run) -> None:
    await paid(cafe, bank, "borscht", "latte")
    bank.refused_refund = 400, "WRONG_CANCEL_AMOUNT"
    assert await refund(1) == (1, "cafe: order №1: 290 UAH refused: Повернення неможливе")
    assert await refund(1, "--given") == (0, "№1: 290 UAH, in person: done")


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        ((7,), 1, "there is no order №7"),
        ((1, "--lines", 9), 1, "order №1 has no line 9"),
        ((1, "--lines", "1x5"), 1, "what is asked for is not there any more"),
        ((1, "--lines", "2x0"), 2, "'2x0' is not a line"),
        ((1, "--lines", "2x1,2x1"), 2, "line 2 is there twice"),
        ((1, "--amount", "5", "--delivery"), 1, "--delivery goes alone or with --lines"),
        ((1, "--whole", "--delivery"), 1, "--delivery goes alone or with --lines"),
        ((1, "--lines", "first"), 2, "'first' is not a line"),
        ((1, "--amount", "1.001"), 2, "at most two digits"),
        ((1, "--amount", "nan"), 2, "is not a sum"),
        ((1, "--amount", "1e999990"), 2, "is not a sum"),
        ((1, "--amount", "0,00"), 2, "is not a sum"),
        ((1, "--amount", "5", "--lines", "1"), 2, "not allowed with"),
        (("order",), 2, "'order' is not an order's number"),
    ],
)
async def test_bad_input_changes_nothing(
    cafe: Cafe, bank: FakeMonobank, refund: Run, arguments: tuple[object, ...], code: int, part: str
) -> None:
    await paid(cafe, bank, "borscht", "latte")
    told, text = await refund(*arguments)
    assert told == code
    assert part in text
    assert not await cafe.rows("SELECT 1 FROM refunds")
