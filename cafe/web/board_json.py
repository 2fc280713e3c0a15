"""The board and its tickets as JSON: for the cafe's own screens, in Ukrainian; the board has no phones or addresses."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from cafe.core.catalogue.availability.stop_list import OptionStops, StopListPage
from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.options.model import Option
from cafe.core.catalogue.settings.busy import BusyState
from cafe.core.catalogue.settings.pause import ENDLESS
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.catalogue.zones.model import Zone
from cafe.core.delivery.couriers.model import Courier
from cafe.core.kernel.ids import WALK_IN
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.kernel.urls import map_url
from cafe.core.messages.printers.model import PrinterState
from cafe.core.ordering.board.model import Board, BoardLine, BoardOrder
from cafe.core.ordering.orders.address import address_text, map_place
from cafe.core.ordering.orders.answers import comment_for_staff
from cafe.core.ordering.orders.history import Event, EventKind
from cafe.core.ordering.orders.model import STAFF_CAN_EDIT, Order, OrderLine, OrderStatus, OrderType, PaymentStatus
from cafe.core.ordering.orders.rules import next_step
from cafe.web.json import allergens_json, diets_json
from cafe.web.order_couriers import courier_json, couriers_json
from cafe.web.order_edits import editable_json, proposal_json

UK = Locale.UK
STEPS = {EventKind.MOVED, EventKind.STEPPED_BACK, EventKind.CANCELLED}


def board_json(
    board: Board,
    busy: BusyState,
    snapshot: Snapshot,
    menu: Menu,
    texts: Texts,
    printers: Sequence[PrinterState] = (),
) -> dict[str, Any]:
    """Serialize what the screen shows; the same as long as nothing of it changes."""
    zone = snapshot.settings.zone
    categories = {line.line.product_id: line.category_id for order in board.orders for line in order.lines}
    return {
        "cafe_name": snapshot.settings.cafe_name,
        "catalogue": snapshot.version,
        "busy": _busy_json(busy, zone),
        "pauses": _pauses_json(snapshot.pauses, board.at, zone),
        "categories": [{"id": category.id, "name": category.name.in_locale(UK)} for category in menu.categories],
        "orders": [_order_json(order, zone, texts) for order in board.orders],
        "pieces": [
            {"name": each.name.in_locale(UK), "quantity": each.quantity, "category_id": categories.get(each.product_id)}
            for each in board.pieces
        ],
        "left_out": board.left_out,
        "done": [_order_json(order, zone, texts) for order in board.done],
        **({"printers": [_printer_json(each) for each in printers]} if printers else {}),
    }


def _printer_json(state: PrinterState) -> dict[str, Any]:
    """Serialize a printer; `late` is how many pages should be on its paper by now, `why` they are not."""
    printer = {"id": state.printer.id, "name": state.printer.name, "works": state.works}
    if not state.late:
        return printer
    return {**printer, "late": len(state.late), "why": state.why, "numbers": state.numbers}


def version_of(state: dict[str, Any]) -> str:
    """Return a text that changes with the board."""
    return hashlib.blake2b(orjson.dumps(state), digest_size=8).hexdigest()


def changed_order_json(order: Order, events: tuple[Event, ...]) -> dict[str, Any]:
    """Serialize an order's current state, and who moved it there last (empty: nobody)."""
    moves = [event for event in events if event.kind in STEPS]
    return {
        "id": order.id,
        "number": order.number,
        "order_type": order.order_type.value,
        "status": order.status.value,
        "actor": moves[-1].actor if moves else "",
    }


def ticket_json(
    texts: Texts, order: Order, placed: BoardOrder | None, couriers: Sequence[Courier], snapshot: Snapshot
) -> dict[str, Any]:
    """Serialize what is printed or looked up: the one place where the screen learns an address and whom to call.

    `placed` is the order on the board if it is there, `couriers` may be given it. At a table nobody is called: there is
    no phone.
    """
    told = {each.line.id: each for each in placed.lines} if placed else {}
    zone = snapshot.settings.zone
    address = address_text(partial(texts.format, UK), order)
    return {
        "cafe_name": snapshot.settings.cafe_name,
        "id": order.id,
        "number": order.number,
        "order_type": order.order_type.value,
        "created": _local(order.created_at, zone),
        "due": _local(placed.due_at if placed else None, zone),
        "table_number": _table(order),
        "name": order.name,
        "phone": "" if order.order_type is OrderType.DINE_IN else order.phone,
        "address": address,
        **({"map_url": map_url(map_place(order))} if address else {}),
        **({"zone": order.zone.name.uk} if order.zone else {}),
        **courier_json(order),
        **couriers_json(couriers),
        "address_comment": comment_for_staff(texts, order),
        "lines": [_line_json(line) | _contents(told.get(line.id), texts) for line in order.lines],
        "is_paid": order.payment_status is PaymentStatus.PAID,
        **_money_more(order),
        **_edits(order, snapshot.zones),
        "payment_method": order.payment_method.value if order.payment_method else None,
        "total": order.total,
        "cash_change_for": order.cash_change_for,
    }


def _busy_json(state: BusyState, zone: ZoneInfo) -> dict[str, Any]:
    busy = state.busy
    until = None if busy is None else _local(int(busy.until.timestamp()), zone)
    return {"minutes": 0 if busy is None else busy.minutes, "until": until, "mark": state.mark}


def _pauses_json(pauses: Mapping[str, int], now: int, zone: ZoneInfo) -> list[dict[str, str | None]]:
    """The pauses of now; without a type of all orders, without an end until somebody resumes."""
    return [
        {"type": order_type or None, "until": None if until >= ENDLESS else _local(until, zone)}
        for order_type, until in sorted(pauses.items())
        if until > now
    ]


def stops_json(pages: Iterable[StopListPage], options: OptionStops, version: int, zone: ZoneInfo) -> dict[str, Any]:
    """Serialize the stop-list with everything that can be put on it."""

    def item(each: Product | Option, *, is_stopped: bool) -> dict[str, Any]:
        is_timed = is_stopped and each.stopped_until < ENDLESS
        return {
            "id": each.id,
            "name": each.name.in_locale(UK),
            "is_stopped": is_stopped,
            "until": _local(each.stopped_until, zone) if is_timed else None,
        }

    return {
        "catalogue": version,
        "dishes": [
            {
                "name": page.category.name.in_locale(UK),
                "items": [item(dish, is_stopped=page.is_stopped(dish)) for dish in page.products],
            }
            for page in pages
        ],
        "options": [
            {
                "name": group.name.in_locale(UK),
                "items": [item(option, is_stopped=options.is_stopped(option)) for option in group.options],
            }
            for group in options.groups
        ],
    }


def _order_json(each: BoardOrder, zone: ZoneInfo, texts: Texts) -> dict[str, Any]:
    order = each.order
    step = next_step(order.order_type, order.status)
    return {
        "id": order.id,
        "number": order.number,
        "order_type": order.order_type.value,
        "status": order.status.value,
        "section": each.section.value,
        "next": None if step is None else step.value,
        "waits_since": _waits_since(each),
        "due_at": each.due_at,
        "due": _local(each.due_at, zone),
        "is_promised": order.ready_at is not None,
        "is_scheduled": order.scheduled_for is not None,
        "table_number": _table(order),
        "name": order.name,
        "is_paid": order.payment_status is PaymentStatus.PAID,
        **_money_more(order),
        "payment_method": order.payment_method.value if order.payment_method else None,
        "total": order.total,
        **({"cash_change_for": order.cash_change_for} if order.cash_change_for else {}),
        "is_payment_asked": step is OrderStatus.COMPLETED and each.is_payment_asked,
        **({"may_be_free": True} if each.may_be_free else {}),
        "can_step_back": each.can_step_back,
        "lines": [_board_line_json(line, texts) for line in each.lines],
    }


def _money_more(order: Order) -> dict[str, bool | int]:
    """Keys only for an order whose sum is blocked on the guest's card, of which money went back, or that costs more."""
    return (
        ({"is_held": True} if order.is_held else {})
        | ({"refunded": order.refunded} if order.refunded else {})
        | ({"balance": order.balance} if order.balance else {})
    )


def _edits(order: Order, zones: Sequence[Zone]) -> dict[str, Any]:
    """Serialize what was changed, and what can be: keys only where there is something."""
    keys: dict[str, Any] = proposal_json(order, UK)
    if order.changes:
        keys["changes"] = [edit.in_words(UK) for edit in order.changes]
    if order.status in STAFF_CAN_EDIT:
        keys["edit"] = editable_json(order, UK, zones) | {"asks_guest": order.customer_id != WALK_IN}
    return keys


def _waits_since(each: BoardOrder) -> int:
    """Return when the kitchen's time for an order began: when placed, or for later ones when due to begin."""
    wanted = each.order.due_at or 0
    return max(each.order.created_at or 0, wanted - (each.due_at - each.start_at))


def _board_line_json(each: BoardLine, texts: Texts) -> dict[str, Any]:
    return _line_json(each.line) | {
        "id": each.line.id,
        "is_done": each.is_done,
        "category_id": each.category_id,
        **_contents(each, texts),
    }


def _contents(each: BoardLine | None, texts: Texts) -> dict[str, Any]:
    """Serialize what a line contains and, where its choice makes it so, for which diet it is."""
    keys: dict[str, Any] = {"allergens": allergens_json(each.allergens if each else (), texts, UK)}
    if each and each.diets:
        keys["diets"] = diets_json(each.diets, texts, UK)
    return keys


def _line_json(line: OrderLine) -> dict[str, Any]:
    return {"name": line.name_in(UK), "quantity": line.quantity, "note": line.note}


def _table(order: Order) -> str | None:
    return order.table_number if order.order_type is OrderType.DINE_IN else None


def _local(moment: int | None, zone: ZoneInfo) -> str | None:
    """Format a time as `YYYY-MM-DDTHH:MM` on the cafe's clock."""
    return None if moment is None else datetime.fromtimestamp(moment, zone).strftime("%Y-%m-%dT%H:%M")
