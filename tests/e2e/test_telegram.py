"""Inside Telegram: identity on every call, the client's own buttons and colours, and what happens when they fail."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Request, Route, expect

from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.locale import Locale
from tests.driver import init_data
from tests.e2e.conftest import Welcome
from tests.e2e.house import House
from tests.e2e.people import IN_TELEGRAM, Look, Person


def test_every_call_carries_the_init_data(member: Person) -> None:
    sent: list[tuple[str, str | None]] = []

    def note(request: Request) -> None:
        is_stream = request.url.endswith("/stream")  # which the tracking token opens: nobody's headers go with it
        if "/api/" in request.url and not is_stream:
            sent.append((request.url, request.headers.get("x-platform-init-data")))

    member.page.on("request", note)
    member.orders_pickup()
    assert len(sent) > 8
    assert all(header and "hash=" in header for _, header in sent), sent
    assert member.page.context.cookies() == []


def test_reload_and_steps_keep_the_identity(member: Person, house: House) -> None:
    member.opens_menu()
    member.adds("latte")
    member.is_settled()
    # Telegram's own reload may come without the fragment.
    member.page.goto(f"{house.url}/webapp/?page=cart")
    expect(member.page.locator("#page .cart-line")).to_have_count(1)


def test_the_page_opens_in_ukrainian_whatever_telegram_speaks_and_follows_the_chat(
    member: Person, house: House
) -> None:
    number = 7_999_001
    member.user = {"id": number, "first_name": "Ann", "language_code": "en"}
    customers = house.cafe.app.services.customers
    told_back: list[str] = []
    member.page.on("request", lambda request: told_back.append(request.url) if request.method == "PATCH" else None)

    def speaks(stored: str, shown: str) -> None:
        """Read the page once it has heard which language is stored."""
        member.page.goto("about:blank")
        member.opens_menu()
        member.page.wait_for_function(f"""() => localStorage["cafe.toldLocale"] === '"{stored}"'""")
        expect(member.page.locator("html")).to_have_attribute("lang", shown)

    speaks("en", shown="uk")
    for locale in ("uk", "en", "uk"):
        house.do(customers.set_locale(CustomerId(number), Locale(locale)))
        speaks(locale, shown=locale)
    assert told_back == []  # else it could undo what is chosen in the chat meanwhile


def test_main_button_back_button_and_haptics(member: Person) -> None:
    member.opens_menu()
    app = "window.Telegram.WebApp"
    assert member.page.evaluate(f"{app}.MainButton.isVisible") is False
    assert member.page.evaluate(f"{app}.BackButton.isVisible") is False
    member.adds("latte", 3)
    member.sees_step("Кошик")
    expect(member.page.locator(".bar-button")).to_have_count(0)  # one button is enough
    assert "selection" in " ".join(member.calls())
    member.goes_on()
    member.sees_step("Оформити")
    expect(member.page.get_by_role("button", name="Назад")).to_have_count(0)
    assert member.page.evaluate(f"{app}.BackButton.isVisible") is True
    member.page.evaluate(f"{app}.BackButton.press()")
    expect(member.card("latte")).to_be_visible()
    assert member.page.evaluate(f"{app}.BackButton.isVisible") is False


def test_colours_of_the_theme(welcome: Welcome) -> None:
    for scheme, ground in (("light", "rgb(239, 239, 244)"), ("dark", "rgb(35, 46, 60)")):
        member = welcome(Look(in_telegram=True, scheme=scheme))
        member.opens_menu()
        expect(member.page.locator("html")).to_have_css("background-color", ground)
        member.page.evaluate(
            "Object.assign(window.Telegram.WebApp.themeParams,"
            " {bg_color: '#102030', secondary_bg_color: '#203040',"
            " text_color: '#ffffff', section_bg_color: '#102030'});"
            " window.Telegram.WebApp.fire('themeChanged')"
        )
        expect(member.page.locator("html")).to_have_css("background-color", "rgb(32, 48, 64)")
        assert any(call.startswith("setHeaderColor") for call in member.calls())


def test_closing_is_confirmed_while_the_form_is_dirty(member: Person) -> None:
    member.opens_menu()
    member.adds("latte", 3)
    member.starts_checkout()
    assert "enableClosingConfirmation" not in member.calls()
    member.fills(name="Олена")
    assert "enableClosingConfirmation" in member.calls()
    member.fills_delivery()
    member.goes_on()
    member.sees_order()
    assert member.calls()[::-1].index("disableClosingConfirmation") < member.calls()[::-1].index(
        "enableClosingConfirmation"
    )


def test_the_own_number_is_shared(member: Person) -> None:
    member.opens_menu()
    member.adds("latte")
    member.starts_checkout("pickup")
    member.presses("Узяти номер із Telegram")
    expect(member.page.locator("#phone")).to_have_value("+380671112233")


def test_expired_init_data_asks_to_reopen(welcome: Welcome) -> None:
    for locale in ("uk", "en"):
        member = welcome(Look(in_telegram=True, locale=locale))
        member.opens(age=timedelta(hours=25))
        member.sees(member.says("Відкрийте застосунок наново", "Please reopen the app"))
        member.sees(re.compile(member.says("Минуло забагато часу", "Too much time has passed")))
        expect(member.page.locator("#sections")).to_be_hidden()
        member.presses(member.says("Закрити", "Close"))
        assert "close" in member.calls()


def test_init_data_of_another_bot_asks_to_reopen(member: Person) -> None:
    member.user = {"id": 1, "first_name": "Хтось"}
    url = member.address().replace("hash%3D", "hash%3Dff")
    member.page.goto(url)
    member.sees("Telegram не підтвердив, що це ви.", within="#page")


def test_without_telegram_s_script_everything_still_works(welcome: Welcome, house: House) -> None:
    member = welcome(IN_TELEGRAM, has_script=False)
    member.opens()
    member.card("latte").locator("[data-key=more]").click()
    member.page.locator(".bar-button").click()
    member.chooses("type", "pickup")
    member.page.locator(".bar-button").click()
    member.fills_contacts()
    member.page.locator(".bar-button").click()
    order_id = member.sees_order()
    customer = house.do(house.cafe.value("SELECT customer_id FROM orders WHERE id = :id", id=order_id))
    assert member.user
    assert customer == member.user["id"]  # the identity needs no script
    member.complaints.clear()  # the browser's word about the script that did not load


def test_an_old_client(member: Person) -> None:
    """A client of version 6.0 has a main button and nothing else."""
    member.opens()
    member.page.goto("about:blank")
    member.page.goto(member.address().replace("tgWebAppVersion=8.0", "tgWebAppVersion=6.0"))
    member.adds("latte")
    member.goes_on()
    expect(member.page.get_by_role("button", name="Назад")).to_be_visible()
    member.chooses("type", "pickup")
    member.goes_on()
    expect(member.page.get_by_role("button", name="Узяти номер із Telegram")).to_have_count(0)
    member.fills_contacts()
    member.goes_on()
    member.sees_order()


def test_outside_telegram_its_script_is_not_asked_for(guest: Person) -> None:
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    guest.opens_menu()
    assert not [url for url in asked if "telegram.org" in url]
    assert all(url.startswith(guest.house.url) for url in asked)


def test_what_is_added_in_the_chat_is_in_the_open_cart(member: Person, house: House) -> None:
    with member.page.expect_response("**/api/cart/stream"):
        member.opens_menu()
    chat = house.visitor(member.user)
    house.do(chat.adds("espresso", 2))
    expect(member.quantity_of("espresso")).to_have_text("2")
    member.adds("espresso")
    member.is_settled()
    house.do(chat.removes("espresso"))
    expect(member.quantity_of("espresso")).to_have_count(0)


def test_the_chat_s_language_is_taken_over(member: Person, house: House) -> None:
    house.do(house.visitor(member.user).speaks("en"))
    member.opens_menu()
    expect(member.card("latte")).to_contain_text("Latte")


def test_the_helper_signs_like_telegram(guest: Person) -> None:
    """The tests' own init data is accepted because it is right, not because nobody looks."""
    data = init_data(datetime.now(UTC), {"id": 5, "first_name": "П'ять"})
    answer = guest.house.do(guest.house.cafe.get("/api/cart", **{"X-Platform-Init-Data": data}))
    assert "X-Init-Data-Status" not in answer.headers
    answer = guest.house.do(guest.house.cafe.get("/api/cart", **{"X-Platform-Init-Data": data + "0"}))
    assert answer.headers["X-Init-Data-Status"] == "invalid"


def test_launch_data_counts_only_where_telegram_is_around_the_page(welcome: Welcome, member: Person) -> None:
    """Somebody's link in a plain browser must not make its reader act as that somebody."""
    stranger = welcome()
    sent: list[str | None] = []

    def note(request: Request) -> None:
        if "/api/" in request.url:
            sent.append(request.headers.get("x-platform-init-data"))

    stranger.page.on("request", note)

    def from_elsewhere(route: Route) -> None:
        route.fulfill(response=route.fetch(url=route.request.url.replace("http://cafe.test", member.house.url)))

    stranger.page.route("http://cafe.test/**", from_elsewhere)
    stranger.page.goto(member.address().replace(member.house.url, "http://cafe.test"))
    expect(stranger.page.locator("#sections .stepper").first).to_be_visible()
    assert sent
    assert set(sent) == {None}
    stranger.page.wait_for_load_state("networkidle")
    stranger.page.unroute_all(behavior="wait")
