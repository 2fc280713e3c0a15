"""The cafe as search engines, messengers and browsers without JavaScript see it."""

import json
import re
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree as ET

import pytest

from tests.driver import Answer, Cafe, FakeClock, config_for, open_cafe
from tests.web.test_hours import TUESDAY_OFF, WEEK

BASE = "https://cafe.example"
NASTY = "Кафе \"<b>&</b>' </script><!-- {head} {{head}}"


class Page(HTMLParser):
    """What a document says, tag by tag."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        assert answer.status == 200, answer
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        self.meta: dict[str, str] = {}
        self.links: dict[str, str] = {}
        self.lang, self.title, self.data, self.text = "", "", "", ""
        self.anchors: dict[str, str] = {}
        self._inside = ""
        self._href = ""
        self.feed(answer.body.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._inside = f"{tag} {given['type']}" if "type" in given else tag
        if tag == "html":
            self.lang = given["lang"]
        elif tag == "meta" and "content" in given:
            self.meta[given.get("name") or given["property"]] = given["content"]
        elif tag == "link":
            self.links[given.get("hreflang", given["rel"])] = given["href"]
        elif tag == "a":
            self._href = given["href"]
            self.anchors[self._href] = ""

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""
        self._href = "" if tag == "a" else self._href

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.title += data
        elif self._inside == "script application/ld+json":
            self.data += data
        elif self._inside not in {"script", "style"}:
            self.text += f"{data}\n"
            if self._href:
                self.anchors[self._href] += data

    @property
    def restaurant(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.data)
        assert found["@context"] == "https://schema.org"
        return found

    def items(self) -> dict[str, dict[str, Any]]:
        """The dishes of the menu for machines, by name."""
        sections = self.restaurant["hasMenu"]["hasMenuSection"]
        return {item["name"]: item["offers"] for section in sections for item in section["hasMenuItem"]}


async def page(cafe: Cafe, path: str) -> Page:
    return Page(await cafe.get(path))


@pytest.fixture
async def shop(tmp_path: Path, database_url: str, clock: FakeClock) -> AsyncIterator[Cafe]:
    """The test cafe under its public address."""
    config = config_for(tmp_path, database_url=database_url, base_url=BASE)
    async with open_cafe(config, clock=clock, catalogue=None) as opened:
        yield opened


async def test_the_head_tells_of_the_cafe_in_both_languages(shop: Cafe) -> None:
    await shop.configure(
        cafe_name="Під липою", cafe_name_en="Under the Linden", address="Київ, Липська 12", address_en="12 Lypska, Kyiv"
    )
    uk, en = await page(shop, "/webapp/"), await page(shop, "/webapp/?lang=en")
    assert (uk.lang, uk.title) == ("uk", "Під липою – меню й замовлення")
    assert (en.lang, en.title) == ("en", "Under the Linden – menu and orders")
    assert uk.meta["description"] == (
        "Під липою: меню з цінами й замовлення онлайн – доставка, самовивіз або до столика. "
        "Київ, Липська 12. Щодня 08:00–22:00. +380441234567."
    )
    assert en.meta["description"] == (
        "Under the Linden: menu with prices and online orders – delivery, pickup or at your table. "
        "12 Lypska, Kyiv. Every day 08:00–22:00. +380441234567."
    )
    for seen, locale, address in ((uk, "uk_UA", "/webapp/"), (en, "en_GB", "/webapp/?lang=en")):
        assert seen.meta["og:title"] == seen.title
        assert seen.meta["og:description"] == seen.meta["description"]
        assert (seen.meta["og:type"], seen.meta["og:locale"]) == ("website", locale)
        assert seen.links["canonical"] == seen.meta["og:url"] == BASE + address
        assert {name: seen.links[name] for name in ("uk", "en", "x-default")} == {
            "uk": f"{BASE}/webapp/",
            "en": f"{BASE}/webapp/?lang=en",
            "x-default": f"{BASE}/webapp/",
        }
    assert uk.anchors["/menu/"] == "Меню з цінами"
    assert uk.anchors["tel:+380441234567"] == "Зателефонувати: +380441234567"
    assert en.anchors["/menu/?lang=en"] == "Menu with prices"


@pytest.mark.parametrize("path", ["/webapp/", "/menu/"])
async def test_no_name_breaks_out(shop: Cafe, path: str) -> None:
    await shop.configure(cafe_name=NASTY)
    seen = await page(shop, path)
    assert NASTY in seen.title
    assert NASTY in seen.meta["og:title"]
    assert seen.restaurant["name"] == NASTY
    assert b"<b>&" not in (await shop.get(path)).body


UPLOAD = f"/webapp/uploads/{'a' * 64}-800"


@pytest.mark.parametrize(
    ("logo", "picture", "shown", "card"),
    [
        ("/webapp/pictures/latte.jpg", "", "/webapp/pictures/latte.jpg", "summary"),
        (
            "/webapp/pictures/logo.svg",
            "/webapp/pictures/latte.svg",
            "/webapp/pictures/latte.jpg",
            "summary_large_image",
        ),
        ("", f"{UPLOAD}.webp", f"{UPLOAD}.jpg", "summary_large_image"),
        ("https://cdn.example/logo.png", "", "https://cdn.example/logo.png", "summary"),
        ("", "https://cdn.example/latte.svg", None, None),
    ],
)
async def test_messengers_get_a_picture_that_they_can_show(
    shop: Cafe, logo: str, picture: str, shown: str | None, card: str | None
) -> None:
    await shop.configure(logo_url=logo)
    await shop.load(f'[[products]]\nslug = "latte"\nimage_url = "{picture}"')
    seen = await page(shop, "/webapp/")
    address = BASE + shown if shown and shown.startswith("/") else shown
    assert (seen.meta.get("og:image"), seen.meta.get("twitter:card")) == (address, card)
    assert seen.restaurant.get("image") == address


async def first_pictures(cafe: Cafe) -> list[str]:
    """What the mini-app's page shows before its script has run."""
    return re.findall(r"<img [^>]*>", (await cafe.get("/webapp/")).body.decode())


async def test_the_first_pictures_are_on_their_way_before_the_script(shop: Cafe) -> None:
    """In the menu's order, under the addresses that the script asks for, in both sizes where there are two."""
    await shop.load(
        '[[products]]\nslug = "borscht"\nimage_url = "/webapp/pictures/borscht.svg"\n'
        f'[[products]]\nslug = "latte"\nimage_url = "{UPLOAD}.webp"\n'
        '[[products]]\nslug = "espresso"\nimage_url = "https://cdn.example/a.jpg?b=1&c=2"\n'
    )
    version = (await shop.get("/api/settings")).headers["X-Cafe-Pictures"]
    size = 'alt="" width="400" height="400">'
    widths = f'srcset="{UPLOAD[:-3]}320.webp 320w, {UPLOAD}.webp 800w" sizes="(min-width: 700px) 220px, 160px"'
    borscht, latte, espresso = (
        f'<img src="/webapp/pictures/{version}/borscht.svg" {size}',
        f'<img src="{UPLOAD}.webp" {widths} {size}',
        f'<img src="https://cdn.example/a.jpg?b=1&amp;c=2" {size}',
    )
    assert await first_pictures(shop) == [borscht, espresso, latte]
    until = int(shop.clock.now().timestamp()) + 3600
    await shop.execute("UPDATE products SET stopped_until = :until WHERE slug = 'latte'", until=until)
    await shop.load('[[products]]\nslug = "espresso"\navailable = ["18:00-20:00"]')
    assert await first_pictures(shop) == [borscht]
    shop.clock.advance(hours=1)
    assert await first_pictures(shop) == [borscht, latte]


async def test_an_address_that_an_older_version_took_breaks_no_page(shop: Cafe) -> None:
    await shop.configure(logo_url="/logo.png")
    await shop.execute("UPDATE settings SET value = :value WHERE key = 'logo_url'", value='"//["')
    await shop.configure(cafe_name="Затишок")
    assert "image" not in (await page(shop, "/webapp/")).restaurant
    assert (await shop.get("/menu/")).status == 200


async def test_without_a_public_address_nothing_is_said_that_needs_one(cafe: Cafe) -> None:
    seen = await page(cafe, "/webapp/")
    assert seen.title == "Кав'ярня «Тест» – меню й замовлення"
    assert not {"canonical", "en", "uk"} & seen.links.keys()
    assert not {"og:url", "og:image"} & seen.meta.keys()
    assert seen.restaurant["hasMenu"] == "/menu/"
    assert (await cafe.get("/sitemap.xml")).status == 404
    assert "Sitemap" not in (await cafe.get("/robots.txt")).body.decode()


async def test_the_restaurant_is_what_the_settings_say(shop: Cafe) -> None:
    restaurant = (await page(shop, "/webapp/")).restaurant
    assert restaurant == {
        "@context": "https://schema.org",
        "@type": "Restaurant",
        "@id": f"{BASE}/webapp/",
        "name": "Кав'ярня «Тест»",
        "url": f"{BASE}/webapp/",
        "telephone": "+380441234567",
        "address": {"@type": "PostalAddress", "streetAddress": "Київ, вул. Тестова, 1", "addressCountry": "UA"},
        "hasMap": "https://maps.example/test",
        "openingHoursSpecification": [
            {
                "@type": "OpeningHoursSpecification",
                "dayOfWeek": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
                "opens": "08:00",
                "closes": "22:00",
            }
        ],
        "priceRange": "50–145 UAH",
        "currenciesAccepted": "UAH",
        "sameAs": ["https://instagram.com/test"],
        "hasMenu": f"{BASE}/menu/",
    }


async def test_hours_that_differ_from_day_to_day(shop: Cafe) -> None:
    """The clock stands on Monday; on Wednesday nobody has to know of a Tuesday that was special."""
    await shop.load(WEEK + TUESDAY_OFF)

    async def hours() -> list[tuple[str, str, str]]:
        found = (await page(shop, "/menu/")).restaurant["openingHoursSpecification"]
        return [
            (",".join(each.get("dayOfWeek", [each.get("validFrom")])), each["opens"], each["closes"]) for each in found
        ]

    week = [
        ("Monday", "08:00", "15:00"),
        ("Monday", "17:00", "22:00"),
        ("Tuesday", "08:00", "22:00"),
        ("Friday", "18:00", "04:00"),
        ("Saturday", "10:00", "00:00"),
    ]
    assert await hours() == [*week, ("2026-06-16", "00:00", "00:00")]
    said = (await page(shop, "/menu/")).text.splitlines()
    at = said.index("Пн")
    days = ["Пн", "08:00–15:00, 17:00–22:00", "Вт", "08:00–22:00", "Ср–Чт", "зачинено", "Пт", "18:00–04:00"]
    assert said[at : at + 8] == days
    assert said[said.index("16.06") + 1] == "зачинено – Санітарний день"
    shop.clock.advance(days=2)
    assert await hours() == week
    await shop.configure(work_hours_from="00:00", work_hours_to="00:00")
    await shop.load("[hours]\n")
    assert [(opens, closes) for _, opens, closes in await hours()] == [("00:00", "23:59")]


async def test_the_menu_page_has_every_dish_on_offer(shop: Cafe) -> None:
    """Also what is not served at this hour, or stopped for now; and nothing that is off the menu."""
    await shop.load('[[products]]\nslug = "cake"\navailable = ["18:00-20:00"]')
    tonight = int(shop.clock.now().timestamp()) + 3600
    await shop.execute("UPDATE products SET stopped_until = :until WHERE slug = 'latte'", until=tonight)
    await shop.configure(accent="#123456")
    uk, en = await page(shop, "/menu/"), await page(shop, "/menu/?lang=en")
    assert {name: offer["price"] for name, offer in uk.items().items()} == {
        "Борщ": 145,
        "Еспресо": 50,
        "Лате": 85,
        "Київський торт": 120,
    }
    assert {offer["priceCurrency"] for offer in uk.items().values()} == {"UAH"}
    available = {name: offer["availability"].rpartition("/")[2] for name, offer in en.items().items()}
    assert available == {"Borscht": "InStock", "Espresso": "InStock", "Latte": "SoldOut", "Київський торт": "InStock"}
    sections = [each["name"] for each in en.restaurant["hasMenu"]["hasMenuSection"]]
    assert sections == ["Food", "Coffee", "Десерти"]
    in_uk = ("Борщ", "145 ₴", "350 г", "Зі сметаною", "Алергени: Молоко (у т. ч. лактоза), Селера")
    in_en = ("Borscht", "₴145", "350 g", "With sour cream", "Allergens: Milk (incl. lactose), Celery")
    for seen, words in (
        (uk, (*in_uk, "Подаємо: 18:00–20:00", "зараз немає")),
        (en, (*in_en, "Served: 18:00–20:00", "not available now")),
    ):
        said = seen.text.splitlines()
        assert [word for word in words if word not in said] == []
        assert "Ghost" not in said
        assert "Привид" not in said
    assert uk.anchors["tel:+380441234567"] == "Зателефонувати: +380441234567"
    assert (uk.anchors["/webapp/"], en.anchors["/webapp/?lang=en"]) == ("Замовити онлайн", "Order online")
    shop.clock.advance(hours=1)
    assert (await page(shop, "/menu/")).items()["Лате"]["availability"] == "https://schema.org/InStock"


async def test_options_are_on_the_menu_with_what_they_cost_more(shop: Cafe) -> None:
    await shop.load((Path(__file__).parents[1] / "options.toml").read_text(encoding="utf-8"))
    text = re.sub(r"\n ?", "", (await page(shop, "/menu/")).text)
    assert re.search(r"Розмір: 300 мл, 400 мл ?\+15 ₴", text)


async def test_the_menu_page_is_in_the_cafes_colour_and_needs_no_script(shop: Cafe) -> None:
    await shop.configure(accent="#123456")
    answer = await shop.get("/menu/")
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    seen = Page(answer)
    assert seen.meta["theme-color"] == "#123456"
    assert (await shop.get(seen.links["icon"])).status == 200
    style = await shop.get(seen.links["stylesheet"])
    assert style.headers["Content-Type"] == "text/css; charset=utf-8"
    assert "immutable" in style.headers["Cache-Control"]
    assert b"--brand:#123456" in style.body
    await shop.configure(accent="#654321")
    old = await shop.get(seen.links["stylesheet"])
    assert old.headers["Cache-Control"] == "no-cache"
    assert b"--brand:#654321" in old.body


@pytest.mark.parametrize("path", ["/webapp/", "/webapp/?lang=en", "/menu/", "/menu/?lang=en"])
async def test_a_page_is_sent_again_only_after_a_change(shop: Cafe, path: str) -> None:
    first = await shop.get(path)
    assert (await shop.get(path, **{"If-None-Match": first.headers["ETag"]})).status == 304
    await shop.configure(cafe_name="Нова назва")
    second = await shop.get(path, **{"If-None-Match": first.headers["ETag"]})
    assert "Нова назва" in Page(second).title


async def test_every_address_of_the_sitemap_is_there_and_says_so_itself(shop: Cafe) -> None:
    answer = await shop.get("/sitemap.xml")
    assert answer.headers["Content-Type"] == "application/xml; charset=utf-8"
    spaces = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    urls = ET.fromstring(answer.body).findall("s:url", spaces)  # noqa: S314 - our own
    paths = [(url.findtext("s:loc", "", spaces)).removeprefix(BASE) for url in urls]
    assert paths == ["/webapp/", "/webapp/?lang=en", "/menu/", "/menu/?lang=en"]
    for url, path in zip(urls, paths, strict=True):
        seen = await page(shop, path)
        assert seen.links["canonical"] == BASE + path
        alternates = {link.get("hreflang"): link.get("href") for link in url.findall("x:link", spaces)}
        assert alternates == {name: seen.links[name] for name in ("uk", "en", "x-default")}


async def test_pages_open_in_the_language_that_the_owner_chose(shop: Cafe) -> None:
    phone = {"Accept-Language": "en-GB,en;q=0.9"}
    assert Page(await shop.get("/webapp/", **phone)).lang == "uk"
    await shop.configure(default_language="en")
    for path in ("/webapp/", "/menu/"):
        seen = await page(shop, path)
        assert seen.lang == "en"
        assert (await page(shop, f"{path}?lang=uk")).lang == "uk"
        assert (await page(shop, f"{path}?lang=xx")).lang == "en"
        assert {name: seen.links[name] for name in ("canonical", "uk", "en", "x-default")} == {
            "canonical": BASE + path,
            "uk": f"{BASE}{path}?lang=uk",
            "en": BASE + path,
            "x-default": BASE + path,
        }
    assert (await shop.get("/menu?lang=uk")).headers["Location"] == "/menu/?lang=uk"
    assert f"<loc>{BASE}/menu/?lang=uk</loc>" in (await shop.get("/sitemap.xml")).body.decode()


async def test_robots_see_the_menu_and_nobodys_order(shop: Cafe) -> None:
    answer = await shop.get("/robots.txt")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.body.decode().splitlines()
    rules = RobotFileParser()
    rules.parse(lines)
    assert rules.site_maps() == [f"{BASE}/sitemap.xml"]
    seen = (
        "/",
        "/webapp/",
        "/webapp/?lang=en",
        "/menu/",
        "/api/settings",
        "/api/products",
        "/webapp/pictures/latte.svg",
    )
    hidden = (
        "/api/cart",
        "/api/checkout/track/x",
        "/api/desk/session",
        "/board/",
        "/desk/",
        "/telegram/webhook",
        "/healthz",
    )
    assert [path for path in seen if not rules.can_fetch("Googlebot", path)] == []
    assert [path for path in hidden if rules.can_fetch("Googlebot", path)] == []
    assert "Disallow: /*track=" in lines  # the parser above knows no asterisks


async def test_what_is_not_for_search_engines_says_so(shop: Cafe) -> None:
    for path in ("/board/", "/desk/", "/webapp/?track=abc", "/webapp/?order=1&lang=en"):
        assert (await shop.get(path)).headers.get("X-Robots-Tag") == "noindex", path
    for path in ("/webapp/", "/webapp/?table=5", "/menu/"):
        assert "X-Robots-Tag" not in (await shop.get(path)).headers, path


async def test_the_menu_without_its_slash(shop: Cafe) -> None:
    for path, wanted in (("/menu", "/menu/"), ("/menu?lang=en", "/menu/?lang=en"), ("/menu?lang=//evil", "/menu/")):
        answer = await shop.get(path)
        assert (answer.status, answer.headers["Location"]) == (302, wanted)
