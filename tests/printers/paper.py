"""Printers of the test cafe, and what they get."""

import base64
from typing import Any

from tests.driver import Answer, Cafe, DeskVisitor

PRINTERS = "/api/desk/printers"
FORM: dict[str, Any] = {
    "name": "Кухня",
    "width": 80,
    "locale": "uk",
    "pages": ["ticket"],
    "order_types": [],
    "categories": [],
    "moment": "placed",
    "copies": 1,
    "address": "192.168.1.50",
}


async def added(owner: DeskVisitor, **form: Any) -> tuple[int, str]:
    """Make a printer; return its id and token."""
    answer = await owner.post(PRINTERS, {**FORM, **form})
    assert answer.status == 200, answer
    return answer.json["paired"]["id"], answer.json["paired"]["token"]


class Agent:
    """What the agent in the cafe asks, step by step."""

    def __init__(self, cafe: Cafe, token: str) -> None:
        self.cafe = cafe
        self.token = token

    async def asks(self, outcome: tuple[int, str] | None = None, trouble: str | None = None, wait: int = 0) -> Answer:
        said: dict[str, Any] = {"wait": wait, "trouble": trouble}
        if outcome is not None:
            said["outcome"] = {"job": outcome[0], "result": outcome[1]}
        headers = {"Authorization": f"Bearer {self.token}"}
        return await self.cafe.guest().request("POST", "/api/printers/agent", json=said, headers=headers)

    async def gets(self, *said: Any, **more: Any) -> int | None:
        """The id of the next page."""
        answer = await self.asks(*said, **more)
        assert answer.status == 200, answer
        job = answer.json["job"]
        if job is None:
            return None
        assert base64.b64decode(job["data"])[:2] == b"\x1b@"
        return int(job["id"])

    async def prints(self) -> list[str]:
        """Print everything; return what it was, `*` behind copies."""
        found, job = [], await self.gets()
        while job is not None:
            [row] = await self.cafe.rows("SELECT page, is_copy FROM print_jobs WHERE id = :id", id=job)
            found.append(row["page"] + "*" * row["is_copy"])
            job = await self.gets((job, "printed"))
        return found
