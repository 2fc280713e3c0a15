"""A fake of Вчасно.Каса: one address for every task, shifts, a drawer of cash, documents found by their task's tag.

It is as bad as their documents leave open: a task that comes twice under one tag is done twice.
"""

import json
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Unpack
from zoneinfo import ZoneInfo

from aiohttp import web

from tests.fakes.checkbox import TAXES
from tests.fakes.service import FakeService, Options
from tests.vendors import description

KYIV = ZoneInfo("Europe/Kyiv")
PATH = "/api/v3/fiscal/execute"
NAMES = {0: "open-shift", 1: "sale", 2: "return", 3: "cash-in", 4: "cash-out", 11: "close-shift", 18: "status"}
BY_TAG = "by-tag"


class RefusedError(Exception):
    """The code, the words and the `res_action` of a refusal."""

    def __init__(self, code: int, text: str, action: int = 3) -> None:
        super().__init__(text)
        self.code, self.action = code, action


@dataclass(slots=True)
class VchasnoShift:
    number: int
    opened_at: datetime
    is_open: bool = True
    brought: int = 0
    taken: int = 0


@dataclass(frozen=True, slots=True)
class VchasnoReceipt:
    tag: str
    doccode: str
    receipt: dict[str, Any]
    total: int
    """Kopiykas."""
    is_return: bool
    shift: int

    @property
    def is_cash(self) -> bool:
        return bool(self.receipt["pays"][0]["type"] == 0)


@dataclass(slots=True)
class _Answers:
    by_tag: dict[str, dict[str, Any]] = field(default_factory=dict)


class FakeVchasno(FakeService):
    """Gives `vchasno.receipts`, in order, and `.shifts`; sums in kopiykas."""

    description = description("vchasno")
    token = "test-register-token"

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__(**options)
        self.receipts: list[VchasnoReceipt] = []
        self.is_offline = False  # when set, the tax office does not answer, and receipts are made without it
        self.moves: list[int] = []
        """Cash that was brought in, below 0 taken out."""
        self.shifts: list[VchasnoShift] = []
        self.cash = 0
        """What is in the drawer."""
        self.carries_cash = False  # whether a shift begins with what the one before left in the drawer
        self.reports_cash = True  # whether Z says what was brought in and taken out
        self.taxes = TAXES
        self.refusal: RefusedError | None = None  # when set, sales and returns are refused so
        self.finds_by_tag = True  # when not, a call with a tag alone is no valid request
        self._answers = _Answers()

    def routes(self) -> list[web.RouteDef]:
        return [web.post(PATH, self._execute), web.get("/check-viewer/{doccode}", self._show)]

    def name_of(self, path: str, body: bytes) -> str:
        """Calls are told apart by their task."""
        if path != PATH:
            return path
        task = json.loads(body).get("fiscal", {}).get("task")
        return f"/{BY_TAG if task is None else NAMES[task]}"

    def described(self, request: web.Request, body: bytes) -> tuple[str, object] | None:
        """Every task has a description of its own."""
        if request.path != PATH:
            return None
        return f"{request.method} {request.path}{self.name_of(request.path, body)}", json.loads(body)

    def tasks(self, name: str) -> int:
        """How often a task was asked for."""
        return sum(self.name_of(call.path, call.body) == f"/{name}" for call in self.calls)

    @property
    def open_shift(self) -> VchasnoShift | None:
        return next((shift for shift in self.shifts if shift.is_open), None)

    def age_shift(self, hours: int) -> None:
        """Let the open shift be that much older."""
        self.shifts[-1].opened_at -= timedelta(hours=hours)

    async def _execute(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != self.token:
            raise web.HTTPUnauthorized(text="401: Unauthorized")
        body = await request.json()
        fiscal = body.get("fiscal")
        if fiscal is None:
            return web.json_response(self._earlier(body["tag"]))
        tag = body.get("tag") or secrets.token_hex(16)
        try:
            info, code, text, action = self._perform_task(tag, fiscal), 0, "", 0
        except RefusedError as error:
            info, code, text, action = {}, error.code, str(error), error.action
        answer = self._outcome(tag, fiscal["task"], code, text, action) | {"info": info}
        if self._answers.by_tag.get(tag, {"res": 1})["res"]:
            self._answers.by_tag[tag] = answer
        return web.json_response(answer)

    def _earlier(self, tag: str) -> dict[str, Any]:
        """The outcome of a task, by its tag."""
        if not self.finds_by_tag:
            return self._outcome(tag, 0, 2000, "Невірний формат вхідного JSON", 3) | {"info": {}}
        if tag not in self._answers.by_tag:
            return self._outcome(tag, 0, 1058, "Чек з кодом синхронізації не знайдено", 3) | {"info": {}}
        return self._answers.by_tag[tag]

    def _outcome(self, tag: str, task: int, code: int, text: str, action: int) -> dict[str, Any]:
        about = {"task": task, "type": 1, "ver": 6, "source": "cafe", "device": "4000000001", "tag": tag}
        told = {"res": code, "res_action": action, "errortxt": text, "error_extra": None, "warnings": []}
        return about | told | {"dt": f"{self._now():%Y%m%d%H%M%S}"}

    def _perform_task(self, tag: str, fiscal: dict[str, Any]) -> dict[str, Any]:
        task = fiscal["task"]
        if task == 0:
            return self._open()
        if task == 11:
            return self._close()
        if task == 18:
            return self._status()
        if task in (3, 4):
            return self._move_cash(task, _kopiykas(fiscal["cash"]["sum"]))
        return self._sell(tag, fiscal["receipt"], is_return=task == 2)

    def _status(self) -> dict[str, Any]:
        shift = self.open_shift
        opened_at = "" if shift is None else f"{shift.opened_at.astimezone(KYIV):%Y%m%d%H%M%S}"
        return {
            "fisid": "4000000001",
            "isFis": 0,
            "shift_status": 0 if shift is None else 1,
            "shift_dt": opened_at,
            "online_status": 1,
            "sign_status": 1,
            "safe": self.cash / 100,
        }

    def _open(self) -> dict[str, Any]:
        if self.open_shift is not None:
            raise RefusedError(1096, "Зміна по даному ПРРО уже була відкрита. Повторне відкриття неможливе")
        if not self.carries_cash:
            self.cash = 0
        self.shifts.append(VchasnoShift(len(self.shifts) + 1, self._now()))
        return self._document(0, 0, f"TEST_shift{len(self.shifts)}")

    def _close(self) -> dict[str, Any]:
        shift = self.open_shift
        if shift is None:
            raise RefusedError(1006, "Зміна по даному ПРРО була закрита. Повторне закриття неможливе")
        made = [one for one in self.receipts if one.shift == shift.number]
        shift.is_open = False
        sums = {
            "receipt": {
                "count_p": sum(not one.is_return for one in made),
                "count_m": sum(one.is_return for one in made),
            },
            "pays": [
                {"type": 0 if is_cash else 2, "name": "Готівка" if is_cash else "Картка"} | _both_sums(made, is_cash)
                for is_cash in (True, False)
            ],
            "taxes": [self._tax_of(tax.code, made) for tax in self.taxes],
        }
        if self.reports_cash:
            sums["money"] = [{"type": 0, "name": "Готівка", "sum_p": shift.brought / 100, "sum_m": shift.taken / 100}]
        return self._document(11, shift.number, f"TEST_z{shift.number}") | sums

    def _tax_of(self, code: int, made: list[VchasnoReceipt]) -> dict[str, Any]:
        """What a Z report says of a tax group."""
        tax = next(each for each in self.taxes if each.code == code)
        sums = {"base_sum_p": 0, "base_sum_m": 0, "tax_sum_p": 0, "tax_sum_m": 0}
        for one in made:
            turnover = sum(_line(row) for row in one.receipt["rows"] if row.get("taxgrp") in {tax.code, tax.symbol})
            side = "m" if one.is_return else "p"
            sums[f"base_sum_{side}"] += turnover
            sums[f"tax_sum_{side}"] += tax.part(turnover)
        about = {"gr_code": tax.code, "tax_lit": tax.symbol, "tax_percent": tax.rate, "ex_percent": tax.extra_rate}
        return about | {name: amount / 100 for name, amount in sums.items()}

    def _document(self, task: int, number: int, doccode: str) -> dict[str, Any]:
        return {
            "task": task,
            "fisid": "4000000001",
            "doccode": doccode,
            "docno": number,
            "dt": f"{self._now().astimezone(KYIV):%Y%m%d%H%M%S}",
            "isoffline": self.is_offline,
            "safe": self.cash / 100,
            "shift_link": len(self.shifts),
        }

    def _sell(self, tag: str, receipt: dict[str, Any], *, is_return: bool) -> dict[str, Any]:
        shift = self._working_shift()
        total = self._check(receipt)
        if receipt["pays"][0]["type"] == 0:
            self._put(-total if is_return else total)
        doccode = f"TEST_{secrets.token_urlsafe(9)}"
        self.receipts.append(VchasnoReceipt(tag, doccode, receipt, total, is_return, shift.number))
        return self._document(2 if is_return else 1, len(self.receipts), doccode) | {
            "cancelid": doccode,
            "qr": f"{self.base_url}/check-viewer/{doccode}",
        }

    def _working_shift(self) -> VchasnoShift:
        if self.refusal is not None:
            raise self.refusal
        shift = self.open_shift
        if shift is None:
            raise RefusedError(1092, "Зміна по даному ПРРО закрита. Для фіскалізації чеків необхідно відкрити зміну.")
        if self._now() - shift.opened_at > timedelta(hours=24):
            raise RefusedError(1035, "ДПС: Загальна помилка. Зміна триває понад 24 години")
        return shift

    def _put(self, amount: int) -> None:
        """Put cash into the drawer, or below 0 take it out."""
        if self.cash + amount < 0:
            raise RefusedError(1077, "У касі недостатньо коштів для проведення даної операції")
        self.cash += amount

    def _move_cash(self, task: int, amount: int) -> dict[str, Any]:
        shift = self._working_shift()
        self._put(amount if task == 3 else -amount)
        self.moves.append(amount if task == 3 else -amount)
        if task == 3:
            shift.brought += amount
        else:
            shift.taken += amount
        return self._document(task, len(self.moves), f"TEST_cash{len(self.moves)}")

    def _check(self, receipt: dict[str, Any]) -> int:
        """Refuse what does not add up and tax groups that nobody registered; return the kopiykas."""
        if not receipt["rows"]:
            raise RefusedError(1097, "Список товарів пустий")
        known = {tax.code for tax in self.taxes} | {tax.symbol for tax in self.taxes}
        for row in receipt["rows"]:
            group = row.get("taxgrp")
            if group is not None and group not in known:
                raise RefusedError(1110, f"{group} не відповідає жодній з глобальних")
            if row["price"] == 0:
                raise RefusedError(1107, "Ціна помножена на кількість, відрізняється більш ніж на 1 від суми позиції")
            if _line(row) <= 0:
                raise RefusedError(1108, "Знижка відрізняється менше ніж на 1 від суми позиції")
        total = _kopiykas(receipt["sum"])
        if sum(map(_line, receipt["rows"])) != total:
            raise RefusedError(1101, "Сума чеку не співпадає з сумою по позиціям")
        if sum(_kopiykas(pay["sum"]) for pay in receipt["pays"]) != total:
            raise RefusedError(1102, "Сума чеку не співпадає з сумою по оплатам")
        return total

    async def _show(self, request: web.Request) -> web.Response:
        """The page that a guest opens."""
        made = next((one for one in self.receipts if one.doccode == request.match_info["doccode"]), None)
        if made is None:
            raise web.HTTPNotFound
        lines = [f"{row['name']} × {row['cnt']:g}" for row in made.receipt["rows"]]
        return web.Response(text="\n".join([*lines, f"Разом {made.total / 100:.2f} ₴"]))


def _both_sums(made: list[VchasnoReceipt], is_cash: bool) -> dict[str, float]:  # noqa: FBT001 - one of two ways
    """What was sold and what was returned in this way, in hryvnias."""
    chosen = [one for one in made if one.is_cash == is_cash]
    return {
        "sum_p": sum(one.total for one in chosen if not one.is_return) / 100,
        "sum_m": sum(one.total for one in chosen if one.is_return) / 100,
    }


def _kopiykas(hryvnias: float) -> int:
    amount = Decimal(str(hryvnias)) * 100
    assert amount == amount.to_integral(), f"{hryvnias} has more than two decimals"
    return int(amount)


def _line(row: dict[str, Any]) -> int:
    """Return a line's kopiykas less its discount."""
    full = Decimal(str(row["price"])) * Decimal(str(row["cnt"])) - Decimal(str(row.get("disc", 0)))
    return int((full * 100).quantize(Decimal(1), ROUND_HALF_UP))
