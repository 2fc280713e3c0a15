"""Getting in at the desk, in the browser: links, codes for the bot, inside Telegram; confirming; who works here."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.driver import init_data
from tests.e2e.house import House, open_house
from tests.e2e.kitchen import tablet
from tests.e2e.office import LAPTOP, LOOKS, NARROW, PHONE, Colleague, colleague
from tests.e2e.people import TELEGRAM_THEMES, Look, telegram_stand_in
from tests.fakes.telegram import Seat

IRYNA = 601
Come = Callable[..., Colleague]


@pytest.fixture
def chatty(tmp_path: Path) -> Iterator[House]:
    """A cafe with its bot."""
    with open_house(tmp_path, has_bot=True) as opened:
        yield opened


@pytest.fixture
def come(browser: Browser, chatty: House) -> Iterator[Come]:
    with ExitStack() as stack:

        def come_one(look: Look = PHONE, role: str = "owner") -> Colleague:
            return stack.enter_context(colleague(browser, chatty, look, role))

        yield come_one


def add(house: House, name: str = "Ірина", role: str = "manager", telegram_id: int | None = IRYNA) -> int:
    """Somebody who works here."""
    values = {"name": name, "role": role, "telegram_id": telegram_id}
    return int(house.do(house.cafe.app.services.staff.add(values)).id)


def chat_of(house: House, number: int = IRYNA, name: str = "Ірина") -> Seat:
    return house.telegram.person(number, name)


def answers(house: House, seat: Seat, code: str, button: str) -> None:
    """Type a code to the bot and answer its question."""
    house.do(seat.send(code))
    house.do(seat.sees("Це ви"))
    house.do(seat.press(button))


def code_on(page: Page) -> str:
    code = page.locator(".big-code")
    expect(code).to_be_visible()
    return code.inner_text()


def opens_in_telegram(person: Colleague, number: int = IRYNA, age: timedelta = timedelta()) -> None:
    """As the bot's button does."""
    page = person.page
    page.route("https://telegram.org/**", telegram_stand_in)
    signed = init_data(person.house.now() - age, {"id": number, "first_name": "Ірина"})
    theme = json.dumps(TELEGRAM_THEMES[person.look.scheme])
    launch = {"tgWebAppData": signed, "tgWebAppVersion": "8.0", "tgWebAppPlatform": "ios", "tgWebAppThemeParams": theme}
    page.goto(f"{person.house.url}/desk/#{urlencode(launch, quote_via=quote)}")


# Signing in.


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_code_typed_to_the_bot(come: Come, chatty: House, look: Look) -> None:
    add(chatty)
    iryna = come(look)
    page = iryna.page
    page.goto(f"{chatty.url}/desk/")
    iryna.looks_well("sign-in")
    iryna.presses(iryna.says("Увійти через Telegram", "Sign in with Telegram"))
    code = code_on(page)
    iryna.sees(iryna.says("Чекаємо на вашу відповідь", "Waiting for your answer"))
    expect(page.get_by_role("link", name="@demo_cafe_bot")).to_have_attribute("href", "https://t.me/demo_cafe_bot")
    iryna.looks_well("sign-in-code")
    answers(chatty, chat_of(chatty), code.replace("\n", " "), "✅ Так, це я: увійти")
    expect(page.locator("#nav")).to_be_visible()
    assert page.context.cookies()[0]["httpOnly"]
    page.reload()
    expect(page.locator("#nav")).to_be_visible()


def test_who_says_no_in_telegram_lets_nobody_in(come: Come, chatty: House) -> None:
    add(chatty)
    iryna = come()
    iryna.page.goto(f"{chatty.url}/desk/")
    iryna.presses("Увійти через Telegram")
    answers(chatty, chat_of(chatty), code_on(iryna.page), "🚫 Ні, це не я")
    iryna.sees("відповіли «ні»")
    expect(iryna.page.locator("#nav")).to_be_hidden()
    iryna.presses("Увійти через Telegram")
    code_on(iryna.page)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_link_is_used_by_its_button_and_once(come: Come, chatty: House, look: Look) -> None:
    add(chatty, telegram_id=None)
    link = chatty.do(chatty.cafe.app.services.sign_in.issue_link("Ірина", None))
    for _ in range(2):  # a preview opens it first, and the page itself
        iryna = come(look)
        iryna.page.goto(f"{chatty.url}/desk/#link={link.token}")
        button = iryna.page.get_by_role("button", name=iryna.says("Увійти: Ірина", "Sign in as Ірина"))
        expect(button).to_be_visible()
    iryna.looks_well("sign-in-link")
    button.click()
    expect(iryna.page.locator("#nav")).to_be_visible()
    assert "link=" not in iryna.page.url
    thief = come(look)
    thief.page.goto(f"{chatty.url}/desk/#link={link.token}")
    thief.sees(thief.says("вже використане або застаріло", "used already, or is too old"))
    expect(thief.page.locator("[data-action='signin.link']")).to_have_count(0)


def test_inside_telegram_nothing_has_to_be_pressed(come: Come, chatty: House) -> None:
    add(chatty)
    iryna = come(NARROW)
    opens_in_telegram(iryna)
    page = iryna.page
    expect(page.locator("#nav")).to_be_visible()
    assert page.context.cookies() == []
    assert "tgWebApp" not in page.url
    page.reload()
    expect(page.locator("#nav")).to_be_visible()
    iryna.opens("access")
    iryna.sees("Telegram", within=".rows")


def test_inside_telegram_for_others(come: Come, chatty: House) -> None:
    add(chatty)
    stranger, late = come(), come()
    opens_in_telegram(stranger, number=602)
    stranger.sees("Вашого Telegram ще немає в команді")
    opens_in_telegram(late, age=timedelta(minutes=6))
    late.sees("відкрийте його знову")
    late.presses("Закрити")
    assert "close" in late.page.evaluate("window.telegramCalls")


def test_who_is_revoked_is_asked_to_sign_in(come: Come, chatty: House) -> None:
    add(chatty)
    manager = come(role="manager").opens("access")
    owner = come(LAPTOP).opens("access")
    row = owner.page.locator(".rows li").filter(has_text="manager at the desk")
    row.get_by_role("button").click()
    owner.answers("Sign out")
    owner.is_told("Nobody is at the desk on that device any more")
    expect(row).to_have_count(0)
    manager.page.evaluate("location.hash = '#/history'")
    manager.sees("Увійти через Telegram")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_who_could_not_be_signed_out_is_not_said_to_be(come: Come, look: Look) -> None:
    manager = come(role="manager").opens("access")
    owner = come(look).opens("access")
    page = owner.page
    page.route("**/api/desk/sessions/*", lambda route: route.abort())
    row = page.locator(".rows li").filter(has_text="manager at the desk")
    row.get_by_role("button").click()
    owner.answers(owner.says("Вийти", "Sign out"))
    owner.is_told(owner.says("Немає зв’язку з кафе", "cannot be reached"))
    expect(row).to_have_count(1)
    owner.complaints.clear()  # the browser complains of the connection as well
    manager.opens("history")


def test_who_cannot_sign_out_is_told(come: Come) -> None:
    owner = come().opens("access")
    owner.page.route("**/api/desk/session", lambda route: route.abort())
    owner.page.locator("[data-action='frame.account']:visible").first.click()
    owner.presses("Вийти", within="#dialog")
    owner.is_told("Немає зв’язку з кафе")
    owner.complaints.clear()  # the browser complains of the connection as well


# Dangerous acts.


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_dangerous_act_asks_who_it_is(come: Come, chatty: House, look: Look) -> None:
    add(chatty, "owner at the desk", "owner")
    owner = come(look).opens("staff")
    chatty.do(chatty.cafe.execute("UPDATE staff_sessions SET confirmed_at = 0"))
    page = owner.page
    owner.presses(owner.says("Додати людину", "Add a person"))
    page.get_by_label(owner.says("Ім’я", "Name")).fill("Олег")
    owner.presses(owner.says("Додати й запросити", "Add and invite"))
    question = page.locator("#confirm")
    expect(question).to_contain_text(owner.says("Це справді ви?", "Is it really you?"))
    code = code_on(page)
    owner.looks_well("confirm")
    address = question.get_by_role("link").get_attribute("href") or ""
    found = re.fullmatch(r"https://t\.me/demo_cafe_bot\?start=(sure-\d{8})", address)
    assert found
    assert found[1].endswith(re.sub(r"\D", "", code))
    answers(chatty, chat_of(chatty), f"/start {found[1]}", "✅ Так, це я")
    expect(question).to_be_hidden()
    expect(page.locator("#staff-link")).to_have_value(re.compile(r"/desk/#link=[\w-]{22}$"))
    owner.looks_well("invitation")


def test_without_telegram_by_a_new_link(come: Come, chatty: House) -> None:
    owner = come().opens("staff")
    chatty.do(chatty.cafe.execute("UPDATE staff_sessions SET confirmed_at = 0"))
    owner.presses("owner at the desk", within="#main")
    owner.page.get_by_label("Ім’я").fill("Олена")
    owner.presses("Зберегти", within="#dialog")
    owner.page.locator("#confirm").get_by_label("Посилання").fill("https://example.com/#link=wrong")
    owner.presses("Так", within="#confirm")
    owner.sees("Це посилання не підходить", within="#confirm")
    link = chatty.do(chatty.cafe.app.services.sign_in.issue_link("owner at the desk", None))
    owner.page.locator("#confirm").get_by_label("Посилання").fill(f"{chatty.url}/desk/#link={link.token}")
    owner.presses("Так", within="#confirm")
    owner.is_told("Збережено")
    owner.sees("Олена")


def test_who_does_not_answer_changes_nothing(come: Come, chatty: House) -> None:
    owner = come().opens("staff")
    chatty.do(chatty.cafe.execute("UPDATE staff_sessions SET confirmed_at = 0"))
    owner.presses("owner at the desk", within="#main")
    owner.page.get_by_label("Ім’я").fill("Олена")
    owner.presses("Зберегти", within="#dialog")
    owner.presses("Закрити", within="#confirm")
    expect(owner.page.get_by_label("Ім’я")).to_have_value("Олена")
    assert chatty.do(chatty.cafe.value("SELECT name FROM staff")) == "owner at the desk"


# Who works here.


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_person_gets_a_pin_for_tablets(come: Come, chatty: House, look: Look) -> None:
    owner = come(look).opens("staff")
    pin, page = owner.says("PIN для планшета", "PIN for tablets"), owner.page
    owner.presses("owner at the desk", within="#main")
    owner.presses(pin, within="#dialog")
    page.get_by_label(owner.says("Новий PIN", "New PIN")).fill("12")
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    owner.sees(owner.says("від чотирьох до шести цифр", "four to six digits"), within="#dialog")
    owner.looks_well("pin")
    page.get_by_label(owner.says("Новий PIN", "New PIN")).fill("4821")
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    owner.is_told(owner.says("Збережено", "Saved"))
    [holder] = chatty.do(chatty.cafe.app.services.pins.list_holders())
    assert holder.name == "owner at the desk"
    owner.presses("owner at the desk", within="#main")
    owner.presses(pin, within="#dialog")
    owner.presses(owner.says("Прибрати PIN", "Remove the PIN"), within="#dialog")
    owner.is_told(owner.says("Збережено", "Saved"))
    assert chatty.do(chatty.cafe.app.services.pins.list_holders()) == []
    owner.opens("history")
    owner.sees("••••")


def test_a_new_colleague_from_the_invitation_to_the_goodbye(come: Come, chatty: House) -> None:
    owner = come(LAPTOP).opens("staff")
    page = owner.page
    owner.looks_well("staff")
    owner.presses("Add a person")
    page.get_by_role("radio", name="manager").check()
    owner.presses("Add and invite")
    owner.sees("Fill this in", within="#dialog")
    page.get_by_label("Name").fill("Ірина")
    page.get_by_label("Telegram number").fill("iryna")
    owner.presses("Add and invite")
    owner.sees("This must be a Telegram number", within="#dialog")
    owner.looks_well("staff-new")
    page.get_by_label("Telegram number").fill("")
    owner.presses("Add and invite")
    link = page.locator("#staff-link").input_value()
    owner.presses("Close", within="#dialog")
    iryna = come(PHONE)
    iryna.page.goto(link)
    iryna.presses("Увійти: Ірина")
    expect(iryna.page.locator("#nav")).to_be_visible()
    iryna.opens("access").looks_well("access")
    expect(iryna.page.locator("#nav")).not_to_contain_text("Команда")
    iryna.presses("Під’єднати Telegram")
    text = iryna.page.locator("#dialog code").inner_text()
    iryna.looks_well("bind")
    chat = chat_of(chatty)
    chatty.do(chat.send(text))
    chatty.do(chat.sees("я знаю вас у кабінеті як Ірина"))
    iryna.sees("Ваш Telegram під’єднано", within="#dialog")
    owner.presses("Ірина", within="#main")
    owner.presses("No longer works here", within="#dialog")
    owner.answers("No longer works here")
    owner.is_told("Saved")
    owner.sees("No longer working here")
    iryna.page.reload()
    iryna.sees("Увійти через Telegram")


def test_two_owners_change_a_person(come: Come, chatty: House) -> None:
    iryna, house = add(chatty), chatty
    owner = come(LAPTOP).opens("staff")
    owner.presses("Ірина", within="#main")
    house.do(house.cafe.execute("UPDATE staff SET role = 'staff' WHERE id = :id", id=iryna))
    owner.page.get_by_role("radio", name="owner").check()
    owner.presses("Save", within="#dialog")
    owner.sees("Somebody else has changed this", within="body")
    owner.sees("Now", within=".conflict")
    owner.looks_well("staff-conflict")
    owner.answers("Keep what is there")
    expect(owner.page.locator("#dialog")).to_be_hidden()
    assert house.do(house.cafe.value("SELECT role FROM staff WHERE id = :id", id=iryna)) == "staff"
    owner.presses("Ірина", within="#main")
    house.do(house.cafe.execute("UPDATE staff SET role = 'manager' WHERE id = :id", id=iryna))
    owner.page.get_by_role("radio", name="owner").check()
    owner.presses("Save", within="#dialog")
    owner.answers("Save mine")
    owner.is_told("Saved")
    assert house.do(house.cafe.value("SELECT role FROM staff WHERE id = :id", id=iryna)) == "owner"


def test_the_last_owner_stays(come: Come) -> None:
    owner = come().opens("staff")
    owner.presses("owner at the desk", within="#main")
    owner.presses("Більше не працює", within="#dialog")
    owner.answers("Більше не працює")
    owner.is_told("Це останній власник")


def test_a_narrow_phone(come: Come, chatty: House) -> None:
    add(chatty, "Ірина-Олександрівна Преображенська-Коваленко", telegram_id=None)
    owner = come(NARROW).opens("staff")
    owner.looks_well("staff-narrow")
    owner.opens("access").looks_well("access-narrow")


def test_a_cafe_without_a_bot(browser: Browser, house: House) -> None:
    with colleague(browser, house) as newcomer:
        newcomer.page.goto(f"{house.url}/desk/")
        newcomer.presses("Увійти через Telegram")
        newcomer.sees("python -m cafe desk-link")


# The kitchen's tablets.


@pytest.mark.parametrize("look", [*LOOKS, NARROW], ids=str)
def test_a_tablet_is_paired_and_unpaired(browser: Browser, come: Come, chatty: House, look: Look) -> None:
    owner = come(look)
    page = owner.page
    page.clock.install()
    owner.opens("staff")
    owner.presses(owner.says("Під’єднати планшет", "Pair a tablet"))
    owner.looks_well("tablet-name")
    page.get_by_label(owner.says("Назва планшета", "The tablet's name")).fill("Бар")
    owner.presses(owner.says("Показати код", "Show the code"))
    owner.sees(f"{chatty.url}/board/", within="#dialog")
    code = code_on(page)
    owner.looks_well("tablet-code")
    with tablet(browser, chatty) as screen:
        screen.opens()
        screen.page.get_by_label("Код").fill(code)
        screen.page.get_by_role("button", name="Під’єднати").click()
        expect(screen.page.get_by_role("button", name="Почати зміну")).to_be_visible()
        page.clock.fast_forward(2000)  # it asks as often
        owner.is_told(owner.says("Планшет «Бар» під’єднано", "The tablet “Бар” is paired"))
        expect(page.locator("#dialog")).to_be_hidden()
        row = page.locator(".rows li").filter(has_text="Бар")
        expect(row).to_contain_text(owner.says("Востаннє на зв’язку", "Last seen"))
        owner.looks_well("tablets")
        row.get_by_role("button").click()
        owner.answers(owner.says("Від’єднати", "Unpair"))
        owner.is_told(owner.says("«Бар» від’єднано", "“Бар” is unpaired"))
        expect(row).to_have_count(0)
        expect(screen.page.get_by_label("Код")).to_be_visible()
    owner.opens("history?table=devices")
    owner.sees(owner.says("Планшет «Бар»", "Tablet «Бар»"))
    owner.looks_well("tablets-history")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_role_of_ones_own(come: Come, chatty: House, look: Look) -> None:
    owner = come(look).opens("staff")
    page = owner.page
    owner.presses(owner.says("Додати роль", "Add a role"))
    page.get_by_label(owner.says("Назва", "Name")).fill("Комірник")
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    expect(page.locator("#dialog")).to_contain_text(owner.says("Оберіть хоч щось одне.", "Choose at least one."))
    page.locator("#dialog").get_by_text(owner.says("склад", "stock"), exact=True).click()
    owner.looks_well("staff-role")
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    expect(page.locator("[data-key='roles']")).to_contain_text("Комірник")
    person = add(chatty, "Степан", "staff")
    owner.opens("start").opens("staff")
    page.locator(f"[data-key='p-{person}'] button").click()
    page.locator("#dialog").get_by_role("radio", name="Комірник").check()
    expect(page.locator("#dialog")).to_contain_text(owner.says("Може: склад.", "May: stock."))
    owner.presses(owner.says("Зберегти", "Save"), within="#dialog")
    expect(page.locator(f"[data-key='p-{person}']")).to_contain_text("Комірник")
    owner.looks_well("staff-roles")
    token = chatty.do(chatty.cafe.app.services.sign_in.issue_link("Степан", None)).token
    storekeeper = come(look)
    storekeeper.page.goto(f"{chatty.url}/desk/#link={token}")
    storekeeper.page.locator("[data-action='signin.link']").click()
    expect(storekeeper.page.locator("#nav")).to_contain_text(owner.says("Склад", "Stock"))
    expect(storekeeper.page.locator("#nav")).not_to_contain_text(owner.says("Звіти", "Reports"))
    storekeeper.opens("stock")
    storekeeper.looks_well("stock-storekeeper")
