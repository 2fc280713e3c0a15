"""Pairing tablets for the kitchen screen from the staff's chat."""

import re

from tests.bot.conversation import ChatCafe, converse
from tests.fakes.telegram import Seat


def code_in(seat: Seat) -> str:
    """The code of the last message."""
    found = re.search(r"\b(\d{4} \d{4})\b", seat.last.text)
    assert found, seat.last.text
    return found[1]


async def test_a_tablet_is_paired_listed_and_unpaired(cafe: ChatCafe) -> None:
    taras, tablet = cafe.staff(), cafe.cafe.guest()
    await converse(taras, [("/board", f"{cafe.cafe.url}/board/", "«Кухня»", "10 хв")])
    assert (await tablet.post("/api/board/pair", {"code": code_in(taras)})).status == 200
    assert (await tablet.get("/api/board")).json["device"] == "Кухня"
    await converse(
        taras,
        [
            ("/board", "Екран для кухні"),
            ("[📋 Під’єднані планшети]", "• Кухня, востаннє на зв’язку 15.06 12:00"),
            ("[✖️ Від’єднати «Кухня»]", "Від’єднати планшет «Кухня»?"),
            ("[⬅️ Назад]", "• Кухня"),
            ("[✖️ Від’єднати «Кухня»]", "Екран на ньому одразу зникне"),
            ("[✖️ Так, від’єднати]", "Жодного планшета", "(«Кухня» від’єднано.)"),
        ],
    )
    assert (await tablet.get("/api/board")).status == 401


async def test_a_tablet_gets_the_name_that_is_wanted(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/board Бар", "«Бар»")])
    await converse(taras, [("[✏️ Інша назва]", "Як назвати планшет?")])
    taras.world.say(taras.chat, taras.user, text="Тераса", reply_to=taras.last.message_id)
    await taras.sees("«Тераса»")
    tablet = cafe.cafe.guest()
    await tablet.post("/api/board/pair", {"code": code_in(taras)})
    assert (await tablet.get("/api/board")).json["device"] == "Тераса"


async def test_a_tablet_that_is_gone_already(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/board", "«Кухня»")])
    message = taras.last
    await taras.press_data("device:ask:1", on=message)
    await taras.sees("Жодного планшета")
    await taras.press_data("device:revoke:1", on=message)
    await taras.sees_toast("Ця кнопка вже не діє")


async def test_only_the_staff_get_codes(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, [("/board", "команд")])
    assert await cafe.cafe.value("SELECT count(*) AS n FROM pairing_codes") == 0


async def test_who_let_a_tablet_in_and_out_stands_in_the_history(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/board", "«Кухня»")])
    await cafe.cafe.guest().post("/api/board/pair", {"code": code_in(taras)})
    await converse(
        taras,
        [
            ("/board", "Екран для кухні"),
            ("[📋 Під’єднані планшети]", "• Кухня"),
            ("[✖️ Від’єднати «Кухня»]", "Від’єднати планшет"),
            ("[✖️ Так, від’єднати]", "Жодного планшета"),
        ],
    )
    changes = (await (await cafe.cafe.desk()).get("/api/desk/changes?table=devices")).json["changes"]
    assert [(each["by"], each["way"]) for each in changes] == [("Тарас", "chat")] * 2


async def test_only_owners_let_tablets_in_once_one_is_known(cafe: ChatCafe) -> None:
    taras, ira = cafe.staff(), cafe.staff(702, "Ірина")
    await converse(taras, [("/board", "«Кухня»")])
    menu = taras.last
    await cafe.cafe.app.services.staff.add({"name": "Ірина", "role": "owner", "telegram_id": 702})
    await converse(taras, [("/board", "може лише власник")])
    await taras.press_data("device:name:0", on=menu)
    await taras.sees_toast("може лише власник")
    await converse(ira, [("/board Бар", "«Бар»")])
    assert await cafe.cafe.value("SELECT COUNT(*) AS n FROM pairing_codes") == 2
