"""Naming a browser and its system in a few words that are the same in every language."""

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
"""What stands in a `User-Agent`, and whose it is; most browsers name others after themselves."""
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
    """Return for example `Chrome, Windows`; `?` for what is not known."""
    header = request.headers.get(hdrs.USER_AGENT, "")
    found = [next((name for mark, name in marks if mark in header), "") for marks in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in found if name) or UNKNOWN
