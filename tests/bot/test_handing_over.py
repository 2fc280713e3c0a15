"""Handing an order over: the code or the photo that the cafe asks for, where the courier is, words through the cafe."""

from typing import Any

import pytest

from cafe.core.delivery.couriers.window import door_window
from cafe.core.money.payments.facts import CounterPayment
from tests.bot.conversation import ChatCafe, converse, eventually
from tests.bot.test_couriers import IVAN, courier, member, order_of, place, to_kitchen
from tests.fakes.telegram.people import Seat


async def on_way(cafe: ChatCafe, guest: Seat, **changes: Any) -> int:
    """An order of 350 ₴ that Mykola has taken out."""
    placed = await place(cafe, guest, **changes)
    await to_kitchen(cafe, placed["order_id"], is_ready=True)
    couriers, mykola = cafe.cafe.app.services.couriers, await member(cafe)
    await couriers.take(placed["order_id"], mykola)
    await couriers.leave(placed["order_id"], mykola)
    return int(placed["order_id"])


async def details(cafe: ChatCafe, guest: Seat, order_id: int) -> Any:
    return (await cafe.in_mini_app(guest).get(f"/api/orders/{order_id}/details")).json


async def test_the_guest_reads_four_digits_out(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(handover_proof="code")
    olha, mykola = cafe.customer(), await courier(cafe)
    order_id = await on_way(cafe, olha)
    code = (await details(cafe, olha, order_id))["delivery"]["code"]
    assert (len(code), code.isdecimal()) == (4, True)
    await mykola.sees("№1", "у дорозі")
    await converse(mykola, [("[✅ Передав · 350 ₴ готівкою]", "Які 4 цифри назве гість?")])
    wrong = "0000" if code != "0000" else "1111"
    await converse(mykola, [("код", "Які 4 цифри"), (wrong, "Це не ті цифри"), (code, "№1 передано")])
    assert (await order_of(cafe, olha))["status"] == "completed"
    assert await cafe.cafe.rows("SELECT proof, wrong_codes FROM deliveries") == [{"proof": "code", "wrong_codes": 1}]
    assert "delivery" not in await details(cafe, olha, order_id)


async def test_whoever_brings_it_the_code_stays(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(handover_proof="code")
    olha, _, _ = cafe.customer(), await courier(cafe), await courier(cafe, IVAN, "Іван")
    order_id = await on_way(cafe, olha)
    code = (await details(cafe, olha, order_id))["delivery"]["code"]
    await cafe.cafe.app.services.couriers.assign(order_id, (await member(cafe, IVAN)).id, "Тарас")
    assert (await details(cafe, olha, order_id))["delivery"]["code"] == code


async def test_after_five_wrong_codes_only_the_staff_can_tell(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(handover_proof="code")
    olha, mykola, taras = cafe.customer(), await courier(cafe), cafe.staff()
    order_id = await on_way(cafe, olha)
    code = (await details(cafe, olha, order_id))["delivery"]["code"]
    await mykola.sees("№1", "у дорозі")
    await converse(mykola, [("[✅ Передав · 350 ₴ готівкою]", "Які 4 цифри")])
    wrong = "0000" if code != "0000" else "1111"
    await converse(mykola, [*[(wrong, "Це не ті цифри")] * 5, (code, "Забагато помилок"), ("-", "№1 передано")])
    await taras.sees("№1", "Микола Бондар передає замовлення без коду чи фото")
    assert await cafe.cafe.rows("SELECT proof FROM deliveries") == [{"proof": "missing"}]


async def test_a_photo_goes_to_the_staff(cafe: ChatCafe) -> None:
    await cafe.cafe.configure(handover_proof="photo")
    olha, mykola, taras = cafe.customer(), await courier(cafe), cafe.staff()
    order_id = await on_way(cafe, olha)
    assert "code" not in (await details(cafe, olha, order_id))["delivery"]
    await mykola.sees("№1", "у дорозі")
    await converse(
        mykola,
        [("[✅ Передав · 350 ₴ готівкою]", "Надішліть у відповідь фото"), ("1234", "Надішліть у відповідь фото")],
    )
    await mykola.send_photo()
    await mykola.sees("№1 передано")
    photo = await taras.sees("📷 №1: так Микола Бондар передає замовлення")
    assert photo.photo


async def test_the_dot_is_there_only_on_the_way(cafe: ChatCafe) -> None:
    olha, mykola = cafe.customer(), await courier(cafe)
    message = await mykola.share_location(50.45, 30.52)
    await mykola.sees("бачить на сторінці, де ви")
    assert await cafe.cafe.rows("SELECT place FROM courier_points") == []
    order_id = await on_way(cafe, olha)
    await cafe.cafe.execute("UPDATE orders SET pin = '50.448200,30.522100'")
    assert "place" not in (await details(cafe, olha, order_id))["delivery"]
    await mykola.moves(message, 50.451, 30.521)

    async def is_seen() -> bool:
        return "place" in (await details(cafe, olha, order_id))["delivery"]

    await eventually(is_seen)
    seen = (await details(cafe, olha, order_id))["delivery"]
    assert (seen["place"]["lat"], seen["place"]["lon"]) == (50.451, 30.521)
    assert seen["home"] == {"lat": 50.4482, "lon": 30.5221}
    cafe.cafe.clock.advance(minutes=4)
    assert "place" not in (await details(cafe, olha, order_id))["delivery"], "where somebody was is no news"
    await cafe.cafe.app.services.couriers.hand_over(order_id, await member(cafe), CounterPayment.CASH)
    assert await cafe.cafe.rows("SELECT place FROM courier_points") == []


async def test_words_through_the_cafe(cafe: ChatCafe) -> None:
    olha, mykola = cafe.customer(), await courier(cafe)
    await converse(olha, [("/start", "Меню")])
    order_id = await on_way(cafe, olha)
    page = cafe.in_mini_app(olha)
    path = f"/api/orders/{order_id}/words"
    answer = await page.post(path, {"text": " Домофон не працює "})
    assert (answer.status, answer.json["delivery"]["words"][0]["text"]) == (200, "Домофон не працює")
    await mykola.sees("💬 №1, гість: Домофон не працює", "[💬 Відповісти]")
    await converse(mykola, [("[💬 Відповісти]", "Що написати гостю?"), ("Спускайтеся", "гість це прочитає")])
    await olha.sees("💬 №1, Микола: Спускайтеся")
    words = (await details(cafe, olha, order_id))["delivery"]["words"]
    assert [(each["by"], each["text"]) for each in words] == [
        ("guest", "Домофон не працює"),
        ("courier", "Спускайтеся"),
    ]
    for text in ("", "   ", None, 5, "ж" * 201):
        refused = await page.post(path, {"text": text})
        assert (refused.status, refused.json["error"]) == (409, "courier_bad_words")
    for _ in range(19):
        assert (await page.post(path, {"text": "Ще"})).status == 200
    assert (await page.post(path, {"text": "Ще"})).json["error"] == "courier_many_words"
    stranger = await cafe.in_mini_app(cafe.customer(777, "Чужа")).post(path, {"text": "Де ви?"})
    assert stranger.status == 404


async def test_nobody_to_write_to(cafe: ChatCafe) -> None:
    olha = cafe.customer()
    placed = await place(cafe, olha)
    refused = await cafe.in_mini_app(olha).post(f"/api/orders/{placed['order_id']}/words", {"text": "Де ви?"})
    assert (refused.status, refused.json["error"]) == (409, "courier_none")
    assert "ніхто не везе" in refused.json["message"]


HOUR = 3_600


@pytest.mark.parametrize(
    ("ways", "now", "begins", "ends", "is_over"),
    [
        ([], 0, 1_200, 2_700, False),  # 70 and 140 % of half an hour
        ([600] * 4, 0, 1_200, 2_700, False),  # too few to tell
        ([600, 900, 1_200, 1_500, 9_000], 0, 600, 9_000, False),
        ([600] * 20 + [3_000], 0, 600, 900, False),
        ([], 2_000, 1_800, 2_700, False),
        ([], 2_650, 2_400, 2_700, False),
        ([], 2_800, 2_700, 3_000, True),
    ],
)
def test_the_window_is_told_by_the_latest_deliveries(
    ways: list[int], now: int, begins: int, ends: int, *, is_over: bool
) -> None:
    window = door_window(HOUR * 10, ways, 1_800, HOUR * 10 + now)
    assert (window.begins - HOUR * 10, window.ends - HOUR * 10, window.is_over) == (begins, ends, is_over)
