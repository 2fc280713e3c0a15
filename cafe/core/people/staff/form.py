"""Parsing the form about a member of the staff."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.lengths import PERSON
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.people.staff.model import Role, StaffMember

MAX_TELEGRAM_ID = 2**53


def read_member(member: StaffMember, values: Mapping[str, Any]) -> StaffMember:
    """Return the person with the given values: `name`, `role`, `telegram_id`, `is_active`.

    Raises:
        ProblemsError: fields are invalid or unknown.
    """
    problems = [Problem(name, "desk-field-unknown") for name in values.keys() - READERS.keys()]
    read: dict[str, Any] = {}
    for name, value in values.items():
        if name in READERS:
            result = READERS[name](value)
            if isinstance(result, _Wrong):
                problems.append(Problem(name, result.text_id, {"limit": PERSON}))
            else:
                read[name] = result
    if problems:
        raise ProblemsError(*sorted(problems, key=lambda problem: problem.field))
    return replace(member, **read)


class _Wrong:
    def __init__(self, text_id: str) -> None:
        self.text_id = text_id


def _name(value: Any) -> str | _Wrong:
    name = clean_text(value) if isinstance(value, str) else None
    if name is None:
        return _Wrong("desk-field-needed")
    return name if len(name) <= PERSON else _Wrong("desk-field-too-long")


def _role(value: Any) -> Role | _Wrong:
    return Role(value) if value in list(Role) else _Wrong("staff-role-unknown")


def _telegram_id(value: Any) -> int | _Wrong | None:
    """Parse an id from a number or a copied text; None or empty: the person has no Telegram account."""
    if value is None or value == "":
        return None
    text = str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < len(str(MAX_TELEGRAM_ID)) + 1 else 0
    return number if 0 < number < MAX_TELEGRAM_ID else _Wrong("staff-telegram-invalid")


def _is_active(value: Any) -> bool | _Wrong:
    return value if isinstance(value, bool) else _Wrong("desk-field-invalid")


READERS = {"name": _name, "role": _role, "telegram_id": _telegram_id, "is_active": _is_active}
