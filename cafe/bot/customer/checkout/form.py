"""The order form of the chat: its questions in order, and the answers so far."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple, Self
from uuid import uuid4

from cafe.core.catalogue.settings.model import QUESTIONS as ASKED
from cafe.core.ordering.cart.model import Cart, CartLine
from cafe.core.ordering.checkout.errors import FieldProblem
from cafe.core.ordering.checkout.form import REQUIRED, CheckoutForm, read_form
from cafe.core.ordering.checkout.service import Prefill
from cafe.core.ordering.orders.answers import ADULT
from cafe.core.ordering.orders.model import Order, OrderType, PaymentMethod
from cafe.core.people.customers.model import GUEST_NAME

ZONE = "zone_id"
"""The question for the delivery zone, where the address does not tell it."""
PIN = ("lat", "lon")
LOCATED_BY = ("address_city", "address_street", "address_house")
"""The answers that a zone is found by: with another one, what was said of the zone and the map does not count."""
YES, NO = "yes", "no"
"""The answers to what is only asked where the owner wants it (`ASKED`)."""

QUESTIONS: Mapping[OrderType, tuple[str, ...]] = {
    OrderType.DELIVERY: (
        "name",
        "phone",
        "address_city",
        "address_street",
        "address_house",
        ZONE,
        "address_apartment",
        "address_comment",
        "scheduled_for",
        *ASKED,
        ADULT,
        "payment_method",
        "cash_change_for",
    ),
    OrderType.PICKUP: ("name", "phone", "pickup_time", "scheduled_for", *ASKED, ADULT, "payment_method"),
    OrderType.DINE_IN: ("name", "phone", "table_number", ADULT, "payment_method"),
}

TYPE = "order_type"
"""The first question: the order type. The others are named by their fields."""
LATER = "scheduled_for"
"""The question for the time, if orders for later are accepted; skipped: as soon as possible."""

TIMES = ("pickup_time", LATER)
"""Alternative questions, of which one is asked."""

FROM_LATEST = ("name", "phone")
UNDONE = ("type", "fields", "pickup_date", "path")
"""The attributes restored when a change is abandoned."""
FROM_LATEST_DELIVERY = ("address_city", "address_street", "address_house", "address_apartment")


class SeenLine(NamedTuple):
    """A line of the cart as shown in the summary."""

    name: str
    product_id: int
    quantity: int
    choice_key: str
    note: str

    @classmethod
    def of(cls, line: CartLine) -> Self:
        return cls(line.name, line.product_id, line.quantity, line.choice.key, line.note)

    def is_same(self, other: Self) -> bool:
        """Whether two lines are equal, in whatever language they were shown."""
        return self[1:] == other[1:]


@dataclass(slots=True)
class Form:
    """A form being filled in, stored with the dialog. A skipped field is present with None."""

    key: str = field(default_factory=lambda: uuid4().hex)
    """The idempotency key: several confirmations place one order."""
    type: OrderType | None = None
    fields: dict[str, str | None] = field(default_factory=dict)
    pickup_date: str | None = None
    """The day of the pickup time, YYYY-MM-DD."""
    step: str | None = TYPE
    """The current question; None at the summary."""
    path: list[str] = field(default_factory=list)
    """The questions asked before this one."""
    takes_later: bool = False
    """Whether the cafe accepts orders for later: then that is asked instead of the pickup time."""
    unasked: list[str] = field(default_factory=list)
    """The contacts not asked for at a table."""
    asked: list[str] = field(default_factory=list)
    """The owner's additional questions."""
    asks_age: bool = False
    """Whether there is alcohol in the cart."""
    needs_table: bool = False
    """Whether the table is required: the cafe has a list of them, or nothing else identifies the guest."""
    zones: dict[str, str] = field(default_factory=dict)
    """The delivery zones, by their ids, as they are shown."""
    needs_zone: bool = False
    """Whether the guest has to say in which zone the address is."""
    page: int | None = None
    """The current page of times; None: the first with room."""
    options: list[str] = field(default_factory=list)
    """The answers of this question's buttons."""
    message: int | None = None
    """The bot's message with the question."""
    before: dict[str, Any] | None = None
    """The state at the summary before one of the answers was opened for a change."""
    lines: dict[str, SeenLine] = field(default_factory=dict)
    """The lines last shown in the summary, by their ids."""

    @classmethod
    def load(cls, data: Mapping[str, Any] | None) -> Self | None:
        if not data:
            return None
        known = {each.name: data[each.name] for each in fields(cls) if each.name in data}  # earlier versions had others
        form = cls(**{**known, "type": OrderType(data["type"]) if data["type"] else None})
        form.lines = {line_id: SeenLine(*seen) for line_id, seen in form.lines.items()}
        form.step = form.step if form.type else TYPE
        return form

    def dump(self) -> dict[str, Any]:
        return {**asdict(self), "lines": {line_id: list(line) for line_id, line in self.lines.items()}}

    @property
    def questions(self) -> list[str]:
        """The questions of this form; change is only asked for with cash."""
        if self.type is None:
            return []
        left_out = {*self._not_sent}
        if self.fields.get("payment_method") != PaymentMethod.CASH:
            left_out.add("cash_change_for")
        return [name for name in QUESTIONS[self.type] if name not in left_out]

    @property
    def next_question(self) -> str | None:
        """The first question neither answered nor skipped; None when the form is complete."""
        return next((name for name in self.questions if not self._is_answered(name)), None)

    def can_skip(self, name: str) -> bool:
        """Whether the question may be left unanswered."""
        needed = {*ASKED, ADULT, ZONE, *(["table_number"] if self.needs_table else ())}
        return self.type is not None and name not in {*REQUIRED[self.type], *needed}

    @property
    def is_complete(self) -> bool:
        """Whether only the confirmation is left."""
        return self.type is not None and self.next_question is None

    def follow(
        self,
        *,
        takes_later: bool,
        unasked: Collection[str],
        asked: Collection[str],
        payments: Sequence[str],
        has_tables: bool,
    ) -> None:
        """Adapt to the cafe's current settings; what was answered under others and does not fit any more is dropped."""
        self.unasked, self.asked = sorted(unasked), list(asked)
        self.needs_table = has_tables or "name" in unasked
        if takes_later != self.takes_later:
            self.takes_later = takes_later
            for answers in [self.fields, *([self.before["fields"]] if self.before else [])]:
                for name in TIMES:
                    answers.pop(name, None)
            self.path = [step for step in self.path if step not in TIMES]
        if self.fields.get("payment_method") not in payments:
            self.fields.pop("payment_method", None)
        if self.type is None:
            return
        self.path = [step for step in self.path if step not in self._not_sent]
        if self.step in self._not_sent:
            self.step = self.next_question

    def follow_zones(self, zones: Mapping[str, str], *, is_found: bool) -> None:
        """Adapt to the zones of now; `is_found`: the address or the map tells which one it is."""
        self.zones, self.needs_zone = dict(zones), bool(zones) and not is_found
        if self.fields.get(ZONE) not in zones:
            self.fields.pop(ZONE, None)
        if not self.needs_zone:
            self.path = [step for step in self.path if step != ZONE]
            self.step = self.next_question if self.step == ZONE else self.step

    def fill(self, step: str, value: str | None) -> None:
        """Store an answer. Another address than before is elsewhere."""
        if step in LOCATED_BY and self.fields.get(step) not in {None, value}:
            self.forget_place()
        self.fields[step] = value

    def forget_place(self) -> None:
        for name in (ZONE, *PIN):
            self.fields.pop(name, None)

    @property
    def is_asap(self) -> bool:
        """Whether the customer chose as soon as possible, if that is asked."""
        return LATER in self.questions and LATER in self.fields and self.fields[LATER] is None

    def begin(self, order_type: OrderType, prefill: Prefill) -> None:
        """Set the type, and fill in answers from earlier orders."""
        self.type = order_type
        self._prefill(prefill.latest, FROM_LATEST)
        if order_type is OrderType.DELIVERY:
            self._prefill(prefill.latest_delivery, FROM_LATEST_DELIVERY)
            if prefill.latest_delivery:
                self.fields.setdefault("address_comment", None)
                self._prefill_place(prefill.latest_delivery)

    def ask(self, step: str | None) -> None:
        """Go to a question, or to the summary, and remember the way back."""
        if self.step and self.step != step:
            self.path.append(self.step)
        self.page = None
        if step is None and self.before is not None:
            if self.before["type"] == self.type:
                self.path = self.before["path"]
            self.before = None
        self.step = step

    def change(self, step: str) -> None:
        """Go from the summary to a question to change its answer."""
        self.before = {name: getattr(self, name) for name in UNDONE}
        self.fields, self.path, self.step, self.page = dict(self.fields), [], step, None

    @property
    def can_go_back(self) -> bool:
        """Whether there is a question or a summary before this one."""
        return bool(self.path) or self.before is not None

    def go_back(self) -> None:
        """Return to the previous question, or from a change begun at the summary to the unchanged summary."""
        if self.path:
            self.step = self.path.pop()
        elif self.before is not None:
            self.type = OrderType(self.before["type"])
            self.fields, self.pickup_date = self.before["fields"], self.before["pickup_date"]
            self.path = self.before["path"]
            self.step, self.before = None, None
        else:
            self.step = TYPE

    def to_checkout(self) -> CheckoutForm:
        """Return the form for the core, which ignores answers that do not belong to its type."""
        if self.type is None:
            raise ValueError("no type was chosen")
        fields = {name: value for name, value in self.fields.items() if name not in self._not_sent}
        answers = {name: fields[name] == YES for name in (*ASKED, ADULT) if name in fields}
        return read_form(self.type, {**fields, "answers": answers})

    @property
    def _not_sent(self) -> set[str]:
        """The fields that are never sent: one of the two times, optional contacts at a table, questions not asked."""
        time = "pickup_time" if self.takes_later else LATER
        unwanted = [name for name in ASKED if name not in self.asked]
        zone = () if self.needs_zone else (ZONE,)
        age = () if self.asks_age else (ADULT,)
        return {time, *unwanted, *zone, *age, *(self.unasked if self.type is OrderType.DINE_IN else ())}

    def _is_answered(self, name: str) -> bool:
        return name in self.fields and (self.fields[name] is not None or self.can_skip(name))

    def mark_shown(self, cart: Cart) -> None:
        """Store the lines shown in the summary."""
        self.lines = _seen(cart)

    def shows(self, cart: Cart) -> bool:
        """Whether the summary showed this cart."""
        now = _seen(cart)
        return now.keys() == self.lines.keys() and all(now[key].is_same(line) for key, line in self.lines.items())

    def _prefill(self, order: Order | None, names: tuple[str, ...]) -> None:
        if order is None:
            return
        for name in names:
            value = getattr(order, name)
            if name == "name" and value == GUEST_NAME:
                continue  # from an order at a table, where no name was asked for
            if value or self.can_skip(name):
                self.fields.setdefault(name, value or None)

    def _prefill_place(self, order: Order) -> None:
        """Fill in the zone and the place on the map, if the address is the earlier order's."""
        if any(self.fields.get(name) != getattr(order, name) for name in LOCATED_BY):
            return
        if order.zone is not None:
            self.fields.setdefault(ZONE, str(order.zone.id))
        if order.pin is not None:
            for name in PIN:
                self.fields.setdefault(name, str(getattr(order.pin, name)))


def _seen(cart: Cart) -> dict[str, SeenLine]:
    return {str(line.id): SeenLine.of(line) for line in cart.lines}


@dataclass(frozen=True, slots=True)
class FieldCheck:
    """The core's rule for one field, and its name for the problem if the rule fails."""

    problem: FieldProblem
    passes: Callable[[CheckoutForm], bool]


def _has_change(form: CheckoutForm) -> bool:
    try:
        return form.change_for is not None
    except ValueError:
        return False


FIELD_CHECKS: Mapping[str, FieldCheck] = {
    "name": FieldCheck(FieldProblem.NAME, lambda form: form.has_name),
    "phone": FieldCheck(FieldProblem.PHONE, lambda form: form.has_phone),
    "pickup_time": FieldCheck(FieldProblem.PICKUP_TIME, lambda form: form.has_pickup_time),
    "payment_method": FieldCheck(FieldProblem.PAYMENT_METHOD, lambda form: form.method is not None),
    "cash_change_for": FieldCheck(FieldProblem.CASH_CHANGE_FOR, _has_change),
}

QUESTION_OF: Mapping[FieldProblem, str] = {check.problem: name for name, check in FIELD_CHECKS.items()}
"""The question to ask again for a problem found by the core."""


def problem_of(order_type: OrderType, name: str, text: str) -> tuple[str | None, FieldProblem | None]:
    """Return an answer as parsed by the core, and its problem by the core's rules."""
    form = read_form(order_type, {"payment_method": PaymentMethod.CASH, name: text})
    value: str | None = getattr(form, name)
    check = FIELD_CHECKS.get(name)
    if check is not None and not check.passes(form):
        return value, check.problem
    return value, FieldProblem.TOO_LONG if form.is_too_long else None
