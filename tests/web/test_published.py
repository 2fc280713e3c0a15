"""What the core defines stands in the pages' scripts, and nothing that they name is left open."""

import re

import pytest

from cafe.web.published import PUBLISHED, write_in
from cafe.web.site import read_page
from cafe.web.sites import PAGES


@pytest.mark.parametrize("page", ["menu", "board", "desk"])
def test_every_name_has_become_its_value(page: str) -> None:
    scripts = b"".join(content for name, content in read_page(PAGES, page).items() if name.endswith(".js"))
    assert b"PUBLISHED" not in scripts


def test_the_types_name_what_is_published_and_a_page_uses_it() -> None:
    declared = (PAGES / "shared" / "published-types.d.ts").read_text("utf-8")
    assert set(re.findall(r"^    ([A-Z_]+):", declared, re.MULTILINE)) == PUBLISHED.keys()
    sources = "".join(file.read_text("utf-8") for file in PAGES.rglob("*.js"))
    assert set(re.findall(r"PUBLISHED\.([A-Z_]+)", sources)) == PUBLISHED.keys()


def test_values_are_written_as_json() -> None:
    assert write_in(b"f(PUBLISHED.ROLES, PUBLISHED.NOTE_LENGTH)") == b'f((["owner","manager","staff"]), (200))'
    assert write_in(b"PUBLISHED.ORDER_STEPS.pickup") == (
        b'({"delivery":["new","confirmed","cooking","ready","courier","completed"],'
        b'"pickup":["new","confirmed","cooking","ready","completed"],'
        b'"dine_in":["new","confirmed","cooking","ready","completed"]}).pickup'
    )
