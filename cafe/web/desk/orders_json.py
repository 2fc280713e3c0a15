"""Orders as the desk's JSON. Times are local; money in whole UAH, exact sums as texts."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from cafe.core.catalogue.zones.model import Zone
from cafe.core.delivery.couriers.model import Courier
from cafe.core.kernel.ids import WALK_IN
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.kernel.urls import map_url
from cafe.core.money.payments.model import Money
from cafe.core.ordering.lookup.model import FoundOrder, FoundPage, FoundSums, MessageRecord, ReceiptRecord, Source
from cafe.core.ordering.lookup.service import Dossier
from cafe.core.ordering.orders.address import address_text, map_place
from cafe.core.ordering.orders.answers import comment_for_staff
from cafe.core.ordering.orders.model import STAFF_CAN_EDIT, Order, OrderLine, OrderStatus, OrderType
from cafe.core.ordering.orders.rules import PROMISABLE, next_step, status_text
from cafe.core.ordering.ratings.model import Rating
from cafe.web.desk.order_query import cursor_text
from cafe.web.order_couriers import courier_json, couriers_json
from cafe.web.order_edits import editable_json, proposal_json


class OrderWriter:
    """Serializes orders in a person's language and the cafe's timezone."""

    def __init__(self, texts: Texts, locale: Locale, zone: ZoneInfo, zones: Sequence[Zone]) -> None:
        self._texts = texts
        self._locale = locale
        self._zone = zone
        self._zones = zones

    def page(self, page: FoundPage) -> dict[str, Any]:
        """Serialize a page of results; only the first page has `sums`."""
        following = page.following
        return {
            "orders": [self._found(each) for each in page.orders],
            "after": None if following is None else cursor_text(following.created_at, following.order_id),
            "sums": None if page.sums is None else _sums(page.sums),
        }

    def dossier(self, dossier: Dossier, couriers: Sequence[Courier], *, has_customer: bool) -> dict[str, Any]:
        """Serialize everything known about an order, and the possible actions.

        `couriers`: who may be given the order. `has_customer`: whether the person may see the customer's other orders.
        """
        order, records = dossier.order, dossier.records
        is_known = bool(order.phone) and not order.is_anonymous
        return self._order(order, dossier.source, records.to_return) | {
            "items_total": order.items_total,
            "delivery_fee": order.delivery_fee,
            "discount_amount": order.discount_amount,
            "promo_code": order.promo_code,
            "promo_discount_amount": order.promo_discount_amount,
            "cash_change_for": order.cash_change_for,
            "address": address_text(partial(self._texts.format, self._locale), order),
            **self._delivery_zone(order),
            "address_comment": comment_for_staff(self._texts, order, self._locale) or None,
            "cancel_reason": order.cancel_reason,
            **_rating(dossier.rating),
            "promised": self._local(order.ready_at),
            "due": self._local(order.due_at),
            "username": records.username,
            "customer": order.id if has_customer and is_known else None,
            "lines": [self._line(line) for line in order.lines],
            **self._edits(order),
            **courier_json(order),
            "acts": self._acts(dossier) | couriers_json(couriers),
            "events": [
                {
                    "at": self._second(event.created_at),
                    "kind": event.kind,
                    "actor": event.actor,
                    "detail": event.detail,
                    "status_label": self._status_text(order, event.detail),
                }
                for event in dossier.events
            ],
            "invoices": [
                {
                    "at": self._second(invoice.created_at),
                    "provider": invoice.provider,
                    "status": invoice.status,
                    "paid": None if invoice.paid is None else money_json(invoice.paid),
                    "paid_at": self._second(invoice.paid_at),
                }
                for invoice in records.invoices
            ],
            "messages": [self._message(order, message) for message in records.messages],
            "receipt": self._receipt(records.receipts[0]) if records.receipts else None,
            **self._more_receipts(records.receipts[1:]),
            "return_receipts": [self._receipt(receipt) for receipt in records.return_receipts],
            "refunds": [
                {
                    "at": self._second(refund.created_at),
                    "money": money_json(refund.money),
                    "state": refund.state,
                    "way": refund.way,
                    "reason": refund.reason,
                    "actor": refund.actor,
                    "problem": refund.problem,
                    "finished_at": self._second(refund.finished_at),
                }
                for refund in records.refunds
            ],
            "returns": [
                {
                    "at": self._second(each.created_at),
                    "money": money_json(each.money),
                    "reason": each.reason,
                    "returned_at": self._second(each.returned_at),
                    "returned_by": each.returned_by,
                }
                for each in records.returns
            ],
        }

    def status(self, order: Order, status: OrderStatus) -> str:
        """Return the text of a status for the order's type."""
        return self._texts.format(self._locale, status_text(order.order_type, status))

    def _found(self, found: FoundOrder) -> dict[str, Any]:
        lines = [{"name": line.name_in(self._locale), "quantity": line.quantity} for line in found.order.lines]
        return self._order(found.order, found.source, found.to_return) | {"lines": lines}

    def _order(self, order: Order, source: Source, to_return: Iterable[Money]) -> dict[str, Any]:
        is_pickup, is_at_table = order.order_type is OrderType.PICKUP, order.order_type is OrderType.DINE_IN
        return {
            "id": order.id,
            "number": order.number,
            "created": self._local(order.created_at),
            "order_type": order.order_type,
            "status": order.status,
            "status_label": self.status(order, order.status),
            "payment_method": order.payment_method,
            "payment_status": order.payment_status,
            "total": order.total,
            "name": order.name,
            "phone": order.phone,
            "source": source,
            "scheduled": self._local(order.scheduled_for),
            "pickup_time": order.pickup_time if is_pickup else None,
            "table_number": order.table_number if is_at_table else None,
            "to_return": [money_json(money) for money in to_return],
        }

    def _delivery_zone(self, order: Order) -> dict[str, str]:
        """Serialize the zone and the guest's pin: keys only where there are any."""
        keys = {} if order.zone is None else {"zone": order.zone.name.in_locale(self._locale), "zone_by": order.zone.by}
        return keys | ({"map_url": map_url(map_place(order))} if order.pin else {})

    def _edits(self, order: Order) -> dict[str, Any]:
        """Serialize what was changed and can be: keys only where there is something."""
        keys: dict[str, Any] = proposal_json(order, self._locale)
        if order.status in STAFF_CAN_EDIT and not order.is_anonymous:
            keys["edit"] = editable_json(order, self._locale, self._zones) | {
                "asks_guest": order.customer_id != WALK_IN
            }
        if order.balance:
            keys["balance"] = order.balance
        if order.changes:
            keys["changes"] = [
                {"at": self._second(each.at), "text": each.in_words(self._locale), "total": each.total}
                for each in order.changes
            ]
        return keys

    def _acts(self, dossier: Dossier) -> dict[str, Any]:
        order = dossier.order
        step = next_step(order.order_type, order.status)
        is_last, may_be_free = step is OrderStatus.COMPLETED, dossier.is_refunded
        return {
            "next": self._step(order, step),
            "back": self._step(order, dossier.back_to),
            "is_payment_asked": is_last and (order.is_payment_asked or may_be_free),
            **({"may_be_free": True} if is_last and may_be_free else {}),
            "can_promise": order.status in PROMISABLE,
            "can_cancel": not order.status.is_final,
            "resend": list(dossier.resendable),
            "resend_to": {
                "chat": dossier.audience.has_chat,
                "followers": dossier.audience.followers,
                "browsers": dossier.audience.browsers,
            },
        }

    def _step(self, order: Order, status: OrderStatus | None) -> dict[str, str] | None:
        return None if status is None else {"status": status, "label": self.status(order, status)}

    def _line(self, line: OrderLine) -> dict[str, Any]:
        return {
            "name": line.name_in(self._locale),
            "quantity": line.quantity,
            "price": line.price,
            "total": line.total,
            "note": line.note,
        }

    def _status_text(self, order: Order, text: str | None) -> str | None:
        """Return the text of a possible status."""
        return self.status(order, OrderStatus(text)) if text in list(OrderStatus) else None

    def _message(self, order: Order, message: MessageRecord) -> dict[str, Any]:
        return {
            "at": self._second(message.created_at),
            "recipient": message.recipient,
            "kind": message.kind,
            "status": message.status,
            "status_label": self._status_text(order, message.status),
            "state": message.state,
            "attempts": message.attempts,
            "finished_at": self._second(message.finished_at),
            "error": message.error,
        }

    def _more_receipts(self, receipts: Sequence[ReceiptRecord]) -> dict[str, Any]:
        return {"more_receipts": [self._receipt(receipt) for receipt in receipts]} if receipts else {}

    def _receipt(self, receipt: ReceiptRecord) -> dict[str, Any]:
        return {
            "at": self._second(receipt.created_at),
            "state": receipt.state,
            "url": receipt.url,
            "reason": receipt.reason,
            "finished_at": self._second(receipt.finished_at),
        }

    def _local(self, moment: int | None) -> str | None:
        """Format a time as `YYYY-MM-DDTHH:MM`."""
        return None if moment is None else datetime.fromtimestamp(moment, self._zone).strftime("%Y-%m-%dT%H:%M")

    def _second(self, moment: int | None) -> str | None:
        """Format a time as `YYYY-MM-DDTHH:MM:SS`."""
        return None if moment is None else datetime.fromtimestamp(moment, self._zone).strftime("%Y-%m-%dT%H:%M:%S")


def money_json(money: Money) -> dict[str, str]:
    return {"amount": str(money), "currency": money.currency}


def _sums(sums: FoundSums) -> dict[str, Any]:
    return {
        "orders": sums.orders,
        "cancelled": sums.cancelled,
        "total": sums.total,
        "to_return": [money_json(money) for money in sums.to_return],
    }


def _rating(rating: Rating | None) -> dict[str, Any]:
    return {} if rating is None else {"rating": {"is_good": rating.is_good, "words": rating.words}}
