"""Nobody gets in at the desk but who is signed in and may do what is asked."""

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cafe.core.upkeep.setup_checklist.port import BotState
from cafe.web.application import WebConfig, build_application
from cafe.web.init_data import InitDataReader
from cafe.web.pictures import Pictures
from cafe.web.telegram import TelegramWebhook
from tests.driver import BOT_TOKEN, Answer, Cafe, DeskVisitor, config_for, init_data, open_cafe
from tests.web.desk.roles import ANYBODY, ASKS_AGAIN, LEAST, ROLES

UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}
SIGNED_OUT = (401, {"error": "signed_out"})
FORBIDDEN = (403, {"error": "forbidden"})
CONFIRM = (403, {"error": "confirm"})
STREAM = "/api/desk/news/stream"


def brief(answer: Answer) -> tuple[int, Any]:
    return answer.status, answer.json if answer.is_json else None


def desk_routes(cafe: Cafe) -> set[tuple[str, str]]:
    """Every route of the application below `/api/desk`."""

    async def health() -> Mapping[str, Any]:
        return {"status": "ok"}

    config = WebConfig(
        init_data=InitDataReader(BOT_TOKEN),
        secret_key="x" * 32,
        instance_id="",
        is_https=False,
        base_url="",
        is_debug=False,
        pictures=Pictures(Path(__file__).parent),
        uploads=Path(__file__).parent,
        print_agent=b"",
        bot_state=lambda: BotState.OFF,
        push_key=lambda: None,
        heartbeat=15,
    )
    application, _ = build_application(cafe.app.services, config, health, TelegramWebhook("secret"), cafe.app.checks)
    return {
        (route.method, route.resource.canonical)
        for route in application.router.routes()
        if route.resource is not None and route.resource.canonical.startswith("/api/desk") and route.method != "HEAD"
    }


def filled(path: str) -> str:
    """A path of that kind, of something that is not there."""
    return re.sub(r"\{[^}]+\}", "999999", path)


def asks(role: str = "owner") -> list[tuple[tuple[str, str], str]]:
    """The table, without the stream for those who would listen to it for ever."""
    may = {*ROLES[ROLES.index(role) :], ANYBODY}
    return [(route, least) for route, least in LEAST.items() if not (route[1] == STREAM and least in may)]


async def test_every_route_is_in_the_table(cafe: Cafe) -> None:
    assert desk_routes(cafe) == LEAST.keys()
    assert set(LEAST.values()) <= {*ROLES, ANYBODY}


@pytest.mark.parametrize("role", ROLES)
async def test_what_each_role_may_do(cafe: Cafe, role: str) -> None:
    may = ROLES[ROLES.index(role) :]
    for (method, path), least in asks(role):
        visitor = await cafe.desk(role)
        answer = brief(await visitor.request(method, filled(path)))
        if least in {*may, ANYBODY}:
            assert answer not in [FORBIDDEN, CONFIRM] or path == "/api/desk/session/telegram", path
            assert least == ANYBODY or answer != SIGNED_OUT, path
        else:
            assert answer == FORBIDDEN, path


async def test_who_is_not_signed_in_gets_nowhere(cafe: Cafe) -> None:
    strangers = [cafe.guest(), cafe.person(), DeskVisitor(cafe, bearer="x" * 22), DeskVisitor(cafe, bearer="")]
    strangers.append(DeskVisitor(cafe, cookie=f"cafe_desk={'x' * 22}"))
    for (method, path), least in LEAST.items():
        for stranger in strangers:
            if least != ANYBODY:
                assert brief(await stranger.request(method, filled(path))) == SIGNED_OUT, path


async def test_dangerous_acts_ask_again_after_ten_minutes(cafe: Cafe) -> None:
    owner = await cafe.desk()
    cafe.clock.advance(minutes=10)
    for (method, path), least in asks():
        if least != ANYBODY and (method, path) != ("DELETE", "/api/desk/session"):
            answer = brief(await owner.request(method, filled(path)))
            assert (answer == CONFIRM) == ((method, path) in ASKS_AGAIN), path


async def test_other_sites_change_nothing(cafe: Cafe) -> None:
    owner = await cafe.desk()
    foreign: list[dict[str, str]] = [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ]
    for method, path in LEAST:
        if method in UNSAFE:
            for headers in foreign:
                answer = await owner.request(method, filled(path), headers=headers)
                assert (answer.status, answer.is_json) == (403, False), path
    assert (await owner.get("/api/desk/session", **{"Sec-Fetch-Site": "same-origin"})).status == 200


# Links.


async def new_link(cafe: Cafe, name: str | None = None) -> str:
    return (await cafe.app.services.sign_in.issue_link(name, None)).token


async def test_a_link_signs_in_once_by_its_button(cafe: Cafe) -> None:
    token, visitor = await new_link(cafe, "Олена"), DeskVisitor(cafe)
    looked = await visitor.post("/api/desk/session/link/look", {"token": token})
    assert (looked.json["name"], looked.json["role"]) == ("Олена", "owner")
    for path in (f"/desk/?link={token}", "/api/desk/session/link", f"/api/desk/session/link?token={token}"):
        await visitor.get(path)
    assert visitor.cookie is None
    answer = await visitor.post("/api/desk/session/link", {"token": token})
    assert (answer.status, answer.json["name"], answer.json["role"]) == (200, "Олена", "owner")
    assert (await visitor.get("/api/desk/session")).json["name"] == "Олена"
    thief = DeskVisitor(cafe)
    for path in ("/api/desk/session/link", "/api/desk/session/link/look"):
        assert brief(await thief.post(path, {"token": token})) == (400, {"error": "link_invalid"})
    assert thief.cookie is None


@pytest.mark.parametrize("body", [{}, {"token": ""}, {"token": 5}, {"token": "x" * 22}, []])
async def test_a_wrong_link(cafe: Cafe, body: Any) -> None:
    answer = await cafe.guest().post("/api/desk/session/link", body)
    assert brief(answer) == (400, {"error": "link_invalid"})


async def test_a_link_is_good_for_ten_minutes(cafe: Cafe) -> None:
    in_time, late = await new_link(cafe), await new_link(cafe)
    cafe.clock.advance(seconds=599)
    assert (await cafe.guest().post("/api/desk/session/link", {"token": in_time})).status == 200
    cafe.clock.advance(seconds=1)
    assert brief(await cafe.guest().post("/api/desk/session/link", {"token": late}))[0] == 400


async def test_one_link_pressed_twice_at_once(cafe: Cafe) -> None:
    token = await new_link(cafe)
    answers = await asyncio.gather(*(cafe.guest().post("/api/desk/session/link", {"token": token}) for _ in range(5)))
    assert sorted(answer.status for answer in answers) == [200, 400, 400, 400, 400]


# Cookies and sessions.


async def test_the_cookie(cafe: Cafe, tmp_path: Path) -> None:
    answer = await cafe.guest().post("/api/desk/session/link", {"token": await new_link(cafe)})
    [cookie] = answer.cookies
    assert re.fullmatch(r"cafe_desk=[\w-]{22}; HttpOnly; Max-Age=2592000; Path=/; SameSite=Strict", cookie)
    (tmp_path / "https").mkdir()
    config = config_for(tmp_path / "https", base_url="https://cafe.example")
    async with open_cafe(config, catalogue=None) as public:
        answer = await public.guest().post("/api/desk/session/link", {"token": await new_link(public)})
        [cookie] = answer.cookies
        assert re.fullmatch(
            r"__Host-cafe_desk=[\w-]{22}; HttpOnly; Max-Age=2592000; Path=/; SameSite=Strict; Secure", cookie
        )


async def test_a_session_lasts_thirty_days_from_its_last_use(cafe: Cafe) -> None:
    owner = await cafe.desk()
    for _ in range(3):
        cafe.clock.advance(days=29)
        answer = await owner.get("/api/desk/session")
        assert answer.status == 200
        assert "Max-Age=2592000" in answer.cookies[0]
    cafe.clock.advance(days=30, minutes=1)
    assert brief(await owner.get("/api/desk/session")) == SIGNED_OUT


async def test_no_secret_is_stored(cafe: Cafe) -> None:
    owner = await cafe.desk()
    code = (await owner.post("/api/desk/session/code")).json
    token = await new_link(cafe)
    stored = str([await cafe.rows(f"SELECT * FROM {table}") for table in sorted(await cafe.tables())])  # noqa: S608
    secrets = (owner.cookie or "").partition("=")[2], code["secret"], code["code"].replace(" ", ""), token
    assert [secret for secret in secrets if secret in stored] == []


async def test_strangers_push_nobody_elses_code_out(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cafe.core.people.staff.codes.MOST_CODES", 3)
    owner = await cafe.desk()
    [member] = await cafe.app.services.staff.list_all()
    confirming = (await owner.post("/api/desk/session/code")).json
    typed = (await DeskVisitor(cafe).post("/api/desk/session/code")).json
    await cafe.app.services.sign_in_codes.check_typed(member, typed["code"])
    first = (await DeskVisitor(cafe).post("/api/desk/session/code")).json
    for _ in range(3):
        await DeskVisitor(cafe).post("/api/desk/session/code")
    for visitor, code, status in ((owner, confirming, 200), (DeskVisitor(cafe), typed, 200), (owner, first, 400)):
        answer = await visitor.post("/api/desk/session/code/poll", {"secret": code["secret"]})
        assert answer.status == status, answer


async def test_signing_out(cafe: Cafe) -> None:
    owner, elsewhere = await cafe.desk(), await cafe.desk()
    stolen = DeskVisitor(cafe, cookie=owner.cookie)
    answer = await owner.delete("/api/desk/session")
    assert answer.cookies == ["cafe_desk=; HttpOnly; Max-Age=0; Path=/; SameSite=Strict"]
    assert brief(await stolen.get("/api/desk/session")) == SIGNED_OUT
    assert (await elsewhere.get("/api/desk/session")).status == 200


async def test_sessions_are_listed_and_revoked_at_once(cafe: Cafe) -> None:
    owner = await cafe.desk()
    manager, other = await cafe.desk("manager"), await cafe.desk("manager", "Ірина")
    listed = (await owner.get("/api/desk/sessions")).json["sessions"]
    assert [(each["name"], each["role"], each["is_this"]) for each in listed] == [
        ("Ірина", "manager", False),
        ("manager at the desk", "manager", False),
        ("owner at the desk", "owner", True),
    ]
    [own] = (await manager.get("/api/desk/sessions")).json["sessions"]
    assert (own["name"], own["is_this"]) == ("manager at the desk", True)
    assert (await manager.delete(f"/api/desk/sessions/{listed[0]['id']}")).status == 404
    assert (await other.get("/api/desk/session")).status == 200
    assert (await owner.delete(f"/api/desk/sessions/{listed[0]['id']}")).status == 200
    assert brief(await other.get("/api/desk/session")) == SIGNED_OUT
    assert (await manager.delete(f"/api/desk/sessions/{own['id']}")).status == 200
    assert brief(await manager.get("/api/desk/session")) == SIGNED_OUT


async def test_the_list_names_the_browser(cafe: Cafe) -> None:
    token = await new_link(cafe)
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1"
    visitor = DeskVisitor(cafe)
    await visitor.post("/api/desk/session/link", {"token": token}, **{"User-Agent": agent})
    [session] = (await visitor.get("/api/desk/sessions")).json["sessions"]
    assert session["agent"] == "Safari, iPhone"


# Inside Telegram.


async def hired(cafe: Cafe, telegram_id: int, role: str = "manager", name: str = "Тарас") -> int:
    owner = await cafe.desk()
    answer = await owner.post("/api/desk/staff", {"name": name, "role": role, "telegram_id": telegram_id})
    assert answer.status == 201, answer.json
    staff_id: int = answer.json["id"]
    return staff_id


async def opens_in_telegram(cafe: Cafe, telegram_id: int) -> Answer:
    signed = init_data(cafe.clock.now(), {"id": telegram_id, "first_name": "Тарас"})
    return await cafe.guest().post("/api/desk/session/telegram", {"init_data": signed})


async def test_inside_telegram_a_bearer_token(cafe: Cafe) -> None:
    await hired(cafe, 77)
    answer = await opens_in_telegram(cafe, 77)
    assert (answer.status, answer.json["name"], answer.cookies) == (200, "Тарас", [])
    visitor = DeskVisitor(cafe, bearer=answer.json["token"])
    assert (await visitor.get("/api/desk/session")).json["kind"] == "bearer"
    as_cookie = DeskVisitor(cafe, cookie=f"cafe_desk={answer.json['token']}")
    assert brief(await as_cookie.get("/api/desk/session")) == SIGNED_OUT
    owner = await cafe.desk()
    as_bearer = DeskVisitor(cafe, bearer=(owner.cookie or "").partition("=")[2])
    assert brief(await as_bearer.get("/api/desk/session")) == SIGNED_OUT


async def test_a_bearer_token_lasts_an_hour_from_its_last_use_and_half_a_day_at_most(cafe: Cafe) -> None:
    await hired(cafe, 77)
    idle = DeskVisitor(cafe, bearer=(await opens_in_telegram(cafe, 77)).json["token"])
    busy = DeskVisitor(cafe, bearer=(await opens_in_telegram(cafe, 77)).json["token"])
    for _ in range(13):
        cafe.clock.advance(minutes=55)
        assert (await busy.get("/api/desk/session")).status == 200
    assert brief(await idle.get("/api/desk/session")) == SIGNED_OUT
    cafe.clock.advance(minutes=5)
    assert brief(await busy.get("/api/desk/session")) == SIGNED_OUT


async def test_init_data_must_be_fresh_and_of_somebody_of_the_staff(cafe: Cafe) -> None:
    staff_id = await hired(cafe, 77)
    assert brief(await opens_in_telegram(cafe, 78)) == FORBIDDEN
    old = init_data(cafe.clock.now(), {"id": 77, "first_name": "Тарас"})
    forged = init_data(cafe.clock.now(), {"id": 77, "first_name": "Тарас"}, token="43:OTHER")
    cafe.clock.advance(seconds=301)
    for raw in (old, forged, "", "x=1"):
        answer = await cafe.guest().post("/api/desk/session/telegram", {"init_data": raw})
        assert brief(answer) == SIGNED_OUT
    owner = await cafe.desk()
    await owner.patch(f"/api/desk/staff/{staff_id}", {"is_active": False})
    assert brief(await opens_in_telegram(cafe, 77)) == FORBIDDEN
