"""The styles of the menu's page, in the cafe's colour."""

import hashlib
from functools import cache
from pathlib import Path

from cafe.core.catalogue.settings.theme import Theme
from cafe.web.cached_responses import FOREVER, CachedResponse
from cafe.web.minify import minify_stylesheet

PARTS = (Path(__file__).parents[1] / "pages/shared/styles/theme.css", Path(__file__).with_name("menu.css"))


def make_colours(theme: Theme) -> CachedResponse:
    """Return the accent for the mini-app's page without a script; soft buttons are plain, to be readable."""
    colours = (
        f":root{{--accent:{theme.accent};--accent-2:{theme.accent_2};--accent-ink:{theme.accent_ink};"
        "--accent-soft:var(--sunken);--accent-text:var(--text)}"
    )
    return CachedResponse.make(colours.encode(), "text/css; charset=utf-8", FOREVER)


def make_stylesheet(theme: Theme) -> tuple[str, CachedResponse]:
    """Return the stylesheet, and 12 hexadecimal digits that change with it."""
    colours = f":root{{--brand:{theme.accent};--brand-2:{theme.accent_2};--brand-ink:{theme.accent_ink}}}"
    body = _common() + colours.encode()
    return hashlib.sha256(body + _print()).hexdigest()[:12], CachedResponse.make(
        body, "text/css; charset=utf-8", FOREVER
    )


def make_print_stylesheet() -> CachedResponse:
    """Return the styles of the menu on paper, in black for any cafe."""
    return CachedResponse.make(_print(), "text/css; charset=utf-8", FOREVER)


@cache
def _print() -> bytes:
    return minify_stylesheet(Path(__file__).with_name("print.css").read_bytes())


@cache
def _common() -> bytes:
    return minify_stylesheet(b"".join(part.read_bytes() for part in PARTS))
