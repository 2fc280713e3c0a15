"""Order forms: what counts as a name, a phone, a time, a sum; over all texts."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.kernel.cleaning import clean_text
from cafe.core.ordering.checkout.form import CheckoutForm, read_form
from cafe.core.ordering.orders.model import OrderType

texts = st.text(max_size=40)
separators = st.text(st.sampled_from(" +-()./ext:\u00a0"), max_size=4)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)

REQUIRED = {
    OrderType.DELIVERY: {"name", "phone", "address_city", "address_street", "address_house", "payment_method"},
    OrderType.PICKUP: {"name", "phone", "pickup_time", "payment_method"},
    OrderType.DINE_IN: {"name", "phone", "payment_method"},
}
field_names = st.sampled_from(sorted(set.union(*REQUIRED.values())))


def form(**fields: Any) -> CheckoutForm:
    return CheckoutForm(OrderType.PICKUP, **fields)


@given(digits=st.lists(st.sampled_from("0123456789"), max_size=20), gaps=st.lists(separators, min_size=21, max_size=21))
def test_a_phone_has_nine_to_thirteen_digits_whatever_is_between(digits: list[str], gaps: list[str]) -> None:
    phone = "".join(gap + digit for gap, digit in zip(gaps, digits, strict=False)) + gaps[-1]
    assert form(phone=phone).has_phone is (9 <= len(digits) <= 13)


@given(name=texts)
def test_a_name_has_two_characters_after_trimming(name: str) -> None:
    cleaned = clean_text(name)
    assert form(name=cleaned or "").has_name is (cleaned is not None and len(cleaned) >= 2)


@given(hour=st.integers(0, 99), minute=st.integers(0, 99), shape=st.sampled_from(["{}:{:02}", "{:02}:{:02}"]))
def test_a_time_is_hours_colon_minutes(hour: int, minute: int, shape: str) -> None:
    assert form(pickup_time=shape.format(hour, minute)).has_pickup_time is (hour <= 23 and minute <= 59)


@given(value=json_values)
def test_a_cleaned_text_is_trimmed_printable_and_never_blank(value: object) -> None:
    cleaned = clean_text(value)
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        assert cleaned is None
    if cleaned is not None:
        assert cleaned == cleaned.strip() != ""
        assert "\x00" not in cleaned
        cleaned.encode()  # no lone surrogate
        assert clean_text(cleaned) == cleaned


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  а\tб ", "а б"),
        ("a\x00b", "a b"),
        ("one\ntwo", "one two"),
        ("\ud800", None),
        ("Оля\u202eонвоп\u202c \u2066x\u2069\u200e\u200f\u061c", "Оляонвоп x"),
        ("\u202e\u2066", None),
        ("👩\u200d🍳", "👩\u200d🍳"),
        (5, "5"),
        (1.5, "1.5"),
        (0, "0"),
        (True, None),
        ([], None),
        ({"a": 1}, None),
    ],
)
def test_cleaning(text: object, cleaned: str | None) -> None:
    assert clean_text(text) == cleaned


def test_only_the_comment_has_lines() -> None:
    typed = {"name": "Іван\n💳 оплачено", "address_comment": " Дзвонити\r\nдвічі\t! "}
    form = read_form(OrderType.DELIVERY, typed)
    assert (form.name, form.address_comment) == ("Іван 💳 оплачено", "Дзвонити \nдвічі !")


@given(order_type=st.sampled_from(OrderType), body=st.dictionaries(field_names | texts, json_values, max_size=8))
def test_any_object_is_a_form(order_type: OrderType, body: dict[str, object]) -> None:
    read = read_form(order_type, body)
    assert read.order_type is order_type
    filled_in = {name for name, value in body.items() if clean_text(value) is not None}
    assert set(read.missing) == REQUIRED[order_type] - filled_in


@given(number=st.integers(-(2**63) + 1, 2**63 - 1), margin=st.sampled_from(["", " ", "+"]))
def test_change_is_a_whole_number(number: int, margin: str) -> None:
    text = f"{margin if number >= 0 or margin != '+' else ''}{number}"
    asked = form(cash_change_for=text, payment_method="cash")
    assert asked.change_for == number
    assert form(cash_change_for=text, payment_method="card").change_for is None


@pytest.mark.parametrize("text", ["12.5", "1e3", "сто", "0x10", str(2**63), "9" * 5000, "--5", "5 ₴"])
def test_change_that_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        _ = form(cash_change_for=text, payment_method="cash").change_for
