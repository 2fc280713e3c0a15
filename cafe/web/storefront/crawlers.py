"""What search engines are told: which pages there are, and what is none of their business."""

from cafe.core.kernel.locale import Languages, Locale
from cafe.web.storefront.markup import Html, markup
from cafe.web.storefront.view import PAGES, path_of

ROBOTS = """\
User-agent: *
# What the page needs to show the menu; without it there would be nothing to see.
Allow: /api/categories
Allow: /api/products
Allow: /api/settings
Disallow: /api/
Disallow: /board
Disallow: /desk
Disallow: /telegram/
Disallow: /healthz
# Somebody's order.
Disallow: /*track=
"""
SITEMAP = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">'
    "{urls}</urlset>\n"
)
ALTERNATE = '<xhtml:link rel="alternate" hreflang="{lang}" href="{address}"/>'


def robots(base_url: str) -> str:
    """Return robots.txt; a sitemap needs the public address."""
    return f"{ROBOTS}\nSitemap: {base_url}/sitemap.xml\n" if base_url else ROBOTS


def sitemap(base_url: str, languages: Languages) -> str:
    """Return every page in each language, with its counterparts."""
    return markup(SITEMAP, urls=[_url(base_url, page, each, languages) for page in PAGES for each in languages])


def _url(base_url: str, page: str, locale: Locale, languages: Languages) -> Html:
    paths = {str(each): path_of(page, each) for each in languages} | {"x-default": page}
    alternates = [markup(ALTERNATE, lang=lang, address=base_url + path) for lang, path in paths.items()]
    place = markup("<loc>{address}</loc>", address=base_url + path_of(page, locale))
    return markup("<url>{place}{alternates}</url>", place=place, alternates=alternates)
