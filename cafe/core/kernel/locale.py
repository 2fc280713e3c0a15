"""The two supported languages."""

from dataclasses import dataclass
from enum import StrEnum


class Locale(StrEnum):
    """A supported language; Ukrainian is the default."""

    UK = "uk"
    EN = "en"

    @classmethod
    def of(cls, text: object) -> "Locale":
        """Normalize strictly: `en` is English, all else Ukrainian (specification, Conventions)."""
        return cls.EN if text == "en" else cls.UK

    def choose(self, uk: str, en: str) -> str:
        """Return the text in this language; the Ukrainian one if the English text is empty."""
        return (self is Locale.EN and en) or uk

    @classmethod
    def of_language_code(cls, code: object) -> "Locale":
        """Normalize an IETF tag by its primary subtag: `en-US` is English."""
        return cls.of(code.replace("_", "-").split("-")[0].lower() if isinstance(code, str) else None)


@dataclass(frozen=True, slots=True)
class OwnText:
    """A text of the owner's in both languages; `en` may be empty."""

    uk: str
    en: str

    def in_locale(self, locale: Locale) -> str:
        """Return the text in a language, Ukrainian if there is no English one."""
        return locale.choose(self.uk, self.en)
