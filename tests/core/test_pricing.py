"""What an order costs, over all amounts."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.catalogue.settings.model import DeliveryTerms
from cafe.core.ordering.checkout.pricing import Price, percent_of, price_order
from cafe.core.ordering.orders.model import OrderType

amounts = st.integers(0, 10**9)
percents = st.integers(0, 100)
terms = st.builds(DeliveryTerms, st.integers(0, 10**6), st.integers(0, 10**6), percents)
types = st.sampled_from(OrderType)


@given(amount=amounts, percent=percents)
def test_a_share_is_the_nearest_whole_and_halves_go_up(amount: int, percent: int) -> None:
    exact = Fraction(amount * percent, 100)
    share = percent_of(amount, percent)
    assert -Fraction(1, 2) < share - exact <= Fraction(1, 2)


@pytest.mark.parametrize(
    ("amount", "percent", "share"),
    [(85, 10, 9), (84, 10, 8), (50, 5, 3), (49, 5, 2), (1, 50, 1), (1, 49, 0), (0, 100, 0), (-50, 10, 0), (7, 100, 7)],
)
def test_shares(amount: int, percent: int, share: int) -> None:
    assert percent_of(amount, percent) == share


@given(order_type=types, items_total=amounts, terms=terms, promo=percents)
def test_amounts_add_up_and_are_never_negative(
    order_type: OrderType, items_total: int, terms: DeliveryTerms, promo: int
) -> None:
    price = price_order(order_type, items_total, terms, promo)
    assert price.items_total == items_total
    assert price.total == (price.items_total - price.discount_amount - price.promo_discount_amount + price.delivery_fee)
    assert min(price.delivery_fee, price.discount_amount, price.promo_discount_amount) >= 0
    assert price.discount_amount + price.promo_discount_amount <= items_total
    assert price.total >= price.delivery_fee


@given(order_type=types, items_total=amounts, terms=terms, promo=percents)
def test_who_pays_a_fee_and_who_gets_a_discount(
    order_type: OrderType, items_total: int, terms: DeliveryTerms, promo: int
) -> None:
    price = price_order(order_type, items_total, terms, promo)
    if order_type is not OrderType.DELIVERY or 0 < terms.free_delivery_threshold <= items_total:
        assert price.delivery_fee == 0
    else:
        assert price.delivery_fee == terms.delivery_fee
    if order_type is not OrderType.PICKUP:
        assert price.discount_amount == 0
        assert price.promo_discount_amount == percent_of(items_total, promo)
    else:
        assert price.discount_amount == percent_of(items_total, terms.pickup_discount_percent)


@given(order_type=types, items_total=amounts, terms=terms, promo=st.integers(0, 99))
def test_a_better_code_never_costs_more(
    order_type: OrderType, items_total: int, terms: DeliveryTerms, promo: int
) -> None:
    worse = price_order(order_type, items_total, terms, promo)
    better = price_order(order_type, items_total, terms, promo + 1)
    assert better.total <= worse.total


@pytest.mark.parametrize(("items_total", "fee"), [(0, 60), (499, 60), (500, 0), (501, 0)])
def test_the_threshold_of_free_delivery(items_total: int, fee: int) -> None:
    expected = Price(items_total, fee, 0, 0)
    assert price_order(OrderType.DELIVERY, items_total, DeliveryTerms(60, 500, 5)) == expected
