"""What must not break the bot: restarts, outages, junk, crowds."""

import asyncio
import logging
from pathlib import Path

import aiohttp
import pytest

from tests.bot.conversation import ChatCafe, Turn, converse, open_chat_cafe
from tests.conftest import copy_database
from tests.driver import Cafe, config_for, open_cafe, two_rounds
from tests.fakes.telegram import FakeTelegram, Fault

TO_THE_PHONE: list[Turn] = [
    ("/menu", "Меню"),
    ("[Кава]", "Лате"),
    ("[Лате", "85 ₴"),
    ("[➕ У кошик", "1 у кошику"),
    ("/checkout", "отримати"),
    ("[🥡 Самовивіз]", "Як вас звати?"),
    ("[Оля]", "Ваш номер телефону?"),
]
FROM_THE_PHONE: list[Turn] = [
    ("0501112233", "О котрій заберете?"),
    ("[12:30]", "Як заплатите?"),
    ("[💵 Готівка]", "Разом: 81 ₴"),
    ("[✅ Підтвердити", "отримано!"),
]


async def test_a_dialog_survives_a_restart(tmp_path: Path, prepared_database: Path, telegram: FakeTelegram) -> None:
    copy_database(prepared_database, tmp_path / "cafe.db")
    olha = telegram.person(501)
    async with open_chat_cafe(tmp_path, telegram):
        await converse(olha, TO_THE_PHONE)
    await olha.send("0501112233")  # while nobody listens
    async with open_chat_cafe(tmp_path, telegram) as cafe:
        await olha.sees("О котрій заберете?")
        await converse(olha, FROM_THE_PHONE[1:])
        assert await cafe.cafe.value("SELECT COUNT(*) FROM orders") == 1
        assert await cafe.cafe.value("SELECT COUNT(*) FROM dialogs") == 0


async def test_a_dialog_ends_by_itself_after_a_day(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_PHONE[:-1])
    form = olha.last
    cafe.clock.advance(days=1)
    await olha.press("Оля", on=form)
    await olha.sees_toast("Оформлення вже завершено або скасовано")
    await converse(olha, [("Оля", "Не зовсім вас зрозумів")])
    assert await cafe.cafe.value("SELECT COUNT(*) FROM cart_lines") == 1


@pytest.mark.parametrize(
    "data", ["form:ask:promo_code", "form:summary:", "form:edit:", "form:skip:", "form:confirm:81"]
)
async def test_buttons_of_an_older_form_are_outdated_before_a_new_one_has_its_type(
    cafe: ChatCafe, caplog: pytest.LogCaptureFixture, data: str
) -> None:
    olha = cafe.customer()
    await converse(olha, TO_THE_PHONE[:5])
    await olha.press_data(data, on=olha.last)
    await olha.sees_toast("Ця кнопка вже не діє")
    await converse(olha, TO_THE_PHONE[5:])
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    "data",
    [
        "nonsense",
        "cat:",
        "cat:1:99999999999999999999",
        "cat:-1:0",
        "dish:999999:1",
        "dish:1:100",
        "dish:1:1:1",
        "cart:add:999999:0",
        "cart:bogus:1:0",
        "order:show:99999999999999",
        "order:cancelled:1",
        "order:bogus:1",
        "form:use:0",
        "form:confirm:0",
        "form:ask:customer_id",
        "go:nowhere",
        "lang:xx",
        "card:move:1:new:confirmed",
        "\x00\u2028'; DROP TABLE orders; --",
        "ї" * 32,
    ],
)
async def test_forged_and_outdated_presses_are_answered(cafe: ChatCafe, data: str) -> None:
    olha = cafe.customer()
    await converse(olha, [("/start", "Вітаємо")])
    await olha.is_answered(await olha.press_data(data, on=olha.last))
    await converse(olha, [("/menu", "Оберіть розділ")])


@pytest.mark.parametrize(
    "text",
    [
        "/",
        "/unknown",
        "/start " + "x" * 64,
        "/start table_" + "<b>" * 20,
        "/start track_",
        "/checkout@other_bot",
        "<script>alert(1)</script>",
        "і" * 4096,
        "\u202e\u0000\ufffd",
        "👩‍🍳" * 500,
    ],
)
async def test_whatever_is_written_gets_an_answer(cafe: ChatCafe, text: str) -> None:
    olha = cafe.customer(name="<b>Оля</b> & 🐈")
    await converse(olha, [(text, "[📖 Меню]")])


async def test_edited_messages_stickers_and_strangers_do_no_harm(
    cafe: ChatCafe, caplog: pytest.LogCaptureFixture
) -> None:
    olha = cafe.customer()
    sent = await olha.send("hello")
    await olha.sees("Вітаємо")
    await olha.edit(sent, "/menu")
    await olha.send_photo()
    await olha.sees("оберіть")
    group = cafe.telegram.group(-100555, "Чужа група")
    await olha.at(group).send("усім привіт")
    channel_post = {"message_id": 1, "date": 1, "chat": {"id": -100556, "type": "channel", "title": "c"}, "text": "x"}
    cafe.telegram.sends_strange_updates = True
    cafe.telegram.world.add_update("channel_post", channel_post)
    cafe.telegram.world.add_update("message", {**channel_post, "chat": group.as_api()})
    cafe.telegram.world.add_update("unheard_of", {"x": 1})
    await converse(olha, [("/start", "Вітаємо")])
    assert [message for message in group.messages if message.is_bots] == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_somebody_who_blocks_the_bot_harms_no_order(cafe: ChatCafe, caplog: pytest.LogCaptureFixture) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await converse(olha, [("/start", "Вітаємо")])
    await olha.block()
    await cafe.in_mini_app(olha).places("latte")
    await taras.sees("№1", "Нове")
    await converse(taras, [("[✅ Прийняти]", "Прийнято"), ("[👩‍🍳 Готується]", "Готується")])
    await olha.send("/menu")
    await olha.unblock()
    await converse(olha, [("/orders", "[№1 · Готується")])
    assert [record for record in caplog.records if record.levelno >= logging.WARNING and "cafe" in record.name] == []


async def test_the_bot_comes_back_by_itself_after_an_outage(cafe: ChatCafe, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "cafe")
    olha = cafe.customer()
    await converse(olha, [("/start", "Вітаємо")])
    cafe.telegram.meet(Fault.HTML)
    await olha.send("lost: taken before the outage, answered into it")
    await _bot_is(cafe.cafe, "waiting for Telegram")
    await olha.send("/menu")
    assert (await _health(cafe))["status"] == "ok"
    assert (await cafe.cafe.guest().places("latte"))["order_number"] == "№1", "the web goes on"
    cafe.telegram.recover()
    await olha.sees("Оберіть розділ")
    assert (await _health(cafe))["bot"] == "running"
    assert sum("the bot waits for Telegram" in record.message for record in caplog.records) == 1


async def _bot_is(cafe: Cafe, state: str) -> None:
    async with asyncio.timeout(10):
        while (await cafe.get("/healthz")).json["bot"] != state:  # noqa: ASYNC110 - seen from outside
            await asyncio.sleep(0.1)


async def _health(cafe: ChatCafe) -> dict[str, str]:
    answer: dict[str, str] = (await cafe.cafe.get("/healthz")).json
    return answer


async def test_a_refused_token_stops_the_bot_with_one_line_and_not_the_web(
    tmp_path: Path, prepared_database: Path, telegram: FakeTelegram, caplog: pytest.LogCaptureFixture
) -> None:
    copy_database(prepared_database, tmp_path / "cafe.db")
    config = config_for(tmp_path, bot_token="43:OTHER", bot_api_url=telegram.url)
    async with open_cafe(config, catalogue=None) as cafe:
        await _bot_is(cafe, "token refused")
        await two_rounds()
        assert (await cafe.get("/healthz")).json["status"] == "ok"
        assert (await cafe.guest().places("latte"))["order_number"] == "№1"
    assert [record.message for record in caplog.records if "CAFE_BOT_TOKEN" in record.message] == [
        "Telegram does not accept CAFE_BOT_TOKEN: the bot is off, everything else goes on"
    ]
    assert len(telegram.calls_of("getMe")) == 1


async def test_flood_control_in_a_conversation_is_waited_out(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    cafe.telegram.meet(Fault.FLOOD, method="sendMessage", seconds=1, times=1)
    await converse(olha, [("/start", "Вітаємо")])


async def test_the_same_conversation_by_webhook(
    tmp_path: Path, prepared_database: Path, telegram: FakeTelegram
) -> None:
    copy_database(prepared_database, tmp_path / "cafe.db")
    async with open_chat_cafe(tmp_path, telegram, bot_mode="webhook") as cafe:
        assert telegram.api.webhook["url"] == f"{cafe.cafe.url}/telegram/webhook"
        olha = telegram.person(501)
        await converse(olha, [*TO_THE_PHONE, *FROM_THE_PHONE])
        assert not telegram.calls_of("getUpdates")


async def test_the_webhook_wants_its_secret(tmp_path: Path, prepared_database: Path, telegram: FakeTelegram) -> None:
    copy_database(prepared_database, tmp_path / "cafe.db")
    async with open_chat_cafe(tmp_path, telegram, bot_mode="webhook") as cafe, aiohttp.ClientSession() as session:
        url = f"{cafe.cafe.url}/telegram/webhook"
        secret = {"X-Telegram-Bot-Api-Secret-Token": telegram.api.webhook["secret_token"]}
        update = {"update_id": 1}
        for headers, body, status in [
            ({}, update, 401),
            ({"X-Telegram-Bot-Api-Secret-Token": "guess"}, update, 401),
            ({"X-Telegram-Bot-Api-Secret-Token": "ї"}, update, 401),
            (secret, update, 200),
            (secret, [1], 400),
            (secret, {"update_id": "x", "message": 5}, 200),
        ]:
            async with session.post(url, json=body, headers=headers) as response:
                assert response.status == status, (headers, body)
        async with session.post(url, data=b"{", headers=secret) as response:
            assert response.status == 400
        no_text = b"POST /telegram/webhook HTTP/1.1\r\nHost: cafe\r\nConnection: close\r\nContent-Length: 0\r\n"
        answer = await cafe.cafe.send_bytes(no_text + b"X-Telegram-Bot-Api-Secret-Token: \xff\xfe\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 401 ")


async def test_when_the_bot_polls_the_webhook_is_shut(cafe: ChatCafe) -> None:
    answer = await cafe.cafe.send("POST", "/telegram/webhook", data=b"{}")
    assert answer.status == 401


async def test_commands_and_the_menu_button_per_language_and_chat(
    tmp_path: Path, prepared_database: Path, telegram: FakeTelegram
) -> None:
    copy_database(prepared_database, tmp_path / "cafe.db")
    async with open_chat_cafe(tmp_path, telegram, base_url="https://cafe.example") as cafe:
        olha, world = cafe.customer(), telegram.world
        await converse(olha, [("/start", "[📱 Відкрити застосунок]")])
        assert olha.link("📱") == "https://cafe.example/webapp/"
        assert [one["command"] for one in world.commands_for(olha.chat, "uk")] == [
            "start", "menu", "cart", "checkout", "orders", "language", "help", "cancel",
        ]  # fmt: skip
        assert world.commands_for(olha.chat, "en")[1]["description"] == "Menu"
        assert world.commands_for(olha.chat, "de")[1]["description"] == "Меню"
        assert [one["command"] for one in world.commands_for(cafe.staff_chat, "uk")] == [
            "orders", "stop", "pause", "resume", "busy", "modes", "walkin", "stock", "refund", "cash", "today", "board",
            "help",
        ]  # fmt: skip
        assert world.default_menu_button["web_app"]["url"] == "https://cafe.example/webapp/"


async def test_two_hundred_customers_in_conversation_at_once(cafe: ChatCafe, caplog: pytest.LogCaptureFixture) -> None:
    people = [cafe.customer(10_000 + number, f"Гість {number}") for number in range(200)]
    turns = [*TO_THE_PHONE, *FROM_THE_PHONE]
    turns[turns.index(("[Оля]", "Ваш номер телефону?"))] = ("[Гість", "Ваш номер телефону?")
    await asyncio.gather(*(converse(person, turns, seconds=60) for person in people))
    assert await cafe.cafe.value("SELECT COUNT(*) FROM orders") == 200
    assert await cafe.cafe.value("SELECT COUNT(DISTINCT customer_id) FROM orders") == 200
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
