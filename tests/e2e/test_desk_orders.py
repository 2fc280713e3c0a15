"""Orders at the desk: finding one, its history, leading it to its end, two people at once, files."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, LOOKS, NARROW, PHONE, Colleague, soon
from tests.e2e.people import Look
from tests.web.sheet_files import read_csv, read_xlsx


def order(house: House, *, telegram: bool = False, **form: Any) -> int:
    async def place() -> int:
        who = house.cafe.person(username="taras") if telegram else house.cafe.guest()
        return int((await who.places("latte", "latte", "croissant", **form))["order_id"])

    return house.do(place())


def number(house: House, order_id: int) -> str:
    found = house.do(house.cafe.value("SELECT sequence_number FROM orders WHERE id = :id", id=order_id))
    return f"№{found}"


def moves(house: House, order_id: int, seen: str, to: str) -> None:
    """Somebody else leads an order on."""

    async def move() -> None:
        desk = await house.cafe.desk("staff", name="Іван")
        answer = await desk.post(f"/api/desk/orders/{order_id}/move", {"seen": seen, "to": to})
        assert answer.status == 200, answer

    house.do(move())


def rows(colleague: Colleague) -> Any:
    return colleague.page.locator(".order-row")


def test_an_order_is_found_by_name_phone_and_number(owner: Colleague) -> None:
    house = owner.house
    wanted = order(house, telegram=True, name="Ґанна Мар’яненко", phone="+380 50 111 22 33")
    order(house, name="Олег", kind="delivery")
    owner.opens("orders")
    expect(rows(owner)).to_have_count(2)
    owner.looks_well("orders")
    box = owner.page.get_by_role("searchbox")
    for text in ("ґан", "мар'ян", "050 111", number(house, wanted)):
        box.fill(text)
        expect(rows(owner)).to_have_count(1)
        expect(rows(owner)).to_contain_text("Ґанна")
    box.press_sequentially(" 0")
    expect(owner.page.locator(".empty")).to_be_visible()
    expect(box).to_have_value(f"{number(house, wanted)} 0")
    owner.looks_well("orders-nothing")
    owner.page.reload()
    expect(owner.page.get_by_role("searchbox")).to_have_value(f"{number(house, wanted)} 0")


def test_filters_are_chips_and_stand_in_the_address(owner: Colleague) -> None:
    house = owner.house
    cancelled, delivery = order(house), order(house, kind="delivery", payment_method="card")
    house.move(cancelled, "cancelled")
    owner.opens("orders")
    owner.page.get_by_role("button", name=owner.says("Скасовані", "Cancelled")).click()
    expect(rows(owner)).to_have_count(1)
    owner.sees(owner.says("1 скасоване", "1 cancelled"))
    owner.page.get_by_role("button", name=owner.says("Усі", "All"), exact=True).click()
    owner.presses(owner.says("Фільтри", "Filters"))
    owner.looks_well("orders-filters")
    dialog = owner.page.locator("#dialog")
    for name in (("Доставка", "Delivery"), ("Картка", "Card"), ("Сьогодні", "Today")):
        dialog.get_by_role("button", name=owner.says(*name)).click()
    expect(dialog.get_by_role("button", name=owner.says("Картка", "Card"))).to_have_attribute("aria-pressed", "true")
    owner.presses(owner.says("Показати", "Show"), within="#dialog")
    expect(rows(owner)).to_have_count(1)
    expect(rows(owner)).to_have_attribute("href", f"#/orders/{delivery}")
    assert "type=delivery&method=card&from=" in owner.page.url
    owner.page.get_by_role("button", name=owner.says("прибрати фільтр", "remove filter")).click()
    assert "from=" not in owner.page.url


def test_an_order_is_led_to_its_end_and_the_history_tells_it(owner: Colleague) -> None:
    house = owner.house
    order_id = order(house, telegram=True)
    owner.opens("orders")
    rows(owner).click()
    page = owner.page
    expect(page.locator("#top h1")).to_contain_text(number(house, order_id))
    owner.looks_well("order")
    owner.presses(owner.says("20 хв", "20 min"))
    owner.is_told(owner.says("Обіцяно за 20 хв", "Promised in 20 min"))
    for uk, en in (("Готується", "Cooking"), ("Готове", "Ready")):
        owner.presses(owner.says(f"Далі: {uk}", f"Next: {en}"))
        owner.is_told(owner.says(uk, en))
    owner.presses(owner.says("Назад: Готується", "Back: Cooking"))
    owner.is_told(owner.says("Готується", "Cooking"))
    owner.presses(owner.says("Гостю: стан", "Customer: status"))
    owner.is_told(owner.says("Надіслано ще раз: гостю в Telegram", "Sent once more to: the customer in Telegram"))
    owner.presses(owner.says("Гостю: стан", "Customer: status"))
    owner.is_told(owner.says("Щойно вже надіслали", "It was sent just now"))
    owner.presses(owner.says("Далі: Готове", "Next: Ready"))
    owner.presses(owner.says("Далі: Видано", "Next: Handed over"))
    owner.sees(owner.says("Як заплатив гість?", "How did the guest pay?"), within="dialog")
    owner.presses(owner.says("Готівка", "Cash"))
    owner.is_told(owner.says("Видано", "Handed over"))
    history = page.locator(".order-history")
    expect(history).to_contain_text(owner.says("Крок назад: Готується", "A step back: Cooking"))
    expect(history).to_contain_text(owner.says("Гостю: «Готується»", "To the customer: “Cooking”"))
    expect(history).to_contain_text("owner at the desk")
    owner.looks_well("order-done")


def test_an_order_is_cancelled_with_a_reason(owner: Colleague) -> None:
    order_id = order(owner.house)
    owner.opens(f"orders/{order_id}")
    owner.presses(owner.says("Скасувати замовлення", "Cancel the order"))
    owner.page.get_by_label(owner.says("Інша причина", "Another reason")).check()
    owner.presses(owner.says("Скасувати замовлення", "Cancel the order"), within="#dialog")
    expect(owner.page.locator("#dialog .field-error")).to_contain_text(owner.says("Заповніть", "Fill"))
    owner.looks_well("order-cancel")
    owner.page.get_by_label(owner.says("Причина", "Reason"), exact=True).fill("Немає світла")
    owner.presses(owner.says("Скасувати замовлення", "Cancel the order"), within="#dialog")
    owner.sees("Немає світла")
    expect(owner.page.locator(".order-status")).to_have_text(owner.says("Скасовано", "Cancelled"))


def test_a_held_card_says_when_it_is_charged(hire: Hire, own_house: House) -> None:
    own_house.configure(hold_payments=True)
    order_id = order(own_house, payment_method="card")
    own_house.do(own_house.bank.pay(list(own_house.bank.invoices)[-1]))
    staff = hire(NARROW, role="staff").opens(f"orders/{order_id}")
    staff.sees("held on the card: taken once you accept")
    staff.sees("The money is held on the card")
    staff.looks_well("order-held")
    staff.presses("Next: Accepted")
    staff.sees("Card, paid")


def test_an_unpaid_card_order_asks_how_it_was_paid(hire: Hire, own_house: House) -> None:
    order_id = order(own_house, payment_method="card")
    own_house.move(order_id, "ready")
    staff = hire(NARROW, role="staff").opens(f"orders/{order_id}")
    staff.presses("Next: Handed over")
    staff.looks_well("order-payment")
    staff.presses("Terminal", within="#dialog")
    staff.is_told("Handed over")
    staff.sees("Paid at the terminal")
    staff.sees("Card, paid")


def test_two_people_at_one_order(hire: Hire, own_house: House) -> None:
    order_id = order(own_house)
    staff = hire(PHONE, role="staff")
    staff.page.route("**/news/stream", lambda route: route.fulfill(status=429))  # the hint comes too late
    staff.opens(f"orders/{order_id}")
    moves(own_house, order_id, "new", "confirmed")
    staff.presses("Далі: Прийнято")
    staff.is_told("Тим часом змінилося: Прийнято (Іван,")
    expect(staff.page.get_by_role("button", name="Далі: Готується")).to_be_visible()


def test_the_staff_see_today_and_no_files(hire: Hire, own_house: House) -> None:
    old, _ = order(own_house, name="Давно"), order(own_house, name="Сьогодні")
    own_house.move(old, "completed")
    own_house.do(own_house.cafe.execute("UPDATE order_events SET created_at = 1 WHERE order_id = :id", id=old))
    staff = hire(PHONE, role="staff").opens("orders")
    expect(rows(staff)).to_have_count(1)
    staff.sees("Відкриті замовлення й усе, що сталося сьогодні")
    expect(staff.page.get_by_role("button", name="XLSX")).to_have_count(0)
    expect(staff.page.locator("#nav a[href*=customers], #nav a[href*=reports], #nav a[href*=history]")).to_have_count(0)
    staff.opens(f"orders/{old}")
    staff.sees("Цього вже немає")


def test_what_was_found_is_taken_along_as_a_file(owner: Colleague) -> None:
    order(owner.house, name="Ґанна")
    order(owner.house, name="Олег")
    owner.opens("orders?text=%D2%91%D0%B0%D0%BD")
    expect(rows(owner)).to_have_count(1)
    for name, read in (("XLSX", read_xlsx), ("CSV", read_csv)):
        with owner.page.expect_download() as waiting:
            owner.presses(name)
        download = waiting.value
        assert re.search(rf" - {owner.says('Замовлення', 'Orders')} - .*\.{name.lower()}$", download.suggested_filename)
        found: Any = read(download.path().read_bytes())
        table = found if name == "CSV" else found[owner.says("Замовлення", "Orders")]
        assert len(table) == 2


def test_pages_are_added_at_the_end(hire: Hire, own_house: House) -> None:
    order_id = order(own_house)
    own_house.do(
        own_house.cafe.execute(
            "WITH RECURSIVE numbers (n) AS (SELECT 100 UNION ALL SELECT n + 1 FROM numbers WHERE n < 160) "
            "INSERT INTO orders (sequence_number, customer_id, order_type, status, payment_method, payment_status, "
            "items_total, delivery_fee, discount_amount, promo_discount_amount, total, name, phone, phone_key, "
            "search_key, created_at) SELECT n, customer_id, order_type, 'completed', payment_method, payment_status, "
            "items_total, 0, 0, 0, total, name, phone, phone_key, search_key, created_at - n FROM orders, numbers "
            "WHERE orders.id = :id",
            id=order_id,
        )
    )
    owner = hire(LAPTOP).opens("orders")
    expect(rows(owner)).to_have_count(50)
    owner.sees("62 orders")
    owner.presses("Show more")
    expect(rows(owner)).to_have_count(62)
    expect(owner.page.get_by_role("button", name="Show more")).to_have_count(0)


@pytest.mark.parametrize("look", [*LOOKS, NARROW], ids=str)
def test_an_order_whose_payment_went_back_is_handed_out_for_nothing(hire: Hire, own_house: House, look: Look) -> None:
    cafe, order_id = own_house.cafe, order(own_house, payment_method="card")
    own_house.do(cafe.moves_order(order_id, "ready"))
    own_house.do(cafe.notes_payment(order_id, "card"))
    own_house.do(
        cafe.execute(
            "INSERT INTO refunds (order_id, number, payment_id, way, reference, amount, currency, state, created_at) "
            "SELECT order_id, 1, id, 'cabinet', 'r', amount, 'UAH', 'done', 1 FROM payments"
        )
    )
    owner = hire(look).opens(f"orders/{order_id}")
    owner.presses(owner.says("Далі: Видано", "Next: Handed over"))
    told = owner.says("Оплата цього замовлення повернулася гостю.", "The payment of this order went back to the guest.")
    owner.sees(told, within="dialog")
    owner.looks_well("order-given-back")
    owner.presses(owner.says("Нічого не брали", "Nothing was taken"))
    soon(lambda: own_house.do(cafe.value("SELECT status FROM orders")), "completed")
    assert own_house.do(cafe.value("SELECT COUNT(*) FROM payments")) == 1


def test_a_narrow_phone(hire: Hire, own_house: House) -> None:
    name = "Олександра-Вікторія Нечуй-Левицька-Старицька"
    form = {"address_street": "вулиця Академіка Володимира Вернадського", "address_comment": "код 12\nтретій поверх"}
    order_id = order(own_house, telegram=True, kind="delivery", name=name, **form)
    own_house.do(
        own_house.cafe.execute(
            "INSERT INTO money_to_return (order_id, amount, currency, reason, created_at) "
            "VALUES (:id, 8550, 'UAH', 'second', 1781514000)",
            id=order_id,
        )
    )
    owner = hire(NARROW).opens("orders").opens("orders")
    owner.looks_well("orders-narrow")
    owner.opens(f"orders/{order_id}")
    owner.sees("To return: ₴85.50")
    owner.looks_well("order-narrow")


@pytest.mark.parametrize("look", [*LOOKS, NARROW], ids=str)
def test_who_follows_an_order_is_told_once_more(hire: Hire, own_house: House, look: Look) -> None:
    order_id = order(own_house)
    now = int(own_house.cafe.clock.now().timestamp())  # those of long ago are tidied away
    for table, columns in (
        ("order_followers", "(order_id, customer_id, created_at) VALUES (:id, 901, :now)"),
        ("order_followers", "(order_id, customer_id, created_at) VALUES (:id, 902, :now)"),
        (
            "push_subscriptions",
            "(order_id, endpoint, p256dh, auth, locale, created_at) VALUES (:id, 'x', 'k', 'a', 'uk', :now)",
        ),
    ):
        own_house.do(own_house.cafe.execute(f"INSERT INTO {table} {columns}", id=order_id, now=now))
    owner = hire(look).opens(f"orders/{order_id}")
    whom = owner.says(
        "2 людям, що стежать у Telegram, у 1 браузер гостя", "2 followers in Telegram, 1 of the guest’s browsers"
    )
    owner.sees(owner.says(f"Стан надійде: {whom}", f"The status goes to: {whom}"))
    owner.looks_well("order-followed")
    owner.presses(owner.says("Гостю: стан", "Customer: status"))
    owner.is_told(owner.says(f"Надіслано ще раз: {whom}", f"Sent once more to: {whom}"))
