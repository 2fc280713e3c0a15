"""HTML with every value escaped, and embedded data for machines."""

from collections.abc import Iterable
from html import escape
from typing import Any

import orjson


class Html(str):
    """Markup; any other text is escaped before it is inserted."""

    __slots__ = ()


Value = str | int | Iterable["Html"] | None


def markup(template: str, **values: Value) -> Html:
    """Fill in a template's `{name}`: texts are escaped, sequences of markup joined, None is empty."""
    return Html(template.format_map({name: _escaped(value) for name, value in values.items()}))


def when(condition: object, template: str, **values: Value) -> Html:
    """Return the filled template if there is something to show, otherwise nothing."""
    return markup(template, **values) if condition else Html()


def data_block(data: dict[str, Any]) -> Html:
    """Return JSON-LD as a block that no browser executes; its content cannot close the block."""
    json = orjson.dumps(data).decode().replace("<", "\\u003c")
    return Html(f'<script type="application/ld+json">{json}</script>')


def _escaped(value: Value) -> str:
    if value is None or isinstance(value, Html):
        return value or ""
    return escape(str(value)) if isinstance(value, str | int) else "".join(value)
