"""The menu at the desk: at a glance, copies, many prices at once, and the whole of it as a file."""

import tomllib
from typing import Any

import pytest

from tests.driver import Answer, Cafe, DeskVisitor

FOREVER = 4_102_444_800


async def dishes(visitor: DeskVisitor) -> dict[str, Any]:
    return {each["slug"]: each for each in (await visitor.get("/api/desk/menu")).json["products"]}


async def test_the_whole_menu_is_there_hidden_and_stopped_dishes_too(cafe: Cafe) -> None:
    staff = await cafe.desk("staff")
    await staff.changes(
        {"table": "products", "key": "espresso", "seen": {"stopped_until": 0}, "values": {"stopped_until": FOREVER}}
    )
    menu = (await staff.get("/api/desk/menu")).json
    assert menu["categories"] == [
        {"slug": "hidden", "name": "Приховане", "name_en": "Hidden", "sort_order": 5, "active": False, "available": []},
        {"slug": "food", "name": "Їжа", "name_en": "Food", "sort_order": 10, "active": True, "available": []},
        {"slug": "coffee", "name": "Кава", "name_en": "Coffee", "sort_order": 20, "active": True, "available": []},
        {"slug": "desserts", "name": "Десерти", "name_en": "", "sort_order": 30, "active": True, "available": []},
    ]
    assert [each["slug"] for each in menu["products"] if each["category"] == "coffee"] == [
        "espresso",
        "latte",
        "retired",
    ]
    found = {each["slug"]: each for each in menu["products"]}
    assert found["latte"] == {
        "slug": "latte",
        "category": "coffee",
        "name": "Лате",
        "name_en": "Latte",
        "price": 85,
        "image_url": "/webapp/latte.svg",
        "sort_order": 20,
        "active": True,
        "stopped_until": 0,
        "missing": [],
    }
    assert found["espresso"]["missing"] == ["translation", "picture", "allergens"]
    assert found["espresso"]["stopped_until"] == FOREVER
    assert found["retired"]["active"] is False
    assert len(menu["allergens"]) == 14
    assert menu["allergens"][0] == {
        "code": "gluten",
        "name": "Злаки, що містять глютен",
        "name_en": "Cereals containing gluten",
        "emoji": "🌾",
    }
    assert menu["opens_at"] - menu["now"] == 20 * 3600, "it is noon, and the cafe opens at eight"


async def test_when_a_category_is_on_offer(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    values = {"available": ["08:00-12:00"]}
    await manager.changes({"table": "categories", "key": "food", "seen": {"available": []}, "values": values})
    categories = (await manager.get("/api/desk/menu")).json["categories"]
    assert [each["available"] for each in categories if each["slug"] == "food"] == [["08:00-12:00"]]


async def test_one_dish_with_everything(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    found = (await manager.get("/api/desk/menu/dish?slug=latte")).json
    assert {name: found["dish"][name] for name in ("name", "recipe", "options", "notes", "available")} == {
        "name": "Лате",
        "recipe": {"milk": 220, "beans": 18},
        "options": [],
        "notes": False,
        "available": [],
    }
    assert [each["code"] for each in found["ingredients"]] == ["milk", "beans"]
    assert found["option_groups"] == []
    assert (await manager.get("/api/desk/menu/dish")).json["dish"] is None
    assert (await manager.get("/api/desk/menu/dish?slug=nothing")).status == 404


async def test_a_copy(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    answer = await manager.post("/api/desk/menu/copy", {"slug": "latte"})
    assert answer.status == 201
    assert answer.json["item"]["name"] == "Лате (копія)"
    assert (await dishes(manager))["late-kopiia"]["active"] is False
    missing = await manager.post("/api/desk/menu/copy", {"slug": ["latte"]})
    assert (missing.status, missing.json) == (404, {"error": "not_found"})


async def test_many_prices_are_looked_at_then_made_so_in_one_change(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    rule = {"percent": 10, "step": 5, "rounding": "nearest", "categories": ["coffee"]}
    preview = (await manager.post("/api/desk/menu/prices", rule)).json["prices"]
    assert preview == [
        {"slug": "espresso", "category": "coffee", "price": 50, "new_price": 55},
        {"slug": "latte", "category": "coffee", "price": 85, "new_price": 95},
        {"slug": "retired", "category": "coffee", "price": 95, "new_price": 105},
    ]
    edits = [
        {
            "table": "products",
            "key": each["slug"],
            "seen": {"price": each["price"]},
            "values": {"price": each["new_price"]},
        }
        for each in preview
    ]
    await cafe.load('[[products]]\nslug = "espresso"\nprice = 52')
    answer = await manager.changes(*edits)
    assert (answer.status, answer.json["error"]) == (409, "changed")
    assert (await dishes(manager))["latte"]["price"] == 85, "all or none"
    assert (await manager.changes(*edits[1:])).status == 200
    assert (await dishes(manager))["latte"]["price"] == 95


@pytest.mark.parametrize(
    ("rule", "problems"),
    [
        ({}, {"selection": "Оберіть, які ціни змінити."}),
        ({"all": True, "percent": "ten"}, {"percent": "Тут має бути число відсотків від −100 до 1000."}),
        ({"all": True, "percent": 1e300}, {"percent": "Тут має бути число відсотків від −100 до 1000."}),
        ({"all": True, "amount": 2.5}, {"amount": "Тут має бути сума в цілих гривнях."}),
        ({"all": True, "amount": -90}, {"amount": "Стільки зняти не можна: ціна «Привид» стала б меншою за нуль."}),
        ({"all": True, "amount": 10_000_000}, {"amount": "Забагато: ціна «Привид» перевищила б 10 000 000 ₴."}),
        (
            {"all": True, "step": 3, "rounding": "down"},
            {"step": "Округлити можна до 1, 5 або 10 ₴.", "rounding": "Округлити можна до 1, 5 або 10 ₴."},
        ),
    ],
)
async def test_a_rule_that_makes_no_sense_is_told_at_its_field(
    cafe: Cafe, rule: dict[str, Any], problems: dict[str, str]
) -> None:
    answer = await (await cafe.desk("manager")).post("/api/desk/menu/prices", rule)
    assert (answer.status, answer.json["error"]) == (400, "invalid")
    told = {each["field"]: each["message"] for each in answer.json["problems"]}
    assert {field: told.get(field) for field in problems} == problems


async def test_the_menu_as_a_file_out_and_in_again(cafe: Cafe) -> None:
    owner = await cafe.desk("owner")
    answer = await owner.get("/api/desk/menu/file")
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="menu-2026-06-15.toml"')
    assert tomllib.loads(answer.body.decode())["products"][0]["slug"] == "ghost"
    file = answer.body.decode().replace('name = "Лате"', 'name = "Латте"').replace('"ghost"', '"phantom"')
    looked = (await sends(owner, "/api/desk/menu/file/look", file)).json
    assert looked == {
        "digest": looked["digest"],
        "tables": [
            {"table": "products", "added": 1, "changed": 1, "names": ["Латте", "Привид"]},
        ],
        "may_load": True,
    }
    assert (await dishes(owner))["latte"]["name"] == "Лате", "only looked at"
    loaded = await sends(owner, f"/api/desk/menu/file?digest={looked['digest']}", file)
    assert (loaded.status, loaded.json) == (200, {"ok": True})
    assert (await dishes(owner))["latte"]["name"] == "Латте"
    [change, *_] = (await owner.get("/api/desk/changes")).json["changes"]
    assert (change["by"], change["count"]) == ("owner at the desk", 2)


async def sends(visitor: DeskVisitor, path: str, file: str | bytes, language: str = "uk") -> Answer:
    content = file.encode() if isinstance(file, str) else file
    return await visitor.request("POST", path, data=content, headers={"Accept-Language": language})


async def test_a_file_that_changes_something_else_by_now_is_told_anew(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    file = '[[products]]\nslug = "latte"\nprice = 90'
    looked = (await sends(manager, "/api/desk/menu/file/look", file)).json
    await cafe.load('[[products]]\nslug = "latte"\nprice = 88')
    answer = await sends(manager, f"/api/desk/menu/file?digest={looked['digest']}", file)
    assert (answer.status, answer.json["error"]) == (409, "changed")
    assert (await dishes(manager))["latte"]["price"] == 88
    again = await sends(manager, f"/api/desk/menu/file?digest={answer.json['digest']}", file)
    assert again.status == 200
    assert (await dishes(manager))["latte"]["price"] == 90


async def test_settings_in_a_file_are_the_owners(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    file = "[settings]\ndelivery_fee = 70"
    looked = (await sends(manager, "/api/desk/menu/file/look", file)).json
    assert looked["may_load"] is False
    answer = await sends(manager, f"/api/desk/menu/file?digest={looked['digest']}", file)
    assert (answer.status, answer.json) == (403, {"error": "forbidden"})


@pytest.mark.parametrize(
    ("file", "language", "words"),
    [
        ("price = = 5", "uk", "Це не файл меню (TOML). Збережіть меню у файл і змінюйте його."),
        (b"\xff\xfe", "uk", "Це не файл меню (TOML). Збережіть меню у файл і змінюйте його."),
        (
            '[[products]]\nslug = "latte"\nprice = "дорого"',
            "uk",
            "Позиції → latte → price: Тут має бути ціле число від 0 до 10000000.",
        ),
        ('[[products]]\nslug = "latte"\nprice = -1', "en", "Items → latte → price: "),
        ("[[dishes]]\nslug = 1", "uk", "dishes: Такого розділу немає."),
    ],
)
async def test_what_is_wrong_with_a_file_is_told_in_words(
    cafe: Cafe, file: str | bytes, language: str, words: str
) -> None:
    manager = await cafe.desk("manager")
    for path in ("/api/desk/menu/file/look", "/api/desk/menu/file?digest=0"):
        answer = await sends(manager, path, file, language)
        assert answer.status == 400
        [problem] = answer.json["problems"]
        assert problem["field"] == "file"
        assert problem["message"].startswith(words)


@pytest.mark.parametrize(
    "text",
    ["a" + ".a" * 400_000 + " = 1", "[a" + " . a" * 200_000 + "]", '[[products]]\nslug = "x"\na' + ".b" * 30 + " = 1"],
    ids=["a key", "a table", "a short one"],
)
async def test_a_file_that_is_costly_to_parse_is_refused(cafe: Cafe, text: str) -> None:
    manager = await cafe.desk("manager")
    for path in ("/api/desk/menu/file/look", "/api/desk/menu/file"):
        answer = await manager.request("POST", path, data=text.encode())
        assert answer.status == 400
        assert "TOML" in answer.json["problems"][0]["message"]


async def test_a_file_larger_than_any_menu_is_refused(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    answer = await manager.request("POST", "/api/desk/menu/file/look", data=b"#" * (1024**2 + 1))
    assert (answer.status, answer.json["problems"]) == (
        400,
        [{"field": "file", "message": "Файл завеликий: щонайбільше 1 МБ."}],
    )


async def test_a_large_file_is_read_in_a_child_like_a_small_one(cafe: Cafe) -> None:
    manager = await cafe.desk("manager")
    text = "".join(
        f'[[products]]\nslug = "tea-{number}"\ncategory = "coffee"\nname = "Чай {number}"\nprice = 50\n'
        for number in range(400)
    )
    looked = await manager.request("POST", "/api/desk/menu/file/look", data=text.encode())
    assert looked.json["tables"][0]["added"] == 400
    wrong = await manager.request("POST", "/api/desk/menu/file/look", data=(text + "colour = 1").encode())
    assert "tea-399" in wrong.json["problems"][0]["message"]


@pytest.mark.parametrize("field", ["products", "categories"])
async def test_prices_of_what_is_no_list_are_refused(cafe: Cafe, field: str) -> None:
    answer = await (await cafe.desk("manager")).post("/api/desk/menu/prices", {"all": True, field: "latte"})
    assert (answer.status, [each["field"] for each in answer.json["problems"]]) == (400, [field])
