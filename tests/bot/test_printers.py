"""What the staff's chat says of printers, and the button by which another one takes over."""

from tests.bot.conversation import ChatCafe
from tests.driver import two_rounds
from tests.printers.paper import Agent, added


async def test_a_printer_without_paper_is_told_once_and_another_takes_over(cafe: ChatCafe) -> None:
    owner, staff = await cafe.cafe.desk(), cafe.staff()
    kitchen = Agent(cafe.cafe, (await added(owner))[1])
    bar = Agent(cafe.cafe, (await added(owner, name="Бар", pages=[]))[1])
    number = (await cafe.cafe.guest().places("latte", kind="pickup"))["order_number"]
    job = await kitchen.gets()
    assert job is not None
    cafe.clock.advance(seconds=61)
    assert await bar.gets() is None
    assert (await kitchen.asks((job, "failed"), "paper")).status == 200
    await staff.sees("Принтер «Кухня» не друкує: немає паперу.", f"Замовлення: {number}", "[🖨 Надрукувати на «Бар»]")
    told = staff.last
    cafe.clock.advance(seconds=120)
    await two_rounds()
    assert await cafe.cafe.value("SELECT COUNT(*) FROM outbox WHERE kind = 'staff-printer-stuck'") == 1
    await staff.press("🖨 Надрукувати на «Бар»", on=told)
    await staff.sees("сторінок із принтера «Кухня» друкує «Бар»: 1")
    assert await bar.prints() == ["ticket*"]


async def test_tickets_that_nobody_needs_any_more_are_named(cafe: ChatCafe) -> None:
    owner, staff = await cafe.cafe.desk(), cafe.staff()
    await added(owner)
    placed = await cafe.cafe.guest().places("latte", kind="pickup")
    await cafe.cafe.execute("UPDATE orders SET status = 'completed' WHERE id = :id", id=placed["order_id"])
    await staff.sees(f"Принтер «Кухня» так і не надрукував: {placed['order_number']}.")
