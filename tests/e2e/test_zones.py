"""Delivery by zone as people see it: the guest learns the price while typing, the owner draws and checks."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import violations
from tests.e2e.conftest import Hire, Welcome
from tests.e2e.house import JUNE, House, open_house
from tests.e2e.office import PHONE, Colleague
from tests.e2e.people import Look, Person

ZONES = (Path(__file__).parents[1] / "zones.toml").read_text()

FOREIGNER = Look(locale="en", scheme="dark", is_phone=False, width=1280)
Enter = Callable[[Look], Person]


@pytest.fixture
def zone_house(tmp_path: Path) -> Iterator[House]:
    """A cafe that delivers by zones, on 15 June at noon."""
    with open_house(tmp_path, at=JUNE) as opened:
        opened.do(opened.cafe.load(ZONES))
        yield opened


@pytest.fixture
def enter(welcome: Welcome, zone_house: House) -> Enter:
    """Let a guest into that cafe, with a full cart, up to the empty form of a delivery."""

    def let_in(look: Look) -> Person:
        person = welcome(look, place=zone_house)
        person.has_clock(zone_house.now())
        person.opens_menu()
        person.adds("latte", 3)
        person.starts_checkout("delivery")
        return person

    return let_in


def zone(person: Person) -> Any:
    return person.page.locator(".zone")


def fee(person: Person) -> Any:
    return person.page.locator(".price-summary").last.locator("div", has_text=person.says("Доставка", "Delivery"))


@pytest.mark.parametrize("look", [Look(), FOREIGNER], ids=str)
def test_the_fee_is_known_while_the_address_is_typed(enter: Enter, look: Look) -> None:
    person = enter(look)
    expect(fee(person)).to_contain_text(person.says("від 60", "from ₴60"))
    person.fills(address_city="Київ", address_street="вул. Фрунзе")
    person.fills_contacts()
    expect(zone(person).locator("select")).to_be_visible()
    person.fills(address_house="40")
    expect(zone(person)).to_contain_text(person.says("Зона «Поділ»", "Zone “Podil”"))
    expect(fee(person)).to_contain_text("80")
    assert violations(person.page) == []
    person.photographs(f"zone-{look}")
    person.goes_on()
    person.sees_order()
    [order] = person.house.do(person.house.cafe.rows("SELECT zone_name, zone_by, delivery_fee FROM orders"))
    assert order == {"zone_name": "Поділ", "zone_by": "street", "delivery_fee": 80}


def test_a_mistyped_street_is_offered_and_taken(enter: Enter) -> None:
    person = enter(Look())
    person.fills(address_city="Київ", address_street="Хрищатик", address_house="5")
    person.presses("Хрещатик")
    expect(zone(person)).to_contain_text("Зона «Центр»")
    expect(person.page.locator("#address_street")).to_have_value("Хрещатик")


def test_an_unknown_street_asks_for_the_zone(enter: Enter) -> None:
    person = enter(Look())
    person.fills_delivery()
    person.fills(address_street="Ліснича")
    expect(zone(person).locator("select")).to_be_visible()
    person.goes_on()
    expect(person.field_error("zone_id")).to_have_text("Оберіть зону")
    person.page.locator("#zone_id").select_option(label="Печерськ: доставка 90 ₴".replace(" ₴", "\xa0₴"))
    expect(fee(person)).to_contain_text("90")
    person.goes_on()
    person.sees_order()
    [order] = person.house.do(person.house.cafe.rows("SELECT zone_name, zone_by FROM orders"))
    assert order == {"zone_name": "Печерськ", "zone_by": "choice"}


def test_a_guest_says_where_they_are(enter: Enter) -> None:
    person = enter(Look())
    person.page.context.grant_permissions(["geolocation"])
    person.page.context.set_geolocation({"latitude": 50.47, "longitude": 30.51})
    person.fills_delivery()
    expect(zone(person)).to_contain_text("Зона «Центр»")
    person.presses("Доставити туди, де я зараз")
    expect(zone(person)).to_contain_text("Зона «Поділ»")
    person.presses("Не сюди")
    expect(zone(person)).to_contain_text("Зона «Центр»")
    person.page.context.set_geolocation({"latitude": 48, "longitude": 24})
    person.presses("Доставити туди, де я зараз")
    expect(zone(person)).to_contain_text("Це місце поза нашими зонами")
    expect(zone(person)).to_contain_text("Зона «Центр»")


def test_the_minimum_is_the_zones(enter: Enter) -> None:
    person = enter(Look())
    person.fills_delivery()
    person.fills(address_street="Васильківська")
    person.sees_step("Додайте ще")
    person.fills(address_street="Хрещатик")
    person.sees_step("Замовити")


def test_the_zones_are_told_about_the_cafe(welcome: Welcome, zone_house: House) -> None:
    person = welcome(Look(), place=zone_house)
    person.opens_menu()
    person.sees("Доставка від 60 ₴, залежно від адреси".replace(" ₴", "\xa0₴"))
    person.goes("?page=cafe")
    person.sees("Поділ")
    person.sees("безкоштовно від 700")


def test_the_owner_makes_a_zone_with_streets_and_a_circle(owner: Colleague) -> None:
    owner.opens("zones")
    owner.sees(owner.says("Зон ще немає", "No zones yet"))
    owner.looks_well("zones-none")
    owner.page.evaluate("location.hash = '#/zones/+'")
    page = owner.page
    page.locator("#name").fill("Околиця")
    page.locator("#fee").fill("95")
    page.locator("#streets").fill("Лісова 1-20\n\nвул. Польова (Леніна) непарні")
    owner.presses(owner.says("Додати коло", "Add a circle"), within="#main")
    page.locator("#ring-0-lat").fill("49.84")
    page.locator("#ring-0-lon").fill("24.03")
    page.locator("#ring-0-km").fill("2,5")
    page.locator("#ring-0-km").blur()
    owner.looks_well("zone-new")
    owner.presses(owner.says("Зберегти", "Save"), within="#main")
    owner.sees("Околиця")
    [stored] = owner.house.do(owner.house.cafe.rows("SELECT fee, streets, rings FROM zones"))
    assert stored["fee"] == 95
    assert json.loads(stored["streets"]) == ["Лісова 1-20", "вул. Польова (Леніна) непарні"]
    assert json.loads(stored["rings"]) == [{"lat": 49.84, "lon": 24.03, "km": 2.5}]
    page.locator("#address").fill("Лісова, 7")
    owner.presses(owner.says("Перевірити", "Check"), within="#main")
    owner.sees(owner.says("Це зона «Околиця».", "That is the zone “Околиця”."))
    page.locator("#address").fill("Лісава, 7")
    owner.presses(owner.says("Перевірити", "Check"), within="#main")
    owner.sees(owner.says("Можливо, це: Лісова", "It may be: Лісова"))


def test_a_wrong_street_is_said_at_its_field(hire: Hire) -> None:
    olena = hire(PHONE).opens("zones/+")
    olena.page.locator("#name").fill("Околиця")
    olena.page.locator("#streets").fill("12")
    olena.presses("Зберегти", within="#main")
    expect(olena.page.locator("#streets-error")).to_contain_text("Не зрозуміло: «12»")


def test_an_area_is_drawn_dragged_and_pasted(hire: Hire) -> None:
    olena = hire().opens("zones/+")
    page = olena.page
    page.locator("#name").fill("Ділянка")
    olena.presses("Намалювати ділянку", within="#main")
    svg = page.locator(".zone-map")
    svg.scroll_into_view_if_needed()
    for x, y in ((60, 80), (220, 80), (140, 220)):
        svg.click(position={"x": x, "y": y})
    olena.presses("Готово", within="#main")
    expect(page.locator(".map-area")).to_have_count(1)
    grip = page.locator(".map-grip").first
    box = grip.bounding_box()
    assert box
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.down()
    page.mouse.move(box["x"] - 40, box["y"] - 20, steps=4)
    page.mouse.up()
    geo = {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "geometry": {
                    "type": "Polygon",
                    "coordinates": [[[24.0, 49.8], [24.1, 49.8], [24.1, 49.9], [24.0, 49.8]]],
                },
            }
        ],
    }
    page.get_by_text("Вставити GeoJSON").click()
    page.locator("#geojson").fill("{}")
    olena.presses("Додати ділянки", within="#main")
    olena.sees("Це не GeoJSON із ділянками.")
    page.locator("#geojson").fill(json.dumps(geo))
    olena.presses("Додати ділянки", within="#main")
    expect(page.locator(".map-area")).to_have_count(2)
    olena.presses("Зберегти", within="#main")
    expect(page.locator(".zone-row", has_text="Ділянка")).to_be_visible()
    [stored] = olena.house.do(olena.house.cafe.rows("SELECT polygons FROM zones"))
    drawn, pasted = json.loads(stored["polygons"])
    assert pasted == [[49.8, 24.0], [49.8, 24.1], [49.9, 24.1]]
    assert len(drawn) == 3
    [first, second, third] = drawn
    assert first[1] < third[1] < second[1]  # the first was dragged to the west
    assert first[0] > second[0] > third[0]  # and to the north


def test_a_zone_is_paused_in_place_and_resumed(hire: Hire, own_house: House) -> None:
    own_house.do(own_house.cafe.load(ZONES))
    barista = hire(PHONE, role="staff").opens("zones")
    row = barista.page.locator("li", has_text="Поділ")
    row.get_by_role("button", name="Пауза на годину").click()
    expect(row).to_contain_text("на паузі до")
    assert own_house.do(own_house.cafe.value("SELECT paused_until FROM zones WHERE slug = 'podil'")) > 0
    row.get_by_role("button", name="Відновити").click()
    expect(row).not_to_contain_text("на паузі")
    assert barista.page.locator("a[href='#/zones/+']").count() == 0


def test_pictures_of_a_map_are_shown_where_the_owner_names_a_source(hire: Hire, own_house: House) -> None:
    own_house.configure(map_tiles="https://tiles.example/{z}/{x}/{y}.png", map_credit="© Приклад")
    own_house.do(own_house.cafe.load(ZONES))
    olena = hire()
    olena.page.route("https://tiles.example/**", lambda route: route.fulfill(status=204))
    olena.opens("zones/center")
    expect(olena.page.locator(".zone-map image").first).to_be_visible()
    olena.sees("© Приклад")
    expect(olena.page.locator(".map-grid")).to_have_count(0)


def test_the_desk_puts_an_order_into_another_zone(hire: Hire, own_house: House) -> None:
    own_house.do(own_house.cafe.load(ZONES))
    where = {"address_city": "Київ", "address_street": "Хрещатик", "address_house": "5"}
    placed = own_house.do(own_house.cafe.guest().places("latte", "latte", "latte", kind="delivery", **where))
    olena = hire().opens(f"orders/{placed['order_id']}")
    olena.sees("Центр")
    olena.presses("Змінити", within="#main")
    olena.page.locator("#edit-zone").select_option(label="Печерськ: 90 ₴".replace(" ₴", "\xa0₴"))
    olena.presses("Гість уже згоден", within="#dialog")
    expect(olena.page.locator("#main")).to_contain_text("Центр (60 ₴) → Печерськ (90 ₴)")
