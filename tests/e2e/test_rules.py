"""The page's own arithmetic, asked in the browser: amounts, pickup times, plurals, money, colours."""

import re
from typing import Any

import pytest

from tests.driver import PICKUP
from tests.e2e.conftest import Welcome
from tests.e2e.house import House
from tests.e2e.people import GUEST, Look, Person

APP, CHECKOUT = "app.js", "views/checkout.js"
"""The files in which the modules travel."""


@pytest.fixture
def page_of(welcome: Welcome) -> Person:
    return welcome(GUEST).opens_menu()


def asks(person: Person, module: str, expression: str, argument: Any = None) -> Any:
    """Evaluate an expression over a file of the page, `it`, and an argument, `given`."""
    return person.page.evaluate(
        "async ([module, given]) => {"
        " const app = document.querySelector('script[src$=\"app.js\"]').src;"
        f" const it = await import(new URL(module, app)); return {expression}; }}",
        [module, argument],
    )


def test_amounts_are_the_server_s(page_of: Person, house: House) -> None:
    """What the page promises for a pickup with a promo code is what the order then costs."""
    house.do(house.cafe.load('[[promos]]\ncode = "РАЗОМ"\ndiscount_percent = 15\n'))
    settings = house.do(house.cafe.get("/api/settings")).json
    for slugs in (["espresso"], ["latte"], ["latte", "cheesecake", "borshch"]):
        visitor = house.cafe.guest()
        order = house.do(visitor.places(*slugs, **{**PICKUP, "promo_code": "РАЗОМ"}))
        total = house.do(visitor.sees_orders())[0]["items_total"]
        sums = asks(
            page_of, APP, "it.orderAmounts(given[0], 'pickup', it.orderTerms(given[1], null), 15)", [total, settings]
        )
        assert sums["total"] == order["total"], slugs


def test_discounts_never_make_a_total_negative(page_of: Person) -> None:
    settings = {
        "pickup_discount_percent": 60,
        "delivery_fee": 70,
        "free_delivery_threshold": 500,
        "min_delivery_order_amount": 200,
    }
    sums = asks(page_of, APP, "it.orderAmounts(99, 'pickup', it.orderTerms(given, null), 70)", settings)
    assert (sums["discount"], sums["promo"], sums["total"]) == (59, 40, 0)
    sums = asks(page_of, APP, "it.orderAmounts(199, 'delivery', it.orderTerms(given, null), 0)", settings)
    assert (sums["fee"], sums["missingForMinimum"], sums["missingForFreeDelivery"]) == (70, 1, 301)
    sums = asks(page_of, APP, "it.orderAmounts(500, 'delivery', it.orderTerms(given, null), 0)", settings)
    assert (sums["fee"], sums["total"], sums["missingForFreeDelivery"]) == (0, 500, 0)


HOURS = [
    # from, to, now, soonest, first, last, how many
    ("08:00", "22:00", "12:03", "12:20", "12:30", "22:00", 39),
    ("08:00", "22:00", "07:59", None, "08:15", "22:00", 56),
    ("08:00", "22:00", "22:00", None, "08:15", "22:00", 56),
    ("08:00", "22:00", "21:50", "22:00", None, None, 0),
    ("18:00", "02:00", "23:50", "00:05", "00:15", "02:00", 8),
    ("18:00", "02:00", "01:10", "01:25", "01:30", "02:00", 3),
    ("18:00", "02:00", "03:00", None, "18:15", "02:00", 32),
    ("00:00", "00:00", "23:40", "23:55", "00:00", "23:15", 94),
]


@pytest.mark.parametrize(("opens", "closes", "now", "soonest", "first", "last", "count"), HOURS)
def test_pickup_times(
    page_of: Person,
    opens: str,
    closes: str,
    now: str,
    soonest: str | None,
    first: str | None,
    last: str | None,
    count: int,
) -> None:
    settings = {"work_hours_from": opens, "work_hours_to": closes}
    offered = asks(page_of, CHECKOUT, "it.pickupTimes(given[0], given[1])", [settings, now])
    times = offered["times"]
    assert (offered["soonest"], len(times)) == (soonest, count)
    if times:
        assert (times[0], times[-1]) == (first, last)


def test_ukrainian_plurals(page_of: Person) -> None:
    said = asks(page_of, APP, "given.map(count => it.t('cart.items', {count}))", [1, 2, 5, 11, 12, 21, 22, 101, 0])
    assert said == [
        "1 порція",
        "2 порції",
        "5 порцій",
        "11 порцій",
        "12 порцій",
        "21 порція",
        "22 порції",
        "101 порція",
        "0 порцій",
    ]


def test_money_and_moments(welcome: Welcome) -> None:
    for locale, money, moment in (("uk", "1\u00a0250\u00a0₴", "8 березня, 09:05"), ("en", "₴1,250", "8 March, 09:05")):
        person = welcome(Look(locale=locale)).opens_menu()
        assert asks(person, APP, "it.money(1250)") == money
        assert asks(person, APP, "it.dateTime('2026-03-08T09:05:07')") == moment


def test_both_languages_have_the_same_texts(page_of: Person) -> None:
    uk, en = (asks(page_of, f"texts/{locale}.js", "it.texts") for locale in ("uk", "en"))
    assert uk.keys() == en.keys()
    for name, text in uk.items():
        if isinstance(text, dict):
            assert set(text) == {"one", "few", "many"}, name
            assert set(en[name]) == {"one", "other"}, name


def test_every_accent_gives_readable_tones(page_of: Person) -> None:
    """Over a grid of accents, on the page's two grounds and on two themes of Telegram's."""
    worst = asks(
        page_of,
        APP,
        """(() => {
            const grounds = [
              {bg: '#faf5ee', card: '#fffdfa', sunken: '#f2e8dc', text: '#2a1e16', muted: '#6d5e52'},
              {bg: '#171210', card: '#231c18', sunken: '#30271f', text: '#f6eee5', muted: '#b7a799'},
              {bg: '#efeff4', card: '#ffffff', sunken: '#f0f0f0', text: '#000000', muted: '#999999'},
              {bg: '#232e3c', card: '#17212b', sunken: '#242e37', text: '#f5f5f5', muted: '#708499'},
            ];
            const steps = ['00', '40', '80', 'c0', 'ff'];
            let worst = 21;
            for (const base of grounds) for (const r of steps) for (const g of steps) for (const b of steps) {
              const accent = `#${r}${g}${b}`;
              const tones = it.palette({accent, accent_2: accent, accent_ink: '#ffffff'}, base);
              const on = ['--bg', '--card', '--sunken', '--accent-soft'];
              for (const ink of ['--text', '--muted', '--accent-text', '--good', '--bad'])
                for (const ground of on) worst = Math.min(worst, it.contrast(tones[ink], tones[ground]));
              for (const ground of ['--accent', '--accent-2'])
                worst = Math.min(worst, it.contrast(tones['--accent-ink'], tones[ground]));
              worst = Math.min(worst, it.contrast(tones['--bad'], tones['--bad-soft']));
            }
            return worst;
        })()""",
    )
    assert worst >= 4.5


def test_the_chosen_segment_stands_out_from_its_track(welcome: Welcome) -> None:
    for scheme in ("light", "dark"):
        person = welcome(Look(scheme=scheme)).opens("?page=cafe")
        edge, track = (
            person.page.locator(place).first.evaluate(f"element => getComputedStyle(element).{colour}")
            for place, colour in ((":checked + span", "borderTopColor"), (".radio-group", "backgroundColor"))
        )
        hexes = ["#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", colour)) for colour in (edge, track)]
        assert asks(person, APP, "it.contrast(given[0], given[1])", hexes) >= 3, (scheme, hexes)
