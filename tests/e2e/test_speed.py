"""What makes the mini-app quick, counted: bytes, requests one after the other, elements that are drawn.

Nothing here looks at a watch, which on a busy machine tells of the machine. Times are in `make page-report`.
"""

import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect

from cafe.core.kernel.texts import read_texts
from cafe.web.join import join_scripts
from cafe.web.languages import page_texts
from cafe.web.site import read_page
from cafe.web.sites import PAGES
from tests.e2e.conftest import Welcome
from tests.e2e.house import House, open_house
from tests.e2e.people import Person

KILOBYTE = 1024
NOT_FOR_GUESTS = {"menu/preview.js"}
"""Shows an owner in the desk's frame what is not saved."""
NOT_WAITED_FOR = {
    *("menu/views/order.js", "menu/views/orders.js"),  # after the order; they come while the menu is read
    *("menu/texts/uk-later.js", "menu/texts/en-later.js"),  # with these
    "menu/later.css",
    "menu/views/unsent.js",  # there before the network goes
    "menu/views/filter.js",  # for who needs something of each dish, or searches
    *(
        "menu/views/about.js",
        "menu/cart-live.js",
        "menu/look-around.js",
    ),  # beside it: about the cafe, what the chat puts into the cart, what changes meanwhile
}
"""Scripts that nobody needs to order."""
NOT_FOR_THE_MENU = {"menu/views/checkout.js", "menu/views/choice.js"} | NOT_WAITED_FOR


def test_what_it_takes_to_order_is_small(house: House, guest: Person) -> None:
    """HTML, CSS and JavaScript as they travel, in Ukrainian, the longer of the two languages."""
    page = guest.opens_menu().page
    root = page.locator("script[src$='app.js']").get_attribute("src") or ""
    root = root.removesuffix("menu/app.js")
    sources = {
        name: content
        for name, content in (read_page(PAGES, "menu") | page_texts("menu", read_texts())).items()
        if name.endswith(".js") and name != "menu/first.js"  # which travels inside the page, like the styles
    }
    sizes = {}
    needed = join_scripts(sources).keys() - NOT_WAITED_FOR - NOT_FOR_GUESTS - {"menu/texts/en.js"}
    for path in ["/webapp/", *(root + name for name in needed)]:
        request = urllib.request.Request(house.url + path, headers={"Accept-Encoding": "gzip"})  # noqa: S310 - our own
        with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own
            assert answer.headers["Content-Encoding"] == "gzip" or len(answer.read()) < KILOBYTE, path
            sizes[path] = int(answer.headers["Content-Length"])
    assert sum(sizes.values()) <= 60 * KILOBYTE, sizes


@dataclass
class Asked:
    """What a page asked for, in order: names as in the folder of pages, or paths."""

    steps: dict[str, int] = field(default_factory=dict)
    """How many answers each had to wait for, told by what asked for it; pictures are left out."""
    blocking: set[str] = field(default_factory=set)
    """Without these nothing is painted."""


@contextmanager
def watched(person: Person) -> Iterator[Asked]:
    """Write down what the page asks for, as the browser tells it."""
    asked = Asked()
    tools = person.page.context.new_cdp_session(person.page)

    def note(event: Mapping[str, Any]) -> None:
        if event["type"] == "Image":
            return
        initiator = event["initiator"]
        frames = initiator.get("stack", {}).get("callFrames") or [{}]
        name, parent = (_name(url, person.house) for url in (event["request"]["url"], _origin(initiator, frames)))
        asked.steps.setdefault(name, asked.steps.get(parent, -1) + 1)
        if event.get("renderBlockingBehavior") == "Blocking":
            asked.blocking.add(name)

    tools.on("Network.requestWillBeSent", note)
    tools.send("Network.enable")
    yield asked
    tools.detach()


def _origin(initiator: Mapping[str, Any], frames: list[Mapping[str, str]]) -> str:
    return initiator.get("url") or frames[0].get("url", "")


def _name(url: str, house: House) -> str:
    path = url.removeprefix(house.url).partition("?")[0]
    _, found, name = path.partition("/menu/")
    return f"menu/{name}" if found and path.startswith("/webapp/") else path


def hold(_route: Route) -> None:
    """Leave it unanswered until there is no such route any more."""


FIRST_FLIGHT = 14 * KILOBYTE
"""What a server sends before it waits for the other side's first sign: ten packets."""
WORDS = ["#header h1", "#menu-skeleton .chip", "#menu-skeleton h2", "#menu-skeleton h3", "#nav a span"]


def test_the_first_view_is_one_answer(guest: Person) -> None:
    """On 'Slow 3G' an answer takes two seconds to begin: there is no room for a second one."""
    tools = guest.page.context.new_cdp_session(guest.page)
    travelled: list[float] = []
    tools.on("Network.loadingFinished", lambda event: travelled.append(event["encodedDataLength"]))
    tools.send("Network.enable")
    guest.page.route(lambda url: not url.endswith("/webapp/"), hold)
    guest.page.goto(guest.address(), wait_until="commit")
    expect(guest.page.locator("#menu-skeleton h3")).to_have_text(
        ["Еспресо", "Американо", "Капучино", "Лате", "Флет-вайт", "Лавандове лате"]
    )
    for words in WORDS:
        expect(guest.page.locator(words).first).to_be_in_viewport()
    assert guest.page.evaluate("getComputedStyle(document.querySelector('.card')).position") == "relative"
    assert len(travelled) == 1
    assert travelled[0] <= FIRST_FLIGHT


def test_the_menu_is_two_answers_away_from_its_address(guest: Person) -> None:
    """On a slow network each further one costs more than all that travels."""
    with watched(guest) as asked:
        guest.opens_menu()
        guest.page.wait_for_function(
            "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/orders.js'))"
        )
    needed = {name: steps for name, steps in asked.steps.items() if name not in NOT_FOR_THE_MENU}
    assert needed["/webapp/"] == 0
    assert {"menu/texts/uk.js", "/api/settings", "/api/categories", "/api/products", "/api/cart"} <= needed.keys()
    assert max(needed.values()) == 2, needed
    assert asked.blocking == set()
    asked_by_the_page = {name for name, steps in needed.items() if steps == 1}
    assert asked_by_the_page >= needed.keys() - {"/webapp/", "/api/cart"}
    names = list(asked.steps)
    others = [names.index(name) for name in names if name in NOT_FOR_THE_MENU]
    assert others
    assert min(others) > max(map(names.index, needed)), names  # the network is the menu's first


BOXES = """selectors => selectors.flatMap(selector =>
  [...document.querySelectorAll(selector)].slice(0, 6).map(element => {
    const { left, top, width } = element.getBoundingClientRect();
    return [selector, Math.round(left), Math.round(top), Math.round(width)];
  }))"""
SHAPES = ["#header", "#nav", *(f"#menu-skeleton {each}" for each in (".search", ".chips", ".grid .picture"))]
THINGS = ["#header", "#nav", *(f"#menu {each}" for each in (".search", "#chips", ".grid .picture"))]
NEAR = 4
"""Pixels: what moves less is not felt."""


def test_the_menu_comes_where_its_shapes_stood(guest: Person) -> None:
    guest.page.route("**/*.js", hold)
    guest.page.goto(guest.address(), wait_until="commit")
    expect(guest.page.locator("#menu-skeleton .picture").first).to_be_visible()
    shapes = guest.page.evaluate(BOXES, SHAPES)
    guest.page.unroute("**/*.js")
    expect(guest.page.locator("#sections .stepper").first).to_be_visible()
    things = guest.page.evaluate(BOXES, THINGS)
    assert len(things) == len(shapes) == len(THINGS) + 5
    moved = [
        (shape, thing)
        for shape, thing in zip(shapes, things, strict=True)
        if any(abs(was - now) > NEAR for was, now in zip(shape[1:], thing[1:], strict=True))
    ]
    assert moved == []


def many_products(count: int) -> str:
    """A catalogue of `count` products in 12 categories."""
    pictures = sorted((Path(__file__).parents[2] / "data" / "pictures").glob("*.svg"))
    parts = ['[settings]\ncafe_name = "Велике кафе"\n']
    parts += [f'[[categories]]\nslug = "c{n}"\nname = "Розділ {n}"\nsort_order = {n}\n' for n in range(12)]
    for n in range(count):
        parts.append(
            f'[[products]]\nslug = "p{n}"\ncategory = "c{n * 12 // count}"\nname = "Страва номер {n}"\n'
            f'price = {50 + n}\nweight = "300 г"\nsort_order = {n}\n'
            f'image_url = "/webapp/pictures/{pictures[n % len(pictures)].name}"\n'
        )
    return "\n".join(parts)


MOST_DRAWN = 60
"""Of three hundred: a few phones' screens."""
DRAWN = """() => [...document.querySelectorAll('#sections .card h3')]
  .filter(each => each.checkVisibility({ contentVisibilityAuto: true })).length"""
FETCHED_AT_ONCE = "#sections img:not([loading=lazy])"
CHANGES = """window.changes = [];
new MutationObserver(records => changes.push(...records))
  .observe(document.getElementById('sections'), { childList: true, characterData: true, subtree: true });"""
SCROLL = """async () => {
  const end = document.documentElement.scrollHeight;
  for (let y = 0; y < end; y += 600) {
    scrollTo(0, y);
    await new Promise(requestAnimationFrame);
  }
  scrollTo(0, 0);
  return changes.splice(0).length;
}"""
TAP = """async index => {
  const place = document.querySelectorAll('#sections .card-stepper')[index];
  place.querySelector('[data-key=more]').click();
  for (let turn = 0; turn < 2; turn += 1) await null;
  await null;
  const elsewhere = (window.changes ?? []).splice(0).filter(({ target }) => !place.contains(target)).length;
  return [place.querySelector('.count')?.textContent, elsewhere];
}"""
"""Between a tap and what is read here there is no time for any answer, nor for a frame."""


def test_three_hundred_products(welcome: Welcome, tmp_path: Path) -> None:
    with open_house(tmp_path, many_products(300)) as big:
        page = welcome(place=big).opens_menu().page
        names = [f"Страва номер {number}" for number in range(300)]
        expect(page.locator("#sections .card h3")).to_have_text(names)  # in this order, whatever was drawn first
        page.wait_for_load_state("networkidle")
        assert 4 <= page.evaluate(DRAWN) <= MOST_DRAWN
        expect(page.locator(FETCHED_AT_ONCE)).to_have_count(6)
        page.evaluate(CHANGES)
        assert page.evaluate(SCROLL) == 0  # everything is there, and nothing is made anew
        assert [page.evaluate(TAP, index) for index in (0, 5, 3)] == [["1", 0]] * 3  # and no other card is touched


def test_a_tap_shows_whatever_the_network(guest: Person) -> None:
    guest.opens_menu()
    before = guest.house.count("cart_lines")
    guest.page.route("**/api/cart/**", hold)
    assert [guest.page.evaluate(TAP, index) for index in (2, 3, 4)] == [["1", 0]] * 3
    guest.page.unroute("**/api/cart/**")
    guest.is_settled()
    assert guest.house.count("cart_lines") == before + 3
