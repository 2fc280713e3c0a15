"""Printers that ask by themselves: Star CloudPRNT and Epson Server Direct Print, played as their manuals have them."""

import base64
import re
import xml.etree.ElementTree as ET
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from tests.driver import Answer, Cafe, two_rounds
from tests.printers.paper import FORM, PRINTERS, added

EPOS = "{http://www.epson-pos.com/schemas/2011/03/epos-print}"


class StarPrinter:
    """Polls, gets and confirms; the picture is what it printed."""

    def __init__(self, cafe: Cafe, token: str) -> None:
        self.cafe = cafe
        self.path = f"/api/printers/cloudprnt/{token}"

    async def polls(self, status: str = "200%20OK", **more: Any) -> dict[str, Any]:
        said = {
            "status": "23 6 0 0 0 0 0 0 0 ",
            "printerMAC": "00:11:62:0a:0b:0c",
            "statusCode": status,
            "clientAction": None,
            **more,
        }
        answer = await self.cafe.guest().post(self.path, said)
        assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-store")
        return dict(answer.json)

    async def gets(self, media: str = "image/png") -> Answer:
        return await self.cafe.get(f"{self.path}?{urlencode({'mac': '00:11:62:0a:0b:0c', 'type': media})}")

    async def ends(self, code: str = "200 OK") -> None:
        query = urlencode({"mac": "00:11:62:0a:0b:0c", "code": code})
        assert (await self.cafe.send("DELETE", f"{self.path}?{query}")).status == 200


class EpsonPrinter:
    """Posts forms, and reads the XML with a parser of its own."""

    def __init__(self, cafe: Cafe, token: str) -> None:
        self.cafe = cafe
        self.path = f"/api/printers/epson/{token}"

    async def posts(self, **fields: str) -> str:
        data = urlencode({"ID": "", "Name": "TM-m30", **fields}).encode()
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = await self.cafe.send("POST", self.path, data=data, headers=headers)
        assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-store")
        assert answer.headers["Content-Type"] == "text/xml; charset=utf-8"
        return answer.body.decode()

    async def asks(self) -> tuple[str, ET.Element] | None:
        """Ask for a page; return its id and the commands."""
        found = await self.posts(ConnectionType="GetRequest")
        if not found:
            return None
        root = ET.fromstring(found)  # noqa: S314 - our own answer
        assert (root.tag, root.get("Version")) == ("PrintRequestInfo", "2.00")
        assert root.findtext("ePOSPrint/Parameter/devid") == "local_printer"
        page = root.find(f"ePOSPrint/PrintData/{EPOS}epos-print")
        assert page is not None
        return root.findtext("ePOSPrint/Parameter/printjobid") or "", page

    async def tells(self, job: str, *, success: bool, code: str = "") -> None:
        response = (
            '<?xml version="1.0" encoding="UTF-8"?><PrintResponseInfo Version="2.00"><ePOSPrint><Parameter>'
            f"<devid>local_printer</devid><printjobid>{job}</printjobid></Parameter><PrintResponse>"
            '<response xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print" '
            f'success="{str(success).lower()}" code="{code}" status="251658262" battery="0"/>'
            "</PrintResponse></ePOSPrint></PrintResponseInfo>"
        )
        assert await self.posts(ConnectionType="SetResponse", ResponseFile=response) == ""


async def job(cafe: Cafe) -> tuple[str, int]:
    [row] = await cafe.rows("SELECT state, is_copy FROM print_jobs")
    return row["state"], row["is_copy"]


async def test_a_star_prints_a_picture_once(cafe: Cafe) -> None:
    _, token = await added(await cafe.desk(), rings=True)
    star = StarPrinter(cafe, token)
    assert await star.polls() == {"jobReady": False}
    assert (await star.gets()).status == 404
    await cafe.guest().places("latte", kind="pickup")
    assert await star.polls() == {"jobReady": True, "mediaTypes": ["image/png"], "deleteMethod": "DELETE"}
    assert (await star.gets("application/vnd.star.line")).status == 415
    first, again = await star.gets(), await star.gets()
    assert first.body == again.body
    assert first.body.startswith(b"\x89PNG")
    assert first.headers["Content-Type"] == "image/png"
    assert first.headers["X-Star-Cut"].startswith("partial")
    assert first.headers["X-Star-Buzzerstartpattern"] == "1"
    assert "X-Star-CashDrawer" not in first.headers
    assert await star.polls(printingInProgress=True) == {"jobReady": False}
    await star.ends()
    assert await job(cafe) == ("printed", 0)
    assert await star.polls() == {"jobReady": False}


async def test_a_star_says_what_is_the_matter(cafe: Cafe) -> None:
    owner = await cafe.desk()
    _, token = await added(owner)
    star = StarPrinter(cafe, token)
    await cafe.guest().places("latte", kind="pickup")
    for status, why in {"410%20Out%20of%20paper": "paper", "420%20Cover%20open": "cover", "411": "jam"}.items():
        assert await star.polls(status) == {"jobReady": False}
        assert (await owner.get(PRINTERS)).json["printers"][0]["why"] == why
    assert (await star.polls())["jobReady"]
    assert (await star.gets()).status == 200
    assert await star.polls("410%20Out%20of%20paper") == {"jobReady": False}
    assert await job(cafe) == ("waiting", 1)
    assert (await star.polls())["jobReady"]
    assert (await star.gets()).status == 200
    await star.ends("511 Media decoding error")
    assert await job(cafe) == ("waiting", 1)
    assert (await star.gets()).status == 200
    answer = await cafe.get(f"{star.path}?delete&code=OK")
    assert answer.status == 200
    assert await job(cafe) == ("printed", 1)
    assert (await owner.get(PRINTERS)).json["printers"][0]["way"] == "cloudprnt"


async def test_a_star_that_lost_its_answer_prints_a_copy(cafe: Cafe) -> None:
    _, token = await added(await cafe.desk())
    star = StarPrinter(cafe, token)
    await cafe.guest().places("latte", kind="pickup")
    assert (await star.polls())["jobReady"]
    assert (await star.gets()).status == 200
    assert await star.polls() == {"jobReady": False}
    cafe.clock.advance(seconds=61)
    await two_rounds()
    assert (await star.polls())["jobReady"]
    assert (await star.gets()).status == 200
    await star.ends("OK")
    assert await job(cafe) == ("printed", 1)


async def test_an_epson_prints_xml_once(cafe: Cafe) -> None:
    owner = await cafe.desk()
    _, token = await added(owner, rings=True, width=58)
    epson = EpsonPrinter(cafe, token)
    assert await epson.asks() is None
    await cafe.guest().places("latte", kind="pickup")
    found = await epson.asks()
    assert found is not None
    job_id, page = found
    names = [each.tag.removeprefix(EPOS) for each in page]
    assert (names[0], names[-1], set(names)) == ("sound", "cut", {"sound", "image", "cut"})
    images = page.findall(f"{EPOS}image")
    for image in images:
        width, height = int(image.get("width") or 0), int(image.get("height") or 0)
        assert width == 384
        assert len(base64.b64decode(image.text or "")) == width // 8 * height
    assert await epson.asks() is None
    await epson.tells(job_id, success=True)
    assert await job(cafe) == ("printed", 0)
    assert await epson.asks() is None


@pytest.mark.parametrize(
    ("code", "why", "is_copy"),
    [
        ("EPTR_REC_EMPTY", "paper", 1),
        ("EPTR_COVER_OPEN", "cover", 1),
        ("EX_BADPORT", "off", 0),
        ("EPTR_NEW", "other", 1),
    ],
)
async def test_an_epson_says_what_is_the_matter(cafe: Cafe, code: str, why: str, is_copy: int) -> None:
    owner = await cafe.desk()
    _, token = await added(owner)
    epson = EpsonPrinter(cafe, token)
    await cafe.guest().places("latte", kind="pickup")
    found = await epson.asks()
    assert found is not None
    await epson.tells(found[0], success=False, code=code)
    assert await job(cafe) == ("waiting", is_copy)
    [printer] = (await owner.get(PRINTERS)).json["printers"]
    assert (printer["why"], printer["way"]) == (why, "epson")
    again = await epson.asks()
    assert again is not None
    await epson.tells(again[0], success=True)
    assert await job(cafe) == ("printed", is_copy)
    assert (await owner.get(PRINTERS)).json["printers"][0]["why"] is None


async def test_what_is_not_theirs_changes_nothing(cafe: Cafe) -> None:
    owner = await cafe.desk()
    _, token = await added(owner)
    _, other = await added(owner, name="Бар")
    await cafe.guest().places("latte", kind="pickup")
    epson = EpsonPrinter(cafe, token)
    found = await epson.asks()
    assert found is not None
    await EpsonPrinter(cafe, other).tells(found[0], success=True)
    assert (await cafe.rows("SELECT state FROM print_jobs ORDER BY id"))[0]["state"] == "sent"
    await epson.tells("999", success=True)
    assert await epson.posts(ConnectionType="SetResponse", ResponseFile="<x>&broken") == ""
    assert await epson.posts(ConnectionType="SetStatus", Status="<x/>") == ""
    for path in (epson.path, StarPrinter(cafe, token).path):
        assert (await cafe.send("POST", f"{path}x", data=b"{}")).status == 401
        assert (await cafe.send("POST", path, data=b"x" * 70_000)).status == 413


async def test_what_the_desk_says_of_pairing(cafe: Cafe) -> None:
    owner = await cafe.desk()
    answer = await owner.post(PRINTERS, FORM)
    paired = answer.json["paired"]
    assert paired["command"].endswith(f"--token {paired['token']}")
    assert urlsplit(paired["cloudprnt"]).path == f"/api/printers/cloudprnt/{paired['token']}"
    assert urlsplit(paired["epson"]).path == f"/api/printers/epson/{paired['token']}"
    assert urlsplit(paired["agent"]).path == "/print-agent.py"
    assert paired["svg"].startswith("<svg")
    assert paired["token"] not in str(await cafe.rows("SELECT * FROM printers"))
    again = await owner.post(PRINTERS, FORM)
    assert (again.status, again.json["problems"][0]["field"]) == (400, "name")
    wrong = {**FORM, "name": "", "width": 70, "pages": ["test"], "copies": 9, "moment": "never", "locale": "xx"}
    problems = (await owner.post(PRINTERS, {**wrong, "address": "usb:/etc/passwd", "categories": "1"})).json["problems"]
    expected = {"name", "width", "pages", "copies", "moment", "locale", "address", "categories"}
    assert {each["field"] for each in problems} == expected


async def test_an_example_of_the_paper(cafe: Cafe) -> None:
    owner = await cafe.desk()
    for width, dots in ((58, 384), (80, 576)):
        for page in ("ticket", "bill", "test"):
            answer = await owner.get(f"{PRINTERS}/preview?page={page}&width={width}&locale=en")
            picture = base64.b64decode(re.sub(r"^data:image/png;base64,", "", answer.json["picture"]))
            assert int.from_bytes(picture[16:20]) == dots
    assert (await owner.get(f"{PRINTERS}/preview?page=day&width=80")).status == 400
