"""The menu as a spreadsheet at the desk: out, in again, and as an owner has it."""

from typing import Any

import pytest

from tests.driver import Answer, Cafe, DeskVisitor

SHEET = "/api/desk/menu/sheet"
TABLE = "Страва;Ціна, грн;Розділ;Фото\nЛате;90;Кава;так\nСирники;1 40,00 грн;Сніданки;\n"


async def dishes(visitor: DeskVisitor) -> dict[str, Any]:
    return {each["slug"]: each for each in (await visitor.get("/api/desk/menu")).json["products"]}


async def sends(visitor: DeskVisitor, path: str, file: bytes | str, language: str = "uk") -> Answer:
    content = file.encode() if isinstance(file, str) else file
    return await visitor.request("POST", f"{SHEET}{path}", data=content, headers={"Accept-Language": language})


@pytest.mark.parametrize("file_format", ["xlsx", "csv"])
@pytest.mark.parametrize("language", ["uk", "en"])
async def test_what_is_saved_changes_nothing_when_it_comes_back(cafe: Cafe, file_format: str, language: str) -> None:
    manager = await cafe.desk("manager")
    saved = await manager.request("GET", f"{SHEET}?format={file_format}", headers={"Accept-Language": language})
    name = saved.headers["Content-Disposition"]
    assert ("2026-06-15" in name, f".{file_format}" in name) == (True, True)
    looked = (await sends(manager, "/look", saved.body)).json
    assert (looked["problems"], looked["changes"]["tables"]) == ([], [])
    assert looked["rows"] == len(await dishes(manager))
    assert [each["field"] for each in looked["columns"]] == [each["field"] for each in looked["fields"]]


async def test_a_table_as_an_owner_has_it_is_looked_at_taken_and_undone(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    looked = (await sends(manager, "/look", TABLE)).json
    assert looked["columns"] == [
        {"title": "Страва", "samples": ["Лате", "Сирники"], "field": "name"},
        {"title": "Ціна, грн", "samples": ["90", "1 40,00 грн"], "field": "price"},
        {"title": "Розділ", "samples": ["Кава", "Сніданки"], "field": "category"},
        {"title": "Фото", "samples": ["так"], "field": ""},
    ]
    assert looked["fields"][8] == {"field": "price", "title": "Ціна"}
    assert looked["changes"] == {
        "digest": looked["changes"]["digest"],
        "tables": [
            {"table": "products", "added": 1, "changed": 1, "names": ["Лате", "Сирники"]},
            {"table": "categories", "added": 1, "changed": 0, "names": ["Сніданки"]},
        ],
        "may_load": True,
    }
    assert "syrnyky" not in await dishes(manager), "only looked at"
    taken = await sends(manager, f"?digest={looked['changes']['digest']}", TABLE)
    assert (taken.status, taken.json) == (200, {"ok": True})
    found = await dishes(manager)
    assert (found["latte"]["price"], found["syrnyky"]["price"]) == (90, 140)
    assert found["latte"]["image_url"] == "/webapp/latte.svg", "what has no column stays"
    [change, *_] = (await manager.get("/api/desk/changes")).json["changes"]
    assert (change["by"], change["count"]) == ("manager at the desk", 3)
    assert (await manager.post(f"/api/desk/changes/{change['id']}/undo")).status == 200
    found = await dishes(manager)
    assert ("syrnyky" in found, found["latte"]["price"]) == (False, 85)


async def test_columns_are_what_somebody_says_they_are(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    table = "A;B;C\nЛате;1;90"
    looked = (await sends(manager, "/look?columns=name,,price", table)).json
    assert [each["field"] for each in looked["columns"]] == ["name", "", "price"]
    taken = await sends(manager, f"?columns=name,,price&digest={looked['changes']['digest']}", table)
    assert taken.status == 200
    assert (await dishes(manager))["latte"]["price"] == 90
    for columns in ("name,colour", "name,,price,slug"):
        refused = await sends(manager, f"/look?columns={columns}", table)
        assert (refused.status, refused.json["problems"][0]["field"]) == (400, "columns")


async def test_every_wrong_cell_is_told_and_nothing_is_taken(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    table = "Назва;Ціна, грн;Алергени\nЛате;90,50;молоко\nЕспресо;55;пил"
    told = [
        {"row": 2, "column": 1, "message": "рядок 2, Ціна, грн: Ціна має бути в цілих гривнях."},
        {"row": 3, "column": 2, "message": "рядок 3, Алергени: «пил» ми не знаємо."},
    ]
    looked = (await sends(manager, "/look", table)).json
    assert (looked["changes"], looked["problems"]) == (None, told)
    refused = await sends(manager, "?digest=0", table)
    assert (refused.status, refused.json["error"]) == (400, "invalid")
    assert [each["message"] for each in refused.json["problems"]] == [each["message"] for each in told]
    assert (await dishes(manager))["espresso"]["price"] == 50
    english = (await sends(manager, "/look", "Price\n5", "en")).json
    assert english["problems"] == [{"row": None, "column": None, "message": "Name: Say which column has the names."}]


async def test_what_contradicts_the_rest_of_the_menu_is_told(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    table = "Код;Алергени;Дієти\nlatte;молоко;веганське"
    looked = (await sends(manager, "/look", table)).json
    assert looked["problems"] == [
        {
            "row": None,
            "column": None,
            "message": "«Лате»: веганським це бути не може, бо серед алергенів молоко.",
        }
    ]
    assert (await sends(manager, "?digest=0", table)).status == 400


async def test_a_table_that_changes_something_else_by_now_is_told_anew(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    looked = (await sends(manager, "/look", TABLE)).json
    await cafe.load('[[products]]\nslug = "latte"\nprice = 88')
    answer = await sends(manager, f"?digest={looked['changes']['digest']}", TABLE)
    assert (answer.status, answer.json["error"]) == (409, "changed")
    assert (await dishes(manager))["latte"]["price"] == 88
    assert (await sends(manager, f"?digest={answer.json['digest']}", TABLE)).status == 200


@pytest.mark.parametrize("file_format", ["xlsx", "csv"])
async def test_the_template_can_be_taken(cafe: Cafe, file_format: str) -> None:
    manager = await cafe.desk("manager")
    saved = await manager.request("GET", f"{SHEET}?template&format={file_format}", headers={"Accept-Language": "en"})
    looked = (await sends(manager, "/look", saved.body)).json
    assert (looked["rows"], looked["problems"]) == (2, [])
    assert all(each["field"] for each in looked["columns"])


async def test_what_is_no_table_is_refused(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    for content, words in (
        (b"PK\x03\x04", "Це не таблиця. Підійдуть файли Excel (.xlsx) і CSV."),
        (b" " * (4 * 1024**2 + 1), "Файл завеликий: щонайбільше 4 МБ."),
    ):
        refused = await sends(manager, "/look", content)
        assert (refused.status, refused.json["problems"]) == (400, [{"field": "file", "message": words}])
    refused = await manager.get(f"{SHEET}?format=ods")
    assert (refused.status, refused.json["problems"][0]["field"]) == (400, "format")
