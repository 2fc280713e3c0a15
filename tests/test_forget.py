"""`python -m cafe forget`: whom it finds, what it says, and when it refuses."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.driver import Cafe, config_for, open_cafe
from tests.test_cli import Cli, Said, cli, contents, filled

__all__ = ["cli", "filled"]

PHONE = "+380 67 123 45 67"


def in_cafe(folder: Path, act: Callable[[Cafe], Awaitable[Any]]) -> None:
    """Do something in the cafe of this folder before the command is run."""

    async def run() -> None:
        async with open_cafe(config_for(folder), catalogue=None) as cafe:
            await act(cafe)

    asyncio.run(run())


def phones(folder: Path) -> list[str]:
    connection = sqlite3.connect(folder / "cafe.db")
    try:
        return [row[0] for row in connection.execute("SELECT phone FROM orders ORDER BY id")]
    finally:
        connection.close()


async def an_order_of(cafe: Cafe, customer: int | None, status: str, **changes: Any) -> None:
    visitor = cafe.guest() if customer is None else cafe.person(customer)
    placed = await visitor.places("latte", **changes)
    await cafe.moves_order(placed["order_id"], status)


@pytest.mark.parametrize("who", ["+380671234567", "067 123 45 67", "380671234567", "671234567", "-1000001"])
def test_a_guest_by_phone_or_id(filled: Cli, tmp_path: Path, who: str) -> None:
    in_cafe(tmp_path, lambda cafe: an_order_of(cafe, None, "completed"))
    assert filled("forget", who) == Said(0, "finished orders anonymised: 1\n", "")
    assert phones(tmp_path) == [""]
    assert filled("forget", who) == Said(0, "finished orders anonymised: 0\n", "")


@pytest.mark.parametrize("who", ["777123", "id:777123"])
def test_a_telegram_user_by_id(filled: Cli, tmp_path: Path, who: str) -> None:
    async def act(cafe: Cafe) -> None:
        await an_order_of(cafe, 777123, "cancelled")
        await an_order_of(cafe, 777123, "new")
        await an_order_of(cafe, 777124, "completed")

    in_cafe(tmp_path, act)
    said = filled("forget", who)
    assert said == Said(0, "finished orders anonymised: 1\nopen orders to be anonymised when they end: 1\n", "")
    assert phones(tmp_path) == ["", PHONE, PHONE]


def test_who_has_other_phones_too_is_named(filled: Cli, tmp_path: Path) -> None:
    async def act(cafe: Cafe) -> None:
        await an_order_of(cafe, 777123, "completed")
        await an_order_of(cafe, 777123, "completed", phone="0501112233")

    in_cafe(tmp_path, act)
    said = filled("forget", "0501112233")
    assert said.out.splitlines() == [
        "finished orders anonymised: 1",
        "customer 777123 also has orders with other phones, which were kept: forget 777123",
    ]
    assert phones(tmp_path) == [PHONE, ""]


def test_a_number_that_could_be_either_is_not_guessed_at(filled: Cli, tmp_path: Path) -> None:
    async def act(cafe: Cafe) -> None:
        await an_order_of(cafe, 671234567, "completed", phone="0500000000")
        await an_order_of(cafe, None, "completed")

    in_cafe(tmp_path, act)
    before = contents(tmp_path)
    said = filled("forget", "671234567")
    assert (said.code, said.out) == (1, "")
    assert "id:671234567" in said.error
    assert "0671234567" in said.error
    assert contents(tmp_path) == before
    assert filled("forget", "id:671234567").code == 0
    assert phones(tmp_path) == ["", PHONE]
    assert filled("forget", "0671234567").code == 0
    assert phones(tmp_path) == ["", ""]


@pytest.mark.parametrize("who", ["", "Олена", "12:34", "0671", "-1", "0", "-999999", "067123456789012", "id:", "id:-1"])
def test_what_is_nobody(filled: Cli, tmp_path: Path, who: str) -> None:
    in_cafe(tmp_path, lambda cafe: an_order_of(cafe, None, "completed"))
    before = contents(tmp_path)
    said = filled("forget", who)
    assert (said.code, said.out) == (1, "")
    assert who in said.error
    assert contents(tmp_path) == before


def test_nobody_named_is_bad_usage(filled: Cli) -> None:
    assert filled("forget").code == 2
