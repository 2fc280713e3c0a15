"""Search results as a sheet: a row for each order."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from decimal import Decimal
from functools import partial
from zoneinfo import ZoneInfo

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.money.payments.model import HRYVNIA, Money
from cafe.core.ordering.lookup.model import FoundOrder
from cafe.core.ordering.orders.address import address_text
from cafe.core.ordering.orders.model import Order, OrderType, PaymentStatus
from cafe.core.ordering.orders.rules import status_text
from cafe.web.desk.sheets import Cell, Column, Kind, Row, Sheet

COLUMNS = (
    ("number", Kind.TEXT, 10),
    ("placed", Kind.MOMENT, None),
    ("scheduled", Kind.MOMENT, None),
    ("type", Kind.TEXT, 12),
    ("status", Kind.TEXT, 16),
    ("source", Kind.TEXT, 12),
    ("name", Kind.TEXT, 20),
    ("phone", Kind.TEXT, 20),
    ("place", Kind.TEXT, 30),
    ("lines", Kind.TEXT, 50),
    ("goods", Kind.MONEY, None),
    ("discount", Kind.MONEY, None),
    ("promo", Kind.TEXT, 12),
    ("promo-discount", Kind.MONEY, None),
    ("delivery", Kind.MONEY, None),
    ("total", Kind.MONEY, None),
    ("method", Kind.TEXT, 10),
    ("payment", Kind.TEXT, 9),
    ("to-return", Kind.MONEY, None),
    ("returned", Kind.MONEY, None),
    ("returned-how", Kind.TEXT, 20),
    ("returned-at", Kind.MOMENT, None),
    ("cancel-reason", Kind.TEXT, 24),
)
"""Ids of their headers, their kinds, and their widths."""


class OrderSheet:
    """Makes rows in a person's language, with local times."""

    def __init__(self, texts: Texts, locale: Locale, zone: ZoneInfo) -> None:
        self._texts = texts
        self._locale = locale
        self._zone = zone
        self._words: dict[str, str] = {}
        """Texts that were formatted before: the same few stand in every row."""

    def sheet(self, batches: AsyncIterator[Sequence[FoundOrder]]) -> Sheet:
        columns = [Column(self._say(f"orders-{name}"), kind, width) for name, kind, width in COLUMNS]
        return Sheet(self._say("orders-page"), columns, self._rows(batches))

    async def _rows(self, batches: AsyncIterator[Sequence[FoundOrder]]) -> AsyncIterator[Sequence[Row]]:
        async for batch in batches:
            yield await asyncio.to_thread(lambda found: [self._row(each) for each in found], batch)

    def _row(self, found: FoundOrder) -> Row:
        order = found.order
        table = order.table_number if order.order_type is OrderType.DINE_IN else None
        return (
            order.number,
            self._local(order.created_at),
            self._local(_wanted(order)),
            self._say(f"order-type-{order.order_type}"),
            self._say(status_text(order.order_type, order.status)),
            self._say(f"order-source-{found.source}"),
            order.name,
            order.phone,
            address_text(partial(self._texts.format, self._locale), order) or table or "",
            "; ".join(f"{line.name_in(self._locale)} × {line.quantity}" for line in order.lines),
            order.items_total,
            order.discount_amount,
            order.promo_code or "",
            order.promo_discount_amount,
            order.delivery_fee,
            order.total,
            self._say(f"order-method-{order.payment_method}") if order.payment_method else "",
            self._say("order-paid" if order.payment_status is PaymentStatus.PAID else "order-unpaid"),
            _sum(found.to_return),
            _sum([each.money for each in found.returned]),
            ", ".join(dict.fromkeys(self._say(f"order-returned-{each.way}") for each in found.returned)),
            self._local(max((each.at for each in found.returned), default=None)),
            order.cancel_reason or "",
        )

    def _local(self, moment: int | None) -> datetime | None:
        return None if moment is None else datetime.fromtimestamp(moment, self._zone).replace(tzinfo=None)

    def _say(self, text_id: str) -> str:
        if text_id not in self._words:
            self._words[text_id] = self._texts.format(self._locale, text_id)
        return self._words[text_id]


def _wanted(order: Order) -> int | None:
    """Return the wanted time of an order that is not for at once; for a pickup, that is its due time."""
    is_timed = order.order_type is OrderType.PICKUP and order.pickup_time
    return order.scheduled_for or (order.due_at if is_timed else None)


def _sum(money: Sequence[Money]) -> Cell:
    """Return the sum in UAH; other currencies as text, since they cannot be added up with it."""
    if not money:
        return None
    if any(each.currency != HRYVNIA for each in money):
        return " + ".join(f"{each} {each.currency}" for each in money)
    return Decimal(sum(each.amount for each in money)) / 100
