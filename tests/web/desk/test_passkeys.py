"""Passkeys at the desk: made, used to sign in and to confirm, taken away; and a recovery code."""

from typing import Any

from tests.authenticator import Authenticator
from tests.driver import Answer, Cafe, DeskVisitor

SESSION = "/api/desk/session"


async def adds(visitor: DeskVisitor, authenticator: Authenticator) -> Answer:
    options = (await visitor.post("/api/desk/passkeys/begin")).json
    return await visitor.post("/api/desk/passkeys", authenticator.make(options))


async def asked(visitor: DeskVisitor) -> Any:
    return (await visitor.post(f"{SESSION}/passkey/begin")).json


async def signs_in(visitor: DeskVisitor, authenticator: Authenticator) -> Answer:
    return await visitor.post(f"{SESSION}/passkey", authenticator.use(await asked(visitor)))


async def test_a_passkey_signs_in_and_confirms(cafe: Cafe) -> None:
    owner = await cafe.desk()
    passkey = Authenticator(cafe.url)
    assert (await owner.get(SESSION)).json["has_passkey"] is False
    added = await adds(owner, passkey)
    assert (added.status, len(added.json["passkeys"])) == (201, 1)
    assert (await owner.get(SESSION)).json["has_passkey"] is True
    other = DeskVisitor(cafe)
    signed_in = await signs_in(other, passkey)
    assert (signed_in.status, signed_in.json["state"], signed_in.json["role"]) == (200, "signed_in", "owner")
    assert (await other.get(SESSION)).status == 200
    cafe.clock.advance(minutes=11)
    new = {"name": "Ірина", "role": "manager"}
    assert (await other.post("/api/desk/staff", new)).json == {"error": "confirm"}
    answer = passkey.use(await asked(other))
    assert (await other.post(f"{SESSION}/confirm", {"passkey": answer})).json["state"] == "confirmed"
    assert (await other.post("/api/desk/staff", new)).status == 201
    again = await other.post(f"{SESSION}/confirm", {"passkey": answer})
    assert (again.status, again.json) == (400, {"error": "passkey_invalid"})


async def test_what_does_not_verify_is_refused(cafe: Cafe) -> None:
    owner = await cafe.desk()
    passkey, stranger = Authenticator(cafe.url), Authenticator(cafe.url)
    await adds(owner, passkey)
    page = DeskVisitor(cafe)
    refused = (400, {"error": "passkey_invalid"})

    async def answered(credential: Any) -> tuple[int, Any]:
        answer = await page.post(f"{SESSION}/passkey", credential)
        return answer.status, answer.json

    assert await answered(stranger.use(await asked(page))) == refused
    forged = stranger.use(await asked(page))
    assert await answered({**forged, "id": passkey.use(await asked(page))["id"]}) == refused
    other_site = Authenticator("https://evil.example")
    other_site.id, other_site._key = passkey.id, passkey._key
    assert await answered(other_site.use(await asked(page))) == refused
    careless = Authenticator(cafe.url, verifies=False)
    careless.id, careless._key = passkey.id, passkey._key
    assert await answered(careless.use(await asked(page))) == refused
    of_session = passkey.use(await asked(owner))  # asked to confirm, not to sign in
    assert await answered(of_session) == refused
    late = passkey.use(await asked(page))
    cafe.clock.advance(minutes=6)
    assert await answered(late) == refused
    for wrong in ({}, {"challenge": 1}, {"id": 5, "challenge": (await asked(page))["challenge"]}):
        assert await answered(wrong) == refused
    assert (await signs_in(page, passkey)).status == 200


async def test_a_copied_passkey_is_noticed(cafe: Cafe) -> None:
    owner, page = await cafe.desk(), DeskVisitor(cafe)
    passkey = Authenticator(cafe.url)
    await adds(owner, passkey)
    assert (await signs_in(page, passkey)).status == 200
    passkey.count = 0  # a copy that does not know of the use
    assert (await signs_in(DeskVisitor(cafe), passkey)).status == 400


async def test_the_last_way_in_stays(cafe: Cafe) -> None:
    owner = await cafe.desk()
    for _ in range(2):
        await adds(owner, Authenticator(cafe.url))
    first, second = (await owner.get("/api/desk/passkeys")).json["passkeys"]
    assert (await owner.delete(f"/api/desk/passkeys/{first['id']}")).status == 200
    last = await owner.delete(f"/api/desk/passkeys/{second['id']}")
    assert (last.status, last.json) == (409, {"error": "last_way"})
    await cafe.execute("UPDATE staff SET telegram_id = 5")
    assert (await owner.delete(f"/api/desk/passkeys/{second['id']}")).status == 200
    assert (await owner.delete(f"/api/desk/passkeys/{second['id']}")).status == 404


async def test_passkeys_are_ones_own(cafe: Cafe) -> None:
    owner, staff = await cafe.desk(), await cafe.desk("staff")
    passkey = Authenticator(cafe.url)
    await adds(owner, passkey)
    [found] = (await owner.get("/api/desk/passkeys")).json["passkeys"]
    assert (await staff.get("/api/desk/passkeys")).json == {"passkeys": []}
    assert (await staff.delete(f"/api/desk/passkeys/{found['id']}")).status == 404
    foreign = await staff.post(f"{SESSION}/confirm", {"passkey": passkey.use(await asked(staff))})
    assert (foreign.status, foreign.json) == (403, {"error": "forbidden"})
    assert (await adds(staff, passkey)).json == {"error": "passkey_invalid"}  # known already
    await cafe.execute("UPDATE staff SET is_active = 0 WHERE role = 'owner'")
    assert (await signs_in(DeskVisitor(cafe), passkey)).status == 400


async def test_a_recovery_code_lets_in_once(cafe: Cafe) -> None:
    owner = await cafe.desk()
    former = (await owner.post("/api/desk/recovery-code")).json["code"]
    code = (await owner.post("/api/desk/recovery-code")).json["code"]
    assert len(code) == 19
    page = DeskVisitor(cafe)
    for wrong in (former, "", "AAAA-AAAA-AAAA-AAAA"):
        refused = await page.post(f"{SESSION}/recovery", {"code": wrong})
        assert (refused.status, refused.json) == (400, {"error": "code_invalid"})
    typed = code.lower().replace("-", " ")
    assert (await page.post(f"{SESSION}/recovery", {"code": typed})).json["role"] == "owner"
    assert (await page.get(SESSION)).status == 200
    assert (await DeskVisitor(cafe).post(f"{SESSION}/recovery", {"code": code})).status == 400
