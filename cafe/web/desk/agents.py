"""Short names of a browser and its system, the same in every language."""

from aiohttp import hdrs, web

UNKNOWN = "?"
BROWSERS = (
    ("Telegram", "Telegram"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""Tokens in a `User-Agent`, and their browsers; most browsers claim to be others, too."""
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


def agent_of(request: web.Request) -> str:
    """Return for example `Chrome, Windows`; `?` if unknown."""
    header = request.headers.get(hdrs.USER_AGENT, "")
    found = [next((name for mark, name in marks if mark in header), "") for marks in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name) or UNKNOWN
