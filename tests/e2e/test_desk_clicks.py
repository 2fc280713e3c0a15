"""Every button of the desk and of the kitchen screen that can be found is clicked twice: two clicks are one act.

Axe looks at every view and every dialog on the way.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from cafe.core.catalogue.changes.actor import FILE
from tests.e2e.axe import violations
from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.kitchen import place, tablet
from tests.e2e.office import LAPTOP, PHONE, Colleague
from tests.e2e.people import Look

PAGES = Path(__file__).parents[2] / "cafe" / "web" / "pages"
BUTTONS = "{scope} [data-action], {scope} form[data-submit] button:is(:not([type]), [type='submit'])"
FOUND = """([scope, selector]) => {
  const names = new Map();
  for (const [index, button] of [...document.querySelectorAll(selector)].entries()) {
    const { action, act, kind, answer, reason, what, payment } = button.dataset;
    const name = action ? [action, act, kind, answer, reason, what, payment].filter(Boolean).join(" ")
                        : button.form.dataset.submit;
    const isSeen = button.checkVisibility() && !button.disabled;
    if (isSeen && !names.has(name)) names.set(name, index);
  }
  return Object.fromEntries(names);
}"""
"""The buttons of a part of the page by what they do, with the number of the first of each kind."""
BUTTON = f"([scope, selector, name]) => document.querySelectorAll(selector)[({FOUND})([scope, selector])[name]]"
"""The button that does this: found in one go, as the page may draw itself anew at any moment."""
LINKS = """scope => [...document.querySelectorAll(`${scope} a[href^='#/']`)].map(each => each.getAttribute("href"))"""
FILL = """scope => {
  for (const field of document.querySelectorAll(`${scope} form[data-submit] :is(input, textarea)`)) {
    if (!field.checkVisibility() || ["file", "checkbox", "radio"].includes(field.type)) continue;
    const isNumber = /numeric|decimal/.test(field.inputMode) || field.type === "number";
    const kinds = { date: "2030-01-02", time: "10:00" };
    field.value ||= kinds[field.type] ?? (isNumber ? "5" : "Нове");
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}"""
"""Fill in what is empty, so that there is something to send."""
TOUCH = """() => {
  const field = document.querySelector("#main form[data-submit] :is(input:not([type]), input[type=text], textarea)");
  if (!field) return;
  field.value += "1";
  for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
}"""
"""Change something in a form of the view itself: only then there is something to save."""
NOTE_KEYS = """
window.keysSent = [];
const plainFetch = window.fetch;
window.fetch = (input, init) => {
  const key = new Headers(init?.headers).get("Idempotency-Key");
  if (key) keysSent.push(key);
  return plainFetch(input, init);
};
"""
"""The page knows what it has sent at once; the library hears of it somewhat later."""
[SETTLE_MS] = re.findall(r"SETTLE_MS = (\d+)", (PAGES / "shared" / "once.js").read_text(encoding="utf-8"))
HOLD_SETTLING = f"""
let held = null;
let heldAt = 0;
const plainNow = performance.now.bind(performance);
performance.now = () => (held ? heldAt : plainNow());
const plainTimeout = window.setTimeout;
window.setTimeout = (act, ms, ...more) =>
  held && ms === {SETTLE_MS} ? held.push(act) : plainTimeout(act, ms, ...more);
window.holdSettling = () => {{
  heldAt = plainNow();
  held = [];
}};
window.letSettle = () => {{
  for (const act of held ?? []) plainTimeout(act, {SETTLE_MS});
  held = null;
}};
"""
"""A slow machine may take longer between two clicks than a person ever does: that time stands still."""
AT_REST = "() => document.querySelector('#question[open]') ?? !document.querySelector('[aria-busy=true]')"
ELSEWHERE = (
    *("frame.", "skip", "dialog.close", "closeDialog", "toastClose", "confirm.", "menu.edit"),
    *("orders.file", "reports.file", "file.save", "tables."),
)
"""Actions that only show, fetch or leave; who signs out is seen elsewhere."""

DONE = {
    "POST /changes/N/undo",
    "POST /day/busy",
    "POST /day/modes",
    "POST /day/pause",
    "POST /day/resume",
    "POST /devices/code",
    "POST /edits",
    "POST /first-steps/skip",
    "POST /menu/copy",
    "POST /orders/N/back",
    "POST /orders/N/cancel",
    "POST /orders/N/move",
    "POST /orders/N/promise",
    "POST /orders/N/resend",
    "POST /session/bind",
    "POST /staff/N/invitation",
    "PATCH /staff/N",
    "POST /statements/compare",
    "POST /stock/deliveries",
    "DELETE /sessions/N",
}
"""What such a walk must have done, or it has found too little."""
DONE_IN_THE_KITCHEN = {"POST /busy", "POST /orders/N/back", "POST /orders/N/lines/N", "POST /orders/N/move"}


class Clicks:
    """Somebody who clicks everything twice, and what reached the server of it."""

    def __init__(self, page: Page, api: str) -> None:
        self.page = page
        self.api = api
        self.tried: set[str] = set()
        self.acts: list[str] = []
        self.ended: Counter[str] = Counter()
        page.add_init_script(NOTE_KEYS)
        page.add_init_script(HOLD_SETTLING)
        page.on("requestfinished", self._note)
        page.on("requestfailed", self._end)

    def _end(self, request: Request) -> None:
        self.ended[request.headers.get("idempotency-key", "")] += 1

    def _note(self, request: Request) -> None:
        path = request.url.partition(self.api)[2].partition("?")[0]
        key = request.headers.get("idempotency-key", "")
        response = request.response() if key else None
        if response is not None and response.ok:
            self.acts.append(f"{request.method} {re.sub('[0-9]+', 'N', path)} {key}")
        self._end(request)

    def waits(self) -> None:
        """Until nothing is under way, with yes to every question, twice as well."""
        while True:
            self.page.wait_for_function(AT_REST)
            if not self.page.locator("#question[open]").count():
                break
            self.page.locator("#question button[value=yes]").dblclick()
        while Counter(self.page.evaluate("keysSent")) - self.ended:
            self.page.evaluate("0")  # lets the library hear of what is answered

    def found(self, scope: str) -> dict[str, int]:
        names: dict[str, int] = self.page.evaluate(FOUND, [scope, BUTTONS.format(scope=scope)])
        return names

    def new(self, scope: str) -> list[str]:
        """What was not tried yet."""
        return [name for name in self.found(scope) if name not in self.tried and not name.startswith(ELSEWHERE)]

    def once(self, scope: str, name: str) -> None:
        """A single click on what does this, once it keeps still."""
        found = self.page.evaluate_handle(BUTTON, [scope, BUTTONS.format(scope=scope), name]).as_element()
        assert found is not None, name
        found.click()

    def twice(self, scope: str, name: str, *, is_late: bool) -> list[str]:
        """Two clicks, the second while the first runs or right after it was done; gives what was done."""
        self.tried.add(name)
        self.acts.clear()
        self.page.evaluate("holdSettling()")
        self.once(scope, name)
        if is_late:
            self.waits()
        self.page.mouse.down(click_count=2)
        self.page.mouse.up(click_count=2)
        self.waits()
        self.page.evaluate("letSettle()")
        assert len({act.rpartition(" ")[2] for act in self.acts}) <= 1, (name, self.acts)
        return self.acts


class Walk:
    """Through every view that a link leads to, of each kind one."""

    def __init__(self, owner: Colleague, *, is_late: bool) -> None:
        self.owner = owner
        self.page = owner.page
        self.clicks = Clicks(owner.page, "/api/desk")
        self.is_late = is_late
        self.ahead: list[str] = []
        self.kinds: set[str] = set()
        self.done: set[str] = set()
        self.seen: set[str] = set()
        self.complaints: list[str] = []

    def goes_everywhere(self) -> None:
        self._notes_links("#nav")
        while self.ahead:
            address = self.ahead.pop(0)
            self._opens(address)
            self._looks(address)
            self._notes_links("#main")
            while new := self.clicks.new("#main"):
                self._tries(address, new[0])
            self.page.evaluate(TOUCH)
            while new := self.clicks.new("#main"):
                self._tries(address, new[0])
                self.page.evaluate(TOUCH)

    def _notes_links(self, scope: str) -> None:
        for link in self.page.evaluate(LINKS, scope):
            path = link.partition("?")[0]
            kind = path if scope == "#dialog" else re.sub(r"(?<=\w)/.*", "/…", path)
            if kind not in self.kinds:
                self.kinds.add(kind)
                self.ahead.append(link)

    def _tries(self, address: str, name: str) -> None:
        """A button of a view, and all that are in the dialog which it opens."""
        self._twice("#main", name)
        while self._has_dialog():
            self._looks(f"{name}: {self.page.locator('#dialog h2').first.text_content()}")
            self._notes_links("#dialog")
            self.page.evaluate(FILL, "#dialog")
            inner = self.clicks.new("#dialog")
            if not inner:
                break
            self._twice("#dialog", inner[0])
            if not self._has_dialog():
                self._opens(address)
                if name not in self.clicks.found("#main"):
                    break
                self.clicks.once("#main", name)
        self._opens(address)

    def _looks(self, name: str) -> None:
        """Have axe look at what was not seen yet."""
        if name not in self.seen:
            self.seen.add(name)
            self.complaints += [f"{name}: {found}" for found in violations(self.page)]

    def _twice(self, scope: str, name: str) -> None:
        self.done |= {act.rpartition(" ")[0] for act in self.clicks.twice(scope, name, is_late=self.is_late)}

    def _has_dialog(self) -> bool:
        return bool(self.page.locator("#dialog[open]").count())

    def _opens(self, address: str) -> None:
        """As who comes to it finds it."""
        self.page.goto(f"{self.owner.house.url}/desk/?anew")
        expect(self.page.locator("#nav li, .sign-in").first).to_be_visible()
        if not self.page.locator("#nav li").count():
            self.owner.signs_in()  # one of the buttons has ended this very session
        self.owner.opens(address.removeprefix("#/"))


@pytest.mark.parametrize(("when", "look"), [("at once", LAPTOP), ("right after", PHONE)])
def test_every_button_of_the_desk(hire: Hire, own_house: House, when: str, look: Look) -> None:
    for _ in range(2):
        own_house.do(own_house.cafe.guest().places("latte", "latte", "croissant"))
    walk = Walk(hire(look).signs_in(), is_late=when == "right after")
    walk.goes_everywhere()
    assert walk.done >= DONE, DONE - walk.done
    assert walk.complaints == []
    assert len(walk.seen) > 30


def test_every_button_of_the_kitchen_screen(browser: Browser, own_house: House) -> None:
    with tablet(browser, own_house) as kitchen:
        place(own_house, "latte")
        kitchen.starts()
        clicks = Clicks(kitchen.page, "/api/board")
        done: list[str] = []
        complaints: list[str] = []
        services, latte = own_house.cafe.app.services, own_house.cafe.products["latte"]
        while new := [*clicks.new("#main"), *clicks.new("#top")]:
            own_house.do(services.pause.resume())  # all of these may have been pressed
            own_house.do(services.stop_list.offer(latte))
            for state in services.modes.list_states():
                own_house.do(services.modes.switch_off(state.mode.id, FILE))
            place(own_house, "latte")
            kitchen.page.reload()
            expect(kitchen.page.locator("#main .card .step").first).to_be_visible()
            scope = "#main" if new[0] in clicks.found("#main") else "#top"
            done += clicks.twice(scope, new[0], is_late=False)
            while kitchen.page.locator("#dialog[open]").count() and (inner := clicks.new("#dialog")):
                complaints += [f"{new[0]}: {found}" for found in violations(kitchen.page)]
                done += clicks.twice("#dialog", inner[0], is_late=False)
        assert {act.rpartition(" ")[0] for act in done} >= DONE_IN_THE_KITCHEN, clicks.tried
        assert complaints == []
