"""One latte as people order it, by chat: whoever looks at it, wherever, reads the same words and the same price."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.bot.conversation import ChatCafe, Turn, converse, open_chat_cafe
from tests.bot.options_chat import offer_options
from tests.conftest import copy_database
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.monobank import FakeMonobank
from tests.fakes.telegram import FakeTelegram

LATTE_UK, LATTE_EN = "Лате (400 мл, вівсяне, шот еспресо ×2)", "Latte (400 ml, oat, espresso shot ×2)"


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with their language, and what their conversation looks like in it."""

    name: str
    language: str
    latte: str
    options: Sequence[str]
    note: str
    choosing: Sequence[Turn]
    cart: Turn
    to_the_summary: Sequence[Turn]
    summary: Turn
    confirming: Turn
    order: Turn
    receipt: str
    repeat: Turn


OLHA = Guest(
    name="Оля",
    language="uk",
    latte=LATTE_UK,
    options=["400 мл", "Вівсяне", "Шот еспресо"],
    note="не дуже гаряче",
    choosing=[
        ("/menu", "Меню"),
        ("[Кава]", "Лате"),
        ("[Лате", "Розмір (оберіть одне): 300 мл"),
        ("[⚙️", "[⚪️ 400 мл"),
        ("[⚪️ 400 мл", "[➕ У кошик · 100 ₴]"),
        ("[⚪️ Вівсяне", "[➕ У кошик · 120 ₴]"),
        ("[⬜️ Шот", "[➕ У кошик · 145 ₴]"),
        ("[➕]", "[➕ У кошик · 170 ₴]"),
        ("[💬 Побажання]", "Напишіть побажання"),
        ("не дуже гаряче", "[➕ У кошик · 170 ₴]"),
        ("[➕ У кошик", "(У кошику: 1 на 170 ₴)"),
    ],
    cart=("/cart", f"{LATTE_UK} — 1 × 170 = 170 ₴\n   💬 не дуже гаряче", "Разом: 170 ₴"),
    to_the_summary=[
        ("[✅ Оформити замовлення]", "отримати"),
        ("[🍽 У закладі]", "звати"),
        ("[Оля]", "номер"),
        ("0501112233", "столика"),
        ("7", "заплатите"),
    ],
    summary=("[💳 Картка]", f"1 × {LATTE_UK} — 170 ₴\n   💬 не дуже гаряче", "Разом: 170 ₴"),
    confirming=("[✅ Підтвердити · 170 ₴]", "№1 отримано!", f"1 × {LATTE_UK} — 170 ₴\n   💬 не дуже гаряче"),
    order=("[№1", "Замовлення №1", f"1 × {LATTE_UK} — 170 ₴\n   💬 не дуже гаряче"),
    receipt="🧾 Відкрити чек",
    repeat=("[🔁 Повторити]", f"{LATTE_UK} — 1 × 170 = 170 ₴\n   💬 не дуже гаряче"),
)
JOHN = Guest(
    name="John",
    language="en",
    latte=LATTE_EN,
    options=["400 ml", "Oat", "Espresso shot"],
    note="not too hot",
    choosing=[
        ("/menu", "Choose a section"),
        ("[Coffee]", "Latte"),
        ("[Latte", "Size (choose one): 300 ml"),
        ("[⚙️", "[⚪️ 400 ml"),
        ("[⚪️ 400 ml", "[➕ Add to cart · ₴100]"),
        ("[⚪️ Oat", "[➕ Add to cart · ₴120]"),
        ("[⬜️ Espresso shot", "[➕ Add to cart · ₴145]"),
        ("[➕]", "[➕ Add to cart · ₴170]"),
        ("[💬 Note]", "Write a note"),
        ("not too hot", "[➕ Add to cart · ₴170]"),
        ("[➕ Add to cart", "(In the cart: 1 for ₴170)"),
    ],
    cart=("/cart", f"{LATTE_EN} — 1 × 170 = ₴170\n   💬 not too hot", "Total: ₴170"),
    to_the_summary=[
        ("[✅ Checkout]", "How would you like"),
        ("[🍽 Dine in]", "name"),
        ("[John]", "phone"),
        ("0501112233", "table"),
        ("7", "How will you pay?"),
    ],
    summary=("[💳 Card]", f"1 × {LATTE_EN} — ₴170\n   💬 not too hot", "Total: ₴170"),
    confirming=("[✅ Confirm · ₴170]", "№1 received!", f"1 × {LATTE_EN} — ₴170\n   💬 not too hot"),
    order=("[№1", "Order №1", f"1 × {LATTE_EN} — ₴170\n   💬 not too hot"),
    receipt="🧾 Open the receipt",
    repeat=("[🔁 Repeat]", f"{LATTE_EN} — 1 × 170 = ₴170\n   💬 not too hot"),
)


@pytest.fixture
async def cafe(
    tmp_path: Path, prepared_database: Path, telegram: FakeTelegram, bank: FakeMonobank, fiscal: FakeCheckbox
) -> AsyncIterator[ChatCafe]:
    """The cafe whose dishes have options, with an account at the bank and a licence for receipts."""
    copy_database(prepared_database, tmp_path / "cafe.db")
    async with open_chat_cafe(
        tmp_path,
        telegram,
        monobank_token=bank.token,
        monobank_api_url=bank.base_url,
        checkbox_license_key=fiscal.license_key,
        checkbox_pin=fiscal.pin,
        checkbox_api_url=fiscal.base_url,
    ) as running_cafe:
        await offer_options(running_cafe)
        yield running_cafe


@pytest.mark.parametrize("guest", [OLHA, JOHN], ids=["uk", "en"])
async def test_one_line_everywhere(cafe: ChatCafe, bank: FakeMonobank, fiscal: FakeCheckbox, guest: Guest) -> None:
    seat, taras = cafe.customer(name=guest.name, language=guest.language), cafe.staff()
    visitor = cafe.in_mini_app(seat)

    # The cart, in the chat and in the mini-app; the checkout's summary; the order as it is confirmed.
    await converse(seat, [*guest.choosing, guest.cart])
    [item] = (await visitor.cart()).json["items"]
    assert (item["name"], item["price"], item["note"]) == (guest.latte, 170, guest.note)
    await converse(seat, [*guest.to_the_summary, guest.summary, guest.confirming])

    # The staff's card, in Ukrainian; the kitchen reads the note.
    await taras.sees("№1 · 🍽 У закладі · Нове", f"1 × {LATTE_UK} — 170 ₴\n   💬 {guest.note}", "Разом: 170 ₴")

    # The customer's orders.
    [order] = await visitor.sees_orders()
    assert order["items"] == [
        {"name": guest.latte, "quantity": 1, "price": 170, "options": guest.options, "note": guest.note}
    ]

    # Tracking tells whoever has the link the choice, not the note.
    token = await cafe.cafe.value("SELECT tracking_token FROM orders")
    tracked = (await cafe.cafe.get(f"/api/checkout/track/{token}")).json
    assert tracked["items"] == [{"name": guest.latte, "quantity": 1, "price": 170, "options": guest.options}]
    for user_id, language, latte in ((901, "uk", LATTE_UK), (902, "en", LATTE_EN)):
        stranger = cafe.customer(user_id, "Хтось", language)
        await converse(stranger, [(f"/start track_{token}", f"1 × {latte} — ", "170")])
        assert guest.note not in stranger.last.picture

    # The bank's page and the fiscal receipt, in Ukrainian; neither is told what was said to the kitchen.
    [invoice] = bank.invoices.values()
    [line] = invoice.basket
    assert (line["name"], line["qty"], line["total"], invoice.amount) == (LATTE_UK, 1, 170_00, 170_00)
    await bank.pay(invoice.id)
    await seat.sees(guest.receipt, "№1")
    [receipt] = fiscal.receipts.values()
    [sold] = receipt.sold["goods"]
    assert (sold["good"]["name"], sold["good"]["price"], receipt.total) == (LATTE_UK, 170_00, 170_00)
    assert guest.note not in f"{invoice} {receipt}"

    # The day in figures, and the order once more.
    await converse(taras, [("/today", "Найпопулярніше\nЛате — 1")])
    await converse(seat, [("/orders", "[№1"), guest.order, guest.repeat])
    [again] = (await visitor.cart()).json["items"]
    assert again == {**item, "line_id": again["line_id"]}
