"""People with browsers: how each of them sees the mini-app, and what they do on it, in the words of a customer."""

import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, Route, expect

from tests.driver import init_data
from tests.e2e.house import House

OUTPUT = Path(__file__).parents[2] / "test-output"
TELEGRAM_SCRIPT = Path(__file__).with_name("telegram-web-app.js").read_text(encoding="utf-8")
WHOLE = ("chromium", "chromium-browser", "google-chrome")
HEADLESS = "chromium-headless-shell"
"""The same engine without a window around it: each test takes a third less."""
ARGUMENTS = [
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",  # nothing leaves the machine
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
OFF_IN_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,"
    "AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
"""Its own list of features to leave off, repeated because of two such arguments only the last counts."""
DEAR = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,SpareRendererForSitePerProcess"
"""What costs each new window more than half of its time, for nobody: two hidden pages behind the address bar, and a
process in store for the next site."""
TELEGRAM_THEMES: Mapping[str, Mapping[str, str]] = {
    "light": {
        "bg_color": "#ffffff",
        "secondary_bg_color": "#efeff4",
        "section_bg_color": "#ffffff",
        "text_color": "#000000",
        "hint_color": "#999999",
        "button_color": "#2481cc",
        "button_text_color": "#ffffff",
    },
    "dark": {
        "bg_color": "#17212b",
        "secondary_bg_color": "#232e3c",
        "section_bg_color": "#17212b",
        "text_color": "#f5f5f5",
        "hint_color": "#708499",
        "button_color": "#5288c1",
        "button_text_color": "#ffffff",
    },
}
WORKERLESS = "delete Navigator.prototype.serviceWorker"
"""As on an address without https. What a worker asks for passes by the routes of a test, and each fetches much."""
_user_ids = count(7_000_001)


def find_chromium(*, is_whole: bool = False) -> str:
    """The browser to test with; `is_whole` where the headless one lacks what is tested: push, pages put on a screen."""
    named = os.environ.get("CAFE_TEST_CHROMIUM")
    names = WHOLE if is_whole else (HEADLESS, *WHOLE)
    found = named or next(filter(None, map(shutil.which, names)), None)
    assert found, "no Chromium: run `make browser`, or name one in CAFE_TEST_CHROMIUM"
    return found


PATIENCE_MS = 20_000
"""How long anything is waited for; a busy machine is no fault of the page."""


def launch(playwright: Playwright, *, is_whole: bool = False) -> Browser:
    off = f"--disable-features={OFF_IN_PLAYWRIGHT},{DEAR}"
    return playwright.chromium.launch(executable_path=find_chromium(is_whole=is_whole), args=[*ARGUMENTS, off])


def press(element: Locator) -> None:
    """Scroll to it, and press it once it stands still: rows that come into sight take their true height only then."""
    element.scroll_into_view_if_needed()
    element.click()


@dataclass(frozen=True)
class Look:
    """How somebody comes to the mini-app."""

    in_telegram: bool = False
    locale: str = "uk"
    scheme: str = "light"
    is_phone: bool = True
    width: int = 390

    def __str__(self) -> str:
        who = "telegram" if self.in_telegram else "guest"
        where = f"phone{self.width if self.width != 390 else ''}" if self.is_phone else "desktop"
        return f"{who}-{self.locale}-{self.scheme}-{where}"


GUEST = Look()
IN_TELEGRAM = Look(in_telegram=True)
EVERYBODY = [
    Look(),
    Look(locale="en", scheme="dark", is_phone=False, width=1280),
    Look(in_telegram=True, scheme="dark"),
    Look(in_telegram=True, locale="en", is_phone=False, width=1100),
]
"""Every value of every property, and every pair of identity with the others, among four people."""
OPPOSITES = [Look(), Look(in_telegram=True, locale="en", scheme="dark", is_phone=False, width=1100)]
"""Every value of every property between two people."""


IDLE = ":not([aria-busy=true])"
"""What a press does something to: what is busy takes none."""
AT = r"(?:завтра )?о \d\d:\d\d"
EN_AT = r"(?:tomorrow )?at \d\d:\d\d"
"""What is soon may be tomorrow, late in the evening."""


@dataclass
class Person:
    """Somebody with the mini-app on their screen."""

    house: House
    look: Look
    page: Page
    user: Mapping[str, Any] | None
    complaints: list[str] = field(default_factory=list)
    """Errors on the browser's console and exceptions of the page: a test ends with none that it did not expect."""

    def says(self, uk: str, en: str) -> str:
        """The words in this person's language."""
        return uk if self.look.locale == "uk" else en

    # Coming and going.

    def address(self, path: str = "", *, age: timedelta = timedelta(), **launch_fields: str) -> str:
        """The mini-app's address, with Telegram's launch data for who is inside it."""
        url = f"{self.house.url}/webapp/{path}"
        if self.user is None:
            return url
        signed = init_data(datetime.now(UTC) - age, self.user, **launch_fields)
        theme = json.dumps(TELEGRAM_THEMES[self.look.scheme])
        launch = {"tgWebAppData": signed, "tgWebAppVersion": "8.0", "tgWebAppPlatform": "ios"}
        return f"{url}#{urlencode({**launch, 'tgWebAppThemeParams': theme}, quote_via=quote)}"

    def opens(self, path: str = "", **launch_fields: Any) -> "Person":
        self.page.goto(self.address(path, **launch_fields))
        return self

    def opens_menu(self, path: str = "", **launch_fields: Any) -> "Person":
        self.opens(path, **launch_fields)
        expect(self.page.locator("#sections .stepper").first).to_be_visible()
        if self.look.in_telegram:
            self.page.wait_for_function("() => window.telegramCalls?.includes('ready')")
        return self

    def goes(self, path: str) -> None:
        """To a screen by its address, as a link from outside would."""
        self.opens(path)

    def has_clock(self, moment: datetime) -> None:
        """The clock on this person's device shows that moment."""
        self.page.clock.set_fixed_time(moment)

    def comes_back(self) -> None:
        """From the bank's page, another tab or a locked phone."""
        self.page.evaluate("dispatchEvent(new Event('focus'))")

    # The menu and the cart.

    def card(self, slug: str) -> Locator:
        return self.page.locator(f"#sections [data-key='p{self.house.products[slug]}']")

    def adds(self, slug: str, times: int = 1) -> None:
        for _ in range(times):
            self.card(slug).locator("[data-key=more]").click()

    def removes_one(self, slug: str) -> None:
        self.card(slug).locator("[data-key=less]").click()

    def quantity_of(self, slug: str) -> Locator:
        return self.card(slug).locator(".count")

    def is_settled(self) -> None:
        """Wait until the server knows everything that was tapped."""
        self.page.evaluate(
            "import(document.querySelector('script[src$=\"app.js\"]').src).then(app => app.whenSynced())"
        )

    # What is on the screen.

    def sees(self, text: str | re.Pattern[str], *, within: str = "body") -> None:
        expect(self.page.locator(within).get_by_text(text).filter(visible=True).first).to_be_visible()

    def sees_no(self, text: str, *, within: str = "body") -> None:
        expect(self.page.locator(within).get_by_text(text).filter(visible=True)).to_have_count(0)

    def presses(self, name: str | re.Pattern[str]) -> None:
        """A button or link with this name, once it is not busy any more."""
        button = self.page.get_by_role("button", name=name).and_(self.page.locator(IDLE))
        link = self.page.get_by_role("link", name=name)
        press(button.or_(link).filter(visible=True).first)

    @property
    def step(self) -> Locator:
        """The page's own button for the main step: in its bar, on wide screens in the pane beside the form."""
        return self.page.locator(".bar-button, body[data-page=checkout] .aside-footer .button").filter(visible=True)

    def goes_on(self) -> None:
        """The main step of the screen: Telegram's main button inside it, else the page's own bar."""
        if self.look.in_telegram:
            self.page.wait_for_function(
                "() => window.Telegram.WebApp.MainButton.isVisible && window.Telegram.WebApp.MainButton.isActive"
            )
            self.page.evaluate("window.Telegram.WebApp.MainButton.press()")
        else:
            self.step.and_(self.page.locator(IDLE)).click()

    def sees_step(self, text: str) -> None:
        """The main step says this."""
        if self.look.in_telegram:
            self.page.wait_for_function(
                "text => window.Telegram.WebApp.MainButton.isVisible"
                " && window.Telegram.WebApp.MainButton.text.includes(text)",
                arg=text,
            )
        else:
            expect(self.step).to_contain_text(text)

    def opens_cart(self) -> None:
        if self.page.locator("#aside").is_visible():
            self.is_settled()
            self.goes("?page=cart")
        else:
            self.goes_on()
        expect(self.page.locator("#page .cart-lines")).to_be_visible()

    def starts_checkout(self, order_type: str = "") -> None:
        """From the menu to the form; a small cart is not delivered, so a type may have to be chosen on the way."""
        self.opens_cart()
        if order_type:
            self.chooses("type", order_type)
        self.goes_on()
        expect(self.page.locator("#checkout")).to_be_visible()

    def chooses(self, name: str, value: str) -> None:
        self.page.locator(f"#page input[name={name}][value={value}]").check()

    def fills(self, **fields: str) -> None:
        for name, value in fields.items():
            self.page.locator(f"#{name}").fill(value)

    def fills_contacts(self) -> None:
        self.fills(name="Олена", phone="067 123 45 67")

    def fills_delivery(self) -> None:
        self.fills(address_city="Київ", address_street="Хрещатик", address_house="1а")
        self.fills_contacts()

    def orders_for(self, day: str, time: str) -> None:
        """Choose a time for later; a day by its name, a time as `HH:MM`."""
        self.chooses("when", "later")
        self.page.locator("#day").select_option(label=day)
        self.page.locator("#scheduled_for").select_option(label=time)

    def sees_order(self) -> int:
        """The order that was just placed; gives its id."""
        expect(self.page.locator(".hero")).to_be_visible()
        expect(self.page).to_have_url(re.compile(r"[?&]order=\d+"))
        [number] = re.findall(r"order=(\d+)", self.page.url)
        return int(number)

    def orders_pickup(self, slug: str = "latte", payment: str = "cash") -> int:
        """The shortest way to an order."""
        self.opens_menu()
        self.adds(slug)
        self.starts_checkout("pickup")
        self.fills_contacts()
        self.chooses("payment_method", payment)
        self.goes_on()
        if payment == "card":
            self.comes_back_unpaid()
        return self.sees_order()

    def comes_back_unpaid(self) -> None:
        """A card order leads to the bank's page, in Telegram outside the mini-app: away from there without paying."""
        if self.look.in_telegram:
            self.page.wait_for_function("() => window.telegramCalls.some(call => call.startsWith('openLink'))")
        else:
            expect(self.page).to_have_url(re.compile("/pay/"))
            self.page.go_back()

    def field_error(self, name: str) -> Locator:
        return self.page.locator(f"#error-{name}")

    # Telegram's side.

    def calls(self) -> list[str]:
        """What the page asked of Telegram's client so far."""
        return list(self.page.evaluate("window.telegramCalls"))

    # Pictures.

    def photographs(self, name: str) -> None:
        """Keep the screen for people to look at."""
        folder = OUTPUT / "screens"
        folder.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=folder / f"{name}-{self.look}.png")


def telegram_stand_in(route: Route) -> None:
    route.fulfill(body=TELEGRAM_SCRIPT, content_type="text/javascript")


def choose_earlier(context: BrowserContext, key: str, locale: str) -> None:
    """Have a language chosen on an earlier visit: pages do not go by the browser's."""
    context.add_init_script(
        f"""try {{ localStorage["cafe.{key}"] ??= '"{locale}"' }} catch {{ /* forbidden in some frames */ }}"""
    )


def _new_context(browser: Browser, look: Look) -> BrowserContext:
    return browser.new_context(
        viewport={"width": look.width, "height": 844 if look.is_phone else 900},
        locale="uk-UA" if look.locale == "uk" else "en-GB",
        color_scheme="dark" if look.scheme == "dark" else "light",
        timezone_id="Europe/Kyiv",
        has_touch=look.is_phone,
        is_mobile=look.is_phone,
        device_scale_factor=1,
        reduced_motion="reduce",  # nothing slides, so nothing has to be waited for
    )


@contextmanager
def somebody(
    browser: Browser, house: House, look: Look, *, has_script: bool = True, has_worker: bool = False
) -> Iterator[Person]:
    """A person nobody has seen before, with a browser of their own.

    Without `has_script` Telegram's does not load; with `has_worker` the browser knows service workers.
    """
    context = _new_context(browser, look)
    context.set_default_timeout(PATIENCE_MS)
    if look.locale != "uk":
        choose_earlier(context, "locale", look.locale)
    if not has_worker:
        context.add_init_script(WORKERLESS)
    if look.in_telegram:
        context.add_init_script("window.TelegramWebviewProxy = { postEvent() {} }")
    if look.in_telegram and has_script:
        context.route("https://telegram.org/js/telegram-web-app.js", telegram_stand_in)
    page = context.new_page()
    user = {"id": next(_user_ids), "first_name": "Олена", "language_code": look.locale} if look.in_telegram else None
    person = Person(house, look, page, user)

    def heed(message: ConsoleMessage) -> None:
        url = message.location.get("url", "")
        is_refusal = "/api/" in url and "the server responded with a status of 4" in message.text
        is_bank = url.endswith("/favicon.ico")  # the practice bank's page has no icon
        if message.type in {"error", "warning"} and not is_refusal and not is_bank:
            person.complaints.append(f"{message.text} {url}")

    page.on("console", heed)
    page.on("pageerror", lambda error: person.complaints.append(str(error)))
    try:
        yield person
    finally:
        context.close()
