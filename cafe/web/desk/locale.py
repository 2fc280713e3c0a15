"""The language in which the desk's answers are worded."""

from aiohttp import web

from cafe.core.kernel.locale import Languages, Locale


def locale_of(request: web.Request, languages: Languages) -> Locale:
    """Return the one of ours that the browser's person prefers; Ukrainian if it names neither."""
    best, highest = Locale.UK, 0.0
    for part in request.headers.get("Accept-Language", "").split(","):
        tag, _, parameter = part.strip().partition(";")
        primary = tag.strip().split("-")[0].lower()
        weight = _weight(parameter)
        if primary in languages.locales and weight > highest:
            best, highest = Locale(primary), weight
    return best


def _weight(parameter: str) -> float:
    """Read `q=0.8`; 1 where there is none, 0 where it is no number."""
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0
