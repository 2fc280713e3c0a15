"""The kitchen's tablets at the desk: which are paired, a code for another one, and unpairing."""

from typing import Any

from tests.driver import Cafe, DeskVisitor


async def pair(cafe: Cafe, owner: DeskVisitor, name: str = "Бар") -> Any:
    """A tablet, by a code from the desk."""
    given = await owner.post("/api/desk/devices/code", {"name": name})
    assert given.status == 201, given
    tablet = cafe.guest()
    assert (await tablet.post("/api/board/pair", {"code": given.json["code"]})).status == 200
    return tablet


async def devices(owner: DeskVisitor) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await owner.get("/api/desk/devices")).json["devices"]
    return found


async def test_a_tablet_is_paired_seen_and_unpaired(cafe: Cafe) -> None:
    owner = await cafe.desk()
    assert await devices(owner) == []
    given = await owner.post("/api/desk/devices/code", {"name": "  Бар "})
    assert (given.status, given.json) == (
        201,
        {
            "path": "/board/",
            "code": given.json["code"],
            "link": given.json["link"],
            "name": "Бар",
            "seconds": 600,
        },
    )
    tablet = cafe.guest()
    assert (await tablet.post("/api/board/pair", {"code": given.json["code"]})).status == 200
    paired_at = int(cafe.clock.now().timestamp())
    cafe.clock.advance(minutes=5)
    assert (await tablet.get("/api/board")).status == 200
    [device] = await devices(owner)
    assert device == {"id": device["id"], "name": "Бар", "paired_at": paired_at, "seen_at": paired_at + 300}
    path = f"/api/desk/devices/{device['id']}"
    assert (await owner.delete(path)).json == {"ok": True}
    assert (await tablet.get("/api/board")).status == 401
    assert (await owner.delete(path)).status == 404
    assert await devices(owner) == []


async def test_a_code_is_good_for_ten_minutes(cafe: Cafe) -> None:
    owner = await cafe.desk()
    code = (await owner.post("/api/desk/devices/code", {})).json
    assert code["name"] == "Кухня"
    cafe.clock.advance(minutes=10)
    assert (await cafe.guest().post("/api/board/pair", {"code": code["code"]})).status == 400
    assert await devices(owner) == []


async def test_who_let_a_tablet_in_and_out_stands_in_the_history(cafe: Cafe) -> None:
    owner = await cafe.desk(name="Олена")
    await owner.post("/api/desk/devices/code", {"name": "Ніхто"})  # a code that nobody uses is no tablet
    await pair(cafe, owner)
    [device] = await devices(owner)
    await owner.delete(f"/api/desk/devices/{device['id']}")
    await owner.delete(f"/api/desk/devices/{device['id']}")
    [unpaired, added] = (await owner.get("/api/desk/changes?table=devices")).json["changes"]
    for change in (unpaired, added):
        assert (change["by"], change["way"], change["may_undo"]) == ("Олена", "desk", False)
        assert (change["items"][0]["table"], change["items"][0]["name"]) == ("devices", "Бар")
    assert (added["items"][0]["before"], added["items"][0]["after"]) == (None, {"name": "Бар"})
    assert (unpaired["items"][0]["before"], unpaired["items"][0]["after"]) == ({"name": "Бар"}, None)
    assert (await owner.post(f"/api/desk/changes/{added['id']}/undo")).status == 404


async def test_a_tablet_paired_by_a_command_is_the_commands(cafe: Cafe) -> None:
    code = await cafe.app.services.devices.issue_code()
    await cafe.guest().post("/api/board/pair", {"code": code.digits})
    [added] = (await (await cafe.desk()).get("/api/desk/changes?table=devices")).json["changes"]
    assert (added["by"], added["way"]) == ("", "command")


async def test_a_tablet_s_name_of_another_shape_is_refused(cafe: Cafe) -> None:
    answer = await (await cafe.desk()).post("/api/desk/devices/code", {"name": {}})
    assert (answer.status, answer.json["problems"][0]["field"]) == (400, "name")
