"""Limits of texts in characters: one table for the desk, the catalogue file, commands, chats and guests' pages.

A stored text beyond its limit stays until its field is changed.
"""

from collections.abc import Iterator, Mapping
from typing import Any

KEY = NAME = WEIGHT = 100
ADDRESS = 200
UNIT, CODE, PHONE = 30, 60, 60
TAX = 10
"""The code of a tax group."""
MESSAGE = 500
DESCRIPTION = 2_000
LINK = 2_000
NOTE = REASON = 200
LINE, COMMENT = 200, 1_000
"""A field of the order form, and its comment."""
PERSON, DEVICE = 60, 40
SEARCH = 100

_NAMES = {"slug": KEY, "name": NAME, "name_en": NAME}

LENGTHS: Mapping[str, Mapping[str, int]] = {
    "settings": {
        "cafe_name": NAME,
        "cafe_name_en": NAME,
        "logo_url": LINK,
        "phone": PHONE,
        "address": ADDRESS,
        "address_en": ADDRESS,
        "city": NAME,
        "tables": MESSAGE,
        "map_tiles": LINK,
        "map_credit": NAME,
        "instagram_url": LINK,
        "maps_url": LINK,
        "force_closed_message": MESSAGE,
        "force_closed_message_en": MESSAGE,
        "announcement_message": MESSAGE,
        "announcement_message_en": MESSAGE,
        "air_alert_source": LINK,
        "power_cut_source": LINK,
    },
    "categories": _NAMES,
    "products": _NAMES
    | {
        "description": DESCRIPTION,
        "description_en": DESCRIPTION,
        "weight": WEIGHT,
        "weight_en": WEIGHT,
        "image_url": LINK,
        "unit": UNIT,
    },
    "option_groups": _NAMES,
    "zones": _NAMES,
    "modes": _NAMES | {"message": MESSAGE, "message_en": MESSAGE},
    "options": _NAMES | {"unit": UNIT},
    "tax_groups": {"code": TAX, "name": NAME},
    "ingredients": {"code": KEY, "name": NAME, "unit": UNIT},
    "special_days": {"message": MESSAGE, "message_en": MESSAGE},
    "promos": {"code": CODE},
    "cart": {"note": NOTE},
    "checkout": {
        "name": LINE,
        "phone": LINE,
        "address_city": LINE,
        "address_street": LINE,
        "address_house": LINE,
        "address_apartment": LINE,
        "table_number": LINE,
        "address_comment": COMMENT,
        "comment": COMMENT,
    },
    "orders": {"reason": REASON, "text": SEARCH},
    "refunds": {"reason": REASON},
    "stock": {"note": NOTE},
    "staff": {"name": PERSON},
    "devices": {"name": DEVICE},
}
"""By the tables and keys of a catalogue file, then by those of other forms; `options` are those of a group."""


def find_too_long(table: str, item: Mapping[str, Any], current: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield the path and the limit of each changed text of an item that is too long."""
    lengths = LENGTHS.get(table, {})
    for field, value in item.items():
        if isinstance(value, str) and value != current.get(field) and len(value) > lengths.get(field, len(value)):
            yield field, lengths[field]
        elif (table, field) == ("option_groups", "options"):
            present = {option["slug"]: option for option in current.get("options", ())}
            for option in value:
                slug = option["slug"]
                found = find_too_long("options", option, present.get(slug, {}))
                yield from ((f"options.{slug}.{path}", most) for path, most in found)
