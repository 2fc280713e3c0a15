"""Roles of the cafe's own: what their people may, and that nobody gets more rights by them than they have."""

from typing import Any

import pytest

from tests.driver import Cafe, DeskVisitor

STAFF, ROLES = "/api/desk/staff", "/api/desk/staff-roles"
FORBIDDEN = (403, {"error": "forbidden"})


async def hired(cafe: Cafe, owner: DeskVisitor, rights: list[str], name: str = "Олена") -> DeskVisitor:
    """Somebody with a role of these rights, signed in."""
    role = await owner.post(ROLES, {"name": f"Роль {name}", "rights": rights})
    assert role.status == 201, role.json
    person = await owner.post(STAFF, {"name": name, "role": "staff", "role_id": role.json["id"]})
    assert person.status == 201, person.json
    invitation = (await owner.post(f"{STAFF}/{person.json['id']}/invitation")).json
    visitor = DeskVisitor(cafe)
    token = invitation["path"].rpartition("=")[2]
    assert (await visitor.post("/api/desk/session/link", {"token": token})).status == 200
    return visitor


async def status(visitor: DeskVisitor, path: str) -> int:
    return (await visitor.get(f"/api/desk/{path}")).status


async def edits(visitor: DeskVisitor, table: str, key: str, values: dict[str, Any]) -> int:
    seen = dict.fromkeys(values)
    edit = {"table": table, "key": key, "seen": seen, "values": values}
    return (await visitor.post("/api/desk/edits", {"edits": [edit]})).status


READS = {
    "orders": ("orders", {"orders", "refunds", "reports"}),
    "orders/file?format=csv": ("file of orders", {"reports"}),
    "menu/dish?slug=latte": ("dish", {"menu"}),
    "stock": ("stock", {"stock", "menu"}),
    "stock/moves": ("moves", {"stock"}),
    "reports": ("reports", {"reports"}),
    "customers": ("guests", {"reports"}),
    "staff": ("people", {"people"}),
    "connections": ("connections", {"settings"}),
    "changes": ("history", {"menu", "stock", "people", "settings"}),
    "catalogue/promos": ("promo codes", {"menu"}),
    "catalogue/ingredients": ("ingredients", {"menu", "stock"}),
    "catalogue/products": ("dishes", {"orders", "refunds", "menu", "stock", "reports", "people", "settings"}),
}


@pytest.mark.parametrize("right", ["orders", "refunds", "menu", "stock", "reports", "people", "settings"])
async def test_a_right_opens_its_area_alone(cafe: Cafe, right: str) -> None:
    person = await hired(cafe, await cafe.desk(), [right])
    session = (await person.get("/api/desk/session")).json
    assert (session["role"], session["role_name"], session["rights"]) == ("staff", "Роль Олена", [right])
    found = {path: await status(person, path) for path in READS}
    assert {path for path, code in found.items() if code == 403} == {
        path for path, (_, areas) in READS.items() if right not in areas
    }
    expected = {"menu": "menu", "settings": "settings", "stop": "orders"}
    made = {
        "menu": await edits(person, "products", "latte", {"price": 1}),
        "settings": await edits(person, "settings", "", {"city": "Львів"}),
        "stop": await edits(person, "products", "latte", {"stopped_until": 0}),
    }
    assert {name for name, code in made.items() if code == 403} == {
        name for name, area in expected.items() if area != right
    }


async def test_nobody_gives_rights_that_they_have_not(cafe: Cafe) -> None:
    owner = await cafe.desk()
    person = await hired(cafe, owner, ["people", "orders"])
    people = {each["name"]: each for each in (await person.get(STAFF)).json["staff"]}
    boss = people["owner at the desk"]
    accountant = (await owner.post(ROLES, {"name": "Бухгалтер", "rights": ["reports"]})).json

    async def refused(method: str, path: str, body: Any = None) -> None:
        answer = await getattr(person, method)(path, *([body] if body is not None else []))
        assert (answer.status, answer.json) == FORBIDDEN, (method, path)

    for role in (
        {"role": "owner"},
        {"role": "manager"},
        {"role": "staff"},
        {"role": "staff", "role_id": accountant["id"]},
    ):
        await refused("post", STAFF, {"name": "Хтось", **role})
    await refused("patch", f"{STAFF}/{boss['id']}", {"name": "Нове ім'я"})
    await refused("post", f"{STAFF}/{boss['id']}/invitation")
    await refused("post", f"{STAFF}/{boss['id']}/pin", {"pin": "4821"})
    await refused("post", ROLES, {"name": "Більше", "rights": ["orders", "settings"]})
    await refused("patch", f"{ROLES}/{accountant['id']}", {"name": "Бухгалтер", "rights": ["orders"]})
    await refused("delete", f"{ROLES}/{accountant['id']}")
    own = await person.post(ROLES, {"name": "Зала", "rights": ["orders"]})
    assert own.status == 201
    assert (await person.post(STAFF, {"name": "Юрко", "role": "staff", "role_id": own.json["id"]})).status == 201


async def test_a_role_changes_for_all_who_have_it_at_once(cafe: Cafe) -> None:
    owner = await cafe.desk()
    person = await hired(cafe, owner, ["stock"])
    [role] = (await owner.get(STAFF)).json["roles"]
    assert (await status(person, "reports"), await status(person, "stock")) == (403, 200)
    changed = await owner.patch(f"{ROLES}/{role['id']}", {"name": "Бухгалтер", "rights": ["reports"]})
    assert changed.json == {"id": role["id"], "name": "Бухгалтер", "rights": ["reports"]}
    assert (await status(person, "reports"), await status(person, "stock")) == (200, 403)
    in_use = await owner.delete(f"{ROLES}/{role['id']}")
    assert (in_use.status, "Олена" in in_use.json["problems"][0]["message"]) == (400, True)
    [olena] = [each for each in (await owner.get(STAFF)).json["staff"] if each["name"] == "Олена"]
    assert (await owner.patch(f"{STAFF}/{olena['id']}", {"role": "manager"})).json.get("role_id") is None
    assert (await owner.delete(f"{ROLES}/{role['id']}")).status == 200
    assert (await owner.delete(f"{ROLES}/{role['id']}")).status == 404
    history = (await owner.get("/api/desk/changes?table=staff_roles")).json["changes"]
    assert [bool(change["items"][0]["after"]) for change in history] == [False, True, True]
    assert not any(change["may_undo"] for change in history)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": "", "rights": ["menu"]}, "name"),
        ({"name": "х" * 200, "rights": ["menu"]}, "name"),
        ({"name": "Є вже", "rights": ["menu"]}, "name"),
        ({"name": "Нова", "rights": []}, "rights"),
        ({"name": "Нова", "rights": ["menu", "money"]}, "rights"),
        ({"name": "Нова", "rights": "menu"}, "rights"),
        ({"name": "Нова"}, "rights"),
    ],
)
async def test_what_no_role_can_be(cafe: Cafe, values: dict[str, Any], field: str) -> None:
    owner = await cafe.desk()
    await owner.post(ROLES, {"name": "є ВЖЕ", "rights": ["menu"]})
    refused = await owner.post(ROLES, values)
    assert (refused.status, [each["field"] for each in refused.json["problems"]]) == (400, [field])
    unknown = await owner.post(STAFF, {"name": "Хтось", "role": "staff", "role_id": 999})
    assert [each["field"] for each in unknown.json["problems"]] == ["role"]


async def test_refunds_by_a_role_of_ones_own(cafe: Cafe) -> None:
    owner = await cafe.desk()
    placed = await cafe.guest().places("latte", kind="pickup")
    await owner.post(f"/api/desk/orders/{placed['order_id']}/move", {"seen": "new", "to": "confirmed"})
    path = f"/api/desk/orders/{placed['order_id']}/refunds"
    giving = await hired(cafe, owner, ["orders", "refunds"], "Ганна")
    plain = await hired(cafe, owner, ["orders"], "Петро")
    for setting, may in (("staff", True), ("manager", True), ("owner", False)):
        await cafe.app.services.settings.change({"refund_role": setting})
        assert (await giving.get(path)).json["may_refund"] is may
        assert (await plain.get(path)).json["may_refund"] is False
    assert (await plain.post(path, {"seen": 0, "whole": True})).json == {"error": "forbidden"}
