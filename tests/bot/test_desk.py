"""The owner's desk in a person's own chat: opening it, typing a sign-in code, binding one's account."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.bot.conversation import ChatCafe, converse, open_chat_cafe
from tests.driver import DeskVisitor, init_data
from tests.fakes.telegram import FakeTelegram, Seat

IRYNA = 601
FIREFOX = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}


async def hire(cafe: ChatCafe, telegram_id: int = IRYNA, name: str = "Ірина", role: str = "manager") -> DeskVisitor:
    """Have an owner add a person; return the owner."""
    owner = await cafe.cafe.desk()
    answer = await owner.post("/api/desk/staff", {"name": name, "role": role, "telegram_id": telegram_id})
    assert answer.status == 201, answer.json
    return owner


async def begins(visitor: DeskVisitor) -> dict[str, Any]:
    """A page that shows a code."""
    code: dict[str, Any] = (await visitor.post("/api/desk/session/code", **FIREFOX)).json
    return code


async def polls(visitor: DeskVisitor, code: dict[str, Any]) -> tuple[int, Any]:
    answer = await visitor.post("/api/desk/session/code/poll", {"secret": code["secret"]})
    return answer.status, answer.json


def token_in(seat: Seat) -> str:
    found = re.search(r"/desk/#link=([\w-]{22})$", seat.last.text)
    assert found, seat.last.text
    return found[1]


async def test_a_code_signs_a_computer_in(cafe: ChatCafe) -> None:
    await hire(cafe)
    iryna, page = cafe.customer(IRYNA, "Ірина"), DeskVisitor(cafe.cafe)
    code = await begins(page)
    assert code["bot"] == "@demo_cafe_bot"
    assert (await polls(page, code))[1] == {"state": "waiting"}
    await converse(iryna, [(code["code"], "Це ви входите в кабінет?", "Пристрій: Firefox, Linux")])
    assert (await polls(page, code))[1] == {"state": "waiting"}
    await converse(iryna, [("[✅ Так, це я: увійти]", "Готово. Повертайтеся на сторінку")])
    status, session = await polls(page, code)
    assert (status, session["name"], session["role"]) == (200, "Ірина", "manager")
    assert (await page.get("/api/desk/session")).json["name"] == "Ірина"
    assert (await polls(DeskVisitor(cafe.cafe), code)) == (400, {"error": "code_invalid"})


async def test_who_says_no_lets_nobody_in(cafe: ChatCafe) -> None:
    await hire(cafe)
    iryna, page = cafe.customer(IRYNA), DeskVisitor(cafe.cafe)
    code = await begins(page)
    await converse(
        iryna, [(code["code"].replace(" ", "-"), "Це ви входите"), ("[🚫 Ні, це не я]", "Нікого не впущено")]
    )
    assert (await polls(page, code)) == (400, {"error": "code_invalid"})
    question = iryna.last
    await iryna.press_data("desk:yes:1", on=question)
    await iryna.sees_toast("Ця кнопка вже не діє")
    assert (await polls(page, code)) == (400, {"error": "code_invalid"})


async def test_only_who_typed_the_code_answers(cafe: ChatCafe) -> None:
    await hire(cafe)
    await hire(cafe, 602, "Олег", "staff")
    iryna, oleh, page = cafe.customer(IRYNA), cafe.customer(602, "Олег"), DeskVisitor(cafe.cafe)
    code = await begins(page)
    await converse(iryna, [(code["code"], "Це ви входите")])
    await converse(oleh, [(code["code"], "Такого коду немає")])
    await oleh.press_data("desk:yes:1", on=oleh.last)
    await oleh.sees_toast("Ця кнопка вже не діє")
    assert (await polls(page, code))[1] == {"state": "waiting"}


async def test_a_code_is_good_for_ten_minutes(cafe: ChatCafe) -> None:
    await hire(cafe)
    iryna, page = cafe.customer(IRYNA), DeskVisitor(cafe.cafe)
    late, code = await begins(page), await begins(page)
    await converse(iryna, [(code["code"], "Це ви входите")])
    cafe.clock.advance(minutes=10)
    await converse(iryna, [("[✅ Так", "(Ця кнопка вже не діє.)"), (late["code"], "Такого коду немає")])
    assert (await polls(page, code)) == (400, {"error": "code_invalid"})


async def test_strangers_codes_are_not_even_looked_at(cafe: ChatCafe) -> None:
    page, olha = DeskVisitor(cafe.cafe), cafe.customer()
    code = await begins(page)
    await converse(olha, [(code["code"], "Не зовсім вас зрозумів")])
    await olha.press_data("desk:yes:1", on=olha.last)
    await olha.sees_toast("Ця кнопка вже не діє")
    assert (await polls(page, code))[1] == {"state": "waiting"}


async def test_guessing_is_slow(cafe: ChatCafe) -> None:
    await hire(cafe)
    iryna, page = cafe.customer(IRYNA), DeskVisitor(cafe.cafe)
    code = await begins(page)
    for number in range(10):
        await converse(iryna, [(f"0000000{number}", "Такого коду немає")])
    await converse(iryna, [(code["code"], "Забагато неправильних кодів")])
    cafe.clock.advance(seconds=61)
    await converse(iryna, [(code["code"], "Це ви входите")])


async def test_who_left_meanwhile_is_not_let_in(cafe: ChatCafe) -> None:
    owner = await hire(cafe)
    iryna, page = cafe.customer(IRYNA), DeskVisitor(cafe.cafe)
    code = await begins(page)
    await converse(iryna, [(code["code"], "Це ви входите")])
    staff = (await owner.get("/api/desk/staff")).json["staff"]
    [staff_id] = [each["id"] for each in staff if each["name"] == "Ірина"]
    await owner.patch(f"/api/desk/staff/{staff_id}", {"is_active": False})
    await converse(iryna, [("[✅ Так", "(Ця кнопка вже не діє.)")])
    assert (await polls(page, code)) == (400, {"error": "code_invalid"})


async def test_confirming_a_session_by_a_code(cafe: ChatCafe) -> None:
    await hire(cafe, role="owner")
    iryna, page = cafe.customer(IRYNA), await cafe.cafe.desk("owner", "Ірина")
    cafe.clock.advance(minutes=11)
    assert (await page.post("/api/desk/staff", {})).json == {"error": "confirm"}
    code = await begins(page)
    await converse(iryna, [(code["code"], "Це ви зараз у кабінеті?"), ("[✅ Так, це я]", "Готово")])
    assert (await polls(page, code)) == (400, {"error": "code_invalid"})  # it confirms, and signs nobody in
    other = await cafe.cafe.desk("owner", "Ірина")
    assert (await other.post("/api/desk/session/confirm", {"secret": code["secret"]})).status == 400
    answer = await page.post("/api/desk/session/confirm", {"secret": code["secret"]})
    assert answer.json == {"state": "confirmed", "seconds": 600}
    assert (await page.post("/api/desk/staff", {})).json["error"] == "invalid"


async def test_confirming_by_a_link_to_the_bot(cafe: ChatCafe) -> None:
    await hire(cafe, role="owner")
    iryna, page = cafe.customer(IRYNA), await cafe.cafe.desk("owner", "Ірина")
    code = await begins(page)
    address, _, payload = code["url"].partition("?start=")
    assert address == "https://t.me/demo_cafe_bot"
    await converse(iryna, [(f"/start {payload}", "Це ви зараз у кабінеті?"), ("[✅ Так, це я]", "Готово")])
    assert (await page.post("/api/desk/session/confirm", {"secret": code["secret"]})).json["state"] == "confirmed"


async def test_nobody_is_signed_in_by_a_link_to_the_bot(cafe: ChatCafe) -> None:
    """A stranger could send one, and it is pressed sooner than a code is typed."""
    await hire(cafe)
    iryna, thief = cafe.customer(IRYNA), DeskVisitor(cafe.cafe)
    code = await begins(thief)
    assert code["url"] is None
    await converse(iryna, [(f"/start sure-{code['code'].replace(' ', '')}", "Такого коду немає")])


async def test_a_session_is_confirmed_by_its_own_person_alone(cafe: ChatCafe) -> None:
    await hire(cafe, 602, "Олег", "owner")
    oleh, page = cafe.customer(602, "Олег"), await cafe.cafe.desk("owner", "Ірина")
    code = await begins(page)
    await converse(oleh, [(code["code"], "Такого коду немає")])


# /desk


async def test_the_desk_by_a_link(cafe: ChatCafe) -> None:
    await hire(cafe)
    iryna, page = cafe.customer(IRYNA), DeskVisitor(cafe.cafe)
    await converse(iryna, [("/desk", "Посилання для входу", "10 хв", f"{cafe.cafe.url}/desk/#link=")])
    answer = await page.post("/api/desk/session/link", {"token": token_in(iryna)})
    assert (answer.status, answer.json["name"]) == (200, "Ірина")


async def test_the_desk_inside_telegram(tmp_path: Path, database_url: str, telegram: FakeTelegram) -> None:
    base = "https://cafe.example"
    async with open_chat_cafe(tmp_path, telegram, database_url=database_url, base_url=base) as cafe:
        await hire(cafe)
        iryna, page = cafe.customer(IRYNA), DeskVisitor(cafe.cafe)
        await converse(iryna, [("/desk", "Ірина, відкрийте його тут")])
        assert iryna.link("🗂 Відкрити кабінет") == "https://cafe.example/desk/"
        await converse(iryna, [("[💻 Посилання для комп’ютера]", "https://cafe.example/desk/#link=")])
        assert (await page.post("/api/desk/session/link", {"token": token_in(iryna)})).status == 200


async def test_strangers_learn_how_to_be_added(cafe: ChatCafe) -> None:
    await converse(cafe.customer(777), [("/desk", "передайте власнику ваш номер", "777")])
    english = cafe.customer(778, "John", "en")
    await converse(english, [("/desk", "give the owner your Telegram number", "778")])
    await english.press_data("desk:link", on=english.last)
    await english.sees_toast("This button does not work any more")
    await converse(cafe.staff(), [("/desk", "в особистому чаті")])


async def test_help_tells_the_staff_alone(cafe: ChatCafe) -> None:
    await hire(cafe)
    await converse(cafe.customer(IRYNA), [("/help", "/desk — кабінет закладу")])
    olha = cafe.customer()
    await converse(olha, [("/help", "/menu")])
    assert "/desk" not in olha.last.text


async def test_a_code_is_taken_in_the_midst_of_an_order(cafe: ChatCafe) -> None:
    await hire(cafe)
    iryna, page = cafe.customer(IRYNA), DeskVisitor(cafe.cafe)
    await cafe.in_mini_app(iryna).adds("latte")
    code = await begins(page)
    await converse(iryna, [("/checkout", "Як"), (code["code"], "Це ви входите в кабінет?")])


# Binding an account.


async def test_binding_an_account(cafe: ChatCafe) -> None:
    iryna, page = cafe.customer(IRYNA), await cafe.cafe.desk("manager", "Ірина")
    assert (await page.get("/api/desk/session")).json["has_telegram"] is False
    link = (await page.post("/api/desk/session/bind")).json
    assert re.fullmatch(r"https://t\.me/demo_cafe_bot\?start=desk-[\w-]{22}", link["url"])
    assert link["text"].partition(" ")[2] == link["url"].partition("=")[2]
    await converse(iryna, [(link["text"], "я знаю вас у кабінеті як Ірина")])
    assert (await page.get("/api/desk/session")).json["has_telegram"] is True
    await converse(iryna, [("/desk", "/desk/#link="), (link["text"], "посилання вже не діє")])
    token = link["text"].partition("desk-")[2]
    assert (await cafe.cafe.guest().post("/api/desk/session/link", {"token": token})).status == 400


async def test_another_account_ends_what_the_former_one_opened(cafe: ChatCafe) -> None:
    page, iryna = await cafe.cafe.desk("manager", "Ірина"), cafe.customer(IRYNA)
    link = (await page.post("/api/desk/session/bind")).json
    await converse(iryna, [(link["text"], "я знаю вас")])
    signed = init_data(cafe.clock.now(), iryna.user)
    opened = await cafe.cafe.guest().post("/api/desk/session/telegram", {"init_data": signed})
    former = DeskVisitor(cafe.cafe, bearer=opened.json["token"])
    assert (await former.get("/api/desk/session")).status == 200
    computer = DeskVisitor(cafe.cafe)
    await converse(iryna, [("/desk", "/desk/#link=")])
    assert (await computer.post("/api/desk/session/link", {"token": token_in(iryna)})).status == 200
    granted, computer_too = await begins(DeskVisitor(cafe.cafe)), DeskVisitor(cafe.cafe)
    await converse(iryna, [(granted["code"], "Це ви входите"), ("[✅ Так, це я: увійти]", "Готово")])
    await converse(iryna, [("/desk", "/desk/#link=")])
    link = (await page.post("/api/desk/session/bind")).json
    await converse(cafe.customer(602), [(link["text"], "я знаю вас")])
    assert (await former.get("/api/desk/session")).status == 401
    assert (await computer.get("/api/desk/session")).status == 401
    assert (await computer.post("/api/desk/session/link", {"token": token_in(iryna)})).status == 400
    assert await polls(computer_too, granted) == (400, {"error": "code_invalid"})
    assert (await page.get("/api/desk/session")).status == 200, "where the link was made"


@pytest.mark.parametrize("token", ["", "x" * 22, "' OR 1"])
async def test_a_wrong_binding(cafe: ChatCafe, token: str) -> None:
    await converse(cafe.customer(), [(f"/start desk-{token}", "посилання вже не діє")])


async def test_an_account_is_one_persons(cafe: ChatCafe) -> None:
    await hire(cafe, 602, "Олег", "staff")
    page = await cafe.cafe.desk("manager", "Ірина")
    link = (await page.post("/api/desk/session/bind")).json
    await converse(cafe.customer(602, "Олег"), [(link["text"], "уже належить іншій людині")])
    await converse(cafe.customer(IRYNA), [(link["text"], "я знаю вас у кабінеті як Ірина")])
