"""Choosing: categories, search in both languages, allergens, product sheets, and what the cafe has to say."""

import re
from datetime import datetime, timedelta
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Welcome
from tests.e2e.house import House
from tests.e2e.people import Look, Person


def test_search_finds_names_of_both_languages(person: Person) -> None:
    person.opens_menu()
    cards = person.page.locator("#sections .card")
    expect(cards).not_to_have_count(1)
    for query in ("чизкейк", "CHEESECAKE"):
        person.page.locator("#search").fill(query)
        expect(cards).to_have_count(1)
        expect(cards).to_contain_text(person.says("Чизкейк", "Cheesecake"), ignore_case=True)
    person.page.locator("#search").fill("нічого такого")
    person.sees(person.says("Нічого не знайшли за запитом «нічого такого»", "Nothing found for “нічого такого”"))
    person.presses(person.says("Усе меню", "Whole menu"))
    expect(person.page.locator("#search")).to_have_value("")
    expect(cards).to_have_count(len([slug for slug in person.house.products if slug]))


FORGIVEN = {
    "латте": "latte",
    "капучіно": "cappuccino",
    "cappucino": "cappuccino",
    "кофе": "espresso",
    "сніданок": "omelette",
    "brekfasts": "omelette",
    "сырники": "syrnyky",
    "чизкейк з ягодами": "cheesecake",
    "борщь": "borshch",
    "кейк": "cheesecake",
    "kfnt": "latte",
    "дфееу": "latte",
    "rhefcfy": "croissant",
    "матча без глютену": "matcha-latte",
}


def test_search_forgives(person: Person) -> None:
    """Doubles, other endings, category names, a slip, the other language or alphabet."""
    person.opens_menu()
    for query, slug in FORGIVEN.items():
        person.page.locator("#search").fill(query)
        expect(person.card(slug)).to_be_visible()
        assert person.page.locator("#sections .card").count() < 12, query
    person.page.locator("#search").fill("late")
    expect(person.card("latte")).to_be_visible()
    expect(person.card("hot-chocolate")).to_have_count(0)


def test_search_goes_through_what_can_be_chosen(welcome: Welcome, choosy_house: House) -> None:
    guest = welcome(place=choosy_house)
    guest.opens_menu()
    for query in ("лате вівсяне", "oat latte", "молоко"):
        guest.page.locator("#search").fill(query)
        expect(guest.card("latte")).to_be_visible()
        expect(guest.card("croissant")).to_have_count(0)


def test_search_for_a_diet_finds_what_the_cafe_has_stated(guest: Person) -> None:
    guest.opens_menu()
    search, cards = guest.page.locator("#search"), guest.page.locator("#sections .card")
    for query in ("без глютену", "gluten-free", "безглютенове"):
        search.fill(query)
        expect(guest.card("latte")).to_be_visible()
        expect(guest.card("croissant")).to_have_count(0)
        guest.sees("Якщо у вас алергія, запитайте персонал.")
    for query, found, gone in (
        ("вегетаріанське", "latte", "banosh"),
        ("веган", "espresso", "latte"),
        ("без лактози", "shakshuka", "latte"),
    ):
        search.fill(query)
        expect(guest.card(found)).to_be_visible()
        expect(guest.card(gone)).to_have_count(0)
    search.fill("піца")
    expect(cards).to_have_count(0)


def test_allergens_to_avoid(person: Person) -> None:
    person.opens_menu()
    cards = person.page.locator("#sections .card")
    total = len(person.page.request.get(f"{person.house.url}/api/products").json())
    expect(cards).to_have_count(total)  # they are drawn in slices
    person.page.locator(".filter").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_label(re.compile(person.says("Молоко", "Milk"))).check()
    dialog.get_by_role("button", name=person.says("Показати меню", "Show the menu")).click()
    expect(dialog).to_be_hidden()
    expect(person.card("latte")).to_have_count(0)
    expect(person.card("espresso")).to_be_visible()
    [hidden] = map(int, re.findall(r"\d+", person.page.locator(".result-note").inner_text()))
    assert 0 < hidden < total
    expect(cards).to_have_count(total - hidden)
    person.page.reload()
    expect(person.card("espresso")).to_be_visible()
    expect(person.card("latte")).to_have_count(0)  # remembered
    person.presses(person.says("Скинути", "Reset"))
    expect(cards).to_have_count(total)


def test_what_the_cafe_has_not_said_counts_as_not_safe(welcome: Welcome, own_house: House) -> None:
    own_house.do(own_house.cafe.load("[[products]]\nslug = 'americano'\nno_allergens = false\n"))
    person = welcome(place=own_house)
    person.opens_menu()
    expect(person.card("americano")).to_be_visible()
    person.page.locator(".filter").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_label(re.compile("Горіхи")).check()
    expect(dialog.locator("p[role=status].muted")).to_contain_text(
        "Сховано й 1 страву, алергенів якої кафе не вказало."
    )
    dialog.get_by_role("button", name="Показати меню").click()
    expect(person.card("americano")).to_have_count(0)
    expect(person.card("espresso")).to_be_visible()


def test_a_product_tells_everything(person: Person) -> None:
    person.opens_menu()
    name = person.says("Лате", "Latte")
    person.card("latte").get_by_role("link", name=name, exact=True).click()
    dialog = person.page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible()
    expect(dialog.locator(".product-description")).not_to_be_empty()
    expect(dialog).to_contain_text(person.says("300 або 400 мл", "300 or 400 ml"))
    expect(dialog.locator(".allergens")).to_contain_text(person.says("Молоко", "Milk"))
    dialog.get_by_role("button", name=re.compile(person.says("Додати", "Add"))).click()
    expect(dialog.locator(".count")).to_have_text("1")
    person.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(person.quantity_of("latte")).to_have_text("1")
    assert "product=" not in person.page.url


def test_chips_follow_the_scroll_and_lead_to_their_category(guest: Person) -> None:
    guest.opens_menu()
    chips = guest.page.locator("#chips li button")
    expect(chips.first).to_have_attribute("aria-current", "true")
    third = chips.nth(2)
    third.click()
    heading = guest.page.locator("#sections .category").nth(2).locator("h2")
    expect(heading).to_be_in_viewport()
    expect(third).to_have_attribute("aria-current", "true")
    top = "element => element.getBoundingClientRect().top"
    guest.page.wait_for_function(f"element => ({top})(element) < 90", arg=heading.element_handle())
    assert heading.evaluate(top) > 56  # not under the chips
    assert guest.page.locator("#chips").evaluate(top) == 0  # they stay on top
    guest.page.wait_for_timeout(200)
    guest.page.mouse.wheel(0, 20_000)
    expect(chips.last).to_have_attribute("aria-current", "true")
    expect(chips.last).to_be_in_viewport()


def test_outside_hours_the_page_says_when_it_opens(guest: Person, house: House) -> None:
    now = datetime.now(ZoneInfo("Europe/Kyiv"))
    opens, closes = (now + timedelta(hours=hours) for hours in (3, 5))
    when = f"{'завтра ' if opens.date() > now.date() else ''}о {opens:%H:%M}"
    with house.configured(work_hours_from=f"{opens:%H:%M}", work_hours_to=f"{closes:%H:%M}"):
        guest.opens_menu()
        guest.sees(f"Зачинено, відчинимось {when}", within="#banners")
        guest.adds("latte")
        guest.goes("?page=checkout")
        guest.sees(f"Зачинено, відчинимось {when}", within="#checkout")
        guest.sees_step(f"Зачинено, відчинимось {when}")
        expect(guest.page.locator("#name")).to_have_count(0)


TEN_PAST_TEN = (15, 22, 10)
"""After the demo's hours."""


@pytest.mark.parametrize("locale", ["uk", "en"])
def test_after_hours_a_cafe_that_takes_orders_says_so(welcome: Welcome, june_house: House, locale: str) -> None:
    june_house.configure(work_hours_from="08:00", work_hours_to="22:00", allow_orders_outside_hours=True)
    late = welcome(Look(locale=locale), place=june_house)
    late.has_clock(june_house.set_clock(*TEN_PAST_TEN))
    late.opens_menu()
    late.sees(
        late.says(
            "Зараз зачинено, але замовити можна. Відчинимось завтра о 08:00.",
            "We are closed now, but we take orders. We open tomorrow at 08:00.",
        ),
        within="#banners",
    )
    late.sees(late.says("Зачинено, але замовити можна", "Closed, but taking orders"), within="#header")
    late.adds("latte")
    late.starts_checkout("pickup")
    tomorrow = late.says("завтра о", "tomorrow at")
    expect(late.page.locator("#pickup_time option").first).to_have_text(f"{tomorrow} 08:15")
    late.sees(late.says("після відкриття завтра о 08:00", "after opening tomorrow at 08:00"))
    late.fills_contacts()
    late.goes_on()
    late.sees_order()
    late.sees(f"{late.says('Самовивіз', 'Pickup')} {tomorrow} 08:15")
    late.has_clock(june_house.set_clock(16, 7, 30))
    late.page.reload()
    late.sees(late.says("Самовивіз о 08:15", "Pickup at 08:15"))


def test_before_opening_the_day_is_not_said(guest: Person, june_house: House) -> None:
    june_house.configure(work_hours_from="08:00", work_hours_to="22:00")
    guest.house = june_house
    guest.has_clock(june_house.set_clock(15, 7, 30))
    guest.opens_menu()
    guest.sees("Зачинено, відчинимось о 08:00", within="#banners")
    guest.sees("Зачинено, відчинимось о 08:00", within="#header")


def test_a_forced_stop_that_stops_nothing_is_not_said(person: Person, own_house: House) -> None:
    own_house.configure(force_closed=True, allow_orders_outside_hours=True)
    person.house = own_house
    person.opens_menu()
    taking = person.says("Зачинено, але замовити можна", "Closed, but taking orders")
    person.sees(taking, within="#banners")
    person.sees(taking, within="#header")
    person.sees_no(person.says("не приймаємо", "not taking"))
    person.adds("latte")
    person.starts_checkout("dine_in")
    person.fills_contacts()
    person.goes_on()
    person.sees_order()
    own_house.configure(force_closed=False)
    own_house.do(own_house.cafe.app.services.pause.pause_until_resumed())
    person.opens_menu()
    person.sees(person.says("Зараз у нас пауза", "We are taking a break"), within="#banners")
    person.sees(person.says("Зараз не приймаємо замовлення", "Not taking orders right now"), within="#header")


def test_a_forced_stop_is_said_in_the_cafe_s_own_words(person: Person, house: House) -> None:
    uk, en = "Сьогодні весілля, чекаємо завтра!", "A wedding today, see you tomorrow!"
    words = person.says(uk, en)
    with house.configured(force_closed=True, force_closed_message=uk, force_closed_message_en=en):
        person.opens_menu()
        person.sees(words, within="#banners")
        person.adds("latte")
        person.opens_cart()
        person.sees(words, within="#page")
        person.goes("?page=checkout")
        person.sees(words, within="#checkout")
        person.sees_step(person.says("Зараз не приймаємо замовлення", "Not taking orders right now"))


def test_the_cafe_s_own_texts_are_in_the_page_s_language(guest: Person, house: House) -> None:
    uk = ("Під липою", "Новинка: обліпиховий чай", "Київ, вул. Липська, 12")
    en = ("Under the Linden", "New: sea buckthorn tea", "12 Lypska Street, Kyiv")
    texts = {"announcement_message": uk[1], "announcement_message_en": en[1]}
    with house.configured(announcement_enabled=True, **texts):
        guest.opens_menu()
        for (name, news, address), other in ((uk, "English"), (en, "Українська")):
            expect(guest.page.locator("#header h1")).to_have_text(name)
            expect(guest.page).to_have_title(re.compile(name))
            guest.sees(news, within="#banners")
            guest.page.locator("#nav a").nth(2).click()
            guest.sees(address, within=".about-list")
            guest.page.locator("#nav a").first.click()
            guest.page.get_by_role("button", name=other).click()


def test_the_announcement(guest: Person, house: House) -> None:
    with house.configured(announcement_enabled=True, announcement_message="Нове: <b>гарбузовий</b> суп & хліб"):
        guest.opens_menu()
        guest.sees("Нове: <b>гарбузовий</b> суп & хліб", within="#banners")


def test_the_language_is_switched_here_and_on_the_server(person: Person) -> None:
    person.opens_menu()
    person.adds("latte")
    other, code = person.says("English", "Українська"), person.says("en", "uk")
    name = person.says("Latte", "Лате")
    with person.page.expect_response("**/api/me/locale") as stored:
        person.page.get_by_role("button", name=other).click()
    assert stored.value.json() == {"locale": code}
    expect(person.card("latte")).to_contain_text(name)
    expect(person.page.locator("html")).to_have_attribute("lang", code)
    person.page.reload()
    expect(person.card("latte")).to_contain_text(name)


def test_a_guest_who_only_looks_in_english_leaves_nothing(welcome: Welcome, own_house: House) -> None:
    told: list[str] = []
    before = own_house.count("customers")
    guest = welcome(Look(locale="en"), place=own_house)
    guest.page.on(
        "request", lambda request: told.append(str(request.post_data)) if "me/locale" in request.url else None
    )
    guest.opens_menu()
    guest.page.wait_for_load_state("networkidle")
    assert own_house.count("customers") == before
    guest.adds("latte")
    guest.is_settled()
    guest.page.wait_for_load_state("networkidle")
    language = "SELECT locale FROM customers WHERE id < -1"
    assert told == ['{"locale":"en"}']
    assert own_house.do(own_house.cafe.value(language)) == "en"
    guest.page.reload()
    expect(guest.quantity_of("latte")).to_have_text("1")
    guest.page.wait_for_load_state("networkidle")
    assert len(told) == 1
    guest.opens_menu("?lang=uk")
    guest.page.wait_for_load_state("networkidle")
    assert own_house.do(own_house.cafe.value(language)) == "uk"


def test_names_from_the_catalogue_are_text(guest: Person, own_house: House) -> None:
    own_house.do(
        own_house.cafe.load('[[products]]\nslug = "latte"\nname = \'<img src=x onerror="window.hacked=1">"Лате"\'\n')
    )
    guest.house = own_house
    guest.opens_menu()
    expect(guest.card("latte").locator("h3")).to_have_text('<img src=x onerror="window.hacked=1">"Лате"')
    assert guest.page.evaluate("window.hacked") is None


def test_pictures_are_fetched_once_and_kept(guest: Person) -> None:
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url) if "/pictures/" in request.url else None)
    guest.opens_menu()
    guest.page.wait_for_load_state("networkidle")
    assert asked
    assert [url for url in asked if not re.search(r"/webapp/pictures/[0-9a-f]{12}/[\w-]+\.svg$", url)] == []
    expect(guest.page.locator("#header img.logo")).not_to_have_js_property("naturalWidth", 0)
    guest.adds("latte")
    guest.opens_cart()
    expect(guest.page.locator(".cart-line img")).to_have_attribute(
        "src", re.compile("/pictures/[0-9a-f]{12}/latte.svg")
    )


def test_a_menu_without_pictures_still_looks_whole(guest: Person, own_house: House) -> None:
    own_house.do(own_house.cafe.load('[[products]]\nslug = "espresso"\nimage_url = ""\n'))
    guest.house = own_house
    guest.opens_menu()
    box = guest.card("espresso").locator(".picture").bounding_box()
    assert box
    assert abs(box["width"] - box["height"]) < 1


def test_back_at_the_menu_s_top_its_first_chip_is_lit(guest: Person) -> None:
    guest.opens_menu()
    current = guest.page.locator("#chips [aria-current]")
    first = guest.page.locator("#chips button").first.inner_text()
    guest.page.locator("#sections .category").nth(2).scroll_into_view_if_needed()
    guest.page.mouse.wheel(0, 1600)
    expect(current).not_to_have_text(first)
    guest.page.locator("#nav a").nth(2).click()
    expect(guest.page.locator(".about-list")).to_be_visible()
    guest.page.locator("#nav a").first.click()
    expect(guest.card("latte")).to_be_attached()
    expect(current).to_have_text(first)


def test_a_table_that_cannot_be_one_is_ignored_with_a_word(guest: Person) -> None:
    for wrong in ("-1", "<b>x"):
        guest.opens_menu(f"?table={quote(wrong)}")
        guest.sees("Не впізнали столик із посилання")
        guest.sees_no("Ви за столиком")
    guest.opens_menu("?table=Тераса 2")
    guest.sees("Ви за столиком Тераса 2")
