"""Orders for later, in the words of guests."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.driver import ABSENT, Answer, Visitor

KYIV = ZoneInfo("Europe/Kyiv")


def local(text: str) -> int:
    """Unix seconds of a time in Kyiv."""
    return int(datetime.fromisoformat(text).replace(tzinfo=KYIV).timestamp())


async def orders_for(who: Visitor, at: object, *, kind: str = "pickup", pieces: int = 1, **changes: Any) -> Answer:
    """Fill the cart and order for a time."""
    await who.adds("borscht" if kind == "delivery" else "latte", pieces + (kind == "delivery"))
    changes = {"pickup_time": ABSENT, **changes} if kind == "pickup" else changes
    return await who.orders(kind, scheduled_for=at, **changes)


def refused(answer: Answer) -> str:
    """The message of an order that cannot be had at its time."""
    body = answer.json
    assert (answer.status, body.keys(), body["error"]) == (400, {"error", "message"}, "time_unavailable"), body
    return str(body["message"])


async def times(who: Visitor, kind: str = "pickup") -> list[tuple[str, bool]]:
    answer = await who.get(f"/api/checkout/times?type={kind}")
    assert answer.status == 200, answer
    assert answer.json.keys() == {"type", "asap_minutes", "times"}
    assert all(each.keys() == {"at", "is_full"} for each in answer.json["times"])
    return [(each["at"], each["is_full"]) for each in answer.json["times"]]
