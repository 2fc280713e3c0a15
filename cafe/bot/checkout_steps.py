"""The order form of the chat: its questions in their order, and what is filled in so far."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self
from uuid import uuid4

from cafe.core.checkout import Prefill
from cafe.core.errors import FieldProblem
from cafe.core.forms import CheckoutForm, clean_text
from cafe.core.values import Order, OrderType, PaymentMethod

QUESTIONS: Mapping[OrderType, tuple[str, ...]] = {
    OrderType.DELIVERY: (
        "name",
        "phone",
        "address_city",
        "address_street",
        "address_house",
        "address_apartment",
        "address_comment",
        "payment_method",
        "cash_change_for",
    ),
    OrderType.PICKUP: ("name", "phone", "pickup_time", "payment_method"),
    OrderType.DINE_IN: ("name", "phone", "table_number", "payment_method"),
}
OPTIONAL = {"address_apartment", "address_comment", "table_number", "cash_change_for", "promo_code"}
"""Questions that may be skipped."""

FROM_LATEST = ("name", "phone")
FROM_LATEST_DELIVERY = ("address_city", "address_street", "address_house", "address_apartment")


@dataclass(slots=True)
class Form:
    """A form under way. A field that was skipped is there, with None."""

    key: str = field(default_factory=lambda: uuid4().hex)
    """Makes one order of however many confirmations."""
    type: OrderType | None = None
    fields: dict[str, str | None] = field(default_factory=dict)
    step: str | None = None
    """The question that waits for its answer; None at the choice of type and at the summary."""
    path: list[str] = field(default_factory=list)
    """The questions that were asked before this one."""
    options: list[str] = field(default_factory=list)
    """The answers that the buttons of this question stand for."""
    message: int | None = None
    """The bot's message with the question."""

    @classmethod
    def load(cls, data: Mapping[str, Any] | None) -> Self | None:
        """Read a form from a stored conversation."""
        if not data:
            return None
        values = {**data, "type": OrderType(data["type"]) if data["type"] else None}
        return cls(**values)

    def dump(self) -> dict[str, Any]:
        """The form as a conversation stores it."""
        return asdict(self)

    @property
    def questions(self) -> list[str]:
        """The questions that this form has; change is only given for cash."""
        if self.type is None:
            return []
        is_cash = self.fields.get("payment_method") == PaymentMethod.CASH
        return [name for name in QUESTIONS[self.type] if is_cash or name != "cash_change_for"]

    @property
    def next_question(self) -> str | None:
        """The first question that was neither answered nor skipped; None when the form is complete."""
        return next((name for name in self.questions if name not in self.fields), None)

    def begin(self, order_type: OrderType, prefill: Prefill) -> None:
        """Choose a type, and fill in what is known from earlier orders."""
        self.type = order_type
        self.path = []
        self._take_over(prefill.latest, FROM_LATEST)
        if order_type is OrderType.DELIVERY:
            self._take_over(prefill.latest_delivery, FROM_LATEST_DELIVERY)
            if prefill.latest_delivery:
                self.fields.setdefault("address_comment", None)

    def ask(self, step: str | None) -> None:
        """Go to a question, or to the summary, keeping the way back."""
        if self.step and self.step != step:
            self.path.append(self.step)
        self.step = step

    def go_back(self) -> bool:
        """Return to the question before; False when there is none and the type is to be chosen again."""
        self.step = self.path.pop() if self.path else None
        return self.step is not None

    def to_checkout(self) -> CheckoutForm:
        """The form as the core takes it; questions of other types do not count."""
        if self.type is None:
            raise ValueError("no type was chosen")
        names = [*self.questions, "promo_code"]
        return CheckoutForm(self.type, **{name: self.fields.get(name) for name in names})

    def _take_over(self, order: Order | None, names: tuple[str, ...]) -> None:
        if order is None:
            return
        for name in names:
            value = getattr(order, name)
            if value or name in OPTIONAL:
                self.fields.setdefault(name, value or None)


def problem_of(order_type: OrderType, name: str, text: str) -> tuple[str | None, FieldProblem | None]:
    """An answer as the core would take it, and what is wrong with it, by the core's own rules."""
    value = clean_text(text)
    form = CheckoutForm(order_type, **{"payment_method": PaymentMethod.CASH.value, name: value})
    match name:
        case "name" if not form.has_name:
            return value, FieldProblem.NAME
        case "phone" if not form.has_phone:
            return value, FieldProblem.PHONE
        case "pickup_time" if not form.has_pickup_time:
            return value, FieldProblem.PICKUP_TIME
        case "payment_method" if form.method is None:  # written where a button was to be pressed
            return value, FieldProblem.PAYMENT_METHOD
        case "cash_change_for" if not _is_number(form):
            return value, FieldProblem.CASH_CHANGE_FOR
    return value, FieldProblem.TOO_LONG if form.is_too_long else None


def _is_number(form: CheckoutForm) -> bool:
    try:
        return form.change_for is not None
    except ValueError:
        return False
