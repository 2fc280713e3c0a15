"""Somebody of the staff at the desk, on a phone or a laptop, in their language."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Locator, Page, expect

from cafe.core.people.staff.model import Role
from tests.e2e.axe import violations
from tests.e2e.house import House
from tests.e2e.people import IDLE, OUTPUT, PATIENCE_MS, Look, choose_earlier, press

T = TypeVar("T")

SOON_SECONDS = 20
PHONE = Look()
LAPTOP = Look(locale="en", scheme="dark", is_phone=False, width=1280)
LOOKS = [PHONE, LAPTOP]
"""Both languages, both schemes, both sizes."""
NARROW = Look(width=360, scheme="dark", locale="en")

TURN_TO = """address => new Promise((done) => {
  const before = location.hash;
  addEventListener("hashchange", done, { once: true }); // after the page's own listener: the view loads by now
  location.hash = address;
  if (location.hash === before) done();
})"""


@dataclass
class Colleague:
    """A person with the desk on their screen."""

    house: House
    look: Look
    page: Page
    role: str
    complaints: list[str] = field(default_factory=list)
    stays: bool = False
    """What they answer when the browser asks whether to leave what is half typed."""

    def says(self, uk: str, en: str) -> str:
        """The words in this person's language."""
        return uk if self.look.locale == "uk" else en

    def signs_in(self, name: str = "") -> "Colleague":
        """By a link, whose button they press."""
        service = self.house.cafe.app.services.sign_in
        link = self.house.do(service.issue_link(name or f"{self.role} at the desk", Role(self.role)))
        self.page.goto(f"{self.house.url}/desk/#link={link.token}")
        self.page.locator("[data-action='signin.link']").click()
        expect(self.page.locator("#nav")).to_be_visible()
        return self

    def opens(self, view: str) -> "Colleague":
        """A view by its address, such as `menu` or `orders/5`; signs in first if they are not."""
        if not self.page.url.startswith(self.house.url):
            self.signs_in()
        self.page.evaluate(TURN_TO, f"#/{view}")
        expect(self.page.locator("#main")).to_have_attribute("aria-busy", "false")
        expect(self.page.locator("#main > *").first).to_be_visible()
        return self

    def presses(self, name: str, within: str = "body") -> None:
        """A button with this name, once it is not busy any more."""
        button = self.page.locator(within).get_by_role("button", name=name)
        press(button.and_(self.page.locator(IDLE)).first)

    def answers(self, name: str) -> None:
        """A question of the page."""
        self.page.locator("#question").get_by_role("button", name=name).click()

    def sees(self, text: str, within: str = "#main") -> Locator:
        found = self.page.locator(within).get_by_text(text).first
        expect(found).to_be_visible()
        return found

    def is_told(self, text: str) -> None:
        """By a message at the edge of the page, another one each time."""
        told = self.page.locator("#toast .toast:not([data-read])")
        expect(told).to_contain_text(text)
        told.evaluate("each => each.dataset.read = ''")

    def looks_well(self, name: str) -> None:
        """A picture for those who want to look, nothing for axe to complain of, and nothing that sticks out."""
        OUTPUT.mkdir(exist_ok=True)
        self.page.screenshot(path=OUTPUT / f"desk-{name}-{self.look}.png", full_page=True)
        found = violations(self.page)
        assert not found, (name, found)
        width = self.page.evaluate("document.documentElement.scrollWidth")
        assert width <= self.look.width, (name, width)


def soon(read: Callable[[], T], expected: T) -> None:
    """What is stored follows what the page already shows: wait for it, as `expect` waits for the page."""
    end = time.monotonic() + SOON_SECONDS
    while read() != expected and time.monotonic() < end:
        time.sleep(0.05)
    assert read() == expected


@contextmanager
def colleague(browser: Browser, house: House, look: Look = PHONE, role: str = "owner") -> Iterator[Colleague]:
    """Somebody who has not signed in yet."""
    context: BrowserContext = browser.new_context(
        viewport={"width": look.width, "height": 844 if look.is_phone else 850},
        locale="uk-UA" if look.locale == "uk" else "en-GB",
        color_scheme="dark" if look.scheme == "dark" else "light",
        timezone_id="Europe/Kyiv",
        has_touch=look.is_phone,
        reduced_motion="reduce",
        accept_downloads=True,
    )
    context.set_default_timeout(PATIENCE_MS)
    if look.locale != "uk":
        choose_earlier(context, "desk.locale", look.locale)
        choose_earlier(context, "locale", look.locale)  # in the frame that shows what guests see
    page = context.new_page()
    found = Colleague(house, look, page, role)

    def heed(message: ConsoleMessage) -> None:
        url = message.location.get("url", "")
        is_refusal = "/api/" in url and "the server responded with a status of 4" in message.text
        if message.type in {"error", "warning"} and not is_refusal:
            found.complaints.append(f"{message.text} {url}")

    def leave(dialog: Dialog) -> None:
        if found.stays:
            dialog.dismiss()
        else:
            dialog.accept()

    page.on("console", heed)
    page.on("pageerror", lambda error: found.complaints.append(str(error)))
    page.on("dialog", leave)
    try:
        yield found
        assert not found.complaints, found.complaints
    finally:
        context.close()
