"""The printer beside the coffee machine: when each order's ticket is on paper."""

import asyncio
from datetime import datetime

from tests.driver import Cafe
from tests.printers.paper import Agent, added
from tests.rush.dark import Net

PRINTS_SECONDS = 1.0
"""How long a ticket takes to come out."""


class Paper:
    """Prints tickets through an agent, which waits for the next one as the program in a cafe does."""

    def __init__(self, cafe: Cafe, net: Net) -> None:
        self._cafe = cafe
        self._net = net
        self._printed: dict[int, datetime] = {}

    async def work(self) -> None:
        _, token = await added(await self._cafe.desk())
        agent, outcome = Agent(self._cafe, token), None
        while True:
            if self._net.is_down:
                await asyncio.sleep(PRINTS_SECONDS)
                continue
            job = (await agent.asks(outcome, wait=25)).json["job"]
            outcome = None
            if job is not None:
                self._printed[job["id"]] = self._net.now()
                await asyncio.sleep(PRINTS_SECONDS)
                outcome = job["id"], "printed"

    async def by_number(self) -> dict[str, datetime]:
        """When each order's ticket began to come out."""
        rows = await self._cafe.rows(
            "SELECT j.id, o.sequence_number FROM print_jobs j JOIN orders o ON o.id = j.subject_id "
            "WHERE j.page = 'ticket' ORDER BY j.id DESC"
        )
        return {f"№{row['sequence_number']}": self._printed[row["id"]] for row in rows if row["id"] in self._printed}
