"""What the desk changes: all or nothing, seen by both of two people, recorded and undone."""

import asyncio
import time
from typing import Any

import pytest

from cafe.core.catalogue.changes.actor import Actor, Way
from cafe.core.catalogue.changes.errors import EditConflictError
from cafe.core.catalogue.changes.model import Change
from cafe.core.catalogue.edits.edit import Edit
from cafe.core.catalogue.edits.slugs import make_slug
from cafe.core.catalogue.settings.pause import ENDLESS
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import StaffId
from cafe.core.kernel.problems import ProblemsError
from tests.driver import Cafe

OLENA, IVAN = Actor("Олена", StaffId(1)), Actor("Іван", StaffId(2))


async def item(cafe: Cafe, table: str, key: str) -> dict[str, Any]:
    items = await cafe.app.services.edits.list_items(table)
    return next(each for each in items if key in {each.get("slug"), each.get("code"), each.get("order_type")})


async def edits(cafe: Cafe, *wanted: Edit, actor: Actor = OLENA) -> Change:
    change = await cafe.app.services.edits.apply(actor, wanted)
    assert change is not None
    return change


def price(seen: int, wanted: int, slug: str = "latte") -> Edit:
    return Edit("products", slug, {"price": seen}, {"price": wanted})


async def test_a_price_is_changed_and_the_menu_shows_it(cafe: Cafe) -> None:
    change = await edits(cafe, price(85, 90))
    assert (await item(cafe, "products", "latte"))["price"] == 90
    products = (await cafe.guest().get("/api/products")).json
    assert next(each["price"] for each in products if each["name"] == "Лате") == 90
    assert [(each.entity, each.key, each.name, each.before, each.after) for each in change.items] == [
        ("products", "latte", "Лате", {"price": 85}, {"price": 90})
    ]
    assert change.actor == OLENA


async def test_the_second_of_two_people_is_told_and_changes_nothing(cafe: Cafe) -> None:
    await edits(cafe, price(85, 90))
    with pytest.raises(EditConflictError) as raised:
        await edits(
            cafe, Edit("products", "latte", {"price": 85, "name": "Лате"}, {"price": 95, "name": "Латте"}), actor=IVAN
        )
    (conflict,) = raised.value.conflicts
    assert (conflict.field, conflict.seen, conflict.current, conflict.by) == ("price", 85, 90, "Олена")
    latte = await item(cafe, "products", "latte")
    assert (latte["price"], latte["name"]) == (90, "Лате")


async def test_two_people_may_change_different_fields_or_the_same_to_the_same(cafe: Cafe) -> None:
    await edits(cafe, price(85, 90))
    await edits(cafe, Edit("products", "latte", {"name": "Лате"}, {"name": "Латте"}), actor=IVAN)
    assert await cafe.app.services.edits.apply(IVAN, [price(85, 90)]) is None
    latte = await item(cafe, "products", "latte")
    assert (latte["price"], latte["name"]) == (90, "Латте")


async def test_of_many_at_once_one_wins(cafe: Cafe) -> None:
    results = await asyncio.gather(
        *(cafe.app.services.edits.apply(OLENA, [price(85, 90 + number)]) for number in range(8)), return_exceptions=True
    )
    assert sum(isinstance(each, Change) for each in results) == 1
    assert sum(isinstance(each, EditConflictError) for each in results) == 7


async def test_edits_are_all_or_none_and_every_problem_is_told(cafe: Cafe) -> None:
    with pytest.raises(ProblemsError) as raised:
        await edits(
            cafe,
            price(85, 90),
            Edit("products", "latte-x", {}, {"price": -1, "nmae": "x"}),
            Edit("settings", "", {"timezone": "Europe/Kyiv"}, {"timezone": "Mars"}),
            Edit("tables", "1", {}, {"name": "x"}),
        )
    assert [(each.field, each.text_id) for each in raised.value.problems] == [
        ("edits.1.price", "must-be-whole"),
        ("edits.1.nmae", "unknown-key"),
        ("edits.2.timezone", "must-be-timezone"),
        ("edits.3", "unknown-table"),
    ]
    assert (await item(cafe, "products", "latte"))["price"] == 85
    assert await cafe.value("SELECT count(*) FROM changes WHERE way = 'desk'") == 0


async def test_a_new_dish_gets_a_key_from_its_name(cafe: Cafe) -> None:
    wanted = {"name": "Сирники зі сметаною", "category": "food", "price": 120}
    await edits(cafe, Edit("products", None, None, wanted), Edit("products", None, None, wanted))
    first, second = (
        await item(cafe, "products", "syrnyky-zi-smetanoiu"),
        await item(cafe, "products", "syrnyky-zi-smetanoiu-2"),
    )
    assert first["name"] == second["name"] == "Сирники зі сметаною"
    assert first["active"] is True


async def test_a_new_dish_needs_a_name_a_price_and_a_category_that_is_there(cafe: Cafe) -> None:
    for values, field, reason in (
        ({"category": "food", "price": 1}, "name", "missing"),
        ({"name": "А", "category": "food"}, "price", "missing"),
        ({"name": "А", "category": "nowhere", "price": 1}, "category", "no-category"),
        ({"name": "А", "category": "food", "price": 1, "recipe": {"air": 1}}, "recipe", "no-ingredient"),
        ({"name": " ", "category": "food", "price": 1}, "name", "must-not-be-blank"),
    ):
        with pytest.raises(ProblemsError) as raised:
            await edits(cafe, Edit("products", None, None, values))
        assert [(each.field, each.text_id) for each in raised.value.problems] == [(f"edits.0.{field}", reason)]


async def test_a_dish_is_deleted_and_comes_back_whole(cafe: Cafe) -> None:
    before = await item(cafe, "products", "latte")
    change = await edits(cafe, Edit("products", "latte", before, None))
    assert "latte" not in {each["slug"] for each in await cafe.app.services.edits.list_items("products")}
    await cafe.app.services.edits.undo(IVAN, change.id)
    assert await item(cafe, "products", "latte") == before


async def test_a_dish_that_comes_back_is_the_one_that_carts_and_orders_know(cafe: Cafe) -> None:
    guest = cafe.person()
    order = await guest.places("latte", "latte")
    await guest.adds("latte")
    change = await edits(cafe, Edit("products", "latte", await item(cafe, "products", "latte"), None))
    assert (await guest.cart()).json["items"] == []
    assert (await guest.repeats(order["order_id"])).json["skipped"]
    await cafe.app.services.edits.undo(IVAN, change.id)
    assert [line["quantity"] for line in (await guest.cart()).json["items"]] == [1]
    await guest.repeats(order["order_id"])
    assert [line["quantity"] for line in (await guest.cart()).json["items"]] == [3]


async def test_a_new_dish_takes_nothing_over_from_a_deleted_one_of_its_name(cafe: Cafe) -> None:
    latte = await item(cafe, "products", "latte")
    await edits(cafe, Edit("products", "latte", latte, {"notes": True, "marks": ["new"], "available": ["08:00-10:00"]}))
    await edits(cafe, Edit("products", "latte", await item(cafe, "products", "latte"), None))
    await edits(cafe, Edit("products", "latte", None, {"name": "Лате", "category": "coffee", "price": 99}))
    after = await item(cafe, "products", "latte")
    assert (after["price"], after["recipe"], after["description"]) == (99, {}, "")
    assert (after["notes"], after["marks"], after["available"], after["active"]) == (False, [], [], True)


async def test_a_code_that_comes_back_has_its_uses(cafe: Cafe) -> None:
    guest = cafe.person()
    await guest.adds("latte")
    assert (await guest.orders_pickup(promo_code="welcome10")).status == 201
    before = next(each for each in await cafe.app.services.edits.list_items("promos") if each["code"] == "Welcome10")
    assert before["used_count"] == 1
    change = await edits(cafe, Edit("promos", "welcome10", before, None))
    await guest.adds("latte")
    assert (await guest.checks_promo("welcome10")).status == 400
    await cafe.app.services.edits.undo(IVAN, change.id)
    assert before in await cafe.app.services.edits.list_items("promos")


async def test_an_ingredient_that_comes_back_is_the_one_that_orders_took(cafe: Cafe) -> None:
    guest = cafe.person()
    order = await guest.places("latte")
    left = (await item(cafe, "ingredients", "milk"))["stock"]
    latte = await item(cafe, "products", "latte")
    users = [each for each in await cafe.app.services.edits.list_items("products") if "milk" in each["recipe"]]
    for each in users:
        recipe = {code: amount for code, amount in each["recipe"].items() if code != "milk"}
        await edits(cafe, Edit("products", each["slug"], {"recipe": each["recipe"]}, {"recipe": recipe}))
    change = await edits(cafe, Edit("ingredients", "milk", await item(cafe, "ingredients", "milk"), None))
    assert all(each.code != "milk" for each in await cafe.app.services.inventory.list_all())
    await cafe.app.services.edits.undo(IVAN, change.id)
    await guest.cancels(order["order_id"])
    assert (await item(cafe, "ingredients", "milk"))["stock"] == left + latte["recipe"]["milk"]


async def test_a_category_whose_dishes_are_deleted_can_be_deleted(cafe: Cafe) -> None:
    for each in await cafe.app.services.edits.list_items("products"):
        if each["category"] == "coffee":
            await edits(cafe, Edit("products", each["slug"], each, None))
    await edits(cafe, Edit("categories", "coffee", await item(cafe, "categories", "coffee"), None))
    assert "coffee" not in {each["slug"] for each in await cafe.app.services.edits.list_items("categories")}


async def test_a_dish_that_was_changed_meanwhile_is_not_deleted(cafe: Cafe) -> None:
    before = await item(cafe, "products", "latte")
    await edits(cafe, price(85, 90))
    with pytest.raises(EditConflictError):
        await edits(cafe, Edit("products", "latte", before, None))
    assert (await item(cafe, "products", "latte"))["price"] == 90


async def test_what_is_needed_elsewhere_is_not_deleted(cafe: Cafe) -> None:
    category = await item(cafe, "categories", "coffee")
    with pytest.raises(ProblemsError) as raised:
        await edits(cafe, Edit("categories", "coffee", category, None))
    assert raised.value.problems[0].text_id == "in-use"
    assert "Лате" in str(raised.value.problems[0].values["names"])


async def test_a_change_is_undone_once_and_the_undo_can_be_undone(cafe: Cafe) -> None:
    service = cafe.app.services.edits
    change = await edits(cafe, price(85, 90))
    undo = await service.undo(IVAN, change.id)
    assert undo is not None
    assert undo.undo_of == change.id
    assert (await item(cafe, "products", "latte"))["price"] == 85
    with pytest.raises(EditConflictError):
        await service.undo(OLENA, change.id)
    await service.undo(OLENA, undo.id)
    assert (await item(cafe, "products", "latte"))["price"] == 90
    newest = (await service.list_changes(table="products", key="latte"))[1]
    assert (newest.undo_of, newest.undone_by is not None) == (change.id, True)


async def test_what_was_touched_later_is_not_undone(cafe: Cafe) -> None:
    change = await edits(cafe, price(85, 90))
    await edits(cafe, price(90, 95), actor=IVAN)
    with pytest.raises(EditConflictError) as raised:
        await cafe.app.services.edits.undo(OLENA, change.id)
    assert raised.value.conflicts[0].by == "Іван"
    assert (await item(cafe, "products", "latte"))["price"] == 95


async def test_a_refusal_of_hundreds_names_who_changed_each_and_is_quick(cafe: Cafe) -> None:
    dishes = "\n".join(
        f'[[products]]\nslug = "p{number}"\nname = "П"\ncategory = "food"\nprice = 10' for number in range(600)
    )
    await cafe.load(dishes)
    first = await edits(cafe, *(price(10, 11, f"p{number}") for number in range(600)))
    await edits(cafe, *(price(11, 12, f"p{number}") for number in range(300)), actor=IVAN)
    started_at = time.monotonic()
    with pytest.raises(EditConflictError) as raised:
        await edits(cafe, *(price(10, 13, f"p{number}") for number in range(600)))
    assert [each.by for each in raised.value.conflicts] == ["Іван"] * 300 + ["Олена"] * 300
    with pytest.raises(EditConflictError) as raised:
        await cafe.app.services.edits.undo(OLENA, first.id)
    assert len(raised.value.conflicts) == 300
    assert time.monotonic() - started_at < 5, "nobody else can change anything meanwhile"


async def test_the_author_of_a_field_is_found_behind_changes_of_others(cafe: Cafe) -> None:
    await edits(cafe, price(85, 90), actor=IVAN)
    for seen, wanted in ((True, False), (False, True)):
        await edits(cafe, Edit("products", "latte", {"active": seen}, {"active": wanted}))
    with pytest.raises(EditConflictError) as raised:
        await edits(cafe, price(85, 95))
    assert [(each.field, each.by) for each in raised.value.conflicts] == [("price", "Іван")]


async def test_no_change_no_undo(cafe: Cafe) -> None:
    with pytest.raises(NotFoundError):
        await cafe.app.services.edits.undo(OLENA, 4711)


async def test_many_are_moved_in_one_change(cafe: Cafe) -> None:
    products = await cafe.app.services.edits.list_items("products")
    wanted = [
        Edit("products", each["slug"], {"sort_order": each["sort_order"]}, {"sort_order": 1000 + number})
        for number, each in enumerate(products)
    ]
    change = await edits(cafe, *wanted)
    orders = {each["slug"]: each["sort_order"] for each in await cafe.app.services.edits.list_items("products")}
    assert [orders[each["slug"]] for each in products] == [1000 + number for number in range(len(products))]
    await cafe.app.services.edits.undo(OLENA, change.id)
    assert await cafe.app.services.edits.list_items("products") == products


async def test_a_limit_is_taken_away(cafe: Cafe) -> None:
    await edits(
        cafe,
        Edit(
            "promos",
            None,
            None,
            {"code": "Літо", "discount_percent": 20, "max_uses": 5, "expires_at": "2027-01-01T10:00"},
        ),
    )
    promo = await item(cafe, "promos", "Літо")
    assert promo["expires_at"] == "2027-01-01T10:00:00+02:00"
    await edits(
        cafe,
        Edit(
            "promos",
            "літо",
            {"max_uses": 5, "expires_at": promo["expires_at"]},
            {"max_uses": None, "expires_at": None},
        ),
    )
    promo = await item(cafe, "promos", "Літо")
    assert {"max_uses", "expires_at"} & set(promo) == set()
    assert (promo["code"], promo["used_count"]) == ("Літо", 0)


async def test_an_expiry_is_the_same_moment_however_it_is_written(cafe: Cafe) -> None:
    service = cafe.app.services.edits
    await edits(
        cafe, Edit("promos", None, None, {"code": "A", "discount_percent": 5, "expires_at": "2027-01-01T10:00+02:00"})
    )
    seen = {"discount_percent": 5, "expires_at": "2027-01-01T10:00:00+02:00"}
    for same in ("2027-01-01T10:00:00+02:00", "2027-01-01T08:00:00+00:00", "2027-01-01T10:00"):
        assert await service.apply(OLENA, [Edit("promos", "a", seen, {"expires_at": same})]) is None, same
    change = await edits(
        cafe, Edit("promos", "a", seen, {"discount_percent": 6, "expires_at": "2027-01-01T08:00:00+00:00"})
    )
    assert change.items[0].after == {"discount_percent": 6}
    change = await edits(
        cafe, Edit("promos", "a", {"expires_at": seen["expires_at"]}, {"expires_at": "2027-02-01T10:00:00+02:00"})
    )
    await cafe.configure(timezone="America/New_York")
    await service.undo(IVAN, change.id)
    assert (await item(cafe, "promos", "A"))["expires_at"] == "2027-01-01T03:00:00-05:00"


async def test_groups_that_a_dish_offers_are_the_same_however_they_are_written(cafe: Cafe) -> None:
    await cafe.load('[[option_groups]]\nslug = "size"\nname = "Розмір"\nmin = 0\nmax = 1')
    await edits(cafe, Edit("products", "latte", {"options": []}, {"options": [{"group": "size"}]}))
    assert (await item(cafe, "products", "latte"))["options"] == ["size"]
    apply = cafe.app.services.edits.apply
    for same in (["size"], [{"group": "size"}]):
        assert await apply(OLENA, [Edit("products", "latte", {"options": []}, {"options": same})]) is None
    change = await edits(cafe, Edit("products", "latte", {"options": [{"group": "size"}]}, {"options": []}))
    assert change.items[0].before == {"options": ["size"]}


@pytest.mark.parametrize("seen", ["soon", ["2027"], {"a": 1}, 5])
async def test_a_seen_value_that_none_could_be_is_somebody_elses(cafe: Cafe, seen: object) -> None:
    promo = {"code": "A", "discount_percent": 5, "expires_at": "2027-01-01T10:00"}
    await edits(cafe, Edit("promos", None, None, promo))
    with pytest.raises(EditConflictError):
        await edits(cafe, Edit("promos", "a", {"expires_at": seen}, {"expires_at": None}))
    with pytest.raises(EditConflictError):
        await edits(cafe, Edit("products", "latte", {"options": seen}, {"options": ["size"]}))


async def test_an_option_that_is_left_out_is_deleted(cafe: Cafe) -> None:
    options = [{"slug": "small", "name": "Мала", "default": True}, {"slug": "big", "name": "Велика", "price_delta": 20}]
    await edits(cafe, Edit("option_groups", None, None, {"name": "Розмір", "min": 1, "max": 1, "options": options}))
    group = await item(cafe, "option_groups", "rozmir")
    await edits(cafe, Edit("option_groups", "rozmir", {"options": group["options"]}, {"options": group["options"][:1]}))
    assert [each["slug"] for each in (await item(cafe, "option_groups", "rozmir"))["options"]] == ["small"]
    with pytest.raises(ProblemsError) as raised:
        await edits(
            cafe,
            Edit("option_groups", "rozmir", {"options": group["options"][:1]}, {"options": [{**options[1]}]}),
        )
    assert raised.value.problems[0].text_id == "defaults-missing"


async def test_stock_is_not_overwritten(cafe: Cafe) -> None:
    await edits(cafe, Edit("ingredients", None, None, {"name": "Мед", "unit": "г", "stock": 500}))
    with pytest.raises(ProblemsError) as raised:
        await edits(cafe, Edit("ingredients", "med", {"stock": 500}, {"stock": 400}))
    assert raised.value.problems[0].text_id == "cannot-change"


async def test_a_dish_is_stopped_in_place(cafe: Cafe) -> None:
    await edits(cafe, Edit("products", "latte", {"stopped_until": 0}, {"stopped_until": ENDLESS}))
    names = [each["name"] for each in (await cafe.guest().get("/api/products")).json]
    assert "Лате" not in names


async def test_a_stop_without_an_end_is_a_number_that_browsers_can_write(cafe: Cafe) -> None:
    forever = 4_102_444_800
    await edits(cafe, Edit("products", "latte", {"stopped_until": 0}, {"stopped_until": forever}))
    assert (await item(cafe, "products", "latte"))["stopped_until"] == forever
    assert await cafe.value("SELECT stopped_until FROM products WHERE slug = 'latte'") == 2**62, "as the chat has it"
    await edits(cafe, Edit("products", "latte", {"stopped_until": forever}, {"stopped_until": 0}))
    assert (await item(cafe, "products", "latte"))["stopped_until"] == 0


async def test_notes_options_and_marks_are_given_and_taken_away_again(cafe: Cafe) -> None:
    await cafe.load('[[option_groups]]\nslug = "size"\nname = "Розмір"\nmin = 0\nmax = 1')
    before = await item(cafe, "products", "latte")
    seen = {name: before[name] for name in ("notes", "options", "marks")}
    values = {"notes": True, "options": ["size"], "marks": ["spicy", "new"]}
    change = await edits(cafe, Edit("products", "latte", seen, values))
    after = await item(cafe, "products", "latte")
    assert (after["options"], after["marks"]) == (["size"], ["new", "spicy"])
    await cafe.app.services.edits.undo(OLENA, change.id)
    assert await item(cafe, "products", "latte") == before


async def test_a_copy_of_a_dish_is_hidden_until_it_is_named(cafe: Cafe) -> None:
    latte = await item(cafe, "products", "latte")
    copy = await cafe.app.services.edits.copy_product(OLENA, "latte")
    assert (copy["slug"], copy["name"], copy["name_en"], copy["active"]) == (
        "late-kopiia",
        "Лате (копія)",
        "Latte (copy)",
        False,
    )
    for field in (
        "category",
        "price",
        "recipe",
        "allergens",
        "options",
        "notes",
        "description",
        "weight",
        "sort_order",
    ):
        assert copy[field] == latte[field]
    assert (await cafe.app.services.edits.copy_product(OLENA, "latte"))["slug"] == "late-kopiia-2"
    [change, *_] = await cafe.app.services.edits.list_changes()
    await cafe.app.services.edits.undo(OLENA, change.id)
    assert await cafe.value("SELECT count(*) FROM products WHERE slug LIKE 'late-kopiia%' AND is_deleted = 0") == 1
    with pytest.raises(NotFoundError):
        await cafe.app.services.edits.copy_product(OLENA, "nothing")


async def test_files_and_commands_are_in_the_history_too(cafe: Cafe) -> None:
    await cafe.load('[[products]]\nslug = "latte"\nprice = 99')
    await cafe.app.services.settings.change({"delivery_fee": "70"})
    command, file = (await cafe.app.services.edits.list_changes())[:2]
    assert (file.actor.way, file.items[0].after) == (Way.FILE, {"price": 99})
    assert (command.actor.way, command.items[0].after) == (Way.COMMAND, {"delivery_fee": 70})
    await cafe.app.services.edits.undo(OLENA, file.id)
    assert (await item(cafe, "products", "latte"))["price"] == 85


async def test_loading_what_is_there_already_is_no_change(cafe: Cafe) -> None:
    count = await cafe.value("SELECT count(*) FROM changes")
    await cafe.load(await cafe.app.services.catalogue.dump())
    assert await cafe.value("SELECT count(*) FROM changes") == count


def test_slugs() -> None:
    assert make_slug("Борщ з пампушками", lambda _: False) == "borshch-z-pampushkamy"
    assert make_slug("Café crème №5", lambda _: False) == "cafe-creme-no5"
    assert make_slug("🍰", lambda _: False) == "item"
    assert make_slug("Чай", {"chai", "chai-2"}.__contains__) == "chai-3"
