"""Parsing a search for orders from a URL, for the screen and for files alike."""

import re
from collections.abc import Callable
from datetime import date
from enum import StrEnum
from typing import TypeVar

from aiohttp import web

from cafe.core.catalogue.hours.week import read_date
from cafe.core.kernel.ids import MAX_ID
from cafe.core.kernel.lengths import SEARCH
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.validators import ValidatorError
from cafe.core.ordering.lookup.model import Cursor, OrderQuery, Source
from cafe.core.ordering.orders.model import OrderStatus, OrderType, PaymentMethod, PaymentStatus
from cafe.core.people.staff.model import Right, Session
from cafe.web.json import id_of

CURSOR = re.compile(r"(\d{1,15})-(\d{1,15})")

E = TypeVar("E", bound=StrEnum)
T = TypeVar("T")


def is_limited(session: Session) -> bool:
    """Whether a person sees only open orders and those of the current day."""
    return not session.member.may(Right.REPORTS)


def read_order_query(request: web.Request, session: Session) -> OrderQuery:
    """Parse a query's parameters; several values of one are separated by commas.

    Raises:
        ProblemsError: some of them are invalid.
    """
    reader = _Reader(request)
    query = OrderQuery(
        text=request.query.get("text", "")[:SEARCH],
        statuses=reader.members("status", OrderStatus),
        order_types=reader.members("type", OrderType),
        methods=reader.members("method", PaymentMethod),
        payment=reader.one("payment", PaymentStatus),
        sources=reader.members("source", Source),
        first_day=reader.one("from", _day),
        last_day=reader.one("to", _day),
        owes_money=reader.one("owes", _flag) or False,
        customer=reader.one("customer", _id),
        is_current=is_limited(session),
    )
    reader.check()
    return query


def read_cursor(request: web.Request) -> tuple[int, int] | None:
    """Parse the start of a page; None: the first page.

    Raises:
        ProblemsError: it does not come from a previous page.
    """
    reader = _Reader(request)
    cursor = reader.one("after", _pair)
    reader.check()
    return cursor


def read_order_cursor(request: web.Request) -> Cursor | None:
    """Parse the start of a page of orders, likewise."""
    pair = read_cursor(request)
    return None if pair is None else Cursor(*pair)


def cursor_text(moment: int, order_id: int) -> str:
    """Format a cursor for `read_cursor`."""
    return f"{moment}-{order_id}"


class _Reader:
    """Parses parameters and collects their problems."""

    def __init__(self, request: web.Request) -> None:
        self._request = request
        self._problems: list[Problem] = []

    def one(self, name: str, read: Callable[[str], T]) -> T | None:
        """Parse one value; None if it is absent or invalid."""
        text = self._request.query.get(name, "")
        if not text:
            return None
        try:
            return read(text)
        except ValueError:
            self._problems.append(Problem(name, "desk-field-invalid"))
            return None

    def members(self, name: str, kind: type[E]) -> frozenset[E]:
        """Parse members of an enumeration."""
        return self.one(name, lambda text: frozenset(kind(value) for value in text.split(","))) or frozenset()

    def check(self) -> None:
        """Raise ProblemsError if there were problems."""
        if self._problems:
            raise ProblemsError(*self._problems)


def _flag(text: str) -> bool:
    if text not in {"0", "1"}:
        raise ValueError(text)
    return text == "1"


def _day(text: str) -> date:
    """Parse a day; days at the edge of the calendar have no valid timestamps."""
    try:
        return read_date(text)
    except ValidatorError as error:
        raise ValueError(text) from error


def _id(text: str) -> int:
    number = id_of(text)
    if number is None or number == MAX_ID:
        raise ValueError(text)
    return number


def _pair(text: str) -> tuple[int, int]:
    match = CURSOR.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return int(match[1]), int(match[2])
