"""A language that nobody wrote: the English texts, each marked, in a folder beside copies of the real ones."""

import re
import shutil
from pathlib import Path

from fluent.syntax import FluentParser, FluentSerializer, ast

from cafe.core.kernel.locale import FOLDER

MADE_UP = "pl"
"""Its code is a real one: browsers know how it counts, and Telegram that it is one."""
MARK = "¡"
"""What each of its texts begins with."""
VALUE = re.compile(r'(:\s+")')
"""Where a text of a page begins."""
ABOUT_ITSELF = """\
language-name = Polski
language-name-short = PL
language-name-in-chat = 🇵🇱 Polski
language-region = pl-PL
language-thousands = {"\\u00A0"}
language-money = { $amount }{"\\u00A0"}₴
"""


def add_language(folder: Path) -> Path:
    """Copy the texts of all languages into a folder, and add the made-up one's; return the folder."""
    locales = shutil.copytree(FOLDER, folder / "locales")
    own = shutil.copytree(FOLDER / "en", locales / MADE_UP)
    for file in own.glob("*.ftl"):
        file.write_text(_marked(file.read_text(encoding="utf-8")), encoding="utf-8")
    for file in own.rglob("*.js"):
        file.write_text(VALUE.sub(rf"\1{MARK}", file.read_text(encoding="utf-8")), encoding="utf-8")
    (own / "language.ftl").write_text(ABOUT_ITSELF, encoding="utf-8")
    return locales


def _marked(fluent: str) -> str:
    resource = FluentParser().parse(fluent)
    for entry in resource.body:
        if isinstance(entry, ast.Message) and entry.value is not None:
            entry.value.elements.insert(0, ast.TextElement(MARK))
    return FluentSerializer().serialize(resource)
