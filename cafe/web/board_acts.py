"""What a kitchen screen needs to go on without a network: the counter's menu beforehand, and its acts afterwards."""

import re
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Any, TypeVar

from aiohttp import web

from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.options.errors import OptionsInvalidError
from cafe.core.catalogue.options.model import OptionGroup
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import OrderLineId, ProductId
from cafe.core.kernel.lengths import LINE, NOTE
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.ordering.device_acts.model import (
    MOST_ACTS,
    MOST_LINES,
    MOST_PIECES,
    MOST_PRICE,
    Act,
    MarkLine,
    Move,
    Outcome,
    Sale,
    SoldLine,
    StepBack,
    TakePayment,
)
from cafe.core.ordering.orders.model import OrderStatus, OrderType, PaymentMethod
from cafe.core.people.devices.model import Device
from cafe.core.services import Services
from cafe.web.board import invalid
from cafe.web.board_json import changed_order_json
from cafe.web.cart import read_pieces
from cafe.web.json import id_of, json_response, read_large_body

ACT_ID = re.compile(r"[0-9a-f-]{32,36}")
SALE_NUMBER = re.compile(r"T[0-9]{1,9}-[0-9]{1,6}")
AT_COUNTER = {OrderType.DINE_IN, OrderType.PICKUP}
METHODS = {CounterPayment.CASH: PaymentMethod.CASH, CounterPayment.TERMINAL: PaymentMethod.CARD}

E = TypeVar("E", bound=StrEnum)


class InvalidError(Exception):
    """A value is not what it should be."""


class BoardActHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def menu(self, _request: web.Request, _device: Device) -> web.Response:
        """GET /api/board/menu: what is sold at the counter."""
        snapshot = self._services.cache.current
        percent = snapshot.settings.delivery_terms.pickup_discount_percent
        menu = self._services.cache.whole_menu
        return json_response({"catalogue": snapshot.version, "pickup_percent": percent, **_menu_json(menu)})

    async def apply(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/acts `{acts: […]}`: apply each once, in this order; `outcomes` tells of each."""
        given = (await read_large_body(request)).get("acts")
        if not isinstance(given, list) or not 0 < len(given) <= MOST_ACTS:
            return invalid()
        try:
            acts = [_act(each) for each in given]
        except InvalidError:
            return invalid()
        outcomes = await self._services.device_acts.apply(device, acts)
        return json_response({"outcomes": [await self._outcome_json(each) for each in outcomes]})

    async def _outcome_json(self, outcome: Outcome) -> dict[str, Any]:
        """Serialize an outcome, with the order as it stands now."""
        keys: dict[str, Any] = {"id": outcome.act_id, "outcome": "refused" if outcome.why else "done"}
        if outcome.why:
            keys["error"] = outcome.why
        if outcome.expected is not None:
            keys["expected"] = outcome.expected
        if outcome.order_id is not None:
            with suppress(NotFoundError):
                found = await self._services.staff_orders.get(outcome.order_id)
                keys["order"] = changed_order_json(found.order, found.events)
        return keys


def _menu_json(menu: Menu) -> dict[str, Any]:
    """Serialize the menu in Ukrainian, as the cafe's own screens are; prices before the choice, in whole UAH."""
    categories = [
        {
            "name": category.name.uk,
            "dishes": [_dish_json(each, menu) for each in menu.products if each.category_id == category.id],
        }
        for category in menu.categories
    ]
    return {"categories": [each for each in categories if each["dishes"]]}


def _dish_json(dish: Product, menu: Menu) -> dict[str, Any]:
    groups = [_group_json(group) for group in menu.option_groups.get(dish.id, ())]
    return {
        "id": dish.id,
        "name": dish.name.uk,
        "price": dish.price,
        "category_id": dish.category_id,
        **({"stopped_until": dish.stopped_until} if dish.stopped_until > menu.valid_from else {}),
        **({"notes": True} if dish.takes_note else {}),
        **({"groups": groups} if groups else {}),
    }


def _group_json(group: OptionGroup) -> dict[str, Any]:
    return {
        "id": group.id,
        "name": group.name.uk,
        "min": group.min,
        "max": group.max,
        "options": [
            {
                "id": option.id,
                "name": option.name.uk,
                "price_delta": option.price_delta,
                "is_default": option.is_default,
                "max_quantity": option.max_quantity,
            }
            for option in group.options
        ],
    }


def _act(given: Any) -> Act:
    """Read an act; what it says may be nonsense, but without an id it cannot even be refused.

    Raises:
        InvalidError: it has no id or no time.
    """
    if not isinstance(given, dict):
        raise InvalidError
    act_id, at = given.get("id"), id_of(given.get("at"))
    if not isinstance(act_id, str) or not ACT_ID.fullmatch(act_id) or at is None:
        raise InvalidError
    sale_id = given.get("sale")
    what = None
    with suppress(InvalidError, OptionsInvalidError):
        what = _what(given)
    return Act(act_id, at, what, id_of(given.get("order")), sale_id if isinstance(sale_id, str) else None)


def _what(given: Mapping[str, Any]) -> Move | StepBack | MarkLine | TakePayment | Sale:
    kind = given.get("kind")
    if kind == "move":
        return Move(_member(OrderStatus, given, "seen"), _member(OrderStatus, given, "to"))
    if kind == "back":
        return StepBack(_member(OrderStatus, given, "seen"))
    if kind == "line":
        line_id = id_of(given.get("line"))
        if line_id is None:
            raise InvalidError
        return MarkLine(OrderLineId(line_id), _flag(given, "is_done"))
    if kind == "paid":
        return TakePayment(_member(OrderStatus, given, "seen"), _member(CounterPayment, given, "payment"))
    if kind == "sale":
        return _sale(given)
    raise InvalidError


def _sale(given: Mapping[str, Any]) -> Sale:
    number, lines, order_type = given.get("number"), given.get("lines"), _member(OrderType, given, "order_type")
    if not isinstance(number, str) or not SALE_NUMBER.fullmatch(number) or order_type not in AT_COUNTER:
        raise InvalidError
    if not isinstance(lines, list) or not 0 < len(lines) <= MOST_LINES:
        raise InvalidError
    return Sale(
        number,
        order_type,
        METHODS[_member(CounterPayment, given, "payment")],
        tuple(_line(each) for each in lines),
        _number(given, "percent", 100),
        _number(given, "total", MOST_PRICE),
        _flag(given, "is_handed_out"),
    )


def _line(given: Any) -> SoldLine:
    if not isinstance(given, dict):
        raise InvalidError
    product_id, name = id_of(given.get("product_id")), clean_text(given.get("name"))
    quantity, note = _number(given, "quantity", MOST_PIECES), clean_text(given.get("note")) or ""
    if product_id is None or name is None or not quantity or len(name) > LINE or len(note) > NOTE:
        raise InvalidError
    pieces = read_pieces(given.get("options"))
    if pieces is not None and any(each > MOST_PIECES for each in pieces.values()):
        raise InvalidError
    return SoldLine(ProductId(product_id), name, quantity, _number(given, "price", MOST_PRICE), pieces, note)


def _member(kind: type[E], given: Mapping[str, Any], name: str) -> E:
    with suppress(ValueError):
        return kind(str(given.get(name)))
    raise InvalidError


def _flag(given: Mapping[str, Any], name: str) -> bool:
    value = given.get(name)
    if not isinstance(value, bool):
        raise InvalidError
    return value


def _number(given: Mapping[str, Any], name: str, most: int) -> int:
    value = given.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise InvalidError
    return value
