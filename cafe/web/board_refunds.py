"""Giving money back at the kitchen screen: a tablet shows what can go back, a person with a PIN gives it back."""

from typing import Any

from aiohttp import web

from cafe.core.kernel.ids import OrderLineId
from cafe.core.kernel.locale import Locale
from cafe.core.money.payments.model import HRYVNIA
from cafe.core.money.refunds import errors
from cafe.core.money.refunds.model import Refund, RefundOffer, Selection
from cafe.core.money.refunds.rules import REASONS
from cafe.core.people.devices.model import Device
from cafe.core.people.staff.model import Role, StaffMember
from cafe.core.services import Services
from cafe.web.board import invalid
from cafe.web.board_people import people_json, person_by_pin
from cafe.web.json import id_of, json_response, path_id, read_body

UK = Locale.UK


class BoardRefundHandlers:
    """The history names the person and the tablet. `refund_role` and `refund_limit` apply to the person."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def offer(self, request: web.Request, _device: Device) -> web.Response:
        """GET /api/board/orders/{order_id}/refunds."""
        return json_response(await self._offer(path_id(request, "order_id")))

    async def add(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/orders/{order_id}/refunds."""
        order_id, body = path_id(request, "order_id"), await read_body(request)
        selection = _read_selection(body)
        seen, staff_id = id_of(body.get("seen")), id_of(body.get("staff"))
        pin, reason = body.get("pin"), body.get("reason")
        if selection is None or seen is None or staff_id is None or not isinstance(pin, str) or reason not in REASONS:
            return invalid()
        found = await person_by_pin(self._services.pins, staff_id, pin, device)
        if isinstance(found, web.Response):
            return found
        return await self._give(order_id, selection, seen, str(reason), found, device)

    async def _give(
        self, order_id: int, selection: Selection, seen: int, reason: str, member: StaffMember, device: Device
    ) -> web.Response:
        try:
            refund = await self._services.refunds.request(
                order_id,
                selection,
                seen=seen,
                reason=self._services.texts.format(UK, f"refund-reason-{reason}"),
                actor=f"{member.name} · {device.name}",
                role=member.refund_role,
            )
        except errors.RefundForbiddenError:
            return json_response({"error": "refund_role"}, status=403)
        except errors.RefundLimitError as error:
            return json_response({"error": "refund_limit", "limit": error.limit}, status=403)
        except errors.RefundUnavailableError:
            return json_response({"error": "provider_unavailable"}, status=409)
        except errors.RefundError:
            return json_response({"error": "changed", "offer": await self._offer(order_id)}, status=409)
        return json_response({"refund": _refund_json(refund)})

    async def _offer(self, order_id: int) -> dict[str, Any]:
        offer = await self._services.refunds.offer(order_id)
        least = Role(self._services.settings.current.refund_role)
        holders = [each for each in await self._services.pins.list_holders() if each.may_refund(least)]
        return _offer_json(offer) | {"people": people_json(holders)}


def _read_selection(body: dict[str, Any]) -> Selection | None:
    """Parse what is to go back; None if it is not clear, or nothing."""
    lines, listed = dict[OrderLineId, int](), body.get("lines")
    for line in listed if isinstance(listed, list) else []:
        known = line if isinstance(line, dict) else {}
        line_id, pieces = id_of(known.get("id")), id_of(known.get("quantity"))
        if line_id is None or not pieces or OrderLineId(line_id) in lines:
            return None
        lines[OrderLineId(line_id)] = pieces
    delivery = body.get("delivery") is True
    return Selection(lines=lines, delivery=delivery) if lines or delivery else None


def _offer_json(offer: RefundOffer) -> dict[str, Any]:
    """Serialize what can go back in parts, in kopiykas; other sums and payments are for the desk."""
    own = offer.own
    is_ours = own is not None and own.paid.currency == HRYVNIA
    return {
        "seen": offer.seen,
        "to_card": own is not None and own.provider is not None,
        "lines": [
            {"id": line.line_id, "name": line.line.name_in(UK), "left": line.left, "amounts": line.amounts}
            for line in (offer.lines if is_ours else ())
        ],
        "delivery": offer.delivery if is_ours else 0,
    }


def _refund_json(refund: Refund) -> dict[str, Any]:
    return {"amount": refund.money.amount, "state": refund.state, "way": refund.way}
