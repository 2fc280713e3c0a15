"""Languages: the interface has one for each folder of texts; the owner writes in Ukrainian and English."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ClassVar, Self

from cafe.core.kernel.database import Row

FOLDER = Path(__file__).parents[2] / "locales"
"""The texts that come with the program: a folder for each language."""


class Locale(str):
    """A language by its code, such as `uk`; `Languages` has those that can be chosen."""

    __slots__ = ()

    UK: ClassVar["Locale"]
    """The cafe's own: staff, receipts and whoever chose no other."""
    EN: ClassVar["Locale"]


Locale.UK = Locale("uk")
Locale.EN = Locale("en")


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages that can be chosen, Ukrainian first."""

    locales: tuple[Locale, ...]

    @classmethod
    def in_folder(cls, folder: Path) -> Self:
        """Find the languages: each has a folder of texts, named by its code."""
        codes = sorted(each.name for each in folder.iterdir() if each.is_dir())
        return cls((Locale.UK, *(Locale(code) for code in codes if code != Locale.UK)))

    def __iter__(self) -> Iterator[Locale]:
        return iter(self.locales)

    def of(self, text: object) -> Locale:
        """Normalize strictly: `en` is English, no code of a language Ukrainian (specification, Conventions)."""
        return Locale(text) if text in self.locales else Locale.UK

    def of_language_code(self, code: object) -> Locale:
        """Normalize an IETF tag by its primary subtag: `en-US` is English."""
        return self.of(code.replace("_", "-").split("-")[0].lower() if isinstance(code, str) else None)


@cache
def shipped_languages() -> Languages:
    """Return those that come with the program."""
    return Languages.in_folder(FOLDER)


@dataclass(frozen=True, slots=True)
class OwnText:
    """A text of the owner's in both languages; `en` may be empty."""

    uk: str
    en: str

    @classmethod
    def of(cls, row: Row, name: str) -> Self:
        """Read a text from its two columns, of which the English one's name ends in `_en`."""
        return cls(row[name], row[f"{name}_en"])

    def in_locale(self, locale: Locale) -> str:
        """Return the text for people who read a language: the English one unless it is Ukrainian, if there is one."""
        return self.uk if locale == Locale.UK else self.en or self.uk
