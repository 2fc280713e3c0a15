"""The kitchen screen in a browser: a tablet on the wall, wet fingers, and Wi-Fi that comes and goes."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.people.staff.model import StaffMember
from tests.e2e.axe import violations
from tests.e2e.house import DEMO, JUNE, House, open_house
from tests.e2e.kitchen import Tablet, fill, place, rush, tablet

Hang = Callable[..., Tablet]

STOP_READING = """() => {
  const ask = fetch;
  window.fetch = (path, ...more) => (path === "/api/board" ? new Promise(() => {}) : ask(path, ...more));
}"""
"""From now on the screen hears of nothing but the answers to its own presses."""


@pytest.fixture(scope="module")
def kitchen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A cafe with choices and notes, for all tests here."""
    with open_house(tmp_path_factory.mktemp("kitchen"), DEMO) as opened:
        yield opened


@pytest.fixture
def hang(browser: Browser, kitchen: House) -> Iterator[Hang]:
    """Hang a tablet on the wall."""
    with ExitStack() as stack:

        def hang_one(house: House | None = None, **circumstances: Any) -> Tablet:
            return stack.enter_context(tablet(browser, house or kitchen, **circumstances))

        yield hang_one


def test_pairing_and_the_start_of_a_shift(hang: Hang) -> None:
    screen = hang().opens()
    page = screen.page
    page.get_by_label("Код").fill("1111 1111")
    page.get_by_role("button", name="Під’єднати").click()
    expect(page.get_by_role("alert").filter(has_text="Код неправильний")).to_be_visible()
    screen.pairs("Бар")
    page.get_by_role("button", name="Почати зміну").click()
    expect(page.locator(".mute")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Станція: усе")).to_be_visible()
    expect(page.get_by_role("button", name="Почати зміну")).to_have_count(0)
    page.get_by_role("button", name="Налаштування").click()
    expect(page.get_by_text("Цей планшет: Бар")).to_be_visible()


def test_pairing_by_a_link(hang: Hang, kitchen: House) -> None:
    screen = hang()
    page = screen.page
    page.goto(f"{kitchen.url}/board/#pair=too-old-a-link-to-count")
    page.get_by_role("button", name="Під’єднати").click()
    expect(page.get_by_role("alert").filter(has_text="Код неправильний")).to_be_visible()
    expect(page.get_by_label("Код")).to_be_visible()
    code = kitchen.do(kitchen.cafe.app.services.devices.issue_code("Бар"))
    page.goto(f"{kitchen.url}/menu/")
    page.goto(f"{kitchen.url}/board/#pair={code.token}")
    page.get_by_role("button", name="Під’єднати").click()
    expect(page.get_by_role("button", name="Почати зміну")).to_be_visible()
    assert page.url == f"{kitchen.url}/board/"


def test_an_order_comes_by_itself_rings_and_goes_its_way(hang: Hang, kitchen: House) -> None:
    screen = hang()
    screen.page.clock.install()
    screen.starts("Кухня")
    assert not screen.is_ringing()
    order_id = place(kitchen, "latte", table_number="7")
    card = screen.sees(order_id, "new")
    expect(card).to_contain_text("Столик 7")
    expect(card).to_contain_text("Олена")
    expect(card.locator(".line")).to_contain_text("🥛 Молоко")
    assert screen.is_ringing()
    screen.page.locator("#top h1").click()
    assert not screen.is_ringing()
    screen.page.reload()
    screen.sees(order_id, "new")
    assert not screen.is_ringing(), "somebody has noticed it"
    screen.steps(order_id, "Прийняти")
    card = screen.sees(order_id, "cooking")
    expect(card.get_by_role("button", name=re.compile("Крок назад"))).to_be_visible()
    expect(card.locator(".step")).to_have_text("Готувати")
    kitchen.move(order_id, "cooking")
    expect(card.locator(".step")).to_have_text("Готово")
    screen.page.clock.fast_forward(1000)  # a second tap at once would count as the first
    screen.steps(order_id, "Готово")
    screen.sees(order_id, "ready")
    actors = kitchen.do(kitchen.cafe.rows("SELECT DISTINCT actor FROM order_events WHERE kind = 'status'"))
    assert actors == [{"actor": "Кухня"}]


def test_a_double_tap_is_one_step(hang: Hang, kitchen: House) -> None:
    screen = hang().starts()
    sent: list[str] = []
    screen.page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/move") else None)
    order_id = place(kitchen, "espresso")
    screen.sees(order_id, "new").locator(".step").dblclick()
    expect(screen.sees(order_id, "cooking").locator(".step")).to_have_text("Готувати")
    assert len(sent) == 1


def test_a_step_by_keys_keeps_the_place(hang: Hang, kitchen: House) -> None:
    screen = hang().starts()
    order_id = place(kitchen, "espresso")
    screen.sees(order_id, "new").locator(".step").press("Enter")
    expect(screen.sees(order_id, "cooking").locator(".step")).to_be_focused()


def test_lines_done_one_by_one_on_both_screens(hang: Hang, kitchen: House) -> None:
    screen, other = hang().starts(), hang(width=390, height=844).starts("Бар")
    order_id = place(kitchen, "espresso", "croissant")
    espresso, croissant = (screen.card(order_id).locator(".line", has_text=name) for name in ("Еспресо", "Круасан"))
    expect(screen.page.locator("#pieces")).to_contain_text("Круасан × 1")
    croissant.click()
    expect(croissant).to_have_attribute("aria-pressed", "true")
    expect(espresso).to_have_attribute("aria-pressed", "false")
    expect(screen.page.locator("#pieces")).not_to_contain_text("Круасан")
    expect(other.card(order_id).locator(".line", has_text="Круасан")).to_have_attribute("aria-pressed", "true")
    other.card(order_id).locator(".line", has_text="Круасан").click()
    expect(croissant).to_have_attribute("aria-pressed", "false")


SIDEWAYS = """() => [...document.querySelectorAll("body, body *")]
  .filter((each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowX))
  .filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => `${each.tagName} ${each.id} ${each.className}: ${each.scrollWidth} in ${each.clientWidth}`)"""
CUT_BUTTONS = """() => [...document.querySelectorAll("button")].filter((each) => {
  if (!each.checkVisibility()) return false;
  const { left, right, width, height } = each.getBoundingClientRect();
  const boxes = [];
  for (let box = each.parentElement; box; box = box.parentElement) boxes.push(box.getBoundingClientRect());
  const isOutside = boxes.some((box) => left < box.left - 0.5 || right > box.right + 0.5);
  return isOutside || width < 44 || height < 44 || each.scrollWidth > each.clientWidth;
}).map((each) => each.outerHTML)"""


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (800, 1280), (1280, 800), (390, 844)])
def test_in_a_rush_every_button_is_whole_and_nothing_scrolls_sideways(
    hang: Hang, tmp_path: Path, width: int, height: int
) -> None:
    with open_house(tmp_path, DEMO, at=JUNE) as house:
        rush(house, house.set_clock(15, 12, 0))
        screen = hang(house, width=width, height=height).starts()
        page = screen.page
        expect(page.locator(".card")).to_have_count(18)
        stepped = screen.column("ready").locator(".card").first
        house.move(int(stepped.get_attribute("data-id") or ""), "completed")
        expect(page.locator(".card")).to_have_count(17)
        for opened in (None, "Останні", "Станція: усе", "Стоп, паузи", "Усе про замовлення"):
            if opened:
                page.get_by_role("button", name=opened).first.click()
                expect(page.locator("dialog [aria-busy=true]")).to_have_count(0)
            assert page.evaluate(SIDEWAYS) == []
            assert page.evaluate(CUT_BUTTONS) == []
            assert violations(page) == []
            page.keyboard.press("Escape")
        if width > 700:
            tops = page.evaluate(
                "['new', 'cooking', 'ready'].map(name => document.querySelector(`.column.${name}`))"
                ".map(each => each.getBoundingClientRect().left)"
            )
            assert len(set(tops)) == 3, "what is new, to be made and ready stand side by side"


def test_before_the_shift_nothing_is_wrong_for_those_who_hear_the_screen(hang: Hang) -> None:
    screen = hang().opens()
    expect(screen.page.get_by_label("Код")).to_be_visible()
    assert violations(screen.page) == []
    screen.pairs()
    expect(screen.page.get_by_role("button", name="Почати зміну")).to_be_visible()
    assert violations(screen.page) == []


def chooses_station(screen: Tablet, name: str) -> None:
    screen.page.get_by_role("button", name=re.compile("^Станція|станці")).click()
    screen.page.get_by_role("dialog").get_by_role("button", name=re.compile(f"{name}$")).click()
    screen.page.keyboard.press("Escape")


def test_a_station_sees_its_own_lines_also_after_a_reload(hang: Hang, kitchen: House) -> None:
    screen = hang().starts()
    both, desserts = place(kitchen, "espresso", "cheesecake"), place(kitchen, "napoleon")
    screen.sees(desserts, "new")
    chooses_station(screen, "Кава")
    for _ in range(2):
        expect(screen.card(both).locator(".line")).to_have_count(1)
        expect(screen.card(both)).to_contain_text("ще 1 позиція на інших станціях")
        expect(screen.card(desserts)).to_have_count(0)
        expect(screen.page.locator("#pieces")).not_to_contain_text("Чизкейк")
        screen.page.reload()
    other = place(kitchen, "medivnyk")
    mine = place(kitchen, "americano")
    screen.sees(mine, "new")
    assert screen.is_ringing()
    screen.page.locator("#top h1").click()
    kitchen.move(mine, "completed")
    expect(screen.card(mine)).to_have_count(0)
    assert not screen.is_ringing(), "what others make rings with them"
    chooses_station(screen, "Десерти")
    screen.sees(desserts, "new")
    screen.sees(other, "new")
    chooses_station(screen, "Кава")
    expect(screen.card(both).locator(".line")).to_contain_text("Чизкейк")
    chooses_station(screen, "усе")
    expect(screen.card(both).locator(".line")).to_have_count(2)


SPILLED = """dialog => [...dialog.querySelectorAll("button")].filter(
  (each) => each.getBoundingClientRect().right > dialog.getBoundingClientRect().right).length"""


def test_the_latest_can_be_called_back(hang: Hang, kitchen: House) -> None:
    screen = hang().starts()
    order_id = place(kitchen, "espresso")
    kitchen.move(order_id, "cooking")
    expect(screen.card(order_id).locator(".step")).to_have_text("Готово")
    screen.steps(order_id, "Готово")
    screen.sees(order_id, "ready")
    screen.page.get_by_role("button", name="Останні").click()
    number = screen.card(order_id).locator("h3").inner_text()
    assert screen.page.get_by_role("dialog").evaluate(SPILLED) == 0
    screen.page.get_by_role("dialog").get_by_role("button", name=f"Крок назад: замовлення {number}", exact=True).click()
    screen.page.keyboard.press("Escape")
    screen.sees(order_id, "cooking")


def test_a_held_card_is_told_apart_from_an_unpaid_one(hang: Hang, kitchen: House) -> None:
    with kitchen.configured(hold_payments=True):
        screen = hang().starts()
        order_id = place(kitchen, "espresso", payment_method="card")
        kitchen.do(kitchen.bank.pay(list(kitchen.bank.invoices)[-1]))
        card = screen.sees(order_id, "new")
        expect(card).to_contain_text("заблоковано на картці")
        expect(card).not_to_contain_text("не оплачено")
        screen.steps(order_id, "Прийняти")
        expect(screen.sees(order_id, "cooking")).not_to_contain_text("заблоковано")


@pytest.mark.parametrize(("method", "told"), [("card", "не оплачено"), ("cash", "взяти готівкою")])
def test_an_unpaid_order_asks_how_it_was_paid(hang: Hang, kitchen: House, method: str, told: str) -> None:
    screen = hang().starts()
    order_id = place(kitchen, "espresso", payment_method=method)
    kitchen.move(order_id, "ready")
    card = screen.sees(order_id, "ready")
    expect(card).to_contain_text(told)
    screen.steps(order_id, "Подано")
    dialog = screen.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Як заплатив гість?")
    dialog.get_by_role("button", name="Термінал").click()
    expect(dialog).to_be_hidden()
    expect(card).to_have_count(0)
    paid = kitchen.do(kitchen.cafe.value("SELECT payment_status FROM orders WHERE id = :id", id=order_id))
    assert paid == "paid"


def test_the_change_to_give_stands_on_the_card_and_in_the_question(hang: Hang, kitchen: House) -> None:
    screen = hang().starts()
    kitchen.do(kitchen.cafe.configure(min_delivery_order_amount=0))
    order_id = place(kitchen, "espresso", kind="delivery", cash_change_for=500)
    total = kitchen.do(kitchen.cafe.value("SELECT total FROM orders WHERE id = :id", id=order_id))
    change = f"Решта з 500 ₴: {500 - total} ₴"
    kitchen.move(order_id, "courier")
    expect(screen.sees(order_id, "ready").locator(".money")).to_contain_text(f"{total} ₴ взяти готівкою{change}")
    screen.steps(order_id, "Доставлено")
    dialog = screen.page.get_by_role("dialog")
    expect(dialog).to_contain_text(change)
    dialog.get_by_role("button", name="Готівка").click()
    expect(screen.card(order_id)).to_have_count(0)
    screen.page.get_by_role("button", name="Останні").click()
    row = dialog.locator(f"[data-key=r{order_id}]")
    row.get_by_role("button", name="Крок назад").click()
    expect(screen.sees(order_id, "ready").locator(".money")).to_contain_text("взяти готівкою")


def test_phone_and_address_at_a_tap(hang: Hang, kitchen: House) -> None:
    screen = hang().starts()
    kitchen.do(kitchen.cafe.configure(min_delivery_order_amount=0))
    address = {"address_house": "5", "address_apartment": "14", "address_comment": "Код 22", "phone": "067 123-45-67"}
    order_id = place(kitchen, "espresso", kind="delivery", **address)
    card = screen.sees(order_id, "new")
    expect(card).not_to_contain_text("067")
    card.get_by_role("button", name="Усе про замовлення").click()
    dialog = screen.page.get_by_role("dialog")
    expect(dialog.get_by_role("link", name="067 123-45-67")).to_have_attribute("href", "tel:0671234567")
    place_link = dialog.get_by_role("link", name="Київ, Хрещатик, 5, кв. 14")
    expect(place_link).to_have_attribute("href", re.compile(r"^https://www\.google\.com/maps/search/\?api=1&query="))
    expect(dialog).to_contain_text("Код 22")
    screen.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog.get_by_role("button", name="Копіювати телефон").click()
    expect(screen.page.locator("#toast")).to_contain_text("Скопійовано")
    assert screen.page.evaluate("navigator.clipboard.readText()") == "067 123-45-67"
    assert violations(screen.page) == []


def test_an_order_is_changed_at_the_screen(hang: Hang, kitchen: House) -> None:
    screen = hang().starts()
    order_id = place(kitchen, "borshch", "latte", "latte")
    card = screen.sees(order_id, "new")
    card.get_by_role("button", name="Усе про замовлення").click()
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Змінити замовлення").click()
    dialog.get_by_role("button", name="Менше: Лате").click()
    expect(dialog.locator("[data-key=outcome]")).to_contain_text("Разом")
    assert violations(screen.page) == []
    dialog.get_by_role("button", name="Зберегти").click()
    expect(screen.page.locator("#toast")).to_contain_text("Замовлення змінено")
    expect(dialog).to_be_hidden()
    expect(card.locator("li")).to_have_count(2)
    expect(card).to_contain_text("280 ₴")


def test_stops_and_pauses_on_two_screens(hang: Hang, own_house: House) -> None:
    screen, other = hang(own_house).starts("Кухня"), hang(own_house, width=390, height=844).starts("Бар")
    screen.page.get_by_role("button", name="Стоп, паузи").click()
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Доставка").click()
    dialog.get_by_role("button", name="30 хв", exact=True).click()
    expect(other.page.get_by_role("button", name=re.compile("Пауза. Доставка: до"))).to_be_visible()
    assert other.page.evaluate(SIDEWAYS) == []
    assert other.page.evaluate(CUT_BUTTONS) == []
    dialog.get_by_role("button", name="Кава").click()
    dialog.get_by_role("button", name="Стоп: Еспресо", exact=True).click()
    dialog.get_by_role("button", name="На годину: Еспресо", exact=True).click()
    expect(dialog.locator("[data-key=stopped]")).to_contain_text("Еспресо")
    assert violations(screen.page) == []
    stopped = own_house.do(own_house.cafe.value("SELECT stopped_until FROM products WHERE slug = 'espresso'"))
    assert stopped > own_house.now().timestamp()
    other.page.get_by_role("button", name=re.compile("^Пауза")).click()
    others = other.page.get_by_role("dialog")
    expect(others.locator("[data-key=stopped]")).to_contain_text("Еспресо")
    others.locator("[data-key=stopped]").get_by_role("button", name="Знову є: Еспресо").click()
    expect(dialog.locator("[data-key=stopped]")).not_to_contain_text("Еспресо")
    others.get_by_role("button", name="Приймати знову").click()
    expect(screen.page.get_by_role("button", name="Стоп, паузи")).to_be_visible()
    changes = "SELECT actor FROM changes WHERE way = 'screen' ORDER BY id"
    assert own_house.do(own_house.cafe.rows(changes)) == [{"actor": name} for name in ("Кухня", "Кухня", "Бар", "Бар")]


def test_a_line_is_given_back_by_somebody_with_a_pin(hang: Hang, own_house: House) -> None:
    screen, services = hang(own_house, width=390, height=844).starts("Бар"), own_house.cafe.app.services
    page, dialog = screen.page, screen.page.get_by_role("dialog")
    order_id = place(own_house, "espresso", "espresso", "croissant", payment_method="card")
    invoice = list(own_house.bank.invoices)[-1]
    own_house.do(own_house.bank.pay(invoice))
    card = screen.sees(order_id, "new")
    expect(card.locator(".money")).to_contain_text("сплачено")
    card.get_by_role("button", name="Усе про замовлення").click()
    dialog.get_by_role("button", name="Повернути гроші").click()
    expect(dialog).to_contain_text("а його ще ніхто не має")
    page.keyboard.press("Escape")
    person = own_house.do(services.staff.add({"name": "Ірина", "role": "staff"}))
    owner = own_house.do(own_house.cafe.desk())
    assert own_house.do(owner.post(f"/api/desk/staff/{person.id}/pin", {"pin": "4821"})).status == 200
    card.get_by_role("button", name="Усе про замовлення").click()
    dialog.get_by_role("button", name="Повернути гроші").click()
    expect(dialog.get_by_role("button", name="Оберіть, за що повернути")).to_be_disabled()
    dialog.get_by_role("button", name="Більше: Еспресо").click()
    price = own_house.do(own_house.cafe.value("SELECT price FROM products WHERE slug = 'espresso'"))
    assert violations(page) == []
    dialog.get_by_role("button", name=f"Повернути {price} ₴").click()
    expect(dialog).to_contain_text("Ірина")
    expect(dialog).to_contain_text("повернеться на картку")
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(CUT_BUTTONS) == []
    dialog.get_by_label("PIN").fill("0000")
    dialog.get_by_role("button", name=f"Повернути {price} ₴").click()
    expect(dialog.get_by_role("alert")).to_contain_text("PIN неправильний. Ще 4 спроби.")
    assert violations(page) == []
    dialog.get_by_label("PIN").fill("4821")
    dialog.get_by_role("button", name=f"Повернути {price} ₴").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#toast")).to_contain_text(f"{price} ₴ повертаються на картку.")
    expect(card.locator(".money")).to_contain_text(f"повернуто {price} ₴")
    assert own_house.bank.invoices[invoice].returned == price * 100
    assert own_house.do(own_house.cafe.value("SELECT actor FROM refunds")) == "Ірина · Бар"


def test_a_delivery_is_given_to_a_courier(hang: Hang, own_house: House) -> None:
    async def on_shift() -> StaffMember:
        services = own_house.cafe.app.services
        member = await services.staff.add({"name": "Іван", "role": "staff", "telegram_id": 801})
        await services.couriers.begin_shift(member)
        return member

    where = {"address_city": "Київ", "address_street": "Хрещатик", "address_house": "5"}
    order_id = place(own_house, "espresso", "croissant", "croissant", "croissant", kind="delivery", **where)
    own_house.do(own_house.cafe.execute("UPDATE orders SET status = 'ready' WHERE id = :id", id=order_id))
    ivan = own_house.do(on_shift())
    screen = hang(own_house, width=390, height=844).starts("Бар")
    page, dialog = screen.page, screen.page.get_by_role("dialog")
    page.get_by_role("button", name="Усе про замовлення").click()
    group = dialog.get_by_role("group", name="Хто везе")
    group.get_by_role("button", name="Іван").click()
    expect(dialog).to_contain_text("Везе: Іван")
    expect(group.get_by_role("button", name="Іван · має 1")).to_be_disabled()
    assert violations(page) == []
    assert page.evaluate(SIDEWAYS) == []
    own_house.do(own_house.cafe.app.services.couriers.give_back(order_id, ivan))
    own_house.do(own_house.cafe.app.services.couriers.end_shift(ivan))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Усе про замовлення").click()
    expect(dialog).to_contain_text("Хрещатик")
    expect(group).to_have_count(0)


def test_a_couriers_cash_is_counted_by_a_person(hang: Hang, own_house: House) -> None:
    async def prepare() -> None:
        services = own_house.cafe.app.services
        courier = await services.staff.add({"name": "Микола Бондар", "role": "staff", "telegram_id": 801})
        await services.couriers.begin_shift(courier)
        await services.courier_cash.correct(courier.id, 350, "Розмін", "Олена")
        member = await services.staff.add({"name": "Ірина", "role": "staff"})
        owner = await own_house.cafe.desk()
        await owner.post(f"/api/desk/staff/{member.id}/pin", {"pin": "4821"})

    own_house.do(prepare())
    screen = hang(own_house, width=390, height=844).starts("Бар")
    page, dialog = screen.page, screen.page.get_by_role("dialog")
    page.locator("[data-action=controls]").click()
    dialog.get_by_role("group", name="Прийняти готівку від кур’єра").get_by_role("button", name="Микола").click()
    expect(dialog).to_contain_text("Готівка: Микола Бондар")
    assert violations(page) == []
    assert page.evaluate(SIDEWAYS) == []
    dialog.get_by_label("Скільки порахували, ₴").fill("350")
    dialog.get_by_label("PIN").fill("0000")
    dialog.get_by_role("button", name="Записати").click()
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    dialog.get_by_label("PIN").fill("4821")
    dialog.get_by_role("button", name="Записати").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#toast")).to_contain_text("усе збігається")
    [row] = own_house.do(own_house.cafe.rows("SELECT counted, counted_by FROM courier_hand_ins"))
    assert row == {"counted": 350, "counted_by": "Ірина · Бар"}


def test_who_works_here_is_said_by_a_pin(hang: Hang, kitchen: House) -> None:
    async def add_colleagues() -> None:
        owner = await kitchen.cafe.desk()
        for name, pin in (("Ірина", "4821"), ("Петро", "1111")):
            staff_id = (await owner.post("/api/desk/staff", {"name": name, "role": "staff"})).json["id"]
            await owner.post(f"/api/desk/staff/{staff_id}/pin", {"pin": pin})

    kitchen.do(add_colleagues())
    screen = hang(width=390, height=844).starts("Бар")
    page, dialog, top = screen.page, screen.page.locator("#dialog"), screen.page.locator("#top")
    page.get_by_role("button", name="Налаштування").click()
    dialog.get_by_role("button", name="Хто тут працює").click()
    dialog.get_by_role("button", name="Петро").click()
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(CUT_BUTTONS) == []
    dialog.get_by_label("PIN").fill("4821")
    dialog.get_by_role("button", name="Тут працюю я").click()
    expect(dialog.get_by_role("alert")).to_contain_text("PIN неправильний. Ще 4 спроби.")
    assert violations(page) == []
    dialog.get_by_label("PIN").fill("1111")
    dialog.get_by_role("button", name="Тут працюю я").click()
    expect(dialog).to_be_hidden()
    expect(top.get_by_role("button", name="Петро")).to_be_visible()
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(CUT_BUTTONS) == []
    assert violations(page) == []
    order_id = place(kitchen, "espresso")
    screen.sees(order_id, "new")
    screen.steps(order_id, "Прийняти")
    screen.sees(order_id, "cooking")
    actor = kitchen.cafe.value("SELECT actor FROM order_events WHERE order_id = :id AND kind = 'status'", id=order_id)
    assert kitchen.do(actor) == "Петро · Бар"
    top.get_by_role("button", name="Петро").click()
    expect(dialog).to_contain_text("Зараз: Петро")
    dialog.get_by_role("button", name="Піти від планшета").click()
    expect(dialog).to_be_hidden()
    expect(top.get_by_role("button", name="Петро")).to_have_count(0)


def test_who_was_faster_is_told(hang: Hang, kitchen: House) -> None:
    screen = hang().starts()
    order_id = place(kitchen, "espresso")
    screen.sees(order_id, "new")
    services = kitchen.cafe.app.services
    screen.page.evaluate(STOP_READING)
    kitchen.do(services.staff_orders.advance(order_id, OrderStatus.NEW, OrderStatus.CONFIRMED, "Оля"))
    screen.steps(order_id, "Прийняти")
    expect(screen.page.locator("#toast")).to_contain_text("уже «Прийнято» (Оля). Нічого не змінено.")


def test_a_lost_connection_is_told_at_once_is_loud_and_passes_by_itself(hang: Hang, kitchen: House) -> None:
    screen = hang()
    screen.page.clock.install()
    screen.starts()
    order_id = place(kitchen, "espresso")
    screen.sees(order_id, "new")
    context = screen.page.context
    context.set_offline(True)
    screen.steps(order_id, "Прийняти")
    expect(screen.sees(order_id, "cooking")).to_contain_text("ще не надіслано")
    expect(screen.page.locator("#lost")).to_contain_text("Працює без мережі з")
    expect(screen.page.locator("#lost")).to_contain_text("чекає 1 дія")
    alarmed = screen.page.locator("html[data-alarming]")
    expect(alarmed).to_have_count(0)
    screen.page.clock.fast_forward(35_000)
    expect(alarmed).to_have_count(1)
    screen.page.locator("#lost").click()
    expect(alarmed).to_have_count(0)
    unseen = place(kitchen, "espresso")
    context.set_offline(False)
    screen.page.clock.fast_forward(4000)
    screen.sees(unseen, "new")
    expect(screen.page.locator("#lost")).to_be_hidden()
    expect(screen.sees(order_id, "cooking")).not_to_contain_text("ще не надіслано")


def test_busy_mode_on_two_screens(hang: Hang, own_house: House) -> None:
    screen, other = hang(own_house).starts(), hang(own_house).starts("Бар")
    screen.page.get_by_role("button", name="Стоп, паузи").click()
    screen.page.get_by_role("button", name="+20 хв").first.click()
    for each in (screen, other):
        expect(each.page.get_by_role("button", name=re.compile(r"\+20 хв до (\d\d\.\d\d )?\d\d:\d\d"))).to_be_visible()
    other.page.locator("[data-action=controls]").click()
    other.page.get_by_role("button", name="Обіцяти як завжди").click()
    expect(screen.page.get_by_role("button", name="Стоп, паузи")).to_be_visible()


def test_a_revoked_tablet_goes_blank(hang: Hang, kitchen: House) -> None:
    screen = hang().starts("Вкрадений")
    order_id = place(kitchen, "espresso")
    screen.sees(order_id, "new")
    devices = kitchen.do(kitchen.cafe.app.services.devices.list_all())
    [stolen] = [device for device in devices if device.name == "Вкрадений"]
    kitchen.do(kitchen.cafe.app.services.devices.revoke(stolen.id))
    expect(screen.page.get_by_text("Під’єднати екран")).to_be_visible()
    expect(screen.card(order_id)).to_have_count(0)


def test_a_ticket_on_paper(hang: Hang, kitchen: House) -> None:
    screen = hang().starts()
    body = {"product_id": kitchen.products["americano"], "quantity": 2, "note": "Без цукру"}
    guest = kitchen.cafe.guest()
    kitchen.do(guest.post("/api/cart/items", body))
    address: dict[str, Any] = {
        "address_apartment": "5",
        "address_comment": "Код 22",
        "cash_change_for": 500,
        "phone": "0671234567",
    }
    kitchen.do(kitchen.cafe.configure(min_delivery_order_amount=0))
    order_id = int(kitchen.do(guest.orders("delivery", **address)).json["order_id"])
    card = screen.sees(order_id, "new")
    expect(card).not_to_contain_text("Хрещатик")
    card.get_by_role("button", name=re.compile("Друкувати")).click()
    screen.page.wait_for_function("() => prints.length === 1")
    [ticket] = screen.prints()
    for words in (
        "Доставка",
        "Київ, Хрещатик, 1а, кв. 5",
        "0671234567",
        "Код 22",
        "2 × Американо",
        "Без цукру",
        "готівкою",
        "Решта з 500",
    ):
        assert words in ticket, words
    screen.page.emulate_media(media="print")
    expect(screen.page.locator("#ticket")).to_be_visible()
    expect(screen.page.locator("#main")).to_be_hidden()
    paper = screen.page.pdf(prefer_css_page_size=True)
    sizes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)", paper)
    assert [round(float(width) / 72 * 25.4) for width, _ in sizes] == [80], "one page, 80 mm wide"


def test_new_orders_print_themselves_once(hang: Hang, kitchen: House) -> None:
    screen, other = hang().starts(), hang().starts("Бар")
    before = place(kitchen, "espresso")
    screen.sees(before, "new")
    screen.page.get_by_role("button", name="Налаштування").click()
    screen.page.get_by_label("Друкувати кожне нове").check()
    screen.page.keyboard.press("Escape")
    first = place(kitchen, "croissant")
    screen.sees(first, "new")
    screen.page.wait_for_function("() => prints.length === 1")
    assert "Круасан" in screen.prints()[0]
    screen.page.reload()
    screen.sees(first, "new")
    second = place(kitchen, "brownie")
    screen.sees(second, "new")
    screen.page.wait_for_function("() => prints.length === 1")
    screen.steps(second, "Прийняти")
    screen.sees(second, "cooking")
    assert len(screen.prints()) == 1, "the others were printed before, or were there before"
    assert "Брауні" in screen.prints()[0]
    other.sees(second, "cooking")
    assert other.prints() == []


def test_english_by_the_setting_and_by_a_switch(hang: Hang) -> None:
    screen = hang().opens()
    expect(screen.page.locator("html")).to_have_attribute("lang", "uk")
    with screen.house.configured(default_language="en"):
        screen.page.reload()
        expect(screen.page.get_by_text("Pair this screen")).to_be_visible()
        code = screen.house.do(screen.house.cafe.app.services.devices.issue_code())
        screen.page.get_by_label("Code").fill(code.shown)
        screen.page.get_by_role("button", name="Pair").click()
        screen.page.get_by_role("button", name="Start the shift").click()
        screen.page.get_by_role("button", name="Settings").click()
        screen.page.get_by_role("button", name="Українська").click()
        expect(screen.page.get_by_role("heading", name="Налаштування")).to_be_visible()
        screen.page.reload()
        expect(screen.page.get_by_role("button", name="Останні")).to_be_visible()


def test_both_languages_have_the_same_texts(hang: Hang) -> None:
    screen = hang().opens()
    load = "address => import(address).then(module => module.texts)"
    module = screen.page.locator("script[src$='app.js']").get_attribute("src") or ""
    uk, en = (screen.page.evaluate(load, module.replace("app.js", f"texts/{locale}.js")) for locale in ("uk", "en"))
    assert uk.keys() == en.keys()
    for name, text in uk.items():
        holes = [set(re.findall(r"\{\w+\}", str(texts[name]))) for texts in (uk, en)]
        assert holes[0] == holes[1], name
        if isinstance(text, dict):
            assert set(text) == {"one", "few", "many"}, name
            assert set(en[name]) == {"one", "other"}, name


def test_a_new_version_of_the_page_comes_in_a_quiet_moment(hang: Hang, own_house: House) -> None:
    screen = hang(own_house).starts()
    order_id = place(own_house, "espresso")
    screen.sees(order_id, "new")
    screen.page.evaluate("window.isOld = true")

    def be_newer(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "page": "0123456789ab"})

    screen.page.route("**/api/board", be_newer)
    own_house.move(order_id, "ready")
    screen.sees(order_id, "ready")
    assert screen.page.evaluate("window.isOld")
    own_house.move(order_id, "completed")
    screen.page.wait_for_function("() => !window.isOld")
    expect(screen.page.get_by_text("Замовлень немає")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_its_ground(hang: Hang, scheme: str) -> None:
    screen = hang(scheme=scheme).opens()
    grounds = {
        "text": ("bg", "card", "sunken"),
        "muted": ("bg", "card", "sunken", "good-soft"),
        "bad": ("bg", "card", "sunken", "bad-soft"),
        "good": ("bg", "card"),
        "new": ("bg",),
        "accent-ink": ("accent",),
        "bad-ink": ("bad",),
        "old": ("old-soft",),
        "note": ("note-soft",),
        "card": ("good",),
        "bg": ("text",),
    }
    theme = "/desk/0123456789ab/shared/theme.js"  # which the board itself does without
    for ink, on in grounds.items():
        for ground in on:
            contrast = screen.page.evaluate(
                """async ([theme, ...names]) => {
                  const { contrast } = await import(theme);
                  const style = getComputedStyle(document.documentElement);
                  return contrast(...names.map((name) => style.getPropertyValue(`--${name}`).trim()));
                }""",
                [theme, ink, ground],
            )
            assert contrast >= 4.5, (ink, ground, contrast)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (390, 844)])
def test_a_dozen_orders_fit_every_screen(hang: Hang, tmp_path: Path, width: int, height: int) -> None:
    with open_house(tmp_path, DEMO, at=JUNE) as house:
        at = house.set_clock(15, 12, 0)
        fill(house, at)
        screen = hang(house, width=width, height=height).starts()
        expect(screen.page.locator(".card")).to_have_count(12)
        headings = screen.page.locator(".column h2").all_inner_texts()
        assert [re.sub(r"\s+", " ", text) for text in headings] == [
            "Спізнюються 2",
            "Нові 3",
            "Готуємо 3",
            "Готові 3",
            "На потім 1",
        ]
        ages = screen.page.locator(".card.new .age, .card.cooking .age").all_inner_texts()
        assert ages == ["3 хв", "2 хв", "1 хв", "9 хв", "8 хв", "6 хв"]
        assert screen.page.locator(".late-by").all_inner_texts() == ["спізнюється на 11 хв", "спізнюється на 4 хв"]
        assert screen.page.locator(".card.very-old").count() == 2
        assert screen.page.locator(".card.old").count() == 1
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert screen.page.evaluate(overflow) == 0
        small = screen.page.evaluate(
            "[...document.querySelectorAll('button, label.switch')].filter(each => each.offsetParent)"
            ".filter(each => each.offsetWidth < 48 || each.offsetHeight < 48).map(each => each.outerHTML)"
        )
        assert small == []
        house.advance_to(at + timedelta(minutes=10))
        expect(screen.page.locator(".column.late .card")).to_have_count(5)
