"""Answers written where a button was to be pressed, by the core's own rules."""

import pytest

from cafe.bot.customer.checkout.form import problem_of
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import read_texts
from cafe.core.ordering.checkout.errors import FieldProblem
from cafe.core.ordering.orders.model import OrderType


@pytest.mark.parametrize("text", ["Олена", "067 123 45 67", "Cash", "готівка"])
def test_only_cash_and_card_are_ways_to_pay(text: str) -> None:
    assert problem_of(OrderType.PICKUP, "payment_method", text) == (text, FieldProblem.PAYMENT_METHOD)
    assert problem_of(OrderType.PICKUP, "payment_method", "card") == ("card", None)


@pytest.mark.parametrize("locale", [Locale.UK, Locale.EN])
def test_every_problem_of_a_field_can_be_told_in_the_chat(locale: Locale) -> None:
    for problem in FieldProblem:
        assert read_texts().format(locale, problem.value)


def test_a_comment_keeps_its_lines_and_a_name_has_none() -> None:
    """As in the forms that come by HTTP."""
    assert problem_of(OrderType.DELIVERY, "address_comment", " a\nb\t") == ("a\nb", None)
    assert problem_of(OrderType.DELIVERY, "name", " Оля\nКо ") == ("Оля Ко", None)
