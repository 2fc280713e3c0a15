"""GET /api/menu/suggestions: what somebody usually orders, what others order, and what has run out."""

from typing import Any

from cafe.core.kernel.ids import ProductId
from tests.driver import Cafe, Visitor
from tests.web.test_windows import at

SEQUENCES = "SELECT name, value FROM sequences ORDER BY name"


async def suggested(visitor: Visitor, query: str = "") -> Any:
    answer = await visitor.get(f"/api/menu/suggestions{query}")
    assert answer.status == 200, answer
    return answer.json


async def test_a_stranger_stays_one(cafe: Cafe) -> None:
    before = await cafe.rows(SEQUENCES)
    for stranger in (cafe.guest(), cafe.person()):
        answer = await stranger.get("/api/menu/suggestions")
        assert (answer.json, answer.cookies) == ({"again": [], "popular": [], "sold_out": []}, [])
    assert await cafe.rows(SEQUENCES) == before
    assert await cafe.value("SELECT COUNT(*) AS n FROM customers WHERE id > 0 OR id < -1") == 0


async def test_again_is_what_they_order_most_and_can_have(cafe: Cafe) -> None:
    latte, espresso, cake = (cafe.products[slug] for slug in ("latte", "espresso", "cake"))
    for visitor in (cafe.guest(), cafe.person()):
        await visitor.places("espresso", "cake")
        cafe.clock.advance(minutes=1)
        await visitor.places("latte", "espresso")
        cancelled = await visitor.places("borscht")
        await cafe.moves_order(cancelled["order_id"], "cancelled")
        await cafe.guest().places("borscht")
        assert (await suggested(visitor))["again"] == [espresso, latte, cake]
        await cafe.app.services.stop_list.stop(espresso)
        assert (await suggested(visitor))["again"] == [latte, cake]
        await cafe.app.services.stop_list.offer(espresso)


async def test_popular_is_what_all_order_once_there_is_enough_to_tell(cafe: Cafe) -> None:
    latte, espresso, borscht = (cafe.products[slug] for slug in ("latte", "espresso", "borscht"))
    stranger = cafe.guest()
    for count, slug in ((9, "latte"), (6, "borscht"), (4, "espresso")):
        for _ in range(count):
            await cafe.guest().places(slug)
    await cafe.guest().adds("cake", 50)  # not ordered
    assert (await suggested(stranger))["popular"] == []  # 19 orders
    last = await cafe.guest().places("espresso")
    assert (await suggested(stranger))["popular"] == []  # as it was told a moment ago
    cafe.clock.advance(minutes=5)
    assert (await suggested(stranger))["popular"] == [latte, borscht, espresso]
    await cafe.app.services.stop_list.stop(espresso)
    assert (await suggested(stranger))["popular"] == []  # two are no choice
    await cafe.app.services.stop_list.offer(espresso)
    await cafe.moves_order(last["order_id"], "cancelled")
    cafe.clock.advance(minutes=5)
    assert (await suggested(stranger))["popular"] == []


async def test_what_was_popular_is_forgotten_after_30_days(cafe: Cafe) -> None:
    for _ in range(20):
        await cafe.guest().places("latte", "borscht", "espresso")
    assert len((await suggested(cafe.guest()))["popular"]) == 3
    cafe.clock.advance(days=30, minutes=1)
    assert (await suggested(cafe.guest()))["popular"] == []


async def test_what_has_run_out_is_told_in_both_languages(cafe: Cafe) -> None:
    latte = cafe.products["latte"]
    [product] = [each for each in (await cafe.get("/api/products")).json if each["id"] == latte]
    await cafe.app.services.stop_list.stop(ProductId(latte))
    keys = ("id", "category_id", "name", "weight", "price", "image_url")
    assert (await suggested(cafe.guest()))["sold_out"] == [{key: product[key] for key in keys}]
    [english] = (await suggested(cafe.guest(), "?locale=en"))["sold_out"]
    assert (english["name"], english["weight"]) == ("Latte", "300 ml")
    await cafe.load('[[products]]\nslug = "latte"\nactive = false\n')
    assert (await suggested(cafe.guest()))["sold_out"] == []


async def test_what_is_not_served_at_this_hour_has_not_run_out(cafe: Cafe) -> None:
    await cafe.load('[[products]]\nslug = "latte"\navailable = ["08:00-12:00"]\n')
    await cafe.app.services.stop_list.stop(cafe.products["latte"])
    for clock, sold_out in (("11:00", 1), ("13:00", 0)):
        cafe.clock.moment = at(f"2026-06-15T{clock}")
        assert len((await suggested(cafe.guest()))["sold_out"]) == sold_out, clock
