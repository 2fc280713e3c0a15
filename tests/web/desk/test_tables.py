"""Codes for the tables: what a camera reads in them opens the mini-app at that table."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from tests.driver import Cafe, config_for, open_cafe
from tests.qr_reader import read_qr

LAUNCH = Path(__file__).parents[3] / "cafe" / "web" / "pages" / "menu" / "launch.js"


async def codes(cafe: Cafe, tables: str, **query: str) -> Any:
    manager = await cafe.desk("manager")
    answer = await manager.get(f"/api/desk/tables?{urlencode({'tables': tables, **query})}")
    assert answer.status == 200, answer.json
    return answer.json


async def problems(cafe: Cafe, **query: str) -> dict[str, str]:
    answer = await (await cafe.desk("manager")).get(f"/api/desk/tables?{urlencode(query)}")
    assert (answer.status, answer.json["error"]) == (400, "invalid"), answer
    return {problem["field"]: problem["message"] for problem in answer.json["problems"]}


def names(found: Any) -> list[str]:
    return [table["name"] for table in found["tables"]]


async def test_thirty_tables(cafe: Cafe) -> None:
    found = await codes(cafe, "1-30")
    assert names(found) == [str(number) for number in range(1, 31)]
    for table in found["tables"]:
        assert table["address"] == f"{cafe.url}/webapp/?table={table['name']}"
        assert read_qr(table["svg"]) == table["address"]
    page = await cafe.get(urlsplit(found["tables"][4]["address"])._replace(scheme="", netloc="").geturl())
    assert (page.status, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("5", ["5"]),
        (" 3 – 5 ,1;1\n2,,", ["3", "4", "5", "1", "2"]),
        ("A-3, Тераса 2,  біля   вікна ", ["A-3", "Тераса 2", "біля вікна"]),
        ("7-7", ["7"]),
        ("9-3", ["9-3"]),
        ("VIP, ї/1.2", ["VIP", "ї/1.2"]),
    ],
)
async def test_names_and_ranges(cafe: Cafe, typed: str, read: list[str]) -> None:
    found = await codes(cafe, typed)
    assert names(found) == read
    for table in found["tables"]:
        told = read_qr(table["svg"])
        assert told == table["address"]
        assert parse_qs(urlsplit(told).query) == {"table": [table["name"]]}


async def test_the_mini_app_takes_these_names() -> None:
    """Its own rule, as it stands in its source, is the one that names are checked by."""
    shape = re.search(r"const TABLE = /\^(.+)\$/u;", LAUNCH.read_text(encoding="utf-8"))
    assert shape is not None
    assert shape[1] == r"[\p{L}\p{N}](?:[\p{L}\p{N} ./-]{0,18}[\p{L}\p{N}])?"


@pytest.mark.parametrize("typed", ["стіл_5", "-5", "5.", "<b>", "x" * 21, "5?track=1", "a&b"])
async def test_what_is_no_table(cafe: Cafe, typed: str) -> None:
    assert typed in (await problems(cafe, tables=f"1, {typed}"))["tables"]


async def test_none_and_too_many(cafe: Cafe) -> None:
    assert await problems(cafe) == {"tables": "Заповніть це поле."}
    assert await problems(cafe, tables=" ,; ") == {"tables": "Заповніть це поле."}
    assert names(await codes(cafe, "1-200"))[-1] == "200"
    assert await problems(cafe, tables="1-201") == {"tables": "За раз щонайбільше 200 столиків."}
    assert await problems(cafe, tables="1-100000000") == {"tables": "За раз щонайбільше 200 столиків."}
    assert await problems(cafe, tables="0-9999") == {"tables": "За раз щонайбільше 200 столиків."}


@pytest.mark.parametrize(
    ("opens", "address"),
    [("app", "https://t.me/kava_bot?startapp=table_A-3"), ("chat", "https://t.me/kava_bot?start=table_A-3")],
)
async def test_in_telegram(cafe: Cafe, opens: str, address: str) -> None:
    found = await codes(cafe, "A-3", opens=opens, bot=" @kava_bot ")
    [table] = found["tables"]
    assert (table["address"], read_qr(table["svg"]), found["is_public"]) == (address, address, True)
    wrong = await problems(cafe, tables="Тераса", opens=opens, bot="кава")
    assert sorted(wrong) == ["bot", "tables"]
    assert await problems(cafe, tables="1", opens="fax") == {"opens": "Такого значення тут бути не може."}


async def test_the_public_address_comes_from_the_configuration(tmp_path: Path, cafe: Cafe) -> None:
    found = await codes(cafe, "1")
    assert found["is_public"] is False
    assert (found["cafe_name"], found["cafe_name_en"]) == ("Кав'ярня «Тест»", "Кав'ярня «Тест»")
    await cafe.configure(cafe_name_en="Test Cafe")
    assert (await codes(cafe, "1"))["cafe_name_en"] == "Test Cafe"
    config = config_for(tmp_path / "other", base_url="https://kava.example.com")
    (tmp_path / "other").mkdir()
    async with open_cafe(config) as public:
        found = await codes(public, "Тераса 2")
        [table] = found["tables"]
        assert found["is_public"] is True
        assert table["address"].startswith("https://kava.example.com/webapp/?table=%D0%A2")
        assert read_qr(table["svg"]) == table["address"]


async def test_a_long_list_is_refused_and_never_cut(cafe: Cafe) -> None:
    names = ", ".join(f"Terrace{number:03}OnTheRight" for number in range(195))
    assert len(names) > 4_000
    assert await problems(cafe, tables=names) == {"tables": "Щонайбільше 4000 символів."}


async def test_the_reader_sees_a_flaw(cafe: Cafe) -> None:
    """The reader of these tests would notice: a module more, or less, and the check bytes are wrong."""
    [table] = (await codes(cafe, "5"))["tables"]
    rows = re.findall(r"m-\d+ 1h1m", table["svg"])
    flawed = table["svg"].replace(rows[3], rows[3].replace("h1m", "h2m-1 0m"), 1)
    assert flawed != table["svg"]
    with pytest.raises(AssertionError):
        read_qr(flawed)
