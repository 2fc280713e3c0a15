"""The texts of a message as data: ids with values, which each edge formats."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.messages.notifications.values import shorten, sum_text
from cafe.core.money.payments.model import Money

Value: TypeAlias = "str | int | Money | Phrase | Joined"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text by its id, with the values of its variables."""

    text_id: str
    values: Mapping[str, Value] = field(default_factory=dict)
    otherwise: str | None = None
    """Replaces the text if there is none with this id."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Several values in place of one."""

    parts: Sequence[Value]
    separator: str


def format_phrases(texts: Texts, locale: Locale, phrases: Sequence[Phrase], escape: Callable[[str], str] = str) -> str:
    """Format phrases, a paragraph each; `escape` keeps what people typed from becoming markup.

    Raises:
        TextError: a text is missing: a defect of the program.
    """
    return "\n".join(_format(texts, locale, phrase, escape) for phrase in phrases)


def _format(texts: Texts, locale: Locale, phrase: Phrase, escape: Callable[[str], str]) -> str:
    if phrase.otherwise is not None and not texts.has(phrase.text_id):
        return escape(shorten(phrase.otherwise))
    values = {name: _value(texts, locale, value, escape) for name, value in phrase.values.items()}
    return texts.format(locale, phrase.text_id, **values)


def _value(texts: Texts, locale: Locale, value: Value, escape: Callable[[str], str]) -> FluentValue:
    match value:
        case Phrase():
            return _format(texts, locale, value, escape)
        case Joined(parts, separator):
            return separator.join(str(_value(texts, locale, part, escape)) for part in parts)
        case Money():
            return sum_text(partial(texts.format, locale), value)
        case str():
            return escape(shorten(value))
    return value
