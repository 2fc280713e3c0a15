"""Was everything told that is promised to be told? Twice is allowed: it is counted."""

import re
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence

from tests.chaos.audit import Findings

WAITING = """
SELECT kind, order_id, state, last_error FROM outbox
WHERE state = 'queued' AND kind NOT IN ('staff-order-waiting', 'staff-order-forgotten', 'staff-order-late',
                                        'staff-pickup-due', 'staff-orders-waiting', 'staff-board')
"""
"""What is to be sent before all is told; of reminders and digests there may always be another one."""
GIVEN_UP = "SELECT kind, order_id, state, last_error FROM outbox WHERE state = 'given_up'"

STATUSES = """
SELECT m.order_id, m.chat_id, o.sequence_number, json_extract(m.payload, '$.status') AS status
FROM outbox m JOIN orders o ON o.id = m.order_id
WHERE m.kind = 'customer-order-status' AND m.state = 'sent' AND m.via <> 'push' AND m.locale = 'uk'
"""

Sent = Sequence[tuple[int, str]]
"""Chats, and what came to stand in them."""


TOLD = {
    "confirmed": "прийнято",
    "cooking": "готується",
    "ready": "готове",
    "courier": "в дорозі",
    "completed": "Смачного",
    "cancelled": "скасовано",
}
"""What a guest reads of each status."""


def audit_messages(
    findings: Findings, connection: sqlite3.Connection, sent: Sent, edited: Sent, staff_chat: int
) -> None:
    """Compare what Telegram took, as new messages and as edits, with what each order owes."""
    for sql in (WAITING, GIVEN_UP):
        for row in connection.execute(sql):
            findings.lost.append(f"{row['kind']} of order {row['order_id']} is {row['state']}: {row['last_error']}")
    texts: dict[int, list[str]] = {}
    for chat_id, text in sent:
        texts.setdefault(chat_id, []).append(text)
    _check_statuses(findings, connection, [*sent, *edited])
    states = _states(connection)
    for order in connection.execute("SELECT * FROM orders WHERE created_at > 1"):
        _check_card(findings, order, states, texts.get(staff_chat, []))
        if order["customer_id"] > 0:
            _check_thanks(findings, order, states, texts.get(order["customer_id"], []))
    findings.duplicates += sum(n - 1 for (_, text), n in Counter(sent).items() if "№" in text)


def _states(connection: sqlite3.Connection) -> Mapping[tuple[int, str], str]:
    rows = connection.execute("SELECT order_id, kind, state FROM outbox WHERE order_id IS NOT NULL ORDER BY id")
    return {(row["order_id"], row["kind"]): row["state"] for row in rows}


def _check_card(
    findings: Findings, order: sqlite3.Row, states: Mapping[tuple[int, str], str], texts: Sequence[str]
) -> None:
    """The staff see every order but one that ended before its card could be sent."""
    state = states.get((order["id"], "staff-order-created"))
    is_shown = any(_is_card(text, order) for text in texts)
    is_over = order["status"] in {"completed", "cancelled"}
    if state is None or (state == "closed" and not is_over) or (state == "sent" and not is_shown):
        findings.lost.append(f"the card of order {order['id']} ({order['status']}): {state}, seen: {is_shown}")


def _check_thanks(
    findings: Findings, order: sqlite3.Row, states: Mapping[tuple[int, str], str], texts: Sequence[str]
) -> None:
    state = states.get((order["id"], "customer-order-created"))
    if state != "sent" or not any(_names(text, order) and "Дякуємо" in text for text in texts):
        findings.lost.append(f"the thanks for order {order['id']}: {state}")


def _check_statuses(findings: Findings, connection: sqlite3.Connection, told: Sent) -> None:
    """Each status that was queued for a guest, and not withdrawn, stood in their chat."""
    texts: dict[int, list[str]] = {}
    for chat_id, text in told:
        texts.setdefault(chat_id, []).append(text)
    for row in connection.execute(STATUSES):
        words = TOLD.get(row["status"])
        if words and not any(words in text and _names(text, row) for text in texts.get(row["chat_id"], [])):
            findings.lost.append(f"the status {row['status']} of order {row['order_id']}, said to be sent")


def _is_card(text: str, order: sqlite3.Row) -> bool:
    """Whether a text shows the order's card: a line begins with its number, which the board has after the time."""
    return re.search(rf"^(<b>)?№{order['sequence_number']}(</b>)? · ", text, re.MULTILINE) is not None


def _names(text: str, order: sqlite3.Row) -> bool:
    return re.search(rf"№{order['sequence_number']}(?!\d)", text) is not None
