"""What the core defines and pages need to know, written into their scripts when a page is made: `PUBLISHED.ROLES`."""

import re
from collections.abc import Mapping

import orjson

from cafe.core.catalogue.menu.model import Mark
from cafe.core.catalogue.options.diets import IMPLIED, REFUTING
from cafe.core.catalogue.settings.busy import BUSY_MINUTES
from cafe.core.catalogue.settings.model import READERS, kind_of
from cafe.core.kernel.ids import ProviderName
from cafe.core.kernel.lengths import COMMENT, LINE, NOTE
from cafe.core.money.refunds.rules import REASONS
from cafe.core.ordering.checkout.form import FIELDS
from cafe.core.ordering.orders.model import OrderStatus, OrderType, PaymentMethod
from cafe.core.ordering.orders.rules import CANCEL_REASONS, PROMISABLE, READY_MINUTES, steps
from cafe.core.people.staff.model import Right, Role
from cafe.core.upkeep.connections.model import KEYS


def _setting(kind: str, choices: tuple[str, ...]) -> dict[str, object]:
    return {"kind": kind, "choices": choices} if choices else {"kind": kind}


PUBLISHED: Mapping[str, object] = {
    "ORDER_TYPES": list(OrderType),
    "SCHEDULABLE_TYPES": [each for each in OrderType if "scheduled_for" in FIELDS[each]],
    "ORDER_STATUSES": list(OrderStatus),
    "ORDER_STEPS": {each.value: steps(each) for each in OrderType},
    "STATUSES_IN_THE_MAKING": [each for each in OrderStatus if each in PROMISABLE],
    "FINAL_STATUSES": [each for each in OrderStatus if each.is_final],
    "PAYMENT_METHODS": list(PaymentMethod),
    "CONNECTIONS": {each.value: names for each, names in KEYS.items()},
    "PROVIDERS": {each.value: each.brand for each in ProviderName},
    "MARKS": list(Mark),
    "DIETS": {diet.value: allergens for diet, allergens in REFUTING.items()},
    "IMPLIED_DIETS": {str(diet): implied for diet, implied in IMPLIED.items()},
    "READY_MINUTES": READY_MINUTES,
    "BUSY_MINUTES": BUSY_MINUTES,
    "CANCEL_REASONS": CANCEL_REASONS,
    "REFUND_REASONS": REASONS,
    "ROLES": list(Role),
    "RIGHTS": list(Right),
    "SETTINGS": {name: _setting(*kind_of(name)) for name in READERS},
    "LINE_LENGTH": LINE,
    "COMMENT_LENGTH": COMMENT,
    "NOTE_LENGTH": NOTE,
}
"""By name; the types of all are in `pages/shared/published-types.d.ts`."""

NAMED = re.compile(rb"\bPUBLISHED\.([A-Z_]+)\b")


def write_in(script: bytes) -> bytes:
    """Return a script with the values in the place of their names; after an arrow, a bare brace would begin a block."""
    return NAMED.sub(lambda found: b"(%b)" % orjson.dumps(PUBLISHED[found[1].decode()]), script)
