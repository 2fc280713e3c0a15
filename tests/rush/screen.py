"""The kitchen screen as a place to act from: a paired tablet that reads the board and presses on it."""

from typing import Any

from tests.driver import Answer, Visitor
from tests.rush.station import Stage, Ticket
from tests.web.kitchen import board, moves

STAGES = {
    "new": Stage.NEW,
    "confirmed": Stage.ACCEPTED,
    "cooking": Stage.COOKING,
    "ready": Stage.READY,
    "courier": Stage.ON_ITS_WAY,
}
FIND = 0.5
"""Seconds to find an order: all of them are in sight, in columns."""


def read_order(order: dict[str, Any]) -> Ticket:
    """An order as the screen shows it; its due time counts where a guest or the staff named it, else it is for now."""
    has_time = order["is_promised"] or order["is_scheduled"] or order["order_type"] == "pickup"
    return Ticket(
        number=order["number"],
        stage=STAGES[order["status"]],
        kind=order["order_type"].replace("_", "-"),
        pieces=sum(line["quantity"] for line in order["lines"]),
        due=order["due"][-5:] if has_time else "",
        is_promised=order["is_promised"],
    )


class ScreenStation:
    """Cards in columns, each with one big button; lines are ticked off."""

    name = "the kitchen screen"

    def __init__(self, tablet: Visitor) -> None:
        self._tablet = tablet
        self._ids: dict[str, int] = {}
        """By number, of the orders that were seen last."""
        self._seen: dict[str, str] = {}
        """Their statuses."""
        self._methods: dict[str, str] = {}
        """How their guests wanted to pay."""

    async def look(self) -> list[Ticket]:
        orders = (await board(self._tablet))["orders"]
        self._ids = {order["number"]: order["id"] for order in orders}
        self._seen = {order["number"]: order["status"] for order in orders}
        self._methods = {order["number"]: order["payment_method"] for order in orders}
        return [read_order(order) for order in orders]

    def search(self, _ticket: Ticket) -> float:
        return FIND

    async def accept(self, ticket: Ticket, _minutes: int | None) -> None:
        """The screen makes no promises: the due time stands as it is."""
        await self._move(ticket, "confirmed")

    async def start(self, ticket: Ticket) -> None:
        await self._move(ticket, "cooking")

    async def ready(self, ticket: Ticket) -> None:
        """Each line is ticked off before, unless somebody has cancelled the order."""
        order_id = self._ids[ticket.number]
        orders = [order for order in (await board(self._tablet))["orders"] if order["id"] == order_id]
        for line in [line for order in orders for line in order["lines"]]:
            await self._press(order_id, f"lines/{line['id']}", {"is_done": True})
        await self._move(ticket, "ready")

    async def hand_over(self, ticket: Ticket) -> None:
        """Where the program asks how an unpaid order was paid: in cash as wanted, else at the terminal."""
        is_to_courier = ticket.kind == "delivery" and ticket.stage is Stage.READY
        answer = await self._move(ticket, "courier" if is_to_courier else "completed")
        if answer.status == 409 and answer.json["error"] == "not_paid":
            way = "cash" if self._methods[ticket.number] == "cash" else "terminal"
            payment = {"seen": self._seen[ticket.number], "payment": way}
            await self._press(self._ids[ticket.number], "paid", payment)

    async def _move(self, ticket: Ticket, to: str) -> Answer:
        answer = await moves(self._tablet, self._ids[ticket.number], self._seen[ticket.number], to)
        return _told(answer)

    async def _press(self, order_id: int, what: str, body: dict[str, Any]) -> Answer:
        return _told(await self._tablet.post(f"/api/board/orders/{order_id}/{what}", body))


def _told(answer: Answer) -> Answer:
    """The answer to a press, which may have come too late: people then look again."""
    assert answer.status in {200, 409}, answer
    return answer
