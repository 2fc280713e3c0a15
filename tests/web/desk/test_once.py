"""A repeat of what the desk or the kitchen screen sent, with the same key, is one act with one answer."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.authenticator import Authenticator
from tests.driver import (
    NOBODY_LISTENS,
    Answer,
    Cafe,
    DeskVisitor,
    FakeClock,
    Visitor,
    config_for,
    init_data,
    open_cafe,
)
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.monobank import FakeMonobank, foreign_line
from tests.printers.paper import FORM, added
from tests.web.desk.roles import LEAST
from tests.web.kitchen import new_code, paired
from tests.web.options_shop import OPTIONS

KEY = {"Idempotency-Key": "one click"}
NEW_CATEGORY = {"table": "categories", "key": None, "seen": None, "values": {"name": "Супи"}}
RESTLESS = {"acts", "outbox", "process_runs", "staff_sessions", "devices"}
"""Tables in which time passes by itself."""
NO_ACTS = {
    ("POST", "/api/desk/pictures"),  # a picture is known by its content
    ("DELETE", "/api/desk/session"),  # who has signed out gets in no more
}

Prepared = tuple[str, Any]
Prepare = Callable[["Shop"], Awaitable[Prepared] | Prepared]


class Shop:
    """A cafe with a bank, an owner at the desk and a tablet in the kitchen."""

    def __init__(
        self, cafe: Cafe, bank: FakeMonobank, fiscal: FakeCheckbox, owner: DeskVisitor, tablet: Visitor
    ) -> None:
        self.cafe = cafe
        self.bank = bank
        self.fiscal = fiscal
        self.owner = owner
        self.tablet = tablet

    async def order(self, status: str = "new", *, is_paid: bool = False, **form: Any) -> int:
        placed = await self.cafe.guest().places("latte", kind="pickup", **form)
        if is_paid:
            await self.bank.pay(str(placed["pay_url"]).rpartition("/")[2])
        order_id = int(placed["order_id"])
        if status == "confirmed":
            await self.owner.post(f"/api/desk/orders/{order_id}/move", {"seen": "new", "to": status})
        else:
            await self.cafe.execute("UPDATE orders SET status = :status WHERE id = :id", status=status, id=order_id)
        return order_id

    async def staff_id(self) -> int:
        answer = await self.owner.post("/api/desk/staff", {"name": "Ірина", "role": "manager"})
        return int(answer.json["id"])

    async def refund(self) -> str:
        """One that the bank has not taken."""
        path = f"/api/desk/orders/{await self.order(is_paid=True, payment_method='card')}/refunds"
        [refund] = (await self.owner.post(path, {"seen": 0, "whole": True})).json["refunds"]
        await self.cafe.execute("UPDATE refunds SET state = 'held'")
        return f"{path}/{refund['id']}"


def plain(path: str, body: Any = None) -> Prepare:
    return lambda _: (path, body)


def of_printer(act: str, body: Any = None) -> Prepare:
    async def prepare(shop: Shop) -> Prepared:
        printer_id, _ = await added(shop.owner)
        return f"/api/desk/printers/{printer_id}{act}", body

    return prepare


def printed(at: str) -> Prepare:
    async def prepare(shop: Shop) -> Prepared:
        order_id, (printer_id, _) = await shop.order(), await added(shop.owner)
        if at == "/api/board":
            return f"{at}/orders/{order_id}/print", {"printer": printer_id}
        return f"{at}/printers/{printer_id}/orders", {"order": order_id}

    return prepare


def moved_jobs(at: str) -> Prepare:
    async def prepare(shop: Shop) -> Prepared:
        printer_id, _ = await added(shop.owner)
        other_id, _ = await added(shop.owner, name="Бар", pages=[])
        await shop.order()
        return f"{at}/printers/{printer_id}/move", {"to": other_id}

    return prepare


def order(act: str, body: Any, status: str = "new", *, at: str = "/api/desk", **form: Any) -> Prepare:
    async def prepare(shop: Shop) -> Prepared:
        return f"{at}/orders/{await shop.order(status, **form)}/{act}", body

    return prepare


async def bottle(shop: Shop) -> Prepared:
    await shop.cafe.execute("UPDATE ingredients SET bottle = 700 WHERE code = 'milk'")
    return "/api/desk/bottles", {"ingredient": "milk", "mark": "AAAB123456"}


async def bottle_emptied(shop: Shop) -> Prepared:
    path, body = await bottle(shop)
    opened = await shop.owner.post(path, body)
    return f"{path}/{opened.json['bottles'][0]['id']}/empty", None


def scanned(at: str) -> Prepare:
    """A bottle that is opened for an order."""

    async def prepare(shop: Shop) -> Prepared:
        _, body = await bottle(shop)
        return f"{at}/orders/{await shop.order()}/marks", body

    return prepare


async def edited(shop: Shop) -> Prepared:
    order_id = await shop.order()
    line_id = await shop.cafe.value("SELECT id FROM order_lines WHERE order_id = :id", id=order_id)
    body = {"seen": 0, "lines": [{"id": line_id, "quantity": 2}], "is_agreed": True}
    return f"/api/desk/orders/{order_id}/edits", body


def assigned(at: str) -> Prepare:
    return lambda shop: _assigned(shop, at)


async def _assigned(shop: Shop, at: str) -> Prepared:
    placed = await shop.cafe.guest().places("borscht", "borscht", kind="delivery")
    await shop.cafe.execute("UPDATE orders SET status = 'cooking' WHERE id = :id", id=placed["order_id"])
    courier = await shop.staff_id()
    await shop.cafe.execute("INSERT INTO courier_shifts (staff_id, from_at) VALUES (:id, 0)", id=courier)
    return f"{at}/orders/{placed['order_id']}/courier", {"staff": courier}


async def _carrying(shop: Shop) -> int:
    """A courier with 350 ₴."""
    courier = int(await shop.staff_id())
    await shop.cafe.execute("INSERT INTO courier_shifts (staff_id, from_at) VALUES (:id, 0)", id=courier)
    await shop.cafe.app.services.courier_cash.correct(courier, 350, "Розмін", "Олена")
    return courier


async def counted(shop: Shop) -> Prepared:
    return "/api/desk/cash/hand-ins", {"staff": await _carrying(shop), "counted": 300}


async def corrected(shop: Shop) -> Prepared:
    return "/api/desk/cash/corrections", {"staff": await _carrying(shop), "amount": 5, "reason": "Розмін"}


async def decided(shop: Shop) -> Prepared:
    hand_in = await shop.cafe.app.services.courier_cash.hand_in(await _carrying(shop), 300, "Марія", None)
    return f"/api/desk/cash/hand-ins/{hand_in.id}/decision", {"decision": "owed", "reason": ""}


async def till_counted(shop: Shop, *, is_open: bool = False) -> int:
    """The id of a count of 100 ₴: to open a day with, or to close the open one."""
    tills = shop.cafe.app.services.tills
    count = await tills.count(None, {"100": 1}, "Олена")
    if is_open:
        await tills.open(count.id, "", "Олена")
        count = await tills.count(None, {"100": 1}, "Олена")
    return count.id


async def till_opened(shop: Shop) -> Prepared:
    return "/api/desk/tills/openings", {"count": await till_counted(shop), "reason": ""}


async def till_closed(shop: Shop) -> Prepared:
    return "/api/desk/tills/closings", {"count": await till_counted(shop, is_open=True), "reason": ""}


async def till_moved(shop: Shop) -> Prepared:
    await till_counted(shop, is_open=True)
    return "/api/desk/tills/moves", {"till": 1, "kind": "in", "amount": 500, "reason": "Розмін"}


async def till_changed(shop: Shop) -> Prepared:
    await till_counted(shop)
    return "/api/desk/tills/1", {"name": "Бар", "people": [await shop.staff_id()]}


async def counted_by_pin(shop: Shop) -> Prepared:
    courier = await _carrying(shop)
    receiver = (await shop.owner.post("/api/desk/staff", {"name": "Марія", "role": "staff"})).json["id"]
    await shop.owner.post(f"/api/desk/staff/{receiver}/pin", {"pin": "4821"})
    return "/api/board/cash", {"courier": courier, "counted": 350, "staff": receiver, "pin": "4821"}


async def own_role(shop: Shop) -> Prepared:
    role = (await shop.owner.post("/api/desk/staff-roles", {"name": "Комірник", "rights": ["stock"]})).json
    return f"/api/desk/staff-roles/{role['id']}", None


async def changed_role(shop: Shop) -> Prepared:
    return (await own_role(shop))[0], {"name": "Комірник", "rights": ["stock", "menu"]}


def connect(shop: Shop) -> Prepared:
    keys = {"checkbox_license_key": shop.fiscal.license_key, "checkbox_pin": shop.fiscal.pin}
    return "/api/desk/connections/checkbox", keys


async def link(shop: Shop) -> Prepared:
    token = (await shop.cafe.app.services.sign_in.issue_link("Олена", None)).token
    return "/api/desk/session/link", {"token": token}


async def asked_of_source(shop: Shop) -> Prepared:
    await shop.cafe.configure(power_cut_source=NOBODY_LISTENS)
    return "/api/desk/disruptions/ask", {"kind": "power_cut"}


async def cut(shop: Shop) -> Prepared:
    [planned] = (await shop.owner.post("/api/desk/disruptions/plan", PLAN)).json["cuts"]
    return f"/api/desk/disruptions/cuts/{planned['id']}", None


async def looked_at(shop: Shop) -> Prepared:
    return "/api/desk/session/link/look", (await link(shop))[1]


async def poll(shop: Shop) -> Prepared:
    code = (await shop.cafe.guest().post("/api/desk/session/code")).json
    return "/api/desk/session/code/poll", {"secret": code["secret"]}


async def new_passkey(shop: Shop) -> Prepared:
    options = (await shop.owner.post("/api/desk/passkeys/begin")).json
    return "/api/desk/passkeys", Authenticator(shop.cafe.url).make(options)


async def used_passkey(shop: Shop) -> Prepared:
    passkey = Authenticator(shop.cafe.url)
    options = (await shop.owner.post("/api/desk/passkeys/begin")).json
    await shop.owner.post("/api/desk/passkeys", passkey.make(options))
    asked = (await shop.cafe.guest().post("/api/desk/session/passkey/begin")).json
    return "/api/desk/session/passkey", passkey.use(asked)


async def one_of_two_passkeys(shop: Shop) -> Prepared:
    for _ in range(2):
        await shop.owner.post(*(await new_passkey(shop)))
    listed = (await shop.owner.get("/api/desk/passkeys")).json["passkeys"]
    return f"/api/desk/passkeys/{listed[0]['id']}", None


async def recovery(shop: Shop) -> Prepared:
    code = (await shop.owner.post("/api/desk/recovery-code")).json["code"]
    return "/api/desk/session/recovery", {"code": code}


async def telegram(shop: Shop) -> Prepared:
    await shop.owner.patch(f"/api/desk/staff/{await shop.staff_id()}", {"telegram_id": 7})
    return "/api/desk/session/telegram", {"init_data": init_data(shop.cafe.clock.now(), {"id": 7, "first_name": "І"})}


async def confirm(shop: Shop) -> Prepared:
    token = (await shop.cafe.app.services.sign_in.issue_link("owner at the desk", None)).token
    return "/api/desk/session/confirm", {"token": token}


async def session_of_another(shop: Shop) -> Prepared:
    await shop.cafe.desk("staff")
    listed = (await shop.owner.get("/api/desk/sessions")).json["sessions"]
    return f"/api/desk/sessions/{next(each['id'] for each in listed if each['role'] == 'staff')}", None


async def refund(shop: Shop) -> Prepared:
    order_id = await shop.order(is_paid=True, payment_method="card")
    return f"/api/desk/orders/{order_id}/refunds", {"seen": 0, "amount": 20, "reason": "Холодне"}


async def resolve(shop: Shop) -> Prepared:
    shop.bank.refused_refund = 403, "FORBIDDEN"
    return f"{await shop.refund()}/resolve", {"done": False}


async def resume(shop: Shop) -> Prepared:
    shop.bank.refused_refund = 403, "FORBIDDEN"
    return f"{await shop.refund()}/resume", None


async def demo(shop: Shop) -> Prepared:
    for table in ("products", "categories", "ingredients", "option_groups", "promo_codes"):
        await shop.cafe.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
    return "/api/desk/first-steps/demo", None


async def hide(shop: Shop) -> Prepared:
    for state in (await shop.owner.get("/api/desk/first-steps")).json["steps"]:
        await shop.owner.post("/api/desk/first-steps/skip", {"step": state["step"]})
    return "/api/desk/first-steps/hide", None


async def forget(shop: Shop) -> Prepared:
    return f"/api/desk/customers/{await shop.order('completed')}/forget", None


async def changed_staff(shop: Shop) -> Prepared:
    return f"/api/desk/staff/{await shop.staff_id()}", {"role": "staff"}


async def invitation(shop: Shop) -> Prepared:
    return f"/api/desk/staff/{await shop.staff_id()}/invitation", None


async def pin(shop: Shop) -> Prepared:
    return f"/api/desk/staff/{await shop.staff_id()}/pin", {"pin": "4821"}


async def person(shop: Shop) -> Prepared:
    staff_id = await shop.staff_id()
    await shop.owner.post(f"/api/desk/staff/{staff_id}/pin", {"pin": "4821"})
    return "/api/board/person", {"staff": staff_id, "pin": "4821"}


async def refund_by_pin(shop: Shop) -> Prepared:
    order_id, staff_id = await shop.order(is_paid=True, payment_method="card"), await shop.staff_id()
    await shop.owner.post(f"/api/desk/staff/{staff_id}/pin", {"pin": "4821"})
    line_id = await shop.cafe.value("SELECT id FROM order_lines WHERE order_id = :id", id=order_id)
    lines = [{"id": line_id, "quantity": 1}]
    wish = {"seen": 0, "lines": lines, "reason": "bad", "staff": staff_id, "pin": "4821"}
    return f"/api/board/orders/{order_id}/refunds", wish


def mode(path: str) -> Prepare:
    async def prepare(shop: Shop) -> Prepared:
        await shop.cafe.load('[[modes]]\nslug = "brunch"\nname = "Бранч"\n')
        return path, {"id": await shop.cafe.value("SELECT id FROM modes"), "span": 60}

    return prepare


def stop(kind: str, table: str) -> Prepare:
    async def prepare(shop: Shop) -> Prepared:
        await shop.cafe.load(OPTIONS)
        found = await shop.cafe.value(f"SELECT min(id) FROM {table}")  # noqa: S608 - our own names
        return f"/api/board/stops/{kind}", {"id": found, "span": "opening"}

    return prepare


async def device(shop: Shop) -> Prepared:
    await paired(shop.cafe, "Бар")
    listed = (await shop.owner.get("/api/desk/devices")).json["devices"]
    return f"/api/desk/devices/{listed[-1]['id']}", None


async def undo(shop: Shop) -> Prepared:
    change = (await shop.owner.changes(NEW_CATEGORY)).json["change"]
    return f"/api/desk/changes/{change['id']}/undo", None


async def file(shop: Shop) -> Prepared:
    text = '[settings]\nphone = "+380 44 000 00 00"\n'
    looked = await shop.owner.request("POST", "/api/desk/menu/file/look", data=text.encode())
    return f"/api/desk/menu/file?digest={looked.json['digest']}", text.encode()


PLAN = {"text": "15.06 18:00-20:00"}
SHEET = "Код;Ціна\nlatte;86\n".encode()


async def sheet(shop: Shop) -> Prepared:
    looked = await shop.owner.request("POST", "/api/desk/menu/sheet/look", data=SHEET)
    return f"/api/desk/menu/sheet?digest={looked.json['changes']['digest']}", SHEET


async def line(shop: Shop) -> Prepared:
    order_id = await shop.order()
    line_id = await shop.cafe.value("SELECT id FROM order_lines WHERE order_id = :id", id=order_id)
    return f"/api/board/orders/{order_id}/lines/{line_id}", {"is_done": True}


async def acts(shop: Shop) -> Prepared:
    press = {"id": "a" * 32, "at": 1, "kind": "move", "order": await shop.order(), "seen": "new", "to": "confirmed"}
    return "/api/board/acts", {"acts": [press]}


async def difference(shop: Shop) -> Prepared:
    shop.bank.lines["other"] = foreign_line("other", shop.cafe.clock.now())
    found = (await shop.owner.post("/api/desk/statements/compare")).json["differences"]
    return f"/api/desk/statements/{found[0]['id']}/settle", None


async def pair(shop: Shop) -> Prepared:
    return "/api/board/pair", {"code": await new_code(shop.cafe)}


def stock(amount: int) -> dict[str, Any]:
    return {"entries": [{"code": "milk", "amount": amount, "seen": 0}], "note": "накладна"}


ROUTES: dict[tuple[str, str], Prepare] = {
    ("POST", "/api/desk/session/link"): link,
    ("POST", "/api/desk/session/link/look"): looked_at,
    ("POST", "/api/desk/session/code"): plain("/api/desk/session/code"),
    ("POST", "/api/desk/session/code/poll"): poll,
    ("POST", "/api/desk/session/telegram"): telegram,
    ("POST", "/api/desk/session/bind"): plain("/api/desk/session/bind"),
    ("POST", "/api/desk/session/confirm"): confirm,
    ("DELETE", "/api/desk/sessions/{session_id}"): session_of_another,
    ("POST", "/api/desk/orders/{order_id}/move"): order("move", {"seen": "new", "to": "confirmed"}),
    ("POST", "/api/desk/orders/{order_id}/back"): order("back", {"seen": "confirmed"}, "confirmed"),
    ("POST", "/api/desk/orders/{order_id}/courier"): assigned("/api/desk"),
    ("POST", "/api/desk/orders/{order_id}/promise"): order("promise", {"seen": "new", "minutes": 20}),
    ("POST", "/api/desk/orders/{order_id}/paid"): order(
        "paid", {"seen": "ready", "payment": "cash"}, "ready", payment_method="card"
    ),
    ("POST", "/api/desk/orders/{order_id}/edits"): edited,
    ("POST", "/api/desk/orders/{order_id}/cancel"): order("cancel", {"seen": "new", "reason": "нема"}),
    ("POST", "/api/desk/orders/{order_id}/resend"): order("resend", {"seen": "new", "what": "card"}),
    ("POST", "/api/desk/orders/{order_id}/marks"): scanned("/api/desk"),
    ("POST", "/api/desk/orders/{order_id}/refunds"): refund,
    ("POST", "/api/desk/orders/{order_id}/refunds/{refund_id}/resolve"): resolve,
    ("POST", "/api/desk/orders/{order_id}/refunds/{refund_id}/resume"): resume,
    ("POST", "/api/desk/customers/{customer_id}/forget"): forget,
    ("POST", "/api/desk/first-steps/demo"): demo,
    ("POST", "/api/desk/first-steps/hide"): hide,
    ("POST", "/api/desk/first-steps/skip"): plain("/api/desk/first-steps/skip", {"step": "cards"}),
    ("POST", "/api/desk/disruptions/begin"): plain("/api/desk/disruptions/begin", {"kind": "air_alert"}),
    ("POST", "/api/desk/disruptions/end"): plain("/api/desk/disruptions/end", {"kind": "air_alert"}),
    ("POST", "/api/desk/disruptions/preview"): plain("/api/desk/disruptions/preview", PLAN),
    ("POST", "/api/desk/disruptions/plan"): plain("/api/desk/disruptions/plan", PLAN),
    ("POST", "/api/desk/disruptions/ask"): asked_of_source,
    ("DELETE", "/api/desk/disruptions/cuts/{cut_id}"): cut,
    ("POST", "/api/desk/cash/hand-ins"): counted,
    ("POST", "/api/desk/cash/hand-ins/{hand_in_id}/decision"): decided,
    ("POST", "/api/desk/cash/corrections"): corrected,
    ("POST", "/api/desk/printers"): plain("/api/desk/printers", FORM),
    ("PATCH", "/api/desk/printers/{printer_id}"): of_printer("", {**FORM, "copies": 2}),
    ("DELETE", "/api/desk/printers/{printer_id}"): of_printer(""),
    ("POST", "/api/desk/printers/{printer_id}/token"): of_printer("/token"),
    ("POST", "/api/desk/printers/{printer_id}/test"): of_printer("/test"),
    ("POST", "/api/desk/printers/{printer_id}/move"): moved_jobs("/api/desk"),
    ("POST", "/api/desk/printers/{printer_id}/orders"): printed("/api/desk"),
    ("POST", "/api/desk/tills"): plain("/api/desk/tills", {"name": "Бар"}),
    ("PATCH", "/api/desk/tills/{till_id}"): till_changed,
    ("POST", "/api/desk/tills/counts"): plain("/api/desk/tills/counts", {"till": None, "pieces": {"100": 1}}),
    ("POST", "/api/desk/tills/openings"): till_opened,
    ("POST", "/api/desk/tills/closings"): till_closed,
    ("POST", "/api/desk/tills/moves"): till_moved,
    ("POST", "/api/desk/bottles"): bottle,
    ("POST", "/api/desk/bottles/{bottle_id}/empty"): bottle_emptied,
    ("POST", "/api/desk/code"): plain("/api/desk/code"),
    ("POST", "/api/desk/fiscal/shifts"): plain("/api/desk/fiscal/shifts", {"service": "checkbox", "act": "close"}),
    ("POST", "/api/desk/stock/deliveries"): plain("/api/desk/stock/deliveries", stock(500)),
    ("POST", "/api/desk/stock/write-offs"): plain("/api/desk/stock/write-offs", stock(10)),
    ("POST", "/api/desk/stock/counts"): plain("/api/desk/stock/counts", stock(19_000)),
    ("POST", "/api/desk/stock/counts/look"): plain("/api/desk/stock/counts/look", stock(19_000)),
    ("POST", "/api/desk/menu/costs/look"): plain(
        "/api/desk/menu/costs/look", {"portions": [{"recipe": {"milk": 220}, "price": 85}]}
    ),
    ("POST", "/api/desk/statements/compare"): plain("/api/desk/statements/compare"),
    ("POST", "/api/desk/statements/{difference_id}/settle"): difference,
    ("POST", "/api/desk/staff"): plain("/api/desk/staff", {"name": "Ірина", "role": "manager"}),
    ("PATCH", "/api/desk/staff/{staff_id}"): changed_staff,
    ("POST", "/api/desk/staff/{staff_id}/invitation"): invitation,
    ("POST", "/api/desk/staff/{staff_id}/pin"): pin,
    ("POST", "/api/desk/staff-roles"): plain("/api/desk/staff-roles", {"name": "Бухгалтер", "rights": ["reports"]}),
    ("PATCH", "/api/desk/staff-roles/{role_id}"): changed_role,
    ("DELETE", "/api/desk/staff-roles/{role_id}"): own_role,
    ("POST", "/api/desk/session/passkey"): used_passkey,
    ("POST", "/api/desk/session/passkey/begin"): plain("/api/desk/session/passkey/begin"),
    ("POST", "/api/desk/session/recovery"): recovery,
    ("POST", "/api/desk/passkeys"): new_passkey,
    ("POST", "/api/desk/passkeys/begin"): plain("/api/desk/passkeys/begin"),
    ("DELETE", "/api/desk/passkeys/{passkey_id}"): one_of_two_passkeys,
    ("POST", "/api/desk/recovery-code"): plain("/api/desk/recovery-code"),
    ("POST", "/api/desk/connections/{connection}"): connect,
    ("DELETE", "/api/desk/connections/{connection}"): plain("/api/desk/connections/checkbox"),
    ("POST", "/api/desk/test-order"): plain("/api/desk/test-order"),
    ("POST", "/api/desk/devices/code"): plain("/api/desk/devices/code", {"name": "Бар"}),
    ("DELETE", "/api/desk/devices/{device_id}"): device,
    ("POST", "/api/desk/edits"): plain("/api/desk/edits", {"edits": [NEW_CATEGORY]}),
    ("POST", "/api/desk/changes/{change_id}/undo"): undo,
    ("POST", "/api/desk/day/pause"): plain("/api/desk/day/pause", {"span": 30}),
    ("POST", "/api/desk/day/resume"): plain("/api/desk/day/resume", {}),
    ("POST", "/api/desk/day/busy"): plain("/api/desk/day/busy", {"minutes": 10, "span": 60, "mark": 0}),
    ("POST", "/api/desk/day/modes"): mode("/api/desk/day/modes"),
    ("POST", "/api/desk/menu/copy"): plain("/api/desk/menu/copy", {"slug": "latte"}),
    ("POST", "/api/desk/menu/file"): file,
    ("POST", "/api/desk/menu/file/look"): plain("/api/desk/menu/file/look", b'[settings]\nphone = "1"\n'),
    ("POST", "/api/desk/menu/sheet"): sheet,
    ("POST", "/api/desk/menu/sheet/look"): plain("/api/desk/menu/sheet/look", SHEET),
    ("POST", "/api/desk/menu/prices"): plain(
        "/api/desk/menu/prices", {"products": ["latte"], "options": [], "percent": 10, "round_to": 1}
    ),
    ("POST", "/api/board/pair"): pair,
    ("POST", "/api/board/orders/{order_id}/print"): printed("/api/board"),
    ("POST", "/api/board/printers/{printer_id}/move"): moved_jobs("/api/board"),
    ("POST", "/api/board/acts"): acts,
    ("POST", "/api/board/busy"): plain("/api/board/busy", {"minutes": 10, "span": 60, "mark": 0}),
    ("POST", "/api/board/pause"): plain("/api/board/pause", {"type": "delivery", "span": 30}),
    ("POST", "/api/board/modes"): mode("/api/board/modes"),
    ("POST", "/api/board/stops/dish"): stop("dish", "products"),
    ("POST", "/api/board/stops/option"): stop("option", "options"),
    ("POST", "/api/board/person"): person,
    ("POST", "/api/board/cash"): counted_by_pin,
    ("POST", "/api/board/orders/{order_id}/refunds"): refund_by_pin,
    ("POST", "/api/board/orders/{order_id}/courier"): assigned("/api/board"),
    ("POST", "/api/board/orders/{order_id}/move"): order("move", {"seen": "new", "to": "confirmed"}, at="/api/board"),
    ("POST", "/api/board/orders/{order_id}/back"): order("back", {"seen": "confirmed"}, "confirmed", at="/api/board"),
    ("POST", "/api/board/orders/{order_id}/paid"): order(
        "paid", {"seen": "ready", "payment": "cash"}, "ready", at="/api/board", payment_method="card"
    ),
    ("POST", "/api/board/orders/{order_id}/lines/{line_id}"): line,
}


@pytest.fixture
async def cafe(
    tmp_path: Path, database_url: str, clock: FakeClock, bank: FakeMonobank, fiscal: FakeCheckbox
) -> AsyncIterator[Cafe]:
    """With a bank."""
    config = config_for(
        tmp_path,
        database_url=database_url,
        monobank_token=bank.token,
        monobank_api_url=bank.base_url,
        checkbox_api_url=fiscal.base_url,
    )
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


@pytest.fixture
async def shop(cafe: Cafe, bank: FakeMonobank, fiscal: FakeCheckbox) -> Shop:
    return Shop(cafe, bank, fiscal, await cafe.desk(), await paired(cafe))


async def stored(cafe: Cafe) -> dict[str, list[str]]:
    """All that the cafe knows, as far as it changes by acts alone; a server promises no order."""
    tables = set(await cafe.tables()) - RESTLESS
    return {table: sorted(map(str, await cafe.rows(f"SELECT * FROM {table}"))) for table in tables}  # noqa: S608 - ours


async def send(shop: Shop, method: str, path: str, body: Any) -> Answer:
    visitor = shop.tablet if path.startswith("/api/board") else shop.owner
    if isinstance(body, bytes):
        return await visitor.request(method, path, data=body, headers=KEY)
    return await visitor.request(method, path, headers=KEY, **({} if body is None else {"json": body}))


def test_each_route_is_tried() -> None:
    unsafe = {(method, path) for method, path in LEAST if method != "GET"}
    tried = {(method, path) for method, path in ROUTES if path.startswith("/api/desk")}
    assert tried == unsafe - NO_ACTS


@pytest.mark.parametrize("route", ROUTES, ids=" ".join)
async def test_a_repeat_is_the_same_act(shop: Shop, route: tuple[str, str]) -> None:
    prepared = ROUTES[route](shop)
    path, body = prepared if isinstance(prepared, tuple) else await prepared
    first = await send(shop, route[0], path, body)
    assert first.status in {200, 201}, first
    before = await stored(shop.cafe)
    repeat = await send(shop, route[0], path, body)
    assert (repeat.status, repeat.body, repeat.cookies) == (first.status, first.body, first.cookies)
    assert repeat.headers["Content-Type"] == first.headers["Content-Type"]
    assert await stored(shop.cafe) == before


async def categories(cafe: Cafe) -> int:
    return int(await cafe.value("SELECT COUNT(*) FROM categories WHERE name = 'Супи'"))


async def add(visitor: DeskVisitor, key: str = "one click", name: str = "Супи") -> Answer:
    edit = {**NEW_CATEGORY, "values": {"name": name}}
    return await visitor.post("/api/desk/edits", {"edits": [edit]}, **{"Idempotency-Key": key})


async def test_clicks_at_once_are_one_act(cafe: Cafe) -> None:
    owner = await cafe.desk()
    answers = await asyncio.gather(*(add(owner) for _ in range(8)))
    assert {answer.status for answer in answers} == {200}
    assert len({answer.body for answer in answers}) == 1
    assert await categories(cafe) == 1


async def test_another_key_person_or_content_is_another_act(cafe: Cafe) -> None:
    owner = await cafe.desk()
    changes = [await add(owner), await add(owner, key="another"), await add(owner, name="Салати")]
    changes += [await add(await cafe.desk("manager")), await add(await cafe.desk())]
    assert len({answer.json["change"]["id"] for answer in changes}) == 5


async def test_a_refusal_is_not_kept(cafe: Cafe, shop: Shop) -> None:
    owner = shop.owner
    cafe.clock.advance(minutes=10)
    asked = await owner.post("/api/desk/devices/code", {"name": "Бар"}, **KEY)
    assert (asked.status, asked.json) == (403, {"error": "confirm"})
    await owner.post("/api/desk/session/confirm", (await confirm(shop))[1])
    assert (await owner.post("/api/desk/devices/code", {"name": "Бар"}, **KEY)).status == 201


async def test_an_act_is_known_for_an_hour(cafe: Cafe) -> None:
    owner = await cafe.desk()
    first = await add(owner)
    cafe.clock.advance(minutes=59)
    assert (await add(owner)).body == first.body
    cafe.clock.advance(minutes=2)
    assert (await add(owner)).body != first.body
    assert await categories(cafe) == 2


@pytest.mark.parametrize("key", ["x" * 201, "ключ"])
async def test_a_key_that_cannot_be_kept(cafe: Cafe, key: str) -> None:
    answer = await add(await cafe.desk(), key=key)
    assert (answer.status, answer.json) == (400, {"error": "invalid Idempotency-Key"})
    assert await categories(cafe) == 0


async def test_what_became_of_an_act_whose_process_is_gone_is_not_known(cafe: Cafe) -> None:
    owner = await cafe.desk()
    await add(owner)
    await cafe.execute("UPDATE acts SET answer = NULL, run_id = 'a run that is gone'")
    repeat = await add(owner)
    assert (repeat.status, repeat.json) == (409, {"error": "outcome_unknown"})
    assert await categories(cafe) == 1


async def test_links_and_cookies_are_not_stored_in_the_clear(cafe: Cafe) -> None:
    token = (await cafe.app.services.sign_in.issue_link("Олена", None)).token
    answer = await cafe.guest().post("/api/desk/session/link", {"token": token}, **KEY)
    [cookie] = answer.cookies
    kept = str(await cafe.rows("SELECT * FROM acts"))
    assert len(kept) > 100
    for secret in (token, cookie.partition(";")[0].partition("=")[2], "Олена", KEY["Idempotency-Key"]):
        assert secret not in kept
