"""A whole menu as a file: what it would change is told first, then it is loaded as it was told, or not at all."""

import pytest

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.errors import FileChangedError
from cafe.core.catalogue.edits.file_service import FileChanges
from cafe.core.kernel.ids import StaffId
from tests.driver import Cafe

OLENA = Actor("Олена", StaffId(1))
FILE = """
[settings]
delivery_fee = 70

[[categories]]
slug = "tea"
name = "Чай"

[[products]]
slug = "latte"
price = 90
name = "Лате"

[[products]]
slug = "black-tea"
category = "tea"
name = "Чорний чай"
price = 45
"""


async def preview(cafe: Cafe, text: str) -> FileChanges:
    catalogue = cafe.app.services.catalogue
    return await catalogue.preview(await catalogue.read(text))


async def load(cafe: Cafe, digest: str) -> None:
    catalogue = cafe.app.services.catalogue
    await catalogue.load_parsed(await catalogue.read(FILE), OLENA, digest)


def told(changes: FileChanges) -> list[tuple[str, str, str, bool]]:
    return [(item.entity, item.key, item.name, item.before is None) for item in changes.items]


async def test_what_a_file_would_change_is_told_and_nothing_is_changed(cafe: Cafe) -> None:
    changes = await preview(cafe, FILE)
    assert told(changes) == [
        ("settings", "", "", False),
        ("products", "latte", "Лате", False),
        ("categories", "tea", "Чай", True),
        ("products", "black-tea", "Чорний чай", True),
    ]
    [latte] = [item for item in changes.items if item.key == "latte"]
    assert (latte.before, latte.after) == ({"price": 85}, {"price": 90})
    assert await cafe.value("SELECT count(*) FROM categories WHERE slug = 'tea'") == 0
    assert await cafe.value("SELECT price FROM products WHERE slug = 'latte'") == 85


async def test_a_dump_changes_nothing(cafe: Cafe) -> None:
    assert (await preview(cafe, await cafe.app.services.catalogue.dump())).items == ()


async def test_what_was_told_is_loaded_and_stands_in_the_history_once(cafe: Cafe) -> None:
    changes = await preview(cafe, FILE)
    await load(cafe, changes.digest)
    [recorded] = await cafe.app.services.edits.list_changes(limit=1)
    assert (recorded.actor, recorded.items) == (OLENA, changes.items)
    await cafe.app.services.edits.undo(OLENA, recorded.id)
    assert await cafe.value("SELECT price FROM products WHERE slug = 'latte'") == 85
    assert await cafe.value("SELECT count(*) FROM categories WHERE slug = 'tea'") == 0


async def test_what_became_another_change_is_told_anew(cafe: Cafe) -> None:
    changes = await preview(cafe, FILE)
    await cafe.load('[[products]]\nslug = "latte"\nprice = 88')
    with pytest.raises(FileChangedError):
        await load(cafe, changes.digest)
    assert await cafe.value("SELECT price FROM products WHERE slug = 'latte'") == 88
    again = await preview(cafe, FILE)
    await load(cafe, again.digest)
    assert await cafe.value("SELECT price FROM products WHERE slug = 'latte'") == 90


@pytest.mark.parametrize(
    ("file", "table", "key", "field", "reason"),
    [
        ("price = = 5", "", "", "", "not-a-catalogue-file"),
        ("[[dishes]]", "dishes", "", "", "unknown-table"),
        ("settings = 5", "settings", "", "", "must-be-table"),
        ("products = 5", "products", "", "", "must-be-list"),
        ('[[products]]\nname = "Чай"', "products", "", "slug", "missing"),
        ('[[products]]\nslug = "latte"\nprice = "дорого"', "products", "latte", "price", "must-be-whole"),
        ('[[products]]\nslug = "latte"\ncost = 5', "products", "latte", "cost", "unknown-key"),
        ('[[products]]\nslug = "latte"\n' * 2, "products", "latte", "slug", "used-twice"),
        ('[[products]]\nslug = "latte"\ncategory = "none"', "products", "latte", "category", "no-category"),
        ('[[products]]\nslug = "latte"\nrecipe = { gold = 1 }', "products", "latte", "recipe", "no-ingredient"),
        ('[[products]]\nslug = "new"\nname = "Нове"\nprice = 5', "products", "new", "category", "missing"),
        ("[settings]\ndelivery_fee = -1", "settings", "", "delivery_fee", "must-be-whole"),
        ("[settings]\ndelivery_free = 1", "settings", "", "delivery_free", "unknown-key"),
    ],
)
async def test_what_is_wrong_is_told_by_its_place(
    cafe: Cafe, file: str, table: str, key: str, field: str, reason: str
) -> None:
    with pytest.raises(CatalogueError) as refused:
        await preview(cafe, file)
    error = refused.value
    assert (error.table, error.key, error.field, error.reason.text_id) == (table, key, field, reason)


async def test_a_file_that_changes_too_much_is_refused_at_once(cafe: Cafe) -> None:
    large = "".join(f'[[categories]]\nslug = "c{number}"\nname = "a"\n' for number in range(12_001))
    with pytest.raises(CatalogueError, match="too much at once: 24002 rows would change"):
        await preview(cafe, large)
    with pytest.raises(CatalogueError, match="too much at once: 24002 rows would change"):
        await cafe.app.services.catalogue.load(large)
    assert await cafe.value("SELECT count(*) FROM categories WHERE slug LIKE 'c%' AND name = 'a'") == 0
