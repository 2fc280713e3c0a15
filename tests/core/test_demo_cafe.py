"""The demo cafe that ships with the program: complete, in both languages, with pictures that are safe to serve."""

import re
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

DATA = Path(__file__).parents[2] / "data"
DEMO: dict[str, Any] = tomllib.loads((DATA / "demo.toml").read_text(encoding="utf-8"))
PRODUCTS: list[dict[str, Any]] = DEMO["products"]
OPTIONS: list[dict[str, Any]] = [option for group in DEMO["option_groups"] for option in group["options"]]
PICTURES = sorted((DATA / "pictures").glob("*.svg"))
ALLERGENS = {
    *("gluten", "crustaceans", "eggs", "fish", "peanuts", "soy", "milk"),
    *("nuts", "celery", "mustard", "sesame", "sulphites", "lupin", "molluscs"),
}
CYRILLIC_NEXT_TO_LATIN = re.compile(r"[а-яіїєґ’][a-z]|[a-z][а-яіїєґ’]", re.IGNORECASE)


def picture_of(url: str) -> Path:
    return DATA / "pictures" / url.removeprefix("/webapp/pictures/")


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product["slug"])
def test_a_product_is_complete(product: dict[str, Any]) -> None:
    for key in ("name", "description", "weight"):
        assert re.search("[а-яіїєґ]", product[key]), key
        assert not CYRILLIC_NEXT_TO_LATIN.search(product[key]), key
        assert not re.search("[а-яіїєґ]", product[f"{key}_en"]), key
        assert "'" not in product[key], "the Ukrainian apostrophe is ’"
    assert product["price"] > 0
    assert set(product["allergens"]) <= ALLERGENS
    assert bool(product["allergens"]) != product.get("no_allergens", False), "it says what it has, or that it has none"
    assert product["category"] in {category["slug"] for category in DEMO["categories"]}
    assert product["recipe"].keys() <= {ingredient["code"] for ingredient in DEMO["ingredients"]}
    assert picture_of(product["image_url"]).is_file()


@pytest.mark.parametrize("named", [*DEMO["option_groups"], *OPTIONS], ids=lambda named: str(named["slug"]))
def test_an_option_is_named_in_both_languages(named: dict[str, Any]) -> None:
    assert re.search("[а-яіїєґ]", named["name"])
    assert not re.search("[а-яіїєґ]", named["name_en"])
    assert "'" not in named["name"], "the Ukrainian apostrophe is ’"


def test_the_demo_shows_what_options_can_do() -> None:
    assert {group["slug"] for group in DEMO["option_groups"]} >= {"size", "milk", "syrup", "extras", "yolk", "sauces"}
    assert any(amount < 0 for option in OPTIONS for amount in option.get("recipe", {}).values())
    assert any(option.get("max_quantity", 1) > 1 for option in OPTIONS)
    offered = {entry if isinstance(entry, str) else entry["group"] for p in PRODUCTS for entry in p.get("options", [])}
    assert offered == {group["slug"] for group in DEMO["option_groups"]}


def test_the_cafe_itself_is_told_in_both_languages() -> None:
    for key in ("cafe_name", "address", "announcement_message", "force_closed_message"):
        assert re.search("[а-яіїєґ]", DEMO["settings"][key]), key
        assert re.search("[a-z]", DEMO["settings"][f"{key}_en"]), key
        assert not re.search("[а-яіїєґ]", DEMO["settings"][f"{key}_en"]), key


def test_the_demo_is_as_large_as_a_real_cafe() -> None:
    assert len(DEMO["categories"]) == 8
    assert len({product["slug"] for product in PRODUCTS}) == len(PRODUCTS) == 50


def test_every_ingredient_is_used_and_in_stock() -> None:
    used = {code for each in (*PRODUCTS, *OPTIONS) for code in each.get("recipe", {})}
    for ingredient in DEMO["ingredients"]:
        assert ingredient["code"] in used
        assert ingredient["unit"] in {"ml", "g", "pcs"}
        assert ingredient["stock"] > ingredient["low_stock"] > 0


def test_every_picture_belongs_to_something() -> None:
    shown = {picture_of(url) for url in (DEMO["settings"]["logo_url"], *(product["image_url"] for product in PRODUCTS))}
    twins = {picture_of(product["image_url"]).with_suffix(".jpg") for product in PRODUCTS}
    assert shown | twins == set((DATA / "pictures").iterdir())


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product["slug"])
def test_a_drawing_has_a_photo_twin_for_the_chats(product: dict[str, Any]) -> None:
    photo = picture_of(product["image_url"]).with_suffix(".jpg").read_bytes()
    assert photo.startswith(b"\xff\xd8\xff")
    assert len(photo) <= 30_000


@pytest.mark.parametrize("path", PICTURES, ids=lambda path: path.stem)
def test_a_picture_is_small_plain_and_self_contained(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) <= 6000
    elements = list(ET.fromstring(text).iter())  # noqa: S314 - our own files
    assert {element.tag.rpartition("}")[2] for element in elements} <= {
        *("svg", "g", "defs", "use", "clipPath", "linearGradient", "radialGradient", "stop"),
        *("path", "rect", "circle", "ellipse"),
    }
    ids = [element.attrib["id"] for element in elements if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    references = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert references == set(ids), "every reference has its target, every definition is used"
    assert not re.search(r"\bon\w+=|\bstyle=|(?:href=\"|url\()(?!#)", text)
