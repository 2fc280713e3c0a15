"""Slips of orders that were placed and edited: a printer that printed the former version prints the difference."""

from cafe.core.kernel.ids import CategoryId
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.orders.model import Order
from cafe.printing.pages import draw_changes, draw_ticket
from cafe.printing.pages.changes import as_it_was
from cafe.printing.paper import Paper
from tests.driver import Cafe
from tests.printing.reader import missing, needs_tesseract

WIDE = Paper(80, Locale.UK)


def pieces(order: Order) -> dict[str, int]:
    return {line.product_name.uk: line.quantity for line in order.lines}


@needs_tesseract
async def test_a_slip_after_edits(cafe: Cafe) -> None:
    guest, services = cafe.guest(), cafe.app.services
    order_id = (await guest.places("borscht", "latte", "latte", kind="pickup"))["order_id"]
    printed = (await services.staff_orders.get(order_id)).order
    for seen, quantity in enumerate((1, 3)):
        lines = (await services.staff_orders.get(order_id)).order.lines
        [latte] = [line for line in lines if line.product_name.uk == "Лате"]
        body = {"seen": seen, "lines": [{"id": latte.id, "quantity": quantity}]}
        assert (await guest.post(f"/api/orders/{order_id}/edits", body)).status == 200
    now, snapshot = (await services.staff_orders.get(order_id)).order, services.cache.current
    assert [pieces(as_it_was(now, version)) for version in (0, 1, 2)] == [
        {"Борщ": 1, "Лате": 2},
        {"Борщ": 1, "Лате": 1},
        {"Борщ": 1, "Лате": 3},
    ]
    assert missing(draw_ticket(printed, WIDE, services.texts, snapshot), "1 х Борщ", "2 х Лате", "Самовивіз") == []
    slip = draw_changes(as_it_was(now, 0), now, WIDE, services.texts, snapshot)
    assert slip is not None
    assert missing(slip, "ЗМІНЕНО", "1 х Лате", "Самовивіз") == []
    assert missing(slip, "Борщ") == ["Борщ"]
    assert draw_changes(as_it_was(now, 0), now, WIDE, services.texts, snapshot, stations={CategoryId(999)}) is None
