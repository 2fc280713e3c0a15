"""The first steps tick themselves off: each is done when the thing itself is there."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.edits.errors import MenuNotEmptyError
from cafe.core.upkeep.setup_checklist.model import SetupChecklist, Step, StepsNotOverError
from cafe.core.upkeep.setup_checklist.port import BotState
from cafe.core.upkeep.setup_checklist.rules import missing_bot
from tests.bot.conversation import eventually, open_chat_cafe
from tests.driver import NOBODY_LISTENS, Cafe, FakeClock, config_for, open_cafe
from tests.fakes.telegram import FakeTelegram

DEMO = (Path(__file__).parents[2] / "data" / "demo.toml").read_text(encoding="utf-8")


@pytest.fixture
async def new_cafe(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Cafe]:
    """A cafe that nobody has set up."""
    config = config_for(tmp_path, bot_token=None, staff_chat_id=None)
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        yield cafe


OLENA = Actor("Олена")
BANK: dict[str, Any] = {"monobank_token": "a token", "monobank_api_url": NOBODY_LISTENS}


async def steps(cafe: Cafe) -> SetupChecklist:
    return await cafe.app.services.setup_checklist.read()


async def missing(cafe: Cafe) -> dict[str, tuple[str, ...]]:
    return {state.step.value: state.missing for state in (await steps(cafe)).steps}


async def test_an_empty_cafe_lacks_everything(new_cafe: Cafe) -> None:
    found = await steps(new_cafe)
    assert (found.is_menu_empty, found.own_dishes, found.is_over, found.is_hidden) == (True, 0, False, False)
    assert await missing(new_cafe) == {
        "about": ("cafe_name", "phone", "address"),
        "hours": ("hours",),
        "dishes": ("dishes",),
        "allergens": ("no_dishes",),
        "bot": ("off",),
        "staff_chat": ("not_configured",),
        "test_order": ("no_order",),
        "cards": ("monobank",),
    }


async def test_of_each_dish_its_allergens_are_told(new_cafe: Cafe) -> None:
    dishes = "".join(
        f"[[products]]\nslug = '{slug}'\nname = '{slug}'\nprice = 50\ncategory = 'coffee'\n{more}\n"
        for slug, more in (
            ("latte", "allergens = ['milk']"),
            ("tea", "no_allergens = true"),
            ("cake", ""),
            ("old", "active = false"),
        )
    )
    await new_cafe.load(f"[[categories]]\nslug = 'coffee'\nname = 'Кава'\n{dishes}")
    assert ((await missing(new_cafe))["allergens"], (await steps(new_cafe)).unstated_dishes) == (("allergens",), 1)
    await new_cafe.load("[[products]]\nslug = 'cake'\nno_allergens = true\n")
    assert ((await missing(new_cafe))["allergens"], (await steps(new_cafe)).unstated_dishes) == ((), 0)


async def test_the_demo_cafes_name_is_nobodys_own(new_cafe: Cafe) -> None:
    await new_cafe.load(DEMO)
    assert (await missing(new_cafe))["about"] == ("cafe_name", "phone", "address")
    await new_cafe.configure(cafe_name="Затишок", phone="+380441112233")
    assert (await missing(new_cafe))["about"] == ("address",)
    await new_cafe.configure(address="Львів, Площа Ринок, 1")
    assert (await missing(new_cafe))["about"] == ()


async def test_hours_are_set(new_cafe: Cafe) -> None:
    await new_cafe.configure(work_hours_from="09:00")
    assert (await missing(new_cafe))["hours"] == ()


async def test_a_week_of_hours_is_set(new_cafe: Cafe) -> None:
    await new_cafe.load('[hours]\nmon = ["08:00-22:00"]\n')
    assert (await missing(new_cafe))["hours"] == ()


async def test_hours_that_are_right_by_chance_are_said_to_be(new_cafe: Cafe) -> None:
    service = new_cafe.app.services.setup_checklist
    found = {state.step: state for state in (await service.skip(Step.HOURS, is_skipped=True)).steps}
    assert (found[Step.HOURS].is_done, found[Step.HOURS].is_skipped) == (False, True)
    found = {state.step: state for state in (await service.skip(Step.HOURS, is_skipped=False)).steps}
    assert not found[Step.HOURS].is_skipped


def dish(number: int, **more: Any) -> str:
    keys = {"slug": f'"own{number}"', "name": f'"Своє {number}"', "category": '"own"', "price": "50", **more}
    return "[[products]]\n" + "\n".join(f"{key} = {value}" for key, value in keys.items()) + "\n"


async def test_three_own_dishes_make_a_menu(new_cafe: Cafe) -> None:
    await new_cafe.load('[[categories]]\nslug = "own"\nname = "Своє"\n' + dish(1) + dish(2) + dish(3, active="false"))
    found = await steps(new_cafe)
    assert (found.own_dishes, found.needed_dishes, found.is_menu_empty) == (2, 3, False)
    assert (await missing(new_cafe))["dishes"] == ("dishes",)
    await new_cafe.load(dish(3, active="true"))
    assert (await missing(new_cafe))["dishes"] == ()


@pytest.mark.parametrize("change", ["price = 3", 'name = "Інше"', "active = false"])
async def test_a_changed_demo_menu_is_a_menu(new_cafe: Cafe, change: str) -> None:
    catalogue = new_cafe.app.services.catalogue
    await catalogue.load_first_menu(DEMO, OLENA)
    assert (await missing(new_cafe))["dishes"] == ("dishes",)
    await new_cafe.load(f'[[products]]\nslug = "latte"\n{change}\n')
    assert (await missing(new_cafe))["dishes"] == ()


async def test_the_demo_menu_comes_alone_and_only_into_an_empty_catalogue(new_cafe: Cafe) -> None:
    await new_cafe.configure(cafe_name="Затишок")
    catalogue = new_cafe.app.services.catalogue
    await catalogue.load_first_menu(DEMO, OLENA)
    assert await new_cafe.value("SELECT COUNT(*) FROM products") > 40
    assert await new_cafe.value("SELECT COUNT(*) FROM promo_codes") == 0
    settings = new_cafe.app.services.settings.current
    assert (settings.cafe_name, settings.phone) == ("Затишок", None)
    await new_cafe.execute("UPDATE products SET price = 1, is_active = 0")
    with pytest.raises(MenuNotEmptyError):
        await catalogue.load_first_menu(DEMO, OLENA)
    assert await new_cafe.value("SELECT MAX(price) FROM products") == 1


@pytest.mark.parametrize(
    "own",
    [
        '[[categories]]\nslug = "coffee"\nname = "Моє"\nactive = false',
        '[[ingredients]]\ncode = "milk"\nname = "Моє"\nunit = "шт"\nstock = 77',
        '[[option_groups]]\nslug = "size"\nname = "Моє"\nmin = 0\nmax = 1',
    ],
)
async def test_the_demo_menu_overwrites_nothing_that_somebody_typed(new_cafe: Cafe, own: str) -> None:
    await new_cafe.load(own)
    before = await new_cafe.app.services.catalogue.dump()
    assert not (await steps(new_cafe)).is_menu_empty
    with pytest.raises(MenuNotEmptyError):
        await new_cafe.app.services.catalogue.load_first_menu(DEMO, OLENA)
    assert await new_cafe.app.services.catalogue.dump() == before


async def comes_to(cafe: Cafe, step: str, *codes: str) -> None:
    """Wait until a step lacks just this."""

    async def is_so() -> bool:
        return (await missing(cafe))[step] == codes

    await eventually(is_so, seconds=30)


async def test_bot_chat_order_and_cards(tmp_path: Path, database_url: str, telegram: FakeTelegram) -> None:
    """A real order, which reaches the staff chat, where somebody accepts it."""
    async with open_chat_cafe(tmp_path, telegram, database_url=database_url, **BANK) as running:
        cafe = running.cafe
        await comes_to(cafe, "bot")
        found = await missing(cafe)
        assert (found["cards"], found["staff_chat"], found["test_order"]) == ((), ("nothing_delivered",), ("no_order",))
        assert (await steps(cafe)).keeps_unpaid
        await cafe.configure(unpaid_minutes=30)
        assert not (await steps(cafe)).keeps_unpaid
        await cafe.configure(payment_provider="liqpay", staff_chat_guest_orders=True, unpaid_minutes=0)
        assert not (await steps(cafe)).keeps_unpaid  # there are no card orders
        assert (await missing(cafe))["cards"] == ("liqpay",)

        taras = running.staff()
        await cafe.guest().places("latte")
        await taras.sees("№1")
        await comes_to(cafe, "staff_chat")
        assert (await missing(cafe))["test_order"] == ("not_seen",)
        await taras.press("Прийняти")
        await comes_to(cafe, "test_order")


async def test_a_refused_token_is_told(tmp_path: Path, telegram: FakeTelegram) -> None:
    config = config_for(tmp_path, bot_token="1:WRONG", bot_api_url=telegram.url)
    async with open_cafe(config, catalogue=None) as cafe:
        await comes_to(cafe, "bot", "refused")


@pytest.mark.parametrize("state", BotState)
def test_the_bot_works_where_telegram_answers_it(state: BotState) -> None:
    assert (missing_bot(state, has_sent=False) == ()) == (state is BotState.RUNNING)


def test_a_bot_in_another_process_is_known_by_what_it_sent() -> None:
    assert missing_bot(BotState.ELSEWHERE, has_sent=True) == ()
    assert missing_bot(BotState.REFUSED, has_sent=True) == ("refused",)


async def test_it_is_hidden_only_when_nothing_is_left(new_cafe: Cafe) -> None:
    service = new_cafe.app.services.setup_checklist
    with pytest.raises(StepsNotOverError):
        await service.hide()
    for step in Step:
        await service.skip(step, is_skipped=True)
    assert (await service.hide()).is_hidden
