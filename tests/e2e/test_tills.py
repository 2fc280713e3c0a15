"""The cash day at the desk: opened, cash brought and taken, counted blind, closed with a reason, printed."""

from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, PHONE, Colleague


def count(person: Colleague, **pieces: str) -> None:
    for face, number in pieces.items():
        person.page.locator(f"#piece-{face.removeprefix('of_')}").fill(number)


def follow(person: Colleague, link: str) -> None:
    person.page.get_by_role("link", name=link).click()


def dialog(person: Colleague) -> Locator:
    return person.page.locator("#dialog")


def take_out(person: Colleague) -> None:
    person.presses("Взяти готівку")
    dialog(person).get_by_label("Скільки").fill("900")
    dialog(person).get_by_label("Чому").fill("Молоко")
    dialog(person).get_by_role("button", name="Зберегти").click()
    person.is_told("У касі стільки немає")
    dialog(person).get_by_label("Скільки").fill("100,50")
    dialog(person).get_by_role("button", name="Зберегти").click()
    expect(dialog(person)).to_be_hidden()
    expect(person.page.locator(".till-card")).not_to_contain_text("400")


def read_report(owner: Colleague) -> None:
    owner.opens("orders")
    owner.opens("cash")
    owner.page.locator("a.row", has_text="Bar, day 1").click()
    report = owner.page.locator(".till-report")
    expect(report).to_contain_text("Решта гостю")
    expect(report).to_contain_text("400")
    owner.looks_well("till-day")
    owner.page.emulate_media(media="print")
    expect(report).to_contain_text("Signature")
    expect(owner.page.locator(".till-more").first).to_be_hidden()
    owner.page.emulate_media(media="screen")


def test_a_day_from_opening_to_paper(hire: Hire, own_house: House) -> None:
    barista, owner = hire(PHONE, role="staff"), hire(LAPTOP)
    barista.opens("cash")
    follow(barista, "Порахувати й відкрити перший день")
    barista.presses("Це все")
    barista.sees("Введіть, що порахували")
    count(barista, of_100="5", of_kopiykas="50")
    expect(barista.page.locator("#till-total")).to_contain_text("500,50")
    barista.looks_well("till-count")
    barista.presses("Це все")
    barista.presses("Відкрити день")
    barista.is_told("День відкрито")

    take_out(barista)
    barista.looks_well("tills-barista")

    owner.opens("cash")
    expect(owner.page.locator(".till-card .expected")).to_contain_text("400")
    owner.looks_well("tills")
    owner.presses("Change", within=".till-card")
    dialog(owner).get_by_label("Name").fill("Bar")
    dialog(owner).get_by_role("button", name="Save").click()
    expect(owner.page.locator(".till-card h2")).to_have_text("Bar")

    follow(barista, "Закрити день")
    expect(barista.page.locator("#main")).not_to_contain_text("400")
    count(barista, of_200="1", of_100="1", of_50="1", of_20="2")
    barista.presses("Це все")
    barista.sees("різниця −10")
    barista.looks_well("till-difference")
    barista.presses("Закрити день")
    barista.sees("Не сходиться: напишіть чому")
    barista.page.get_by_label("Чому").fill("Решта гостю")
    barista.presses("Закрити день")
    barista.is_told("День закрито")
    barista.sees("Сьогоднішній день закрито")

    read_report(owner)
    assert own_house.do(own_house.cafe.value("SELECT COUNT(*) FROM till_days WHERE closed_at IS NOT NULL")) == 1
