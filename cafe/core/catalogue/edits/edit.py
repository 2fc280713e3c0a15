"""Edits of single items, and their validation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cafe.core.catalogue.edits.items import TABLES, Table, normalized_key
from cafe.core.kernel.problems import MOST_PROBLEMS, Problem, ProblemsError
from cafe.core.kernel.validators import Reason, ValidatorError


@dataclass(frozen=True, slots=True)
class Edit:
    """New values of one item, with the values that its author saw.

    `seen` is None for a new item. Without a `key`, the key is taken from the values, or made from a new item's name.
    `values` is None for a deletion.
    """

    table: str
    key: str | None
    seen: Mapping[str, Any] | None
    values: Mapping[str, Any] | None


def place_of(edit: Edit) -> tuple[str, str]:
    return edit.table, normalized_key(edit.table, edit.key or "")


def problem_of(edit: int, field: str, reason: Reason) -> Problem:
    """Describe a problem of one edit: in a field, or in the whole item (an empty `field`)."""
    return Problem(f"edits.{edit}.{field}" if field else f"edits.{edit}", reason.text_id, reason.values)


def read_edits(edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Validate the values of all edits.

    Raises:
        ProblemsError: with every problem found.
    """
    problems: list[Problem] = []
    validated = []
    for number, given in enumerate(edits):
        if len(problems) >= MOST_PROBLEMS:
            break
        table = TABLES.get(given.table)
        edit = given if table is None else _without_key(table, given)
        if table is None:
            problems.append(problem_of(number, "", Reason("unknown-table")))
        elif edit.seen is None and not table.is_in_file:
            problems.append(problem_of(number, "", Reason("cannot-add")))
        elif edit.values is None:
            if not table.is_deletable:
                problems.append(problem_of(number, "", Reason("cannot-delete")))
            validated.append(edit)
        else:
            validated.append(_read_values(number, table, edit, edit.values, problems))
    if problems:
        raise ProblemsError(*problems)
    return tuple(validated)


def _read_values(number: int, table: Table, edit: Edit, given: Mapping[str, Any], problems: list[Problem]) -> Edit:
    """Return an edit with its validated key and values; problems are added to `problems`."""
    values: dict[str, Any] = {}
    for field, value in given.items():
        if len(problems) >= MOST_PROBLEMS:
            break
        try:
            values[field] = _validated_value(table, edit, field, value)
        except ValidatorError as error:
            path = f"{field}.{error.path}" if error.path else field
            problems.append(problem_of(number, path, error.reason))
    key = edit.key
    try:
        key = _validated_key(table, replace(edit, values=values))
    except ValidatorError as error:
        problems.append(problem_of(number, table.key, error.reason))
    return replace(edit, key=key, values=values)


def _without_key(table: Table, edit: Edit) -> Edit:
    """Remove an existing item's key from its values, where it only identifies the item.

    It is there when two people add the same item and the second one insists on their own values.
    """
    if edit.seen is None or edit.values is None or table.key not in edit.values:
        return edit
    try:
        key = str(table.validators[table.key](edit.values[table.key]))
    except ValidatorError:  # reported like any other value
        return edit
    if edit.key is not None and normalized_key(edit.table, key) != normalized_key(edit.table, edit.key):
        return edit
    values = {field: value for field, value in edit.values.items() if field != table.key}
    return replace(edit, key=key, values=values)


def _validated_key(table: Table, edit: Edit) -> str | None:
    """Return the edit's key as it is stored; the key of a new item comes from the request unchecked.

    Raises:
        ValidatorError: not a valid key of this table, or different from the key in the new item's values.
    """
    if not table.key or edit.key is None or edit.seen is not None:
        return edit.key
    key = str(table.validators[table.key](edit.key))
    named = str((edit.values or {}).get(table.key, key))
    if normalized_key(edit.table, key) != normalized_key(edit.table, named):
        raise ValidatorError("is not the key that the values name")
    return key


def _validated_value(table: Table, edit: Edit, field: str, value: object) -> object:
    if field not in table.validators:
        raise ValidatorError("unknown key", "unknown-key")
    is_new = edit.seen is None
    if not is_new and (field in table.fixed or field == table.key):
        raise ValidatorError("cannot be changed", "cannot-change")
    if value is None and field in table.optional:
        return None
    return table.validators[field](value)
