"""Several processes of one cafe on PostgreSQL: all serve, one leads, and the next takes over."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import asyncpg
import pytest

from tests.chaos.service import Clock, ServiceProcess
from tests.driver import BOT_TOKEN, SECRET_KEY, Cafe, DeskVisitor, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank
from tests.fakes.service import Failure
from tests.fakes.telegram import FakeTelegram, Seat
from tests.postgres import PostgresServer

STAFF = -100200
SECRET = "X-Telegram-Bot-Api-Secret-Token"
Open = Callable[..., Any]


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
async def cafes(tmp_path: Path, database_url: str, telegram: FakeTelegram) -> AsyncIterator[Open]:
    """Opens one more process of the same cafe; here they share a Python process, but nothing in it."""
    telegram.group(STAFF)
    async with AsyncExitStack() as stack:

        async def open_one(**changes: Any) -> tuple[Cafe, AsyncExitStack]:
            config = config_for(
                tmp_path, database_url=database_url, bot_api_url=telegram.url, staff_chat_id=STAFF, **changes
            )
            own = await stack.enter_async_context(AsyncExitStack())
            return await own.enter_async_context(open_cafe(config, catalogue=None)), own

        yield open_one


async def health(cafe: Cafe) -> dict[str, str]:
    answer = await cafe.get("/healthz")
    found: dict[str, str] = answer.json
    return found


async def becomes(cafe: Cafe, part: str, state: str, seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while (await health(cafe))[part] != state:  # noqa: ASYNC110 - seen from outside
            await asyncio.sleep(0.05)


async def test_one_sends_what_any_took_and_the_next_takes_over(cafes: Open, telegram: FakeTelegram) -> None:
    first, first_process = await cafes()
    await becomes(first, "bot", "running")
    second, _ = await cafes()
    assert (await health(second))["outbox"] == "elsewhere"
    assert (await health(second))["status"] == "ok"

    person = second.person()
    seat = telegram.person(person.id, "Тарас")
    seat.chat.is_started = True
    placed = await person.places("latte")
    await seat.sees(placed["order_number"])

    await first_process.aclose()
    await becomes(second, "bot", "running")
    placed = await person.places("latte")
    await seat.sees(placed["order_number"])
    thanks = [message for message in seat.inbox if placed["order_number"] in message.text]
    assert len(thanks) == 1


async def test_a_repeat_at_the_desk_is_one_act_whichever_process_gets_it(cafes: Open) -> None:
    both = [(await cafes())[0] for _ in range(2)]
    owner = await both[0].desk()
    windows = [DeskVisitor(cafe, cookie=owner.cookie) for cafe in both]
    body = {"edits": [{"table": "categories", "key": None, "seen": None, "values": {"name": "Супи"}}]}
    key = {"Idempotency-Key": "one click"}
    answers = await asyncio.gather(*(windows[number % 2].post("/api/desk/edits", body, **key) for number in range(8)))
    assert {answer.status for answer in answers} == {200}
    assert len({answer.body for answer in answers}) == 1
    assert await both[0].value("SELECT COUNT(*) FROM categories WHERE name = 'Супи'") == 1


async def test_what_one_changes_the_other_shows(cafes: Open) -> None:
    first, _ = await cafes()
    second, _ = await cafes()
    await first.configure(cafe_name="Інша назва")
    async with asyncio.timeout(20):
        while "Інша" not in (await second.get("/api/settings")).body.decode():  # noqa: ASYNC110 - seen from outside
            await asyncio.sleep(0.05)


async def test_a_guest_of_one_is_a_guest_of_the_other(cafes: Open) -> None:
    first, _ = await cafes()
    second, _ = await cafes()
    guest = first.guest()
    await guest.adds("latte")
    guest.cafe = second
    assert (await guest.cart()).json["count"] == 1
    others = [second.guest() for _ in range(3)]
    await asyncio.gather(*(other.adds("latte") for other in others))
    assert len({cookie.cookie for cookie in [guest, *others]}) == 4


async def test_repeats_at_both_of_a_request_that_died_open_one_page(cafes: Open, bank: FakeMonobank) -> None:
    """As after kill -9 of a third while the bank is asked."""
    account = {"monobank_token": bank.token, "monobank_api_url": bank.base_url}
    (first, _), (second, _) = await cafes(**account), await cafes(**account)
    guest = first.guest()
    await guest.adds("latte")
    placed = await guest.orders_pickup(key="tap", payment_method="card")
    assert placed.json["pay_url"]
    await first.execute("UPDATE idempotency_keys SET answer = NULL, run_id = 'a run that is gone'")
    await first.execute("DELETE FROM invoices")
    bank.calls.clear()
    bank.fail(Failure.SLOW, path="/invoice/create", seconds=1)
    there = replace(guest, cafe=second)
    repeats = await asyncio.gather(*(each.orders_pickup(key="tap", payment_method="card") for each in (guest, there)))
    assert {repeat.status for repeat in repeats} == {201}
    assert repeats[0].body == repeats[1].body
    assert len(bank.calls_to("/invoice/create")) == 1


async def test_an_update_is_taken_by_any_and_handled_once(cafes: Open, telegram: FakeTelegram) -> None:
    first, first_process = await cafes(bot_mode="webhook")
    await becomes(first, "bot", "running")
    second, _ = await cafes(bot_mode="webhook")
    olha = telegram.person(501, "Оля")
    olha.chat.is_started = True
    secret = {SECRET: telegram.api.webhook["secret_token"]}

    def update(number: int) -> dict[str, Any]:
        entities = [{"type": "bot_command", "offset": 0, "length": 6}]
        message = telegram.world.service_message(olha.chat, olha.user, text="/start")
        return {"update_id": number, "message": {**message, "entities": entities}}

    async def push(cafe: Cafe, body: dict[str, Any]) -> int:
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{cafe.url}/telegram/webhook", json=body, headers=secret) as response,
        ):
            return response.status

    sent = update(1)
    for cafe in (first, second, second):
        assert await push(cafe, sent) == 200
    await olha.sees("Вітаємо")
    await _handled(second)
    assert len(olha.inbox) == 1
    assert await push(second, sent) == 200
    await _handled(second)
    assert len(olha.inbox) == 1

    await first_process.aclose()
    assert await push(second, update(2)) == 200
    await _wait_for_messages(olha, 2)
    await _handled(second)  # which is stored after the answer is sent
    assert await second.rows("SELECT body FROM telegram_updates WHERE body <> ''") == []


async def _handled(cafe: Cafe) -> None:
    async with asyncio.timeout(10):
        while await cafe.rows("SELECT update_id FROM telegram_updates WHERE is_handled = 0"):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def _wait_for_messages(seat: Seat, count: int) -> None:
    async with asyncio.timeout(20):
        while len(seat.inbox) < count:  # noqa: ASYNC110 - the chat has no events
            await asyncio.sleep(0.05)


async def test_a_server_that_goes_away_is_told_and_comes_back(cafes: Open, postgres: PostgresServer) -> None:
    cafe, _ = await cafes()
    await becomes(cafe, "outbox", "running")
    person = cafe.person()
    placed = await person.places("latte")
    await asyncio.to_thread(postgres.stop, "immediate")
    try:
        assert (await cafe.get("/api/products")).status == 200, "from memory"
        answer = await cafe.get("/healthz")
        assert (answer.status, answer.json["database"]) == (503, "failed")
        assert (await person.adds("latte")).status == 500
    finally:
        await asyncio.to_thread(postgres.start)
    await becomes(cafe, "status", "ok")
    await becomes(cafe, "outbox", "running")
    assert [order["id"] for order in await person.sees_orders()] == [placed["order_id"]]
    assert (await person.places("latte"))["order_id"] > placed["order_id"]


async def test_a_server_that_only_reads_changes_nothing_and_comes_back(cafes: Open, database_url: str) -> None:
    cafe, _ = await cafes()
    person = cafe.person()
    await person.adds("latte")
    await make_read_only(database_url, "on")
    assert (await person.orders_pickup()).status == 500
    assert (await person.cart()).json["count"] == 1
    assert (await cafe.get("/api/products")).status == 200
    await make_read_only(database_url, "off")
    assert (await person.orders_pickup()).status == 201


async def make_read_only(url: str, state: str) -> None:
    """What the sessions see that begin from now on; those that are there end, as when another server takes over."""
    connection = await asyncpg.connect(url)
    await connection.execute("SET default_transaction_read_only TO off")
    name = url.rpartition("/")[2]
    await connection.execute(f"ALTER DATABASE {name} SET default_transaction_read_only TO {state}")
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )
    await connection.close()


async def test_after_a_kill_the_next_leads(
    tmp_path: Path, database_url: str, telegram: FakeTelegram, bank: FakeMonobank
) -> None:
    """kill -9 the process that leads while an order waits to be told of."""
    telegram.group(STAFF)
    settings = {
        "CAFE_DATABASE_URL": database_url,
        "CAFE_SECRET_KEY": SECRET_KEY,
        "CAFE_BOT_TOKEN": BOT_TOKEN,
        "CAFE_BOT_API_URL": telegram.url,
        "CAFE_STAFF_CHAT_ID": str(STAFF),
        "CAFE_MONOBANK_TOKEN": bank.token,
        "CAFE_MONOBANK_API_URL": bank.base_url,
    }
    processes = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        processes.append(ServiceProcess(tmp_path / name, settings, Clock(tmp_path / name)))
    try:
        async with aiohttp.ClientSession() as session:
            await processes[0].start()
            await processes[1].start()
            assert await _outboxes(session, processes) == ["running", "elsewhere"]
            await processes[0].kill()
            async with asyncio.timeout(10):
                while await _outboxes(session, processes[1:]) != ["running"]:  # noqa: ASYNC110 - seen from outside
                    await asyncio.sleep(0.05)
            await processes[0].start()
            assert await _outboxes(session, processes) == ["elsewhere", "running"]
    finally:
        async with AsyncExitStack() as stops:
            for process in processes:
                stops.push_async_callback(process.stop)
    for process in processes:
        assert database_url not in process.log.read_text()


async def _outboxes(session: aiohttp.ClientSession, processes: list[ServiceProcess]) -> list[str]:
    states = []
    for process in processes:
        async with session.get(f"{process.url}/healthz") as answer:
            states.append((await answer.json())["outbox"])
    return states


async def test_busy_mode_is_seen_by_all(cafes: Open) -> None:
    (first, _), (second, _) = await cafes(), await cafes()
    usual = second.app.services.times.asap_minutes()
    await first.app.services.busy.begin_for(20, 60)
    async with asyncio.timeout(20):
        while second.app.services.times.asap_minutes() != usual + 20:  # noqa: ASYNC110 - seen from outside
            await asyncio.sleep(0.05)
