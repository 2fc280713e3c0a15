"""Help on each view of the desk: what it is for, and how one does what one comes for."""

import re

from playwright.sync_api import expect

from tests.e2e.office import Colleague

SENTENCE = re.compile(r"[.!?](?=\s|$)")
OWN_HELP = (
    *("menu/dish", "menu/groups", "menu/prices", "menu/file", "menu/sheet", "menu/photos", "menu/allergens"),
    *("reports/bank", "stock/count"),
)
"""Pages of a view with help of their own."""


def test_each_view_says_what_it_is_for_and_how(owner: Colleague) -> None:
    owner.signs_in()
    page = owner.page
    views = page.locator("#nav ul a").evaluate_all("all => all.map(each => each.hash.slice(2))")
    assert {"start", "orders", "menu", "settings", "access"} <= set(views)
    told: set[str] = set()
    for view in [*views, *OWN_HELP]:
        owner.opens(view)
        owner.presses(owner.says("Довідка", "Help"), within="#top")
        dialog = page.get_by_role("dialog")
        about = dialog.locator(".dialog-body p").first
        expect(about).to_be_visible()
        text = about.inner_text()
        assert 1 <= len(SENTENCE.findall(text)) <= 3, (view, text)
        assert text not in told, view
        told.add(text)
        assert 2 <= dialog.locator(".steps li").count() <= 4, view
        assert "help." not in dialog.inner_text(), view
        if view in ("orders", "menu/prices"):
            owner.looks_well(f"help-{view.replace('/', '-')}")
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def test_help_follows_the_language(owner: Colleague) -> None:
    owner.opens("promos")
    about = owner.page.locator("#dialog .dialog-body p").first
    for uk, en in (("Тут коди, за якими", "Here are codes"), ("Here are codes", "Тут коди, за якими")):
        owner.page.locator("[data-action='help.open']").click()
        expect(about).to_contain_text(owner.says(uk, en))
        owner.page.keyboard.press("Escape")
        owner.page.locator("[data-action='frame.account']:visible").click()
        owner.page.locator("[data-action='frame.language']").click()
        owner.page.keyboard.press("Escape")
        expect(owner.page.get_by_role("dialog")).to_have_count(0)
