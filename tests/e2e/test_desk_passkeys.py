"""Passkeys in a browser, whose virtual authenticator recognises the person."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Hire
from tests.e2e.house import House
from tests.e2e.office import LOOKS, Colleague
from tests.e2e.people import Look


def has_authenticator(person: Colleague) -> None:
    """Give the browser a device that holds passkeys; an address with a name may use them, one of numbers may not."""
    session = person.page.context.new_cdp_session(person.page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_passkey_is_added_and_signs_in(hire: Hire, own_house: House, look: Look) -> None:
    owner = hire(look)
    url = own_house.url.replace("127.0.0.1", "localhost")
    link = own_house.do(own_house.cafe.app.services.sign_in.issue_link("Олена", None))
    has_authenticator(owner)
    page = owner.page
    page.goto(f"{url}/desk/#link={link.token}")
    page.locator("[data-action='signin.link']").click()
    expect(page.locator("#nav")).to_be_visible()
    page.goto(f"{url}/desk/#/access")
    owner.presses(owner.says("Додати ключ цього пристрою", "Add this device's passkey"))
    owner.is_told(owner.says("Ключ доступу додано.", "The passkey is added."))
    owner.looks_well("access-passkeys")
    owner.presses(owner.says("Прибрати", "Remove"), within="[data-key='passkeys']")
    owner.answers(owner.says("Прибрати", "Remove"))
    owner.is_told(owner.says("Це ваш останній спосіб увійти.", "This is your last way in."))
    owner.presses(owner.says("Код відновлення", "A recovery code"))
    code = page.locator("#dialog .big-code").inner_text()
    owner.looks_well("access-recovery")
    page.context.clear_cookies()
    page.goto(f"{url}/desk/")
    page.reload()
    owner.looks_well("signin-passkey")
    owner.presses(owner.says("Увійти ключем доступу", "Sign in with a passkey"))
    expect(page.locator("#nav")).to_be_visible()
    page.context.clear_cookies()
    page.reload()
    page.get_by_text(owner.says("Інші способи увійти", "Other ways to sign in")).click()
    page.get_by_label(owner.says("Код відновлення", "Recovery code")).fill(code.lower())
    owner.presses(owner.says("Увійти з кодом", "Sign in with the code"))
    expect(page.locator("#nav")).to_be_visible()
