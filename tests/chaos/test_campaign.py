"""A short kill campaign: nothing that was promised is lost, doubled or unexplained. `make chaos` runs long ones."""

import os

import pytest

from tests.chaos import machines
from tests.chaos.__main__ import table
from tests.chaos.campaign import run_campaign

KILLS = 8
SEED = int(os.environ.get("SEED") or 1)


@pytest.mark.parametrize("is_shared", [False, True], ids=["on-sqlite", "on-postgres"])
async def test_nothing_promised_is_lost_when_a_process_is_killed(*, is_shared: bool) -> None:
    result = await run_campaign(KILLS, SEED, KILLS, is_shared=is_shared)
    assert result.findings.is_clean, table(result)
    assert result.kills >= KILLS
    assert result.findings.orders
    assert result.counts["payments"]


async def test_a_lost_machine_comes_back_from_the_continuous_copy() -> None:
    losses = await machines.lose_machines(2, SEED, 2, lambda _: None)
    assert losses.findings.is_clean, machines.table(losses)
    assert losses.cuts == 2
