"""The mini-app's colours, all derived from one accent colour."""

import re
from dataclasses import dataclass

HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

BLACK, WHITE = "#000000", "#ffffff"


@dataclass(frozen=True, slots=True)
class Theme:
    accent: str
    accent_2: str
    accent_grad: str
    accent_ink: str


def derive_theme(accent: str) -> Theme:
    """Derive the theme from `#rrggbb`. The text colour (ink) is readable (WCAG AA) on the accent and the gradient."""
    rgb = _rgb(accent)
    light = _luminance(rgb)
    # The contrast to white is (1 + .05) / (L + .05), to black (L + .05) / .05: take the higher one.
    ink = BLACK if (light + 0.05) ** 2 > 1.05 * 0.05 else WHITE
    # The second colour moves away from the ink, so the gradient is never less readable than the accent.
    towards = 255 if ink == BLACK else 0
    second = "#" + "".join(f"{round(channel + (towards - channel) * 0.22):02x}" for channel in rgb)
    accent = accent.lower()
    return Theme(accent, second, f"linear-gradient(135deg, {accent} 0%, {second} 100%)", ink)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(rgb: tuple[int, int, int]) -> float:
    """Return the relative luminance, 0 to 1, as WCAG 2 defines it."""

    def linear(channel: int) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)  # noqa: PLR2004 - WCAG defines these numbers

    red, green, blue = map(linear, rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
