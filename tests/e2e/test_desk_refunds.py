"""Money back at the desk: a dish, the rest, a sum, what must go back, what the bank refuses or leaves unclear."""

from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LAPTOP, NARROW, PHONE, Colleague, soon
from tests.fakes.monobank import MonobankInvoice
from tests.fakes.service import Failure


def paid(house: House) -> tuple[int, MonobankInvoice]:
    """Borshch 185, two lattes 190, delivery 70, paid by card."""

    async def pay() -> tuple[int, MonobankInvoice]:
        guest = house.cafe.guest()
        placed = await guest.places("borshch", "latte", "latte", kind="delivery", payment_method="card")
        invoice = str(placed["pay_url"]).rpartition("/")[2]
        await house.bank.pay(invoice)
        return int(placed["order_id"]), house.bank.invoices[invoice]

    return house.do(pay())


def begins(colleague: Colleague) -> None:
    colleague.presses(colleague.says("Повернути гроші", "Return money"), within="#main")


def chooses(colleague: Colleague, uk: str, en: str) -> None:
    """One of the choices at the dialog's top."""
    colleague.page.locator("#dialog .radio-option", has_text=colleague.says(uk, en)).click()


def because(colleague: Colleague) -> None:
    colleague.presses(colleague.says("На прохання гостя", "At the customer’s request"), within="#dialog")


def gives(colleague: Colleague) -> None:
    """Press the dialog's button, read the sum in the question, and say yes."""
    give = colleague.page.locator("#dialog .refund-form > .button")
    sum_told = give.inner_text().split(maxsplit=1)[1]
    give.click()
    expect(colleague.page.locator("#question-title")).to_contain_text(sum_told)
    colleague.page.locator("#question [value=yes]").click()


def refunds(colleague: Colleague) -> Locator:
    return colleague.page.locator(".refunds > li")


def test_a_dish_goes_back_then_the_rest(owner: Colleague) -> None:
    order_id, invoice = paid(owner.house)
    owner.opens(f"orders/{order_id}")
    begins(owner)
    more = owner.page.get_by_role("button", name=owner.says("Більше: Лате", "More: Latte"))
    more.click()
    expect(owner.page.get_by_role("button", name=owner.says("Повернути 95 ₴", "Return ₴95"))).to_be_visible()
    more.click()
    owner.page.locator("#dialog .refund-form > .button").click()
    owner.sees(owner.says("Скажіть, чому повертаємо", "Tell why it goes back"), within="#dialog")
    owner.looks_well("refund-lines")
    because(owner)
    gives(owner)
    owner.is_told(owner.says("Повернуто 190 ₴", "₴190 was returned"))
    assert invoice.returned == 190_00
    expect(refunds(owner)).to_have_count(1)
    for text in ((owner.says("Лате × 2", "Latte × 2")), "owner at the desk", owner.says("повернуто", "returned")):
        expect(refunds(owner)).to_contain_text(text)
    expect(owner.page.locator(".order-history")).to_contain_text(owner.says("Повернення 190 ₴", "Refund of ₴190"))
    owner.looks_well("refund-done")
    begins(owner)
    expect(owner.page.locator("#dialog")).not_to_contain_text(owner.says("Лате", "Latte"))
    chooses(owner, "Усе", "All of it")
    owner.sees(owner.says("Гість отримає 255 ₴", "The customer gets ₴255"), within="#dialog")
    because(owner)
    gives(owner)
    owner.is_told(owner.says("Повернуто 255 ₴", "₴255 was returned"))
    assert invoice.returned == 445_00
    expect(refunds(owner)).to_have_count(2)
    expect(owner.page.locator("[data-action='refund.begin']")).to_have_count(0)
    expect(owner.page.locator(".order-facts").first).to_contain_text(owner.says("445 ₴", "₴445"))


def test_a_sum_no_greater_than_what_is_left(owner: Colleague) -> None:
    order_id, invoice = paid(owner.house)
    owner.opens(f"orders/{order_id}")
    begins(owner)
    chooses(owner, "Суму", "A sum")
    box = owner.page.get_by_label(owner.says("Сума", "Sum"), exact=True)
    because(owner)
    for typed, words in (
        ("багато", owner.says("Напишіть суму", "Write a sum")),
        ("445,01", owner.says("Це більше, ніж лишилося: 445 ₴", "This is more than what is left: ₴445")),
    ):
        box.fill(typed)
        owner.page.locator("#dialog .refund-form > .button").click()
        expect(owner.page.locator("#refund-amount-error")).to_contain_text(words)
    owner.looks_well("refund-sum")
    box.fill("81,50")
    gives(owner)
    owner.is_told(owner.says("Повернуто 81,50 ₴", "₴81.50 was returned"))
    assert invoice.returned == 81_50


def test_the_bank_refuses_and_the_money_is_given_in_person(owner: Colleague) -> None:
    order_id, invoice = paid(owner.house)
    owner.house.bank.refused_refund = (500, "CANCEL_NOT_AVAILABLE")
    owner.opens(f"orders/{order_id}")
    begins(owner)
    chooses(owner, "Усе", "All of it")
    because(owner)
    gives(owner)
    owner.is_told(owner.says("Банк відмовив: 445 ₴ не повернуто", "The bank refused: ₴445 was not returned"))
    expect(refunds(owner)).to_contain_text(owner.says("не повернуто", "not returned"))
    begins(owner)
    chooses(owner, "Усе", "All of it")
    owner.page.locator("#dialog label", has_text=owner.says("Уже віддали особисто", "Given back in person")).click()
    because(owner)
    owner.looks_well("refund-in-person")
    gives(owner)
    owner.is_told(owner.says("Позначено: віддали 445 ₴", "Noted: ₴445 was given"))
    assert invoice.returned == 0
    owner.looks_well("refund-refused")


def test_money_that_must_go_back_is_found_and_settled(owner: Colleague) -> None:
    order_id, invoice = paid(owner.house)
    owner.opens(f"orders/{order_id}")
    owner.presses(owner.says("Скасувати замовлення", "Cancel the order"))
    owner.presses(owner.says("Скасувати замовлення", "Cancel the order"), within="#dialog")
    debt = owner.page.locator("[data-action='refund.debt']")
    expect(debt).to_have_text(owner.says("Повернути 445 ₴", "Return ₴445"))
    owner.looks_well("refund-debt")
    owner.opens("orders")
    owner.page.locator("[data-name=owes]").click()
    owner.page.locator(".order-row").click()
    debt.click()
    because(owner)
    gives(owner)
    owner.is_told(owner.says("Повернуто 445 ₴", "₴445 was returned"))
    assert invoice.returned == 445_00
    expect(debt).to_have_count(0)
    expect(owner.page.locator(".order-owed")).to_have_count(0)


def test_what_stayed_unclear_is_answered_from_the_dashboard(owner: Colleague) -> None:
    house = owner.house
    order_id, invoice = paid(house)
    house.bank.fail(Failure.DROPPED, path="/invoice/cancel", times=1_000)
    owner.opens(f"orders/{order_id}")
    begins(owner)
    chooses(owner, "Усе", "All of it")
    because(owner)
    gives(owner)
    owner.is_told(owner.says("Повертаємо 445 ₴: стежте тут", "Returning ₴445: watch it here"))
    house.bank.fail(Failure.DROPPED, path="/invoice/status", times=1_000)
    expect(refunds(owner)).to_contain_text(owner.says("банк не відповів", "the bank did not answer"))
    expect(owner.page.locator("[data-action='refund.resolve'], [data-action='refund.begin']")).to_have_count(0)
    house.do(house.cafe.execute("UPDATE refunds SET state = 'unclear'"))
    owner.opens("orders").opens(f"orders/{order_id}")
    reference = house.do(house.cafe.value("SELECT reference FROM refunds"))
    owner.sees(reference)
    owner.looks_well("refund-unclear")
    owner.presses(owner.says("У кабінеті не повернуто", "The cabinet says not returned"))
    owner.answers(owner.says("Так, позначити", "Yes, note it"))
    owner.is_told(owner.says("Позначено", "Noted"))
    expect(refunds(owner)).to_contain_text(owner.says("не повернуто", "not returned"))
    expect(owner.page.locator("[data-action='refund.begin']")).to_be_visible()
    assert invoice.returned == 0


def test_the_page_tells_when_the_bank_is_done(hire: Hire, own_house: House) -> None:
    order_id, invoice = paid(own_house)
    own_house.bank.refund_status = "processing"
    owner = hire(LAPTOP)
    owner.page.clock.install()
    owner.opens(f"orders/{order_id}")
    begins(owner)
    chooses(owner, "Усе", "All of it")
    because(owner)
    gives(owner)
    expect(refunds(owner)).to_contain_text("the bank is working on it")
    own_house.do(own_house.bank.finish_refunds(invoice.id))
    soon(lambda: own_house.do(own_house.cafe.value("SELECT state FROM refunds")), "done")
    owner.page.clock.fast_forward(4000)  # it asks as often
    expect(refunds(owner).locator(".refund-state")).to_have_text("returned")


def test_above_the_limit_and_without_the_right(hire: Hire, own_house: House) -> None:
    order_id, invoice = paid(own_house)
    own_house.configure(refund_role="manager", refund_limit=100)
    manager = hire(NARROW, role="manager").opens(f"orders/{order_id}")
    begins(manager)
    manager.sees("Only the owner returns more than ₴100 of one order", within="#dialog")
    manager.page.get_by_role("button", name="More: Borshch with pampushky").click()
    because(manager)
    gives(manager)
    manager.sees("Nothing was returned", within="#dialog")
    manager.looks_well("refund-limit")
    manager.page.get_by_role("button", name="Less: Borshch with pampushky").click()
    manager.page.get_by_role("button", name="More: Latte").click()
    gives(manager)
    manager.is_told("₴95 was returned")
    staff = hire(PHONE, role="staff").opens(f"orders/{order_id}")
    expect(refunds(staff).locator(".refund-state")).to_have_text("повернуто")
    expect(staff.page.get_by_role("button", name="Повернути гроші")).to_have_count(0)
    assert invoice.returned == 95_00


def test_two_people_give_back_at_once(hire: Hire, own_house: House) -> None:
    order_id, invoice = paid(own_house)
    one = hire(LAPTOP).opens(f"orders/{order_id}")
    other = hire(PHONE, role="staff").opens(f"orders/{order_id}")
    for colleague in (one, other):
        begins(colleague)
        chooses(colleague, "Усе", "All of it")
        because(colleague)
    gives(one)
    one.is_told("₴445 was returned")
    gives(other)
    other.is_told("Тим часом щось змінилося, нічого не повернуто")
    expect(refunds(other)).to_contain_text("owner at the desk")
    expect(other.page.locator("[data-action='refund.begin']")).to_have_count(0)
    assert invoice.returned == 445_00


def test_a_second_window_tells_what_the_first_has_left(hire: Hire, own_house: House) -> None:
    order_id, invoice = paid(own_house)
    one, other = (hire(LAPTOP).opens(f"orders/{order_id}") for _ in range(2))
    for window in (one, other):
        begins(window)
        chooses(window, "Сума", "A sum")
        window.page.get_by_label("Sum", exact=True).fill("400")
        because(window)
    gives(one)
    one.is_told("₴400 was returned")
    gives(other)
    other.sees("Part of it has gone back meanwhile. Nothing was given back now; ₴45 is left.", within="#dialog")
    other.sees("₴45 can go back.", within="#dialog")
    other.looks_well("refund-second-window")
    other.page.get_by_label("Sum", exact=True).fill("45")
    gives(other)
    other.is_told("₴45 was returned")
    assert invoice.returned == 445_00


def test_what_was_paid_at_the_counter_is_given_by_hand(hire: Hire, own_house: House) -> None:
    placed = own_house.do(own_house.cafe.guest().places("latte"))
    own_house.move(int(placed["order_id"]), "completed")
    staff = hire(PHONE, role="staff").opens(f"orders/{placed['order_id']}")
    begins(staff)
    staff.sees("віддайте гроші гостю самі", within="#dialog")
    staff.page.get_by_role("button", name="Більше: Лате").click()
    staff.page.get_by_role("button", name="Інша причина").click()
    staff.page.get_by_label("Причина", exact=True).fill("Холодне")
    gives(staff)
    staff.is_told("Позначено: віддали 90 ₴")
    expect(refunds(staff)).to_contain_text("Холодне")
