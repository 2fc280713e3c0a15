"""Who brings an order and who may, at the desk and at the screen. Keys appear only where there is somebody."""

from collections.abc import Mapping, Sequence
from typing import Any

from cafe.core.delivery.couriers.model import Courier, CourierError
from cafe.core.delivery.couriers.service import ASSIGNABLE
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.ordering.orders.model import Order, OrderType
from cafe.core.services import Services
from cafe.web.json import id_of


async def list_assignable(services: Services, order: Order) -> Sequence[Courier]:
    """List who may be given an order, if it is a delivery that is being made or brought."""
    if order.order_type is not OrderType.DELIVERY or order.status not in ASSIGNABLE:
        return ()
    return await services.couriers.list_on_shift()


def read_courier(body: Mapping[str, Any]) -> int | None:
    """Read who is to bring an order: `staff` is an id, or null for nobody yet.

    Raises:
        ProblemsError: it is neither.
    """
    staff = body.get("staff", "")
    staff_id = id_of(staff)
    if staff_id is None and staff is not None:
        raise ProblemsError(Problem("staff", "desk-field-invalid"))
    return staff_id


def refusal_code(error: CourierError) -> str:
    return error.problem.replace("-", "_")


def courier_json(order: Order) -> dict[str, Any]:
    courier = order.courier
    if courier is None:
        return {}
    return {"courier": {"id": courier.id, "name": courier.name, "state": courier.state}}


def couriers_json(couriers: Sequence[Courier]) -> dict[str, Any]:
    listed = [{"id": each.id, "name": each.name, "carries": each.carries} for each in couriers]
    return {"couriers": listed} if listed else {}
