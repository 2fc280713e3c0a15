"""From facts to pages: who prints what, when, how often, and what becomes of it after a fault."""

import asyncio

import pytest

from cafe.core.upkeep.retention.service import Retention
from tests.driver import Cafe, two_rounds
from tests.printers.paper import PRINTERS, Agent, added
from tests.web.kitchen import board, paired


async def jobs(cafe: Cafe) -> list[tuple[str, str, int]]:
    rows = await cafe.rows("SELECT page, state, is_copy FROM print_jobs ORDER BY id")
    return [(row["page"], row["state"], row["is_copy"]) for row in rows]


async def test_a_ticket_is_printed_once(cafe: Cafe) -> None:
    owner = await cafe.desk()
    _, token = await added(owner)
    agent = Agent(cafe, token)
    assert await agent.gets() is None
    await cafe.guest().places("latte", kind="pickup")
    job = await agent.gets()
    assert job is not None
    assert await agent.gets() is None
    assert await agent.gets((job, "printed")) is None
    assert await jobs(cafe) == [("ticket", "printed", 0)]
    assert (await agent.asks((job, "printed"))).status == 200


async def test_the_agent_waits_for_the_next_order(cafe: Cafe) -> None:
    owner = await cafe.desk()
    _, token = await added(owner)
    agent = Agent(cafe, token)
    loop = asyncio.get_running_loop()
    waiting = asyncio.create_task(agent.gets(wait=25))
    await asyncio.sleep(5)
    began = loop.time()
    await cafe.guest().places("latte", kind="pickup")
    assert await waiting is not None
    assert loop.time() - began < 2
    began = loop.time()
    assert await agent.gets(wait=25) is None
    assert 24 < loop.time() - began < 27


async def test_a_newer_call_ends_the_older(cafe: Cafe) -> None:
    _, token = await added(await cafe.desk())
    agent = Agent(cafe, token)
    older = asyncio.create_task(agent.gets(wait=25))
    await asyncio.sleep(1)
    newer = asyncio.create_task(agent.gets(wait=25))
    await asyncio.sleep(1)
    assert older.done()
    assert not newer.done()
    await cafe.guest().places("latte", kind="pickup")
    assert await newer is not None


async def test_after_a_fault_the_page_says_copy_only_if_it_may_be_one(cafe: Cafe) -> None:
    _, token = await added(await cafe.desk())
    agent = Agent(cafe, token)
    await cafe.guest().places("latte", kind="pickup")
    job = await agent.gets()
    assert job is not None
    assert await agent.gets((job, "failed"), "paper") == job
    assert await jobs(cafe) == [("ticket", "sent", 0)]
    assert await agent.gets((job, "unclear"), "jam") == job
    assert await jobs(cafe) == [("ticket", "sent", 1)]
    assert await agent.gets((job, "printed")) is None
    assert await jobs(cafe) == [("ticket", "printed", 1)]


async def test_an_answer_that_never_came_makes_a_copy_after_a_minute(cafe: Cafe) -> None:
    _, token = await added(await cafe.desk())
    agent = Agent(cafe, token)
    await cafe.guest().places("latte", kind="pickup")
    job = await agent.gets()
    assert await agent.gets() is None
    cafe.clock.advance(seconds=61)
    await two_rounds()
    assert await agent.gets() == job
    assert await jobs(cafe) == [("ticket", "sent", 1)]


async def test_a_printer_that_was_off_for_ten_minutes_prints_each_ticket_once(cafe: Cafe) -> None:
    _, token = await added(await cafe.desk())
    agent = Agent(cafe, token)
    for _ in range(3):
        await cafe.guest().places("latte", kind="pickup")
    job = await agent.gets(None, "off")
    for _ in range(12):
        assert job is not None
        cafe.clock.advance(seconds=50)
        await asyncio.sleep(2)
        job = await agent.gets((job, "failed"), "off")
    assert job is not None
    pages = [await agent.gets((job, "printed"))]
    pages.append(await agent.gets((pages[0] or 0, "printed")))
    assert await agent.gets((pages[1] or 0, "printed")) is None
    assert await jobs(cafe) == [("ticket", "printed", 0)] * 3
    assert [row["tries"] for row in await cafe.rows("SELECT tries FROM print_jobs")] == [1, 1, 1]


async def test_stations_order_types_and_copies(cafe: Cafe) -> None:
    owner = await cafe.desk()
    [coffee] = [row["id"] for row in await cafe.rows("SELECT category_id AS id FROM products WHERE slug = 'latte'")]
    bar = Agent(cafe, (await added(owner, name="Бар", categories=[coffee]))[1])
    hall = Agent(cafe, (await added(owner, name="Зал", order_types=["dine_in"], copies=2))[1])
    everything = Agent(cafe, (await added(owner, name="Кухня"))[1])
    await cafe.guest().places("borscht", kind="pickup")
    assert [await each.prints() for each in (bar, hall, everything)] == [[], [], ["ticket"]]
    await cafe.guest().places("latte", "borscht", kind="dine-in")
    assert [await each.prints() for each in (bar, hall, everything)] == [["ticket"], ["ticket"] * 2, ["ticket"]]


async def test_when_it_is_accepted_and_ready(cafe: Cafe) -> None:
    owner = await cafe.desk()
    agent = Agent(cafe, (await added(owner, moment="accepted", pages=["ticket", "bill"]))[1])
    order_id = (await cafe.guest().places("latte", kind="pickup"))["order_id"]
    assert await agent.prints() == []
    path = f"/api/desk/orders/{order_id}/move"
    assert (await owner.post(path, {"seen": "new", "to": "confirmed"})).status == 200
    assert await agent.prints() == ["ticket"]
    assert (await owner.post(path, {"seen": "confirmed", "to": "cooking"})).status == 200
    assert await agent.prints() == []
    assert (await owner.post(path, {"seen": "cooking", "to": "ready"})).status == 200
    assert await agent.prints() == ["bill"]


async def test_when_it_has_to_be_begun(cafe: Cafe) -> None:
    owner = await cafe.desk()
    agent = Agent(cafe, (await added(owner, moment="due"))[1])
    order_id = (await cafe.guest().places("latte", kind="pickup", pickup_time="14:30"))["order_id"]
    await two_rounds()
    assert await agent.prints() == []
    answer = await owner.post(f"/api/desk/orders/{order_id}/move", {"seen": "new", "to": "confirmed"})
    assert answer.status == 200
    await two_rounds()
    assert await agent.prints() == []
    cafe.clock.advance(hours=2, minutes=25)
    await two_rounds()
    assert await agent.prints() == ["ticket"]
    await two_rounds()
    assert await agent.prints() == []


async def edits(cafe: Cafe, order_id: object, quantity: int) -> None:
    owner = await cafe.desk()
    [line] = await cafe.rows("SELECT id FROM order_lines WHERE order_id = :id", id=order_id)
    seen = await cafe.value("SELECT version FROM orders WHERE id = :id", id=order_id)
    body = {"seen": seen, "lines": [{"id": line["id"], "quantity": quantity}], "is_agreed": True}
    answer = await owner.post(f"/api/desk/orders/{order_id}/edits", body)
    assert answer.status == 200, answer


async def test_changes_and_cancellations_follow_a_printed_ticket(cafe: Cafe) -> None:
    owner = await cafe.desk()
    agent = Agent(cafe, (await added(owner))[1])
    order_id = (await cafe.guest().places("latte", kind="pickup"))["order_id"]
    await edits(cafe, order_id, 2)
    assert await agent.prints() == ["ticket"]  # with the change
    await edits(cafe, order_id, 3)
    assert await agent.prints() == ["changes"]
    answer = await owner.post(f"/api/desk/orders/{order_id}/cancel", {"seen": "new", "reason_id": "closing"})
    assert answer.status == 200, answer
    assert await agent.prints() == ["cancelled"]


async def test_what_was_cancelled_or_finished_before_is_not_printed(cafe: Cafe) -> None:
    owner = await cafe.desk()
    agent = Agent(cafe, (await added(owner))[1])
    guest = cafe.guest()
    await guest.cancels((await guest.places("latte", kind="pickup"))["order_id"])
    done = (await guest.places("latte", kind="pickup"))["order_id"]
    await cafe.execute("UPDATE orders SET status = 'completed' WHERE id = :id", id=done)
    await two_rounds()
    assert await agent.prints() == []
    assert {state for _, state, _ in await jobs(cafe)} == {"dropped"}
    found = (await owner.get(PRINTERS)).json["dropped"]
    assert [each["page"] for each in found] == ["ticket", "ticket"]
    told = await cafe.rows("SELECT payload FROM outbox WHERE kind = 'staff-pages-dropped'")
    assert len(told) == 1


async def test_a_minute_without_paper_is_told_once_and_moved(cafe: Cafe) -> None:
    owner = await cafe.desk()
    kitchen_id, token = await added(owner)
    bar_id, bar_token = await added(owner, name="Бар", pages=[])
    kitchen, bar, tablet = Agent(cafe, token), Agent(cafe, bar_token), await paired(cafe)
    number = (await cafe.guest().places("latte", kind="pickup"))["order_number"]
    job = await kitchen.gets()
    assert job is not None
    await kitchen.asks((job, "failed"), "paper")
    assert [each["works"] for each in (await board(tablet))["printers"]] == [False, False]
    cafe.clock.advance(seconds=61)
    await kitchen.asks((job, "failed"), "paper")
    assert await bar.gets() is None
    await two_rounds()
    await two_rounds()
    [told] = await cafe.rows("SELECT payload FROM outbox WHERE kind = 'staff-printer-stuck'")
    assert '"paper"' in told["payload"]
    first, second = (await board(tablet))["printers"]
    assert (first["late"], first["why"], first["numbers"], first["works"]) == (1, "paper", [number], False)
    assert second == {"id": bar_id, "name": "Бар", "works": True}
    answer = await tablet.post(f"/api/board/printers/{kitchen_id}/move", {"to": bar_id})
    assert answer.status == 200, answer
    assert ["late" in each for each in answer.json["printers"]] == [False, False]
    assert await bar.prints() == ["ticket*"]  # the kitchen's was never answered for: it may have come out
    assert await kitchen.prints() == []


async def test_asked_for_once_more(cafe: Cafe) -> None:
    owner = await cafe.desk()
    printer_id, token = await added(owner)
    agent, tablet = Agent(cafe, token), await paired(cafe)
    order_id = (await cafe.guest().places("latte", kind="pickup"))["order_id"]
    assert await agent.prints() == ["ticket"]
    answer = await tablet.post(f"/api/board/orders/{order_id}/print", {"printer": printer_id})
    assert answer.status == 200, answer
    assert await agent.prints() == ["ticket*"]
    body = {"order": order_id, "page": "bill"}
    assert (await owner.post(f"{PRINTERS}/{printer_id}/orders", body)).status == 200
    assert (await owner.post(f"{PRINTERS}/{printer_id}/test")).status == 200
    assert await agent.prints() == ["bill", "test"]


async def test_a_token_that_is_not_known_or_not_any_more(cafe: Cafe) -> None:
    owner = await cafe.desk()
    printer_id, token = await added(owner)
    for wrong in ("", "x", token[:-1], f"{token}x"):
        answer = await Agent(cafe, wrong).asks()
        assert (answer.status, answer.json) == (401, {"error": "token_unknown"})
    renewed = (await owner.post(f"{PRINTERS}/{printer_id}/token")).json["paired"]["token"]
    assert (await Agent(cafe, token).asks()).status == 401
    assert (await Agent(cafe, renewed).asks()).status == 200
    assert (await owner.delete(f"{PRINTERS}/{printer_id}")).status == 200
    assert (await Agent(cafe, renewed).asks()).status == 401
    stored = await cafe.rows("SELECT * FROM printers")
    assert stored == []


async def test_a_page_that_cannot_be_drawn_holds_up_no_other(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    _, token = await added(await cafe.desk())
    agent = Agent(cafe, token)
    number = (await cafe.guest().places("latte", kind="pickup"))["order_number"]
    await cafe.guest().places("latte", kind="pickup")
    with monkeypatch.context() as patch:
        patch.setattr("cafe.printing.page_printer.pages.draw_ticket", lambda *_, **__: 1 / 0)
        assert (await agent.asks()).status == 500
    [told] = await cafe.rows("SELECT payload FROM outbox WHERE kind = 'staff-pages-dropped'")
    assert number in told["payload"]
    assert "defect" in told["payload"]
    assert await agent.prints() == ["ticket"]


async def test_what_is_long_over_is_forgotten(cafe: Cafe) -> None:
    owner = await cafe.desk()
    printer_id, token = await added(owner)
    for _ in range(2):
        await cafe.guest().places("latte", kind="pickup")
        assert await Agent(cafe, token).prints() == ["ticket"]
        cafe.clock.advance(days=4)
    await Retention(cafe.app.database, cafe.clock).clean()
    assert len(await jobs(cafe)) == 1
    await cafe.execute("DELETE FROM printers WHERE id = :id", id=printer_id)
    await Retention(cafe.app.database, cafe.clock).clean()
    assert await jobs(cafe) == []
