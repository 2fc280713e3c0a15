"""The week, special days and windows, edited at the desk, undone, and loaded from a file."""

from typing import Any

import pytest

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.errors import EditConflictError
from cafe.core.catalogue.changes.model import Change
from cafe.core.catalogue.edits.edit import Edit
from cafe.core.kernel.ids import StaffId
from cafe.core.kernel.problems import ProblemsError
from tests.driver import Cafe

OLENA, IVAN = Actor("Олена", StaffId(1)), Actor("Іван", StaffId(2))
WEEK = {day: ["09:00-18:00"] for day in ("mon", "tue", "wed", "thu", "fri")} | {"sat": ["10:00-02:00"], "sun": []}
CHRISTMAS = {"date": "2026-12-25", "hours": [], "message": "Зачинено на Різдво", "message_en": "Closed for Christmas"}


async def apply(cafe: Cafe, *edits: Edit, actor: Actor = OLENA) -> Change:
    change = await cafe.app.services.edits.apply(actor, edits)
    assert change is not None
    return change


async def items(cafe: Cafe, table: str) -> list[dict[str, Any]]:
    return await cafe.app.services.edits.list_items(table)


async def test_a_week_is_set_changed_undone_and_given_up(cafe: Cafe) -> None:
    assert await items(cafe, "hours") == []
    await apply(cafe, Edit("hours", "", None, WEEK))
    assert await items(cafe, "hours") == [WEEK]
    changed = await apply(cafe, Edit("hours", "", {"sun": []}, {"sun": ["12:00-15:00", "17:00-20:00"]}), actor=IVAN)
    assert [(each.entity, each.before, each.after) for each in changed.items] == [
        ("hours", {"sun": []}, {"sun": ["12:00-15:00", "17:00-20:00"]})
    ]
    with pytest.raises(EditConflictError) as raised:
        await apply(cafe, Edit("hours", "", {"sun": []}, {"sun": ["10:00-11:00"]}))
    assert [(each.field, each.by) for each in raised.value.conflicts] == [("sun", "Іван")]
    await cafe.app.services.edits.undo(OLENA, changed.id)
    assert await items(cafe, "hours") == [WEEK]
    given_up = await apply(cafe, Edit("hours", "", WEEK, None))
    assert await items(cafe, "hours") == []
    await cafe.app.services.edits.undo(OLENA, given_up.id)
    assert await items(cafe, "hours") == [WEEK]
    with pytest.raises(EditConflictError):
        await apply(cafe, Edit("hours", "", None, WEEK), actor=IVAN)


async def test_special_days_come_and_go(cafe: Cafe) -> None:
    closure = [Edit("special_days", None, None, {**CHRISTMAS, "date": f"2026-12-{day}"}) for day in (25, 26, 27)]
    change = await apply(cafe, *closure)
    assert [each["date"] for each in await items(cafe, "special_days")] == ["2026-12-25", "2026-12-26", "2026-12-27"]
    assert (await items(cafe, "special_days"))[0] == CHRISTMAS
    await apply(cafe, Edit("special_days", "2026-12-26", {"hours": []}, {"hours": ["10:00-14:00"]}))
    assert (await items(cafe, "special_days"))[1]["hours"] == ["10:00-14:00"]
    removed = await apply(cafe, Edit("special_days", "2026-12-25", CHRISTMAS, None))
    assert len(await items(cafe, "special_days")) == 2
    await cafe.app.services.edits.undo(OLENA, removed.id)
    assert (await items(cafe, "special_days"))[0] == CHRISTMAS
    with pytest.raises(EditConflictError):
        await cafe.app.services.edits.undo(OLENA, change.id)


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        (Edit("hours", "", None, {"mon": ["9-18"]}), "mon"),
        (Edit("hours", "", None, {"mon": ["09:00-18:00", "17:00-20:00"]}), "mon"),
        (Edit("special_days", None, None, {"date": "tomorrow", "hours": []}), "date"),
        (Edit("special_days", "tomorrow", None, {"hours": []}), "date"),
        (Edit("special_days", None, None, {"date": "2026-12-25"}), "hours"),
        (Edit("special_days", None, None, {"hours": []}), "date"),
        (Edit("products", "latte", {"available": []}, {"available": ["noon"]}), "available"),
    ],
)
async def test_bad_hours_are_refused_at_their_field(cafe: Cafe, edit: Edit, field: str) -> None:
    with pytest.raises(ProblemsError) as raised:
        await apply(cafe, edit)
    assert [each.field for each in raised.value.problems] == [f"edits.0.{field}"]


async def test_a_window_is_set_and_undone(cafe: Cafe) -> None:
    change = await apply(cafe, Edit("products", "latte", {"available": []}, {"available": ["08:00-11:00"]}))
    products = [each["name"] for each in (await cafe.get("/api/products")).json]
    assert "Лате" not in products  # it is noon
    await cafe.app.services.edits.undo(OLENA, change.id)
    products = [each["name"] for each in (await cafe.get("/api/products")).json]
    assert "Лате" in products


async def test_a_file_s_hours_are_in_the_history_too(cafe: Cafe) -> None:
    await cafe.load('[hours]\nmon = ["09:00-18:00"]\n[[special_days]]\ndate = 2026-12-25\nhours = []\n')
    (change, *_) = await cafe.app.services.edits.list_changes()
    assert {(each.entity, each.key) for each in change.items} == {("hours", ""), ("special_days", "2026-12-25")}
