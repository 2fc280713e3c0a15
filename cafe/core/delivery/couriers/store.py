"""SQL for shifts and deliveries."""

from collections.abc import Collection

from cafe.core.delivery.couriers.model import Courier, Delivery, Outcome, Words
from cafe.core.kernel.database import Connection, Row, listed
from cafe.core.kernel.ids import FORGOTTEN, CustomerId, OrderId, StaffId
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.orders.model import DeliveryState

COURIERS = (
    "SELECT s.id, s.name, c.id AS chat, c.locale, (SELECT COUNT(*) FROM deliveries d "
    "WHERE d.staff_id = s.id AND d.ended_at IS NULL) AS carries FROM staff s "
    "LEFT JOIN customers c ON c.id = s.telegram_id"
)
ON_SHIFT = "EXISTS (SELECT 1 FROM courier_shifts f WHERE f.staff_id = s.id AND f.to_at IS NULL)"
BEING_MADE = "status NOT IN ('completed', 'cancelled') AND status IN ('cooking', 'ready')"
"""The first condition is that of the index."""


def begin_shift(conn: Connection, staff_id: StaffId, now: int) -> bool:
    """Begin a shift; False if one is open."""
    changed = conn.run(
        "INSERT INTO courier_shifts (staff_id, from_at) VALUES (:id, :now) "
        "ON CONFLICT (staff_id) WHERE to_at IS NULL DO NOTHING",
        {"id": staff_id, "now": now},
    )
    return changed == 1


def end_shift(conn: Connection, staff_id: StaffId, now: int) -> bool:
    """End the open shift; False if there is none."""
    changed = conn.run(
        "UPDATE courier_shifts SET to_at = :now WHERE staff_id = :id AND to_at IS NULL", {"id": staff_id, "now": now}
    )
    return changed == 1


def is_on_shift(conn: Connection, staff_id: StaffId) -> bool:
    row = conn.one(f"SELECT 1 FROM staff s WHERE s.id = :id AND s.is_active = 1 AND {ON_SHIFT}", {"id": staff_id})
    return row is not None


def list_on_shift(conn: Connection) -> list[Courier]:
    """List the active people on shift, who carries least first."""
    rows = conn.all(f"{COURIERS} WHERE s.is_active = 1 AND {ON_SHIFT} ORDER BY carries, s.id")
    return [_courier(row) for row in rows]


def find_courier(conn: Connection, staff_id: int) -> Courier | None:
    """Find a person as a courier, on shift or not."""
    row = conn.one(f"{COURIERS} WHERE s.id = :id", {"id": staff_id})
    return None if row is None else _courier(row)


def find_by_chat(conn: Connection, chat_id: int) -> Courier | None:
    """Find the person whose own chat with the bot this is."""
    row = conn.one(f"{COURIERS} WHERE c.id = :chat", {"chat": chat_id})
    return None if row is None else _courier(row)


def find_delivery(conn: Connection, order_id: int) -> Delivery | None:
    """Find the open delivery of an order."""
    row = conn.one(
        "SELECT d.order_id, d.staff_id, s.name, d.state FROM deliveries d JOIN staff s ON s.id = d.staff_id "
        "WHERE d.order_id = :id AND d.ended_at IS NULL",
        {"id": order_id},
    )
    return None if row is None else _delivery(row)


def list_carried(conn: Connection, staff_id: StaffId) -> list[Delivery]:
    """List a courier's open deliveries, by order."""
    rows = conn.all(
        "SELECT d.order_id, d.staff_id, s.name, d.state FROM deliveries d JOIN staff s ON s.id = d.staff_id "
        "WHERE d.staff_id = :id AND d.ended_at IS NULL ORDER BY d.order_id",
        {"id": staff_id},
    )
    return [_delivery(row) for row in rows]


def list_free(conn: Connection, limit: int) -> list[OrderId]:
    """List the deliveries that are being made and that nobody has, the soonest due first."""
    rows = conn.all(
        f"SELECT id FROM orders WHERE order_type = 'delivery' AND {BEING_MADE} AND courier_id IS NULL "
        "ORDER BY due_at, id LIMIT :limit",
        {"limit": limit},
    )
    return [OrderId(row["id"]) for row in rows]


def add_delivery(conn: Connection, order_id: OrderId, courier: Courier, assigned_by: str, code: str, now: int) -> bool:
    """Give a free order to a courier; False if somebody has it. The guest's code stays that of the first delivery."""
    changed = conn.run(
        "INSERT INTO deliveries (order_id, staff_id, state, assigned_by, code, taken_at) "
        "VALUES (:order, :staff, 'taken', :by, COALESCE((SELECT d.code FROM deliveries d WHERE d.order_id = :order "
        "AND d.code IS NOT NULL ORDER BY d.id LIMIT 1), :code), :now) "
        "ON CONFLICT (order_id) WHERE ended_at IS NULL DO NOTHING",
        {"order": order_id, "staff": courier.id, "by": assigned_by, "code": code, "now": now},
    )
    if changed:
        conn.run(
            "UPDATE orders SET courier_id = :staff, courier_name = :name, delivery_state = 'taken' WHERE id = :order",
            {"order": order_id, "staff": courier.id, "name": courier.name},
        )
    return changed == 1


COLUMNS = {DeliveryState.ON_WAY: "left_at", DeliveryState.AT_DOOR: "arrived_at"}


def set_state(conn: Connection, order_id: OrderId, state: DeliveryState, now: int) -> None:
    """Store how far an open delivery is, and since when."""
    since = f", {COLUMNS[state]} = :now" if state in COLUMNS else ""
    params = {"order": order_id, "state": state.value}
    conn.run(
        f"UPDATE deliveries SET state = :state{since} WHERE order_id = :order AND ended_at IS NULL",
        {**params, "now": now} if since else params,
    )
    conn.run("UPDATE orders SET delivery_state = :state WHERE id = :order", params)


def end_delivery(conn: Connection, order_id: OrderId, outcome: Outcome, now: int) -> bool:
    """End the open delivery of an order; False if there is none. One that was handed over keeps its courier's name."""
    changed = conn.run(
        "UPDATE deliveries SET ended_at = :now, outcome = :outcome WHERE order_id = :order AND ended_at IS NULL",
        {"order": order_id, "outcome": outcome.value, "now": now},
    )
    drop_idle_points(conn)
    keeps = outcome is Outcome.HANDED_OVER
    cleared = "delivery_state = NULL" if keeps else "courier_id = NULL, courier_name = NULL, delivery_state = NULL"
    conn.run(f"UPDATE orders SET {cleared} WHERE id = :order", {"order": order_id})
    return changed == 1


LATEST_WAYS = 400
"""Deliveries looked through for those of one zone: older ones tell of other traffic."""
AWAY = "d.ended_at IS NULL AND d.state <> 'taken'"
"""What a courier has taken out of the cafe."""


def is_away(conn: Connection, staff_id: StaffId) -> bool:
    """Whether somebody has taken an order out."""
    return (
        conn.one(f"SELECT 1 FROM deliveries d WHERE d.staff_id = :id AND {AWAY} LIMIT 1", {"id": staff_id}) is not None
    )


def save_point(conn: Connection, staff_id: StaffId, place: str, now: int) -> None:
    conn.run(
        "INSERT INTO courier_points (staff_id, place, at) VALUES (:id, :place, :now) "
        "ON CONFLICT (staff_id) DO UPDATE SET place = excluded.place, at = excluded.at",
        {"id": staff_id, "place": place, "now": now},
    )


def find_point(conn: Connection, staff_id: StaffId, since: int) -> tuple[str, int] | None:
    """Find where somebody was last, if that is not older than `since`."""
    row = conn.one(
        "SELECT place, at FROM courier_points WHERE staff_id = :id AND at >= :since", {"id": staff_id, "since": since}
    )
    return None if row is None else (row["place"], int(row["at"]))


def drop_idle_points(conn: Connection) -> None:
    """Forget where those are who have nothing taken out."""
    conn.run(
        f"DELETE FROM courier_points WHERE NOT EXISTS (SELECT 1 FROM deliveries d "
        f"WHERE d.staff_id = courier_points.staff_id AND {AWAY})"
    )


def list_ways(conn: Connection, zone_id: int | None, limit: int) -> list[int]:
    """List how many seconds the latest deliveries took from the cafe to handing over, in a zone or without one."""
    rows = conn.all(
        "SELECT d.ended_at - d.left_at AS seconds FROM (SELECT id, order_id, left_at, ended_at FROM deliveries "
        "WHERE outcome = 'handed_over' AND left_at IS NOT NULL ORDER BY id DESC LIMIT :latest) d "
        "JOIN orders o ON o.id = d.order_id WHERE COALESCE(o.zone_id, 0) = :zone ORDER BY d.id DESC LIMIT :limit",
        {"zone": zone_id or 0, "limit": limit, "latest": LATEST_WAYS},
    )
    return [int(row["seconds"]) for row in rows]


def find_left_at(conn: Connection, order_id: OrderId) -> int | None:
    """Find when the courier set out with an order."""
    row = conn.one("SELECT left_at FROM deliveries WHERE order_id = :id AND ended_at IS NULL", {"id": order_id})
    return None if row is None else row["left_at"]


def add_words(conn: Connection, order_id: OrderId, text: str, now: int, *, is_guests: bool) -> None:
    conn.run(
        "INSERT INTO courier_words (order_id, is_guests, text, at) VALUES (:order, :guests, :text, :now)",
        {"order": order_id, "guests": int(is_guests), "text": text, "now": now},
    )


def list_words(conn: Connection, order_id: OrderId) -> list[Words]:
    """List what guest and courier wrote about an order, oldest first."""
    rows = conn.all("SELECT is_guests, text, at FROM courier_words WHERE order_id = :id ORDER BY id", {"id": order_id})
    return [Words(bool(row["is_guests"]), row["text"], int(row["at"])) for row in rows]


def reopen_delivery(conn: Connection, order_id: OrderId, state: DeliveryState) -> bool:
    """Open an order's delivery again that was handed over by mistake; False if it had none."""
    row = conn.one(
        "SELECT id FROM deliveries WHERE order_id = :order AND outcome = 'handed_over' ORDER BY id DESC LIMIT 1",
        {"order": order_id},
    )
    if row is None:
        return False
    conn.run(
        "UPDATE deliveries SET ended_at = NULL, outcome = NULL, state = :state WHERE id = :id",
        {"id": row["id"], "state": state.value},
    )
    conn.run("UPDATE orders SET delivery_state = :state WHERE id = :order", {"order": order_id, "state": state.value})
    return True


def find_code(conn: Connection, order_id: OrderId) -> tuple[str, int]:
    """Find the code of an open delivery (empty: none) and how often it was wrong."""
    row = conn.one(
        "SELECT code, wrong_codes FROM deliveries WHERE order_id = :id AND ended_at IS NULL", {"id": order_id}
    )
    return ("", 0) if row is None else (row["code"] or "", int(row["wrong_codes"]))


def note_wrong_code(conn: Connection, order_id: OrderId) -> None:
    conn.run(
        "UPDATE deliveries SET wrong_codes = wrong_codes + 1 WHERE order_id = :id AND ended_at IS NULL",
        {"id": order_id},
    )


def note_proof(conn: Connection, order_id: OrderId, proof: str) -> None:
    """Store what shows that an order is handed over: `code`, `photo` or `missing`."""
    conn.run(
        "UPDATE deliveries SET proof = :proof WHERE order_id = :id AND ended_at IS NULL",
        {"id": order_id, "proof": proof},
    )


def list_readers(conn: Connection, order_id: OrderId, chats: Collection[int]) -> list[Courier]:
    """List who has a message about an order in their chat, or one on its way (`chats`)."""
    on_way, params = listed(sorted(chats) or [FORGOTTEN])  # the latter has no chat
    rows = conn.all(
        f"{COURIERS} WHERE c.id IN (SELECT k.chat_id FROM courier_cards k WHERE k.order_id = :order) "
        f"OR c.id IN ({on_way}) ORDER BY s.id",
        {**params, "order": order_id},
    )
    return [_courier(row) for row in rows]


def find_card(conn: Connection, order_id: OrderId, chat_id: int) -> int | None:
    """Find the message about an order in a courier's chat."""
    row = conn.one(
        "SELECT message_id FROM courier_cards WHERE order_id = :order AND chat_id = :chat",
        {"order": order_id, "chat": chat_id},
    )
    return None if row is None else int(row["message_id"])


def save_card(conn: Connection, order_id: OrderId, staff_id: StaffId, chat_id: int, message_id: int) -> None:
    conn.run(
        "INSERT INTO courier_cards (order_id, staff_id, chat_id, message_id) VALUES (:order, :staff, :chat, :message) "
        "ON CONFLICT (order_id, staff_id) DO UPDATE SET chat_id = excluded.chat_id, message_id = excluded.message_id",
        {"order": order_id, "staff": staff_id, "chat": chat_id, "message": message_id},
    )


def forget_card(conn: Connection, order_id: OrderId, chat_id: int) -> None:
    conn.run(
        "DELETE FROM courier_cards WHERE order_id = :order AND chat_id = :chat", {"order": order_id, "chat": chat_id}
    )


def _courier(row: Row) -> Courier:
    chat = None if row["chat"] is None else CustomerId(row["chat"])
    locale = Locale(row["locale"]) if row["locale"] else Locale.UK
    return Courier(StaffId(row["id"]), row["name"], chat, locale, row["carries"])


def _delivery(row: Row) -> Delivery:
    return Delivery(OrderId(row["order_id"]), StaffId(row["staff_id"]), row["name"], DeliveryState(row["state"]))
