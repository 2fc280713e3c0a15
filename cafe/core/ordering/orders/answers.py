"""What guests answer to the owner's questions: kept as codes, put into words for whoever reads them."""

from collections.abc import Collection, Mapping

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.ordering.orders.model import Order

ADULT = "adult"
"""Whether the guest is of age; asked with alcohol."""
CODES: Mapping[str, Mapping[bool, str]] = {
    "cutlery": {True: "cutlery", False: "no_cutlery"},
    "no_call": {True: "no_call"},
    ADULT: {True: ADULT},
}
"""By question and answer, what there is to say; a guest who may be phoned is the usual case."""


def codes_of(answers: Mapping[str, bool], asked: Collection[str]) -> tuple[str, ...]:
    """Return the codes of the answers to what the cafe asks, in the order of the questions."""
    found = (codes.get(answers[name]) for name, codes in CODES.items() if name in asked and name in answers)
    return tuple(code for code in found if code is not None)


def comment_for_staff(texts: Texts, order: Order, locale: Locale = Locale.UK) -> str:
    """Return what the guest answered and wrote; empty if neither."""
    answers = [texts.format(locale, f"answer-{code.replace('_', '-')}") for code in order.answers]
    return ". ".join([*answers, *([order.address_comment] if order.address_comment else [])])
