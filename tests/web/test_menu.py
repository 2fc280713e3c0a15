"""GET /api/categories and GET /api/products."""

import tomllib

import pytest

from tests.driver import Cafe

CATEGORIES_UK = [("food", "Їжа", 10), ("coffee", "Кава", 20), ("desserts", "Десерти", 30)]
CATEGORIES_EN = [("food", "Food", 10), ("coffee", "Coffee", 20), ("desserts", "Десерти", 30)]
PRODUCT_KEYS = {"id", "category_id", "name", "description", "weight", "price", "image_url", "allergens"}
FOURTEEN_ALLERGENS = 14


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", CATEGORIES_UK),
        ("?locale=uk", CATEGORIES_UK),
        ("?locale=en", CATEGORIES_EN),
        ("?locale=EN", CATEGORIES_UK),
        ("?locale=", CATEGORIES_UK),
        ("?locale=de", CATEGORIES_UK),
        ("?locale=%00%ff", CATEGORIES_UK),
        ("?locale=en&locale=uk", CATEGORIES_EN),
    ],
)
async def test_active_categories_in_their_order(cafe: Cafe, query: str, expected: list[tuple[str, str, int]]) -> None:
    answer = await cafe.get(f"/api/categories{query}")
    assert answer.status == 200
    assert [(c["slug"], c["name"], c["sort_order"]) for c in answer.json] == expected
    assert all(set(c) == {"id", "name", "slug", "sort_order"} for c in answer.json)
    assert all(type(c["id"]) is int for c in answer.json)


async def test_active_products_in_their_order(cafe: Cafe) -> None:
    answer = await cafe.get("/api/products")
    assert answer.status == 200
    assert [p["name"] for p in answer.json] == ["Еспресо", "Лате", "Борщ", "Київський торт"]
    assert all(set(p) == PRODUCT_KEYS for p in answer.json)


async def test_marks_are_told_where_there_are_any(cafe: Cafe) -> None:
    await cafe.load('[[products]]\nslug = "latte"\nmarks = ["vegetarian", "new"]\n')
    products = {product["id"]: product for product in (await cafe.get("/api/products")).json}
    assert products[cafe.products["latte"]]["marks"] == ["new", "vegetarian"]
    assert "marks" not in products[cafe.products["espresso"]]
    dumped = tomllib.loads(await cafe.app.services.catalogue.dump())["products"]
    assert {item["slug"]: item["marks"] for item in dumped if "marks" in item} == {"latte": ["new", "vegetarian"]}
    await cafe.load('[[products]]\nslug = "latte"\nmarks = []\n')
    assert all(set(product) == PRODUCT_KEYS for product in (await cafe.get("/api/products")).json)


async def test_a_product_in_both_languages(cafe: Cafe) -> None:
    by_locale = {}
    for locale in ("uk", "en"):
        products = (await cafe.get(f"/api/products?locale={locale}")).json
        by_locale[locale] = {p["id"]: p for p in products}
    categories = {c["slug"]: c["id"] for c in (await cafe.get("/api/categories")).json}
    latte = by_locale["uk"][cafe.products["latte"]]
    [allergen] = latte.pop("allergens")
    assert latte == {
        "id": cafe.products["latte"],
        "category_id": categories["coffee"],
        "name": "Лате",
        "description": "Еспресо з молоком",
        "weight": "300 мл",
        "price": 85,
        "image_url": "/webapp/latte.svg",
    }
    english = by_locale["en"][cafe.products["latte"]]
    [english_allergen] = english["allergens"]
    assert (english["name"], english["description"], english["weight"]) == (
        "Latte",
        "Espresso with milk",
        "300 ml",
    )
    assert allergen["code"] == english_allergen["code"] == "milk"
    assert allergen["emoji"] == english_allergen["emoji"] != ""
    assert allergen["label"] != english_allergen["label"]
    assert set(allergen) == {"code", "label", "emoji"}


async def test_what_has_no_english_stays_ukrainian(cafe: Cafe) -> None:
    products = {p["id"]: p for p in (await cafe.get("/api/products?locale=en")).json}
    espresso, cake = products[cafe.products["espresso"]], products[cafe.products["cake"]]
    assert (espresso["name"], espresso["description"], espresso["weight"]) == (
        "Espresso",
        "Коротко і ясно",
        "30 мл",
    )
    assert (cake["name"], cake["description"], cake["weight"]) == (
        "Київський торт",
        "За старим рецептом",
        "120 г",
    )


async def test_an_unknown_allergen_in_the_database_is_dropped(cafe: Cafe) -> None:
    await cafe.execute("UPDATE products SET allergens = :codes WHERE slug = 'latte'", codes='["milk", "moonlight"]')
    await cafe.load('[[products]]\nslug = "latte"\nprice = 86')
    products = {p["id"]: p for p in (await cafe.get("/api/products")).json}
    latte = products[cafe.products["latte"]]
    assert latte["price"] == 86
    assert [a["code"] for a in latte["allergens"]] == ["milk"]


async def test_the_menu_follows_the_owner_at_once(cafe: Cafe) -> None:
    before = await cafe.get("/api/products")
    await cafe.load('[[products]]\nslug = "latte"\nactive = false\n[[products]]\nslug = "retired"\nactive = true')
    after = await cafe.get("/api/products")
    assert [p["name"] for p in after.json] == ["Еспресо", "Борщ", "Київський торт", "Торішній раф"]
    assert before.headers["ETag"] != after.headers["ETag"]


@pytest.mark.parametrize("path", ["/api/categories", "/api/products", "/api/settings"])
async def test_ready_made_answers_are_revalidated_and_compressed(cafe: Cafe, path: str) -> None:
    plain = await cafe.send("GET", path, headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    again = await cafe.send("GET", path, headers={"If-None-Match": plain.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")
    assert (await cafe.send("GET", path, headers={"If-None-Match": '"other"'})).status == 200
    if len(plain.body) < 512:  # not worth it
        return
    zipped = await cafe.send("GET", path, headers={"Accept-Encoding": "gzip"})
    assert zipped.headers["ETag"] != plain.headers["ETag"], "another representation"
    for known in (plain.headers["ETag"], zipped.headers["ETag"], f"W/{plain.headers['ETag']}"):
        sent = {"If-None-Match": known, "Accept-Encoding": "gzip"}
        again = await cafe.send("GET", path, headers=sent)
        assert (again.status, again.headers["ETag"]) == (304, zipped.headers["ETag"])
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert zipped.json == plain.json
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "Accept-Encoding" in zipped.headers["Vary"]


@pytest.mark.parametrize("path", ["/api/categories", "/api/products", "/api/settings"])
async def test_public_routes_make_nobody_a_guest(cafe: Cafe, path: str) -> None:
    answer = await cafe.send("GET", path, headers={"X-Platform-Init-Data": "junk"})
    assert answer.status == 200
    assert not answer.cookies
    assert "X-Init-Data-Status" not in answer.headers
    assert await cafe.value("SELECT count(*) AS n FROM customers WHERE id < -1") == 0


async def test_what_was_stopped_for_a_while_comes_back_by_itself(cafe: Cafe) -> None:
    async def names() -> set[str]:
        return {product["name"] for product in (await cafe.get("/api/products")).json}

    tonight = int(cafe.clock.now().timestamp()) + 3600
    await cafe.execute("UPDATE products SET stopped_until = :until WHERE slug = 'latte'", until=tonight)
    await cafe.configure(cafe_name="Інша назва")  # whatever is changed, the menu is read anew
    assert "Лате" not in await names()
    cafe.clock.advance(minutes=59)
    assert "Лате" not in await names()
    cafe.clock.advance(minutes=1)
    assert "Лате" in await names()
