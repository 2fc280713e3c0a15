"""The theme of an accent that is not saved yet is the one that guests will get."""

import pytest

from tests.driver import Cafe


async def test_it_is_what_the_settings_tell_once_it_is_saved(cafe: Cafe) -> None:
    owner = await cafe.desk()
    theme = (await owner.get("/api/desk/theme?accent=%23C0FFEE")).json
    assert (theme["accent"], theme["accent_ink"]) == ("#c0ffee", "#000000")
    await cafe.configure(accent="#c0ffee")
    assert (await cafe.get("/api/settings")).json["theme"] == theme


@pytest.mark.parametrize("query", ["", "?accent=", "?accent=red", "?accent=%23fff", "?accent=%236f4e37%0a"])
async def test_what_is_no_colour(cafe: Cafe, query: str) -> None:
    owner = await cafe.desk()
    answer = await owner.get(f"/api/desk/theme{query}")
    assert (answer.status, [problem["field"] for problem in answer.json["problems"]]) == (400, ["accent"])
