"""A large cafe: three hundred dishes with pictures and options, a kitchen full of orders, and people signed in."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import ClientResponse, ClientSession, CookieJar

from cafe.app import App, running
from cafe.config import Config
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.people.staff.model import Role
from cafe.resources import DEMO
from tests.demo import place_order

COPIES = 5
"""Of each of the demo's fifty dishes, besides the dish itself."""
ORDERS = 20
DISHES = ("latte", "croissant", "borshch")
STATUSES = (OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING)
TABLE = re.compile(r"(?=^\[\[)", re.MULTILINE)
NAME = re.compile(r'^(name(?:_en)?) = "(.*)"$', re.MULTILINE)
SLUG = re.compile(r'^slug = "(.*)"$', re.MULTILINE)
CATEGORY = re.compile(r'^category = "(.*)"$', re.MULTILINE)
SORT_ORDER = re.compile(r"^sort_order = (\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class LargeCafe:
    """A running one."""

    url: str
    cookies: dict[str, str]
    """Of an owner at the desk and of a tablet in the kitchen."""


@asynccontextmanager
async def large_cafe(config: Config) -> AsyncIterator[LargeCafe]:
    async with running(config, is_demo=True) as app:
        await app.services.catalogue.load("".join(_more(DEMO.read_text(encoding="utf-8"))))
        for number in range(ORDERS):
            await place_order(app, f"Гість {number}", DISHES[: 1 + number % 3], STATUSES[number % 3])
        yield LargeCafe(app.base_url, await _sign_in(app))


def _more(demo: str) -> Iterator[str]:
    """Return the demo's categories once more, and its dishes several times, in turn in one and the other."""
    for table in TABLE.split(demo):
        if table.startswith("[[categories]]"):
            yield _copy(table, 1)
        if table.startswith("[[products]]"):
            for number in range(1, COPIES + 1):
                other = _copy(table, number)
                yield CATEGORY.sub(r'category = "\1-1"', other) if number % 2 else other


def _copy(table: str, number: int) -> str:
    """Return another that comes after it."""
    renamed = NAME.sub(rf'\1 = "\2 {number + 1}"', table)
    later = SORT_ORDER.sub(rf"sort_order = {number}\1", renamed)
    return SLUG.sub(rf'slug = "\1-{number}"', later)


async def _sign_in(app: App) -> dict[str, str]:
    link = await app.services.sign_in.issue_link("Олена", Role.OWNER)
    code = await app.services.devices.issue_code("Кухня")
    async with ClientSession(
        app.base_url, headers={"Origin": app.base_url}, cookie_jar=CookieJar(unsafe=True)
    ) as client:
        async with client.post("/api/desk/session/link", json={"token": link.token}) as signed_in:
            owner = _cookie(signed_in)
        async with client.post("/api/board/pair", json={"code": code.shown}) as paired:
            return owner | _cookie(paired)


def _cookie(response: ClientResponse) -> dict[str, str]:
    response.raise_for_status()
    return {name: cookie.value for name, cookie in response.cookies.items()}
