"""A printer set up at the desk with its paper in view; without paper it is red there and on the kitchen's screen."""

from playwright.sync_api import Browser, expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.kitchen import place, tablet
from tests.e2e.office import LAPTOP, PHONE, Colleague
from tests.printers.paper import Agent


def add(owner: Colleague, name: str, *, prints: bool) -> Agent:
    """Set one up; return what stands beside it in the cafe."""
    owner.presses("Додати принтер")
    owner.page.get_by_label("Назва").fill(name)
    ticket = owner.page.locator("label.switch", has=owner.page.locator("#page-ticket"))
    if not prints:
        ticket.click()
    expect(owner.page.locator(".printer-paper")).to_be_visible()
    owner.looks_well(f"printer-{'form' if prints else 'other'}")
    owner.presses("Зберегти")
    dialog = owner.page.locator("#dialog")
    expect(dialog.locator(".printer-code")).to_be_visible()
    owner.looks_well("printer-pairing")
    token = dialog.locator("code").nth(1).inner_text().split()[-1]
    dialog.get_by_role("radio", name="Star CloudPRNT").check()
    expect(dialog.locator("code")).to_contain_text(f"/api/printers/cloudprnt/{token}")
    dialog.get_by_role("button", name="Закрити").click()
    return Agent(owner.house.cafe, token)


def test_a_printer_from_its_code_to_no_paper(browser: Browser, hire: Hire, own_house: House) -> None:
    owner, house = hire(PHONE), own_house
    owner.opens("printers")
    kitchen = add(owner, "Кухня", prints=True)
    owner.sees("Ще не виходив на зв’язок")
    owner.page.locator(".printer-card").get_by_role("button", name="Змінити").click()
    with owner.page.expect_response("**/printers/preview?*width=58*"):
        owner.page.get_by_role("radio", name="58 мм").check()
    expect(owner.page.locator(".printer-paper")).to_have_attribute("width", "192")
    owner.presses("Скасувати")
    bar = add(owner, "Бар", prints=False)
    house.do(bar.asks())
    with tablet(browser, house) as screen:
        screen.starts()
        order_id = place(house, "espresso")
        screen.sees(order_id, "new")
        job = house.do(kitchen.gets())
        assert job is not None
        house.do(house.cafe.execute("UPDATE print_jobs SET due_at = due_at - 100"))
        house.do(kitchen.asks((job, "failed"), "paper"))
        late = screen.page.locator("#printers .printer-late")
        expect(late).to_contain_text("Кухня не друкує: 1 сторінка. Немає паперу")
        boss = hire(LAPTOP)
        boss.opens("printers")
        boss.sees("1 page has waited for over a minute: no paper.")
        boss.looks_well("printers-late")
        screen.card(order_id).locator("[data-action=order]").click()
        expect(screen.page.locator("#dialog").get_by_text("Талон на принтері")).to_be_visible()
        screen.page.keyboard.press("Escape")
        late.get_by_role("button", name="Надрукувати на «Бар»").click()
        expect(late).to_have_count(0)
        assert house.do(bar.prints()) == ["ticket*"]
    boss.opens(f"orders/{order_id}")
    boss.presses("Бар", within=".order-acts")
    boss.looks_well("order-printing")
    boss.presses("Bill", within="#dialog")
    boss.is_told("Queued for the printer")
    assert house.do(bar.prints()) == ["bill"]
