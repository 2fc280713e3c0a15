"""QR codes for the tables, to be printed and opened by guests' cameras."""

import io
import re
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote

import segno
from aiohttp import web

from cafe.core.catalogue.settings.tables import MAX_TABLES, TABLE, table_names
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.urls import WEBAPP
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.json import json_response

TABLE_IN_START = re.compile(r"[A-Za-z0-9-]{1,20}")
"""Characters allowed in the parameter of a Telegram link."""
BOT = re.compile(r"[A-Za-z][A-Za-z0-9_]{3,31}")
MAX_CHARACTERS = 4_000
LEVEL = "q"
"""A quarter of the code may be scratched or stained."""
QUIET_ZONE = 4
"""Modules around the code, by the QR standard."""


class Opens(StrEnum):
    """Target of the code: the mini-app in a browser or in Telegram, or the chat with the bot."""

    BROWSER = "browser"
    APP = "app"
    CHAT = "chat"


@dataclass(frozen=True, slots=True)
class TableLinks:
    """Makes the URLs of tables."""

    opens: Opens
    origin: str
    bot: str

    def address(self, table: str) -> str:
        match self.opens:
            case Opens.BROWSER:
                return f"{self.origin}{WEBAPP}?table={quote(table, safe='')}"
            case Opens.APP:
                return f"https://t.me/{self.bot}?startapp=table_{table}"
            case Opens.CHAT:
                return f"https://t.me/{self.bot}?start=table_{table}"


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    tables = TableHandlers(services, access.own_origin)
    return [web.get("/api/desk/tables", access.guard(tables.get, Right.MENU))]


class TableHandlers:
    def __init__(self, services: Services, own_origin: str) -> None:
        self._services = services
        self._own_origin = own_origin

    async def get(self, request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/tables: the code of each table of `tables` (`1-12, A-3, Тераса`)."""
        query = request.query
        opens, bot = query.get("opens", Opens.BROWSER), query.get("bot", "").strip().removeprefix("@")
        problems: list[Problem] = []
        if opens not in list(Opens):
            problems.append(Problem("opens", "desk-field-invalid"))
        elif opens != Opens.BROWSER and not BOT.fullmatch(bot):
            problems.append(Problem("bot", "tables-bot-invalid"))
        try:
            names = read_tables(query.get("tables", ""), TABLE if opens == Opens.BROWSER else TABLE_IN_START)
        except ProblemsError as error:
            problems += error.problems
        if problems:
            raise ProblemsError(*problems)
        # Only the configuration knows the public address; without it, guests may be unable to reach this one.
        links = TableLinks(Opens(opens), self._own_origin or f"{request.scheme}://{request.host}", bot)
        settings = self._services.settings.current
        return json_response(
            {
                "cafe_name": settings.cafe_name,
                "cafe_name_en": settings.cafe_name_en or settings.cafe_name,
                "is_public": bool(self._own_origin) or opens != Opens.BROWSER,
                "tables": [
                    {"name": name, "address": links.address(name), "svg": code_svg(links.address(name))}
                    for name in names
                ],
            }
        )


def read_tables(text: str, shape: re.Pattern[str]) -> list[str]:
    """Parse names and ranges of numbers, each once, in the given order.

    Raises:
        ProblemsError: there are none, too many, or invalid ones.
    """
    if len(text) > MAX_CHARACTERS:
        raise ProblemsError(Problem("tables", "desk-field-too-long", {"limit": MAX_CHARACTERS}))
    found: dict[str, None] = {}
    for name in table_names(text):
        if not shape.fullmatch(name):
            text_id = "tables-name-invalid" if shape is TABLE else "tables-name-not-in-telegram"
            raise ProblemsError(Problem("tables", text_id, {"name": name}))
        found[name] = None
        if len(found) > MAX_TABLES:
            raise ProblemsError(Problem("tables", "tables-too-many", {"limit": MAX_TABLES}))
    if not found:
        raise ProblemsError(Problem("tables", "desk-field-needed"))
    return list(found)


def code_svg(address: str) -> str:
    """Return a QR code as SVG, with its quiet zone in white on any background."""
    picture = io.BytesIO()
    segno.make_qr(address, error=LEVEL).save(
        picture, kind="svg", border=QUIET_ZONE, dark="#000", light="#fff", omitsize=True, xmldecl=False, nl=False
    )
    return picture.getvalue().decode()
