"""Promo codes, their rules alone."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.catalogue.promo.model import PromoCode, promo_key
from cafe.core.ordering.checkout.errors import PromoInvalidError
from cafe.core.ordering.checkout.promo import check_promo

NOW = 1_781_514_000
GOOD = PromoCode(1, "GOOD", 10, None, None, 0, 0, first_order_only=False, is_active=True)


@given(code=st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1))
def test_case_and_margins_do_not_matter(code: str) -> None:
    assert promo_key(f" {code.upper()}\t") == promo_key(code.upper())
    assert promo_key(promo_key(code)) == promo_key(code)
    if code.upper().lower() == code.lower():
        assert promo_key(code.upper()) == promo_key(code.lower())


def test_a_sharp_s_is_no_obstacle() -> None:
    assert promo_key("STRASSE") == promo_key("straße")
    assert promo_key("ҐАВА") == promo_key("ґава")


def refusal(promo: PromoCode | None, *, items_total: int = 0, has_earlier_order: bool = False) -> str | None:
    try:
        check_promo(promo, items_total=items_total, has_earlier_order=has_earlier_order, now=NOW)
    except PromoInvalidError as error:
        return error.refusal.value
    return None


def test_nothing_speaks_against_a_good_code() -> None:
    assert refusal(GOOD) is None
    assert refusal(replace(GOOD, max_uses=1, expires_at=NOW + 1, first_order_only=True)) is None


@pytest.mark.parametrize(
    ("promo", "reason"),
    [
        (None, "promo-unknown"),
        (replace(GOOD, is_active=False), "promo-unknown"),
        (replace(GOOD, expires_at=NOW - 1), "promo-expired"),
        (replace(GOOD, max_uses=3, used_count=3), "promo-used-up"),
        (replace(GOOD, max_uses=3, used_count=4), "promo-used-up"),
        (replace(GOOD, max_uses=0), "promo-used-up"),
        (replace(GOOD, min_order_amount=101), "promo-below-minimum"),
        (replace(GOOD, first_order_only=True), "promo-not-first-order"),
    ],
)
def test_each_reason(promo: PromoCode | None, reason: str) -> None:
    assert refusal(promo, items_total=100, has_earlier_order=True) == reason


def test_what_is_on_offer_looks_at_the_code_alone() -> None:
    assert replace(GOOD, min_order_amount=10**6, first_order_only=True).is_on_offer(NOW)
    assert not replace(GOOD, is_active=False).is_on_offer(NOW)
    assert not replace(GOOD, expires_at=NOW - 1).is_on_offer(NOW)
    assert not replace(GOOD, max_uses=2, used_count=2).is_on_offer(NOW)
