"""Promo codes: validation, and the same reasons at checkout."""

from typing import Any

import pytest

from tests.driver import ABSENT, Cafe

# One code for each reason, in the specification's order.
REJECTED = ["", "NOSUCH", "OFF", "EXPIRED", "USEDUP", "BIG"]


async def test_a_code_that_applies(cafe: Cafe) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    answer = await guest.checks_promo("wELCOME10")
    assert answer.status == 200
    assert answer.json == {
        "valid": True,
        "code": "Welcome10",
        "discount_percent": 10,
        "discount_amount": 9,
    }


@pytest.mark.parametrize("code", ["знижка", "ЗНИЖКА", " Знижка "])
async def test_codes_are_matched_whatever_their_case(cafe: Cafe, code: str) -> None:
    guest = cafe.guest()
    await guest.adds("espresso")
    answer = await guest.checks_promo(code)
    assert (answer.status, answer.json["code"], answer.json["discount_amount"]) == (200, "ЗНИЖКА", 8)


async def test_an_empty_cart_gets_nothing_off(cafe: Cafe) -> None:
    answer = await cafe.guest().checks_promo("welcome10")
    assert (answer.status, answer.json["discount_amount"]) == (200, 0)


@pytest.mark.parametrize("code", REJECTED)
async def test_every_rejection_in_both_languages(cafe: Cafe, code: str) -> None:
    messages = []
    for visitor in (cafe.person(), cafe.english_person()):
        await visitor.adds("borscht", 2)
        answer = await visitor.checks_promo(code)
        assert answer.status == 400
        assert set(answer.json) == {"valid", "message"}
        assert answer.json["valid"] is False
        messages.append(answer.json["message"])
        if code:
            for kind in ("delivery", "pickup", "dine-in"):
                refused = await visitor.orders(kind, promo_code=code)
                assert refused.status == 400
                assert refused.json == {"error": "promo_invalid", "message": messages[-1]}
    assert messages[0] != messages[1]
    assert all(messages)


async def test_reasons_sound_different(cafe: Cafe) -> None:
    person = cafe.person()
    await person.places("latte")
    await person.adds("borscht", 2)
    said = {code: (await person.checks_promo(code)).json["message"] for code in [*REJECTED, "FIRST"]}
    assert said["NOSUCH"] == said["OFF"]
    assert len(set(said.values())) == len(said) - 1
    assert "1000" in said["BIG"]


@pytest.mark.parametrize("code", [ABSENT, None, "", "  ", "\t\n", True, [], {"code": "welcome10"}])
async def test_blank_codes(cafe: Cafe, code: Any) -> None:
    guest = cafe.guest()
    blank = (await guest.checks_promo("")).json
    answer = await guest.post("/api/checkout/promo/validate", {} if code is ABSENT else {"code": code})
    assert (answer.status, answer.json) == (400, blank)


@pytest.mark.parametrize("code", ["x" * 100_000, "%", "_", "' OR 1=1 --", 12345, "🎁"])
async def test_codes_nobody_gave_out(cafe: Cafe, code: Any) -> None:
    guest = cafe.guest()
    unknown = (await guest.checks_promo("NOSUCH")).json
    answer = await guest.checks_promo(code)
    assert (answer.status, answer.json) == (400, unknown)


# Facts that make a code fail, in the order in which they are checked.
FACTS = {
    "OFF": "active = false",
    "EXPIRED": "expires_at = 2020-01-01T00:00:00+02:00",
    "USEDUP": "max_uses = 0",
    "BIG": "min_order_amount = 1000",
    "FIRST": "first_order_only = true",
}


@pytest.mark.parametrize("first", FACTS)
async def test_the_first_reason_wins(cafe: Cafe, first: str) -> None:
    person = cafe.person()
    await person.places("latte")
    await person.adds("borscht")
    later = list(FACTS)[list(FACTS).index(first) :]
    facts = "\n".join(FACTS[name] for name in later)
    await cafe.load(f'[[promos]]\ncode = "WORST"\ndiscount_percent = 10\n{facts}')
    expected = (await person.checks_promo(first)).json
    assert expected["valid"] is False
    assert (await person.checks_promo("worst")).json == expected


async def test_the_minimum_is_reached_exactly(cafe: Cafe) -> None:
    await cafe.load('[[promos]]\ncode = "BIG"\nmin_order_amount = 170')
    guest = cafe.guest()
    await guest.adds("latte")
    assert (await guest.checks_promo("big")).status == 400
    await guest.adds("latte")
    assert (await guest.checks_promo("big")).status == 200


async def test_the_first_order_only(cafe: Cafe) -> None:
    person = cafe.person()
    await person.adds("latte")
    assert (await person.checks_promo("first")).status == 200
    result = await person.places("latte", promo_code="first")
    await person.adds("latte")
    assert (await person.checks_promo("first")).status == 400
    assert (await cafe.guest().checks_promo("first")).status == 200
    assert (await person.cancels(result["order_id"])).status == 200
    assert (await person.checks_promo("first")).status == 200


async def test_a_use_is_counted_when_the_order_is_placed_and_never_given_back(cafe: Cafe) -> None:
    person, other = cafe.person(), cafe.person()
    result = await person.places("latte", promo_code="once")
    assert (await other.checks_promo("once")).status == 400
    await person.cancels(result["order_id"])
    await other.adds("latte")
    refused = await other.orders_pickup(promo_code="once")
    assert refused.json["error"] == "promo_invalid"
    assert (await other.cart()).json["count"] == 1


async def test_expiry_to_the_second(cafe: Cafe) -> None:
    await cafe.load('[[promos]]\ncode = "NOON"\ndiscount_percent = 5\nexpires_at = 2026-06-15T12:00:10+03:00')
    guest = cafe.guest()
    assert (await guest.checks_promo("noon")).status == 200
    cafe.clock.advance(seconds=11)
    expired = (await guest.checks_promo("EXPIRED")).json
    assert (await guest.checks_promo("noon")).json == expired


@pytest.mark.parametrize(("locale", "sign"), [("uk", "500\u00a0₴"), ("en", "₴500")])
async def test_sums_in_refusals_look_like_those_of_the_page(cafe: Cafe, locale: str, sign: str) -> None:
    await cafe.load(
        "[settings]\nmin_delivery_order_amount = 500\n"
        '[[promos]]\ncode = "RICH"\ndiscount_percent = 10\nmin_order_amount = 500\n'
    )
    guest = await cafe.guest().speaks(locale)
    await guest.adds("latte")
    assert sign in (await guest.checks_promo("RICH")).json["message"]
    assert sign in (await guest.orders_delivery()).json["message"]
