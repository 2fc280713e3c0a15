"""Makes the README's pictures from the real screens: `python -m tests.e2e.pictures`."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.e2e.house import DEMO, open_house
from tests.e2e.kitchen import fill, tablet
from tests.e2e.people import Look, Person, launch, somebody
from tests.e2e.test_everyone import screens

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SHOWN = {
    Look(): ("menu", "product", "cart", "order-courier"),
    Look(in_telegram=True, scheme="dark"): ("menu", "checkout"),
    Look(locale="en", is_phone=False, width=1280): ("menu",),
}


def draw(person: Person, names: tuple[str, ...]) -> None:
    for name in screens(person):
        if name not in names:
            continue
        if name != "product":
            person.page.evaluate("scrollTo(0, 0)")
            person.page.wait_for_timeout(300)  # the chips follow
        path = PICTURES / f"{name}-{person.look}.jpg"
        person.page.screenshot(path=path, type="jpeg", quality=78)
        sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KB\n")


def draw_board(browser: Browser, folder: Path) -> None:
    """The kitchen screen with a dozen orders."""
    folder.mkdir()
    with open_house(folder, DEMO) as house:
        fill(house, house.set_clock(15, 12, 0))
        with tablet(browser, house) as screen:
            screen.starts()
            expect(screen.page.locator(".card")).to_have_count(12)
            path = PICTURES / "board-tablet.jpg"
            screen.page.screenshot(path=path, type="jpeg", quality=70)
            sys.stdout.write(f"{path.name} {path.stat().st_size // 1024} KB\n")


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)) as house, sync_playwright() as playwright:
        browser = launch(playwright)
        for look, names in SHOWN.items():
            with somebody(browser, house, look) as person:
                draw(person, names)
        draw_board(browser, Path(folder, "kitchen"))
        browser.close()


if __name__ == "__main__":
    main()
