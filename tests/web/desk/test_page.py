"""The desk's page: what it needs at once comes at once."""

import posixpath
import re
from pathlib import Path

PAGE = Path(__file__).parents[3] / "cafe" / "web" / "pages" / "desk"


def imported(module: str, found: set[str]) -> set[str]:
    """What a module needs before it runs, and what those need."""
    source = (PAGE / module).read_text(encoding="utf-8")
    for address in re.findall(r'^(?:import|export)[^;]*? from "([^"]+)";', source, flags=re.MULTILINE):
        name = posixpath.normpath(posixpath.join(posixpath.dirname(module), address))
        if name not in found:
            imported(name, found | {name})
            found |= {name} | imported(name, found | {name})
    return found


def test_the_page_names_every_module_that_it_starts_with() -> None:
    """One that it does not name is asked for only when another has come: a round trip on a phone."""
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    preloaded = set(re.findall(r'rel="modulepreload" href="([^"]+)"', page))
    assert preloaded == imported("app.js", set()) | {"texts/uk.js"}
    assert len(preloaded) > 20
