"""How long texts may be: the same in a form, in a file and in a command; what is longer already stays as it is."""

import re
from pathlib import Path
from typing import Any

import pytest

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.web.published import write_in
from tests.driver import Answer, Cafe

ROOT = Path(__file__).parents[3] / "cafe/web"
LONG = "х" * 101
TEXTS = [
    ("categories", "coffee", "name", 100),
    ("products", "latte", "name_en", 100),
    ("products", "latte", "description", 2_000),
    ("products", "latte", "weight", 100),
    ("products", "latte", "image_url", 2_000),
    ("settings", "", "cafe_name", 100),
    ("settings", "", "announcement_message", 500),
    ("settings", "", "maps_url", 2_000),
]


async def seen(cafe: Cafe, table: str, key: str, field: str) -> Any:
    items = (await (await cafe.desk()).get(f"/api/desk/catalogue/{table}")).json["items"]
    return next(item for item in items if item.get("slug", "") == key)[field]


async def changes(cafe: Cafe, table: str, key: str, field: str, value: str) -> Answer:
    now = await seen(cafe, table, key, field)
    edit = {"table": table, "key": key, "seen": {field: now}, "values": {field: value}}
    return await (await cafe.desk()).changes(edit)


def text_of(field: str, length: int) -> str:
    return ("https://a.example/" if field.endswith("_url") else "").ljust(length, "x")


@pytest.mark.parametrize(("table", "key", "field", "most"), TEXTS)
async def test_a_text_at_the_desk(cafe: Cafe, table: str, key: str, field: str, most: int) -> None:
    answer = await changes(cafe, table, key, field, text_of(field, most + 1))
    assert answer.status == 400
    [problem] = answer.json["problems"]
    assert problem["field"] == f"edits.0.{field}"
    assert str(most) in problem["message"]
    assert (await changes(cafe, table, key, field, text_of(field, most))).status == 200


@pytest.mark.parametrize(("table", "key", "field", "most"), TEXTS)
async def test_a_text_in_a_file(cafe: Cafe, table: str, key: str, field: str, most: int) -> None:
    head = f"[{table}]" if table == "settings" else f'[[{table}]]\nslug = "{key}"'
    manager = await cafe.desk()
    for length, status in ((most + 1, 400), (most, 200)):
        text = f'{head}\n{field} = "{text_of(field, length)}"'
        answer = await manager.request("POST", "/api/desk/menu/file/look", data=text.encode())
        assert answer.status == status
    with pytest.raises(CatalogueError, match=f"{field}: at most {most} characters"):
        await cafe.load(f'{head}\n{field} = "{text_of(field, most + 1)}"')


async def test_a_text_in_a_command(cafe: Cafe) -> None:
    with pytest.raises(CatalogueError, match="cafe_name: at most 100 characters"):
        await cafe.app.services.settings.change({"cafe_name": LONG})
    await cafe.app.services.settings.change({"cafe_name": LONG[1:]})


async def test_a_new_dish_with_a_long_key_and_a_group_with_a_long_option(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    dish = {"name": "Чай", "category": "coffee", "price": 50}
    option = {"slug": "oat", "name": LONG}
    answer = await manager.changes(
        {"table": "products", "key": LONG, "seen": None, "values": dish},
        {"table": "option_groups", "key": "milk", "seen": None, "values": {"name": "Молоко", "options": [option]}},
    )
    assert [each["field"] for each in answer.json["problems"]] == ["edits.0.slug", "edits.1.options.oat.name"]


async def test_a_text_that_is_longer_already_stays_until_it_is_changed(cafe: Cafe) -> None:
    await cafe.execute("UPDATE products SET name = :long WHERE slug = 'latte'", long=LONG)
    assert (await changes(cafe, "products", "latte", "price", 99)).status == 200  # type: ignore[arg-type]
    dumped = await cafe.app.services.catalogue.dump()
    before = await cafe.value("SELECT count(*) FROM changes")
    await cafe.load(dumped)
    assert await cafe.value("SELECT count(*) FROM changes") == before
    assert (await changes(cafe, "products", "latte", "name", LONG + "х")).status == 400
    shortened = await changes(cafe, "products", "latte", "name", "Лате")
    undone = await (await cafe.desk()).post(f"/api/desk/changes/{shortened.json['change']['id']}/undo")
    assert undone.status == 200
    assert await seen(cafe, "products", "latte", "name") == LONG
    assert (await (await cafe.desk()).post("/api/desk/menu/copy", {"slug": "latte"})).status == 201


OTHERS = {
    ("cart", "note"): 200,
    ("checkout", "name"): 200,
    ("checkout", "comment"): 1_000,
    ("orders", "reason"): 200,
    ("refunds", "reason"): 200,
    ("stock", "note"): 200,
    ("staff", "name"): 60,
    ("devices", "name"): 40,
}


@pytest.mark.parametrize("role", ["owner", "manager", "staff"])
async def test_the_forms_are_told(cafe: Cafe, role: str) -> None:
    told = (await (await cafe.desk(role)).get("/api/desk/session")).json["lengths"]
    expected = {(table, field): most for table, _, field, most in TEXTS} | OTHERS
    assert {(table, field): told[table][field] for table, field in expected} == expected


def named_lengths() -> list[str]:
    views = (ROOT / "pages/desk/views").rglob("*.js")
    return [name for file in views for name in re.findall(r'of: "([a-z_.]+)"', file.read_text("utf-8"))]


async def test_whatever_a_form_names_has_a_length(cafe: Cafe) -> None:
    told = (await (await cafe.desk()).get("/api/desk/session")).json["lengths"]
    named = named_lengths()
    assert "staff.name" in named
    assert [name for name in named if name.partition(".")[2] not in told.get(name.partition(".")[0], {})] == []


def test_the_guests_forms_have_the_same_numbers() -> None:
    names = ("LINE_LENGTH", "COMMENT_LENGTH", "NOTE_LENGTH")
    assert write_in(b", ".join(f"PUBLISHED.{name}".encode() for name in names)) == b"(200), (1000), (200)"


async def test_a_persons_and_a_guests_text(cafe: Cafe) -> None:
    owner, guest = await cafe.desk(), cafe.guest()
    for length, status in ((61, 400), (60, 201)):
        answer = await owner.post("/api/desk/staff", {"name": "х" * length, "role": "staff"})
        assert answer.status == status, answer
    await guest.adds("latte")
    form = {"phone": "+380671234567", "pickup_time": "14:30", "payment_method": "cash"}
    for length, is_taken in ((201, False), (200, True)):
        answer = await guest.post("/api/checkout/pickup", {"name": "х" * length, **form})
        assert (answer.status == 201) is is_taken, answer
