"""Who works here: adding people, their roles, and the last owner."""

import asyncio
from typing import Any

import pytest

from cafe.core.people.staff.errors import SignInLinkError
from tests.driver import Answer, Cafe, DeskVisitor


async def adds(owner: DeskVisitor, **values: Any) -> Answer:
    return await owner.post("/api/desk/staff", {"name": "Ірина", "role": "manager", **values})


def problems(answer: Answer) -> dict[str, str]:
    assert (answer.status, answer.json["error"]) == (400, "invalid"), answer
    return {problem["field"]: problem["message"] for problem in answer.json["problems"]}


async def my_id(visitor: DeskVisitor) -> int:
    staff_id: int = (await visitor.get("/api/desk/session")).json["staff_id"]
    return staff_id


async def test_adding_people(cafe: Cafe) -> None:
    owner = await cafe.desk()
    added = await adds(owner, telegram_id="5501234")
    assert added.status == 201
    assert added.json == {
        "id": added.json["id"],
        "name": "Ірина",
        "role": "manager",
        "telegram_id": 5501234,
        "is_active": True,
        "has_pin": False,
    }
    assert [each["name"] for each in (await owner.get("/api/desk/staff")).json["staff"]] == [
        "owner at the desk",
        "Ірина",
    ]


async def test_all_that_is_wrong_at_once(cafe: Cafe) -> None:
    owner = await cafe.desk()
    answer = await owner.post("/api/desk/staff", {"role": "boss", "telegram_id": "@iryna", "wage": 1})
    assert problems(answer) == {
        "name": "Заповніть це поле.",
        "role": "Оберіть роль.",
        "telegram_id": "Це має бути номер Telegram, наприклад 123456789. Його показує бот на /desk.",
        "wage": "Такого поля немає.",
    }
    english = await owner.post("/api/desk/staff", {"name": "x" * 61}, **{"Accept-Language": "en-US,en;q=0.9,uk;q=0.8"})
    assert problems(english) == {"name": "At most 60 characters.", "role": "Choose a role."}
    assert len((await owner.get("/api/desk/staff")).json["staff"]) == 1


@pytest.mark.parametrize("telegram_id", [0, -5, True, 1.5, 2**53, "12a", [1], "9" * 30])
async def test_what_is_no_telegram_id(cafe: Cafe, telegram_id: Any) -> None:
    assert list(problems(await adds(await cafe.desk(), telegram_id=telegram_id))) == ["telegram_id"]


async def test_a_name_and_a_telegram_account_are_one_persons(cafe: Cafe) -> None:
    owner = await cafe.desk()
    first = (await adds(owner, telegram_id=7)).json["id"]
    assert problems(await adds(owner, name=" ірина ", telegram_id=7)) == {
        "name": "Таке ім’я вже є. Додайте прізвище чи посаду.",
        "telegram_id": "Цей Telegram уже належить: Ірина.",
    }
    other = (await adds(owner, name="Олег")).json["id"]
    assert list(problems(await owner.patch(f"/api/desk/staff/{other}", {"telegram_id": 7}))) == ["telegram_id"]
    assert (await owner.patch(f"/api/desk/staff/{first}", {"name": "ІРИНА", "telegram_id": 7})).status == 200


async def test_one_name_added_twice_at_once(cafe: Cafe) -> None:
    owner = await cafe.desk()
    answers = await asyncio.gather(*(adds(owner, telegram_id=number) for number in range(1, 6)))
    assert sorted(answer.status for answer in answers) == [201, 400, 400, 400, 400]


async def test_a_role_counts_from_the_next_request_on(cafe: Cafe) -> None:
    owner, manager = await cafe.desk(), await cafe.desk("manager")
    assert (await manager.get("/api/desk/staff")).status == 403
    staff_id = await my_id(manager)
    await owner.patch(f"/api/desk/staff/{staff_id}", {"role": "owner"})
    assert (await manager.get("/api/desk/staff")).status == 200
    await owner.patch(f"/api/desk/staff/{staff_id}", {"role": "staff"})
    assert (await manager.get("/api/desk/staff")).status == 403


async def test_who_leaves_is_out_at_once_and_their_links_are_worth_nothing(cafe: Cafe) -> None:
    owner, manager = await cafe.desk(), await cafe.desk("manager")
    staff_id = await my_id(manager)
    link = (await owner.post(f"/api/desk/staff/{staff_id}/invitation")).json["path"].partition("#link=")[2]
    assert (await owner.patch(f"/api/desk/staff/{staff_id}", {"is_active": False})).json["is_active"] is False
    assert (await manager.get("/api/desk/session")).status == 401
    assert (await owner.post(f"/api/desk/staff/{staff_id}/invitation")).status == 404
    await owner.patch(f"/api/desk/staff/{staff_id}", {"is_active": True})
    assert (await manager.get("/api/desk/session")).status == 401
    assert (await cafe.guest().post("/api/desk/session/link", {"token": link})).status == 400


async def test_another_telegram_account_ends_the_sessions_of_the_old_one(cafe: Cafe) -> None:
    owner, manager = await cafe.desk(), await cafe.desk("manager")
    path = f"/api/desk/staff/{await my_id(manager)}"
    await owner.patch(path, {"telegram_id": 7})
    assert (await manager.get("/api/desk/session")).status == 200
    await owner.patch(path, {"telegram_id": 8})
    assert (await manager.get("/api/desk/session")).status == 401
    own = f"/api/desk/staff/{await my_id(owner)}"
    for number in (9, 10):
        assert (await owner.patch(own, {"telegram_id": number})).status == 200


async def test_what_was_made_for_the_old_account_lets_nobody_in(cafe: Cafe) -> None:
    owner = await cafe.desk()
    staff_id = (await adds(owner, telegram_id=7)).json["id"]
    path = f"/api/desk/staff/{staff_id}"
    invitation = (await owner.post(f"{path}/invitation")).json["path"].partition("#link=")[2]
    manager = await cafe.desk("manager", "Ірина")
    binding = (await manager.post("/api/desk/session/bind")).json["text"].partition("desk-")[2]
    for account in (8, None):
        code = (await cafe.guest().post("/api/desk/session/code")).json
        member = await cafe.app.services.staff.find_by_telegram(8 if account is None else 7)
        assert member is not None
        codes = cafe.app.services.sign_in_codes
        question = await codes.check_typed(member, code["code"])
        assert await codes.answer(member, question.id, is_granted=True)
        assert (await owner.patch(path, {"telegram_id": account})).status == 200
        assert (await cafe.guest().post("/api/desk/session/link", {"token": invitation})).status == 400
        polled = await cafe.guest().post("/api/desk/session/code/poll", {"secret": code["secret"]})
        assert (polled.status, polled.json) == (400, {"error": "code_invalid"})
        with pytest.raises(SignInLinkError):
            await cafe.app.services.sign_in.bind_telegram(binding, 7)
    again = (await owner.post(f"{path}/invitation")).json["path"].partition("#link=")[2]
    assert (await cafe.guest().post("/api/desk/session/link", {"token": again})).status == 200


async def test_the_second_of_two_owners_is_told_and_changes_nothing(cafe: Cafe) -> None:
    first, second = await cafe.desk(name="Олена"), await cafe.desk(name="Друга")
    staff_id = (await adds(first, telegram_id=7)).json["id"]
    path = f"/api/desk/staff/{staff_id}"
    assert (await first.patch(path, {"role": "staff", "seen": {"role": "manager"}})).status == 200
    values = {"role": "owner", "name": "Ірина К.", "seen": {"role": "manager", "name": "Ірина"}}
    refused = await second.patch(path, values)
    assert (refused.status, refused.json["error"]) == (409, "changed")
    [conflict] = refused.json["conflicts"]
    assert isinstance(conflict.pop("at"), int)
    assert conflict == {"edit": 0, "field": "role", "seen": "manager", "current": "staff", "by": "Олена"}
    person = (await first.get("/api/desk/staff")).json["staff"][-1]
    assert (person["name"], person["role"]) == ("Ірина", "staff")
    for agreed in (
        {"role": "staff", "seen": {"role": "manager"}},
        {"telegram_id": "8", "seen": {"telegram_id": 7}},
        {"telegram_id": 9},
        {**values, "seen": {"role": "staff", "name": "Ірина"}},
    ):
        assert (await second.patch(path, agreed)).status == 200, agreed
    assert list(problems(await second.patch(path, {"role": "staff", "seen": "all"}))) == ["seen"]


async def test_of_two_owners_at_once_one_is_told(cafe: Cafe) -> None:
    first, second = await cafe.desk(name="Олена"), await cafe.desk(name="Друга")
    path = f"/api/desk/staff/{(await adds(first)).json['id']}"
    answers = await asyncio.gather(
        first.patch(path, {"name": "Ірина А.", "seen": {"name": "Ірина"}}),
        second.patch(path, {"name": "Ірина Б.", "seen": {"name": "Ірина"}}),
    )
    assert sorted(answer.status for answer in answers) == [200, 409]


async def test_an_invitation_signs_in_once_within_a_day(cafe: Cafe) -> None:
    owner = await cafe.desk()
    staff_id = (await adds(owner)).json["id"]
    answer = await owner.post(f"/api/desk/staff/{staff_id}/invitation")
    assert answer.status == 201
    path, _, token = answer.json["path"].partition("#link=")
    assert path == "/desk/"
    cafe.clock.advance(hours=23)
    invited = DeskVisitor(cafe)
    assert (await invited.post("/api/desk/session/link", {"token": token})).json["name"] == "Ірина"
    assert (await invited.post("/api/desk/session/link", {"token": token})).status == 400


async def test_who_made_whom_what_stands_in_the_history(cafe: Cafe) -> None:
    owner = await cafe.desk(name="Олена")
    staff_id = (await adds(owner)).json["id"]
    await owner.patch(f"/api/desk/staff/{staff_id}", {"role": "owner", "name": "Ірина"})
    await owner.patch(f"/api/desk/staff/{staff_id}", {"role": "owner"})
    [changed, added] = (await owner.get("/api/desk/changes?table=staff")).json["changes"]
    assert (added["by"], added["items"][0]["name"], added["items"][0]["before"]) == ("Олена", "Ірина", None)
    assert (changed["items"][0]["before"], changed["items"][0]["after"]) == ({"role": "manager"}, {"role": "owner"})
    assert not changed["may_undo"]
    assert (await owner.post(f"/api/desk/changes/{changed['id']}/undo")).status == 404
    assert (await owner.get("/api/desk/staff")).json["staff"][-1]["role"] == "owner"


# The last owner.


@pytest.mark.parametrize("change", [{"role": "manager"}, {"is_active": False}])
async def test_the_last_owner_stays_one(cafe: Cafe, change: dict[str, Any]) -> None:
    owner, second = await cafe.desk(), await cafe.desk("owner", "Друга")
    path = f"/api/desk/staff/{await my_id(owner)}"
    await owner.patch(f"/api/desk/staff/{await my_id(second)}", {"is_active": False})
    answer = await owner.patch(path, change)
    assert (answer.status, answer.json) == (409, {"error": "last_owner"})
    assert (await owner.get("/api/desk/session")).json["role"] == "owner"
    await cafe.desk("owner", "Третя")
    assert (await owner.patch(path, change)).status == 200


async def test_two_owners_who_throw_each_other_out_at_once(cafe: Cafe) -> None:
    for round_ in range(5):
        first, second = await cafe.desk("owner", f"a{round_}"), await cafe.desk("owner", f"b{round_}")
        ids = await my_id(first), await my_id(second)
        await cafe.execute("UPDATE staff SET is_active = 0 WHERE id NOT IN (:a, :b)", a=ids[0], b=ids[1])
        answers = await asyncio.gather(
            first.patch(f"/api/desk/staff/{ids[1]}", {"is_active": False}),
            second.patch(f"/api/desk/staff/{ids[0]}", {"role": "manager"}),
        )
        assert sorted(answer.status for answer in answers) in ([200, 409], [200, 401], [200, 403])
        assert await cafe.value("SELECT COUNT(*) FROM staff WHERE role = 'owner' AND is_active = 1") == 1
