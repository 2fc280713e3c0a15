"""What the staff change from their chat stands in the history of the desk, and what can be undone is."""

from tests.bot.conversation import ChatCafe, converse
from tests.bot.options_chat import offer_options


async def test_a_stop_in_the_chat_is_undone_at_the_desk(cafe: ChatCafe) -> None:
    await converse(
        cafe.staff(),
        [("/stop", "[Кава]"), ("[Кава]", "[🟢 Лате]"), ("[🟢 Лате]", "Продається"), ("[⛔️ Вимкнути]", "⛔️ Лате")],
    )
    owner = await cafe.cafe.desk()
    newest = (await owner.get("/api/desk/changes")).json["changes"][0]
    assert (newest["way"], newest["items"][0]["key"]) == ("chat", "latte")
    assert newest["items"][0]["before"] == {"stopped_until": 0}
    assert newest["by"]
    assert "Лате" not in {each["name"] for each in (await cafe.cafe.guest().get("/api/products")).json}
    assert (await owner.post(f"/api/desk/changes/{newest['id']}/undo")).status == 200
    assert "Лате" in {each["name"] for each in (await cafe.cafe.guest().get("/api/products")).json}


async def test_a_pause_and_busy_mode_in_the_chat_are_in_the_history(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    await converse(taras, [("/pause 30m", "призупинено"), ("/resume", "Знову приймаємо"), ("/busy 20 2h", "20")])
    changes = (await (await cafe.cafe.desk()).get("/api/desk/changes")).json["changes"][:3]
    assert [each["items"][0]["table"] for each in changes] == ["busy", "pauses", "pauses"]
    assert {(each["way"], each["may_undo"]) for each in changes} == {("chat", False)}


async def test_an_options_stop_in_the_chat_is_undone_at_the_desk(cafe: ChatCafe) -> None:
    await offer_options(cafe)
    taras = cafe.staff()
    await converse(taras, [("/stop", "[🥄 Молоко]"), ("[🥄 Молоко]", "[🟢 Вівсяне]"), ("[🟢 Вівсяне]", "🌙 Вівсяне")])
    owner = await cafe.cafe.desk()
    [stopped] = (await owner.get("/api/desk/changes?table=options")).json["changes"]
    until = await cafe.cafe.value("SELECT stopped_until FROM options WHERE slug = 'oat'")
    assert (stopped["by"], stopped["way"], stopped["may_undo"]) == ("Тарас", "chat", True)
    assert stopped["items"] == [
        {
            "table": "options",
            "key": "milk/oat",
            "name": "Молоко: Вівсяне",
            "before": {"stopped_until": 0},
            "after": {"stopped_until": until},
        }
    ]
    assert (await owner.post(f"/api/desk/changes/{stopped['id']}/undo")).status == 200
    assert await cafe.cafe.value("SELECT stopped_until FROM options WHERE slug = 'oat'") == 0
    await converse(taras, [("/stop", "[🥄 Молоко]"), ("[🥄 Молоко]", "[🟢 Вівсяне]")])
    await converse(taras, [("[🟢 Вівсяне]", "🌙 Вівсяне"), ("[🌙 Вівсяне", "(🟢 Вівсяне)")])
    changes = (await owner.get("/api/desk/changes?table=options")).json["changes"]
    assert [each["items"][0]["after"]["stopped_until"] for each in changes] == [0, until, 0, until]
