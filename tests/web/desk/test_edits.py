"""Changing the catalogue at the desk: who may, what a refusal says, the history and undo."""

import json
from typing import Any

import pytest

from tests.bot.options_chat import OPTIONS
from tests.driver import Answer, Cafe


def price(seen: int, wanted: object, slug: str = "latte") -> dict[str, Any]:
    return {"table": "products", "key": slug, "seen": {"price": seen}, "values": {"price": wanted}}


def setting(name: str, seen: object, wanted: object) -> dict[str, Any]:
    return {"table": "settings", "key": "", "seen": {name: seen}, "values": {name: wanted}}


async def latte_price(cafe: Cafe) -> int:
    items = (await (await cafe.desk("staff")).get("/api/desk/catalogue/products")).json["items"]
    return int(next(item["price"] for item in items if item["slug"] == "latte"))


def problems(answer: Answer) -> list[tuple[str, str]]:
    assert (answer.status, answer.json["error"]) == (400, "invalid")
    return [(each["field"], each["message"]) for each in answer.json["problems"]]


async def test_a_manager_changes_a_price(cafe: Cafe) -> None:
    answer = await (await cafe.desk("manager", name="Олена")).changes(price(85, 90))
    assert answer.status == 200
    change = answer.json["change"]
    assert (change["by"], change["way"], change["may_undo"]) == ("Олена", "desk", True)
    assert change["items"] == [
        {"table": "products", "key": "latte", "name": "Лате", "before": {"price": 85}, "after": {"price": 90}}
    ]
    assert await latte_price(cafe) == 90


async def test_what_is_wrong_is_told_at_its_field_in_both_languages(cafe: Cafe) -> None:
    owner = await cafe.desk()
    edits = {"edits": [price(85, -1), setting("accent", "#6f4e37", "brown")]}
    assert problems(await owner.post("/api/desk/edits", edits)) == [
        ("edits.0.price", "Тут має бути ціле число від 0 до 10000000."),
        ("edits.1.accent", "Тут має бути колір, наприклад #6f4e37."),
    ]
    english = await owner.request("POST", "/api/desk/edits", json=edits, headers={"Accept-Language": "en"})
    assert problems(english)[1] == ("edits.1.accent", "This must be a colour such as #6f4e37.")


async def test_promo_codes_and_stock_are_read_where_the_page_shows_them(cafe: Cafe) -> None:
    for role, status in (("staff", 403), ("manager", 200), ("owner", 200)):
        visitor = await cafe.desk(role)
        for table in ("promos", "ingredients"):
            assert (await visitor.get(f"/api/desk/catalogue/{table}")).status == status, (role, table)
        tables = (await visitor.get("/api/desk/catalogue")).json
        assert ({"promos", "ingredients"} <= tables.keys()) == (status == 200)
        assert {"settings", "products", "categories", "hours", "special_days", "options"} <= tables.keys()
        assert ({"promos", "ingredients"} & tables.keys() == set()) == (status == 403)


@pytest.mark.parametrize(
    "address",
    [
        "http://[",
        "//[",
        "//cdn.example.com/l.png",
        "https://",
        "javascript:alert(1)",
        "/\\\\evil.example",
        "https://a\\\\b",
        "http://shop.example/logo.png",
    ],
)
async def test_what_is_no_address(cafe: Cafe, address: str) -> None:
    owner = await cafe.desk()
    message = "Тут має бути адреса, що починається з https:// або з /."
    assert problems(await owner.changes(setting("logo_url", "", address))) == [("edits.0.logo_url", message)]
    picture = {"table": "products", "key": "latte", "seen": {"image_url": ""}, "values": {"image_url": address}}
    assert problems(await owner.changes(picture)) == [("edits.0.image_url", message)]


async def test_a_map_may_be_elsewhere_but_never_by_a_trick(cafe: Cafe) -> None:
    owner = await cafe.desk()
    [(field, _)] = problems(await owner.changes(setting("maps_url", "https://maps.example/test", "/\\\\evil.example")))
    assert field == "edits.0.maps_url"
    assert (
        await owner.changes(setting("maps_url", "https://maps.example/test", "http://maps.example/cafe"))
    ).status == 200


async def test_somebody_elses_change_is_shown(cafe: Cafe) -> None:
    await (await cafe.desk("manager", name="Олена")).changes(price(85, 90))
    answer = await (await cafe.desk("manager", name="Іван")).changes(price(85, 95))
    assert answer.status == 409
    (conflict,) = answer.json["conflicts"]
    assert {**conflict, "at": None} == {
        "edit": 0,
        "field": "price",
        "seen": 85,
        "current": 90,
        "by": "Олена",
        "at": None,
    }
    assert await latte_price(cafe) == 90


@pytest.mark.parametrize(
    ("edit", "least"),
    [
        (price(85, 90), "manager"),
        (
            {
                "table": "products",
                "key": "latte",
                "seen": {"stopped_until": 0},
                "values": {"stopped_until": 4_102_444_800},
            },
            "staff",
        ),
        (setting("announcement_enabled", seen=False, wanted=True), "manager"),
        (setting("delivery_fee", 60, 70), "owner"),
        ({"table": "promos", "key": None, "seen": None, "values": {"code": "X", "discount_percent": 5}}, "manager"),
    ],
)
async def test_each_role_changes_what_is_its_own(cafe: Cafe, edit: dict[str, Any], least: str) -> None:
    roles = ["staff", "manager", "owner"]
    for role in roles[: roles.index(least)]:
        answer = await (await cafe.desk(role)).changes(edit)
        assert (answer.status, answer.json) == (403, {"error": "forbidden"})
    changed = (await (await cafe.desk(least)).changes(edit)).json["change"]
    for role in roles[: roles.index(least)]:
        answer = await (await cafe.desk(role)).post(f"/api/desk/changes/{changed['id']}/undo")
        assert answer.status == 403
    assert (await (await cafe.desk(least)).post(f"/api/desk/changes/{changed['id']}/undo")).status == 200


def new(table: str, key: str | None, **values: object) -> dict[str, Any]:
    return {"table": table, "key": key, "seen": None, "values": values}


async def test_a_new_item_takes_no_others_place(cafe: Cafe) -> None:
    owner = await cafe.desk()
    assert (await owner.changes(new("promos", None, code="REAL", discount_percent=5))).status == 200
    another = await owner.changes(new("promos", "ZZZ", code="REAL", discount_percent=99))
    assert problems(another) == [("edits.0.code", "Перевірте це значення.")]
    for key in ("REAL", " real", None):
        assert (await owner.changes(new("promos", key, code="Real", discount_percent=99))).status == 409
    codes = (await owner.get("/api/desk/catalogue/promos")).json["items"]
    assert [code["discount_percent"] for code in codes if code["code"] == "REAL"] == [5]

    christmas = {"hours": ["10:00-14:00"], "message": "Різдво"}
    assert (await owner.changes(new("special_days", "2026-12-25", **christmas))).status == 200
    assert (await owner.changes(new("special_days", "20261225", hours=[]))).status == 409
    [day] = (await owner.get("/api/desk/catalogue/special_days")).json["items"]
    assert (day["date"], day["message"]) == ("2026-12-25", "Різдво")


@pytest.mark.parametrize(
    ("table", "theirs", "mine"),
    [
        ("promos", {"code": "REAL", "discount_percent": 5}, {"code": " real", "discount_percent": 7}),
        (
            "special_days",
            {"date": "2026-12-25", "hours": [], "message": "Різдво"},
            {"date": "2026-12-25", "message": "Свято", "hours": []},
        ),
        ("categories", {"slug": "new", "name": "Нова"}, {"slug": "new", "name": "Новинки"}),
    ],
)
async def test_who_adds_what_was_just_added_may_insist(
    cafe: Cafe, table: str, theirs: dict[str, Any], mine: dict[str, Any]
) -> None:
    owner = await cafe.desk()
    assert (await owner.changes(new(table, None, **theirs))).status == 200
    refused = await owner.changes(new(table, None, **mine))
    [conflict] = refused.json["conflicts"]
    assert (refused.status, conflict["field"]) == (409, "")
    answer = await owner.changes({**new(table, None, **mine), "seen": conflict["current"]})
    assert answer.status == 200, answer.json
    items = (await owner.get(f"/api/desk/catalogue/{table}")).json["items"]
    field, wanted = list(mine.items())[1]
    key, of_theirs = next(iter(theirs.items()))
    assert [item[field] for item in items if item[key] == of_theirs] == [wanted]
    other = {**new(table, of_theirs, **{key: "other"}), "seen": conflict["current"]}
    assert (await owner.changes(other)).status == 400, "its key stays"


@pytest.mark.parametrize(
    ("edit", "field", "message"),
    [
        (new("slots", "nonsense", every_minutes=15), "order_type", "Тут може бути одне з: pickup, delivery."),
        (new("categories", "", name="Нова"), "slug", "Заповніть це поле."),
        (new("categories", "a\nb", name="Нова"), "slug", "Тут має бути один рядок тексту."),
        (new("ingredients", "a\nb", name="Мед"), "code", "Тут має бути один рядок тексту."),
        (new("special_days", "someday", hours=[]), "date", "Тут має бути дата."),
    ],
)
async def test_a_new_items_key_is_validated(cafe: Cafe, edit: dict[str, Any], field: str, message: str) -> None:
    owner = await cafe.desk()
    assert problems(await owner.changes(edit)) == [(f"edits.0.{field}", message)]
    exported = await owner.get("/api/desk/menu/file")
    await cafe.load(exported.body.decode())


async def test_a_key_is_stored_as_a_file_would_store_it(cafe: Cafe) -> None:
    owner = await cafe.desk()
    assert (await owner.changes(new("categories", " soups ", name="Супи"))).status == 200
    slugs = [each["slug"] for each in (await owner.get("/api/desk/catalogue/categories")).json["items"]]
    assert "soups" in slugs


async def test_a_week_without_a_day_is_no_change(cafe: Cafe) -> None:
    owner = await cafe.desk()
    answer = await owner.changes(new("hours", ""))
    assert (answer.status, answer.json) == (200, {"change": None})
    assert (await owner.get("/api/desk/changes?table=hours")).json["changes"] == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"edits": []},
        {"edits": "all"},
        {"edits": [5]},
        {"edits": [{"table": "products", "key": "latte", "seen": None, "values": None}]},
        {"edits": [{"table": "products", "key": 5, "seen": {}, "values": {}}]},
    ],
)
async def test_a_request_that_says_nothing_is_refused(cafe: Cafe, body: object) -> None:
    answer = await (await cafe.desk()).post("/api/desk/edits", body)
    assert (answer.status, answer.json["error"]) == (400, "invalid")


async def test_the_history_comes_in_pages_and_of_one_item(cafe: Cafe) -> None:
    owner = await cafe.desk()
    for number in range(33):
        await owner.changes(price(85 + number, 86 + number))
    page = (await owner.get("/api/desk/changes?table=products&key=latte")).json
    assert (len(page["changes"]), page["has_more"]) == (30, True)
    assert page["changes"][0]["items"][0]["after"] == {"price": 118}
    rest = (await owner.get(f"/api/desk/changes?table=products&key=latte&before={page['changes'][-1]['id']}")).json
    assert len(rest["changes"]) >= 3
    assert (await owner.get("/api/desk/changes?table=promos&key=nothing")).json["changes"] == []


async def test_a_guest_sees_a_change_at_once(cafe: Cafe) -> None:
    await (await cafe.desk()).changes(setting("cafe_name", "Кав'ярня «Тест»", "Пиріг"))
    assert (await cafe.guest().get("/api/settings")).json["cafe_name"] == "Пиріг"


async def test_the_page_and_its_files_are_served(cafe: Cafe) -> None:
    page = await cafe.guest().get("/desk/")
    assert page.status == 200
    assert "frame-src 'self'" in page.headers["Content-Security-Policy"]
    redirect = await cafe.send("GET", "/desk")
    assert (redirect.status, redirect.headers["Location"]) == (302, "/desk/")


OAT = {"table": "options", "key": "milk/oat", "seen": {"stopped_until": 0}, "values": {"stopped_until": 4_102_444_800}}


async def test_an_option_is_stopped_as_a_dish_is(cafe: Cafe) -> None:
    await cafe.load(OPTIONS)
    staff = await cafe.desk("staff")
    change = (await staff.changes(OAT)).json["change"]
    assert [(each["key"], each["name"]) for each in change["items"]] == [("milk/oat", "Молоко: Вівсяне")]
    assert await cafe.value("SELECT stopped_until FROM options WHERE slug = 'oat'") == 2**62, "as the chat has it"
    [oat] = [
        each for each in (await staff.get("/api/desk/catalogue/options")).json["items"] if each["slug"] == "milk/oat"
    ]
    assert oat == {"slug": "milk/oat", "name": "Молоко: Вівсяне", "stopped_until": 4_102_444_800}
    assert (await staff.post(f"/api/desk/changes/{change['id']}/undo")).status == 200
    assert await cafe.value("SELECT stopped_until FROM options WHERE slug = 'oat'") == 0


@pytest.mark.parametrize(
    ("changed", "status", "message"),
    [
        ({"seen": None}, 400, "Це окремо додати не можна."),
        ({"seen": None, "key": "milk/rye"}, 400, "Це окремо додати не можна."),
        ({"values": None}, 400, "Це видалити не можна."),
        ({"values": {"name": "Овес"}}, 400, "Такого поля немає."),
        ({"values": {"stopped_until": -1}}, 400, ""),
        ({"key": "milk/rye"}, 409, ""),
        ({"key": "oat"}, 409, ""),
    ],
)
async def test_of_an_option_nothing_but_its_stop_is_changed(
    cafe: Cafe, changed: dict[str, Any], status: int, message: str
) -> None:
    await cafe.load(OPTIONS)
    answer = await (await cafe.desk()).changes({**OAT, **changed})
    assert answer.status == status, answer
    assert message in json.dumps(answer.json, ensure_ascii=False)
    assert await cafe.value("SELECT stopped_until FROM options WHERE slug = 'oat'") == 0


async def test_a_file_that_takes_a_stopped_option_away_is_put_back(cafe: Cafe) -> None:
    await cafe.load(OPTIONS)
    owner = await cafe.desk()
    await owner.changes(OAT)
    groups = (await owner.get("/api/desk/catalogue/option_groups")).json["items"]
    milk = next(each for each in groups if each["slug"] == "milk")
    kept = [each for each in milk["options"] if each["slug"] != "oat"]
    edit = {
        "table": "option_groups",
        "key": "milk",
        "seen": {"options": milk["options"]},
        "values": {"options": kept},
    }
    change = (await owner.changes(edit)).json["change"]
    assert [each["table"] for each in change["items"]] == ["option_groups"]
    assert (await owner.post(f"/api/desk/changes/{change['id']}/undo")).status == 200


@pytest.mark.parametrize("role", ["staff", "manager"])
async def test_a_body_of_more_structure_than_any_edits_counts_as_empty(cafe: Cafe, role: str) -> None:
    visitor = await cafe.desk(role)
    body = b'{"edits":[' + b"[]," * 2_700_000 + b"[]]}"
    assert problems(await visitor.request("POST", "/api/desk/edits", data=body)) == [
        ("edits", "Тут нема чого зберігати.")
    ]


async def test_a_dish_has_a_bounded_number_of_groups(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    many = [f"group-{number}" for number in range(20_000)]
    edit = {"table": "products", "key": "latte", "seen": {"options": []}, "values": {"options": many}}
    assert problems(await manager.changes(edit)) == [("edits.0.options", "Щонайбільше 50.")]
    twice = edit | {"values": {"options": ["size", "milk", "size"]}}
    assert problems(await manager.changes(twice)) == [("edits.0.options.size", "Це використано двічі.")]


async def test_problems_are_told_as_far_as_somebody_could_read_them(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    assert len(problems(await manager.changes(*(price(85, -1) for _ in range(1_000))))) == 100
    values = {f"key-{number}": 1 for number in range(1_000)}
    assert len(problems(await manager.changes(price(85, 1) | {"values": values}))) == 100


async def test_more_than_can_be_written_at_once_is_refused_in_words(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    parts = [f"part-{number}" for number in range(200)]
    await manager.changes(
        *({"table": "ingredients", "key": part, "seen": None, "values": {"unit": "г"}} for part in parts)
    )
    options = [
        {"slug": f"o-{number}", "name": "а", "default": number == 0, "recipe": dict.fromkeys(parts, 1)}
        for number in range(130)
    ]
    group = {"table": "option_groups", "key": "large", "seen": None, "values": {"name": "Усе", "options": options}}
    refused = await manager.post("/api/desk/edits", {"edits": [group]})
    assert problems(refused) == [("edits", "Забагато змін за один раз. Зробіть їх частинами.")]
    group["values"] = {"name": "Усе", "options": options[:60]}
    assert (await manager.post("/api/desk/edits", {"edits": [group]})).status == 200
