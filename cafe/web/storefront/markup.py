"""HTML with every value escaped, and data for machines within it."""

from collections.abc import Iterable
from html import escape
from typing import Any

import orjson


class Html(str):
    """Markup; any other text is escaped before it gets into some."""

    __slots__ = ()


Value = str | int | Iterable["Html"] | None


def markup(template: str, **values: Value) -> Html:
    """Return a template with `{name}` filled in: texts escaped, pieces of markup in a row, None as nothing."""
    return Html(template.format_map({name: _escaped(value) for name, value in values.items()}))


def when(condition: object, template: str, **values: Value) -> Html:
    """Return the same if there is something to show, else nothing."""
    return markup(template, **values) if condition else Html()


def data_block(data: dict[str, Any]) -> Html:
    """Return JSON-LD as a block that no browser runs; nothing in it can end the block."""
    json = orjson.dumps(data).decode().replace("<", "\\u003c")
    return Html(f'<script type="application/ld+json">{json}</script>')


def _escaped(value: Value) -> str:
    if value is None or isinstance(value, Html):
        return value or ""
    return escape(str(value)) if isinstance(value, str | int) else "".join(value)
