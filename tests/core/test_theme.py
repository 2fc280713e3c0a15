"""The theme: readable whatever the accent."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from cafe.core.catalogue.settings.theme import derive_theme

AA = 4.5
colours = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def luminance(colour: str) -> float:
    """Relative luminance by WCAG 2.2."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@given(accent=colours)
@example("#000000")
@example("#ffffff")
@example("#777777")
@example("#757575")
@example("#ff0000")
@example("#6f4e37")
def test_the_ink_is_readable_on_the_accent_and_along_the_gradient(accent: str) -> None:
    theme = derive_theme(accent)
    assert contrast(theme.accent_ink, theme.accent) >= AA
    assert contrast(theme.accent_ink, theme.accent_2) >= AA
    other = {"#000000": "#ffffff", "#ffffff": "#000000"}[theme.accent_ink.lower()]
    assert contrast(theme.accent_ink, theme.accent) >= contrast(other, theme.accent) - 1e-9


@given(accent=colours)
def test_every_colour_is_a_colour(accent: str) -> None:
    theme = derive_theme(accent.upper())
    assert theme.accent == accent
    for colour in (theme.accent, theme.accent_2, theme.accent_ink):
        assert re.fullmatch(r"#[0-9a-f]{6}", colour)
    assert theme.accent in theme.accent_grad
    assert theme.accent_2 in theme.accent_grad
